/**
 * Reads a private key file that can be believed, as `settings/believedFile.ts` has it.
 */
import { Effect, Result } from "effect"
import { type FileRefused, readBelievedFile, readSecretFile, type User } from "../settings/believedFile.ts"
import { shownKeyPath } from "../settings/path.ts"
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
    Effect.catch((refused) => {
      const error = new SignerError({ reason: reasonOf(path, refused) })
      return refused.kind === "exposed" ? exposedOrPublic(path, user, error) : Effect.fail(error)
    })
  )

/** What holds no private key need not be kept from others, and is better told as what it is. */
const exposedOrPublic = Effect.fnUntraced(
  function*(path: string, user: User | null | undefined, exposed: SignerError): Effect.fn.Return<never, SignerError> {
    const { bytes } = yield* readBelievedFile(path, undefined, user).pipe(Effect.mapError(() => exposed))
    const found = yield* Effect.result(findKey(bytes, placeOfFile(path)))
    const isPublic = Result.isFailure(found) && found.failure.reason._tag === "NotAPrivateKey"
    return yield* isPublic ? found.failure : exposed
  }
)

const reasonOf = (path: string, { kind, problem }: FileRefused): SignerErrorReason => {
  switch (kind) {
    case "missing":
      return new KeyFileMissing({ path: shownKeyPath(path) })
    case "directory":
      return new KeyFileNotRegular({ path, found: "a directory" })
    case "irregular":
      return new KeyFileNotRegular({ path, found: "no regular file" })
    case "unreadable":
      return new KeyFileUnreadable({ path: shownKeyPath(path), code: problem })
    case "too-large":
      return new KeyFormatUnknown({ place: placeOfFile(path), detail: "it is larger than any key" })
    case "untrusted":
      return new KeyFileUntrusted({ path, problem })
    case "exposed":
      return new KeyFileExposed({ path, problem })
  }
}
