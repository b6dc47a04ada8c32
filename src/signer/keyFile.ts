/**
 * Reads a private key file that can be believed, as `settings/believedFile.ts` has it.
 */
import { Effect, Result } from "effect"
import { type FileRefused, readBelievedFile, readSecretFile, type User } from "../settings/believedFile.ts"
import { shownKeyPath } from "../settings/path.ts"
import { placeOf } from "../settings/setting.ts"
import { findKey } from "./keyFormat.ts"
import {
  KeyFileExposed,
  KeyFileMissing,
  KeyFileNotRegular,
  KeyFileUnreadable,
  KeyFileUntrusted,
  KeyFormatUnknown,
  placeOfFile,
  SignerError,
  type SignerErrorReason
} from "./SignerError.ts"

/** Reads a key file's bytes; `user` is who reads, null where the system has no owners and modes. Fails with a SignerError. */
export const readKeyFile = (path: string, user?: User | null): Effect.Effect<Uint8Array, SignerError> =>
  readSecretFile(path, user).pipe(
    Effect.catch(Effect.fnUntraced(function*(refused): Effect.fn.Return<never, SignerError> {
      const setting = yield* placeOf("PRIVATE_KEY_FILE")
      const error = new SignerError({ reason: reasonOf({ path, setting }, refused) })
      return yield* refused.kind === "exposed" ? exposedOrPublic({ path, setting }, user, error) : error
    }))
  )

/** A key file, and the place of the setting that names it. */
interface Named {
  readonly path: string
  readonly setting: string
}

/** What holds no private key need not be kept from others, and is better told as what it is. */
const exposedOrPublic = Effect.fnUntraced(
  function*(
    { path, setting }: Named,
    user: User | null | undefined,
    exposed: SignerError
  ): Effect.fn.Return<never, SignerError> {
    const { bytes } = yield* readBelievedFile(path, undefined, user).pipe(Effect.mapError(() => exposed))
    const found = yield* Effect.result(findKey(bytes, { place: placeOfFile(path, setting) }))
    const isPublic = Result.isFailure(found) && found.failure.reason._tag === "NotAPrivateKey"
    return yield* isPublic ? found.failure : exposed
  }
)

const reasonOf = ({ path, setting }: Named, { kind, problem }: FileRefused): SignerErrorReason => {
  switch (kind) {
    case "missing":
      return new KeyFileMissing({ path: shownKeyPath(path), setting })
    case "directory":
      return new KeyFileNotRegular({ path, setting, found: "a directory" })
    case "irregular":
      return new KeyFileNotRegular({ path, setting, found: "no regular file" })
    case "unreadable":
      return new KeyFileUnreadable({ path: shownKeyPath(path), setting, code: problem })
    case "too-large":
      return new KeyFormatUnknown({ place: placeOfFile(path, setting), detail: "it is larger than any key" })
    case "untrusted":
      return new KeyFileUntrusted({ path, setting, problem })
    case "exposed":
      return new KeyFileExposed({ path, setting, problem })
  }
}
