/**
 * Reads a private key file that can be believed, as `settings/believedFile.ts` has it.
 */
import { Effect } from "effect"
import { type FileRefused, readSecretFile, type User } from "../settings/believedFile.ts"
import { shownSecretPath } from "../settings/path.ts"
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
    Effect.mapError((refused) => new SignerError({ reason: reasonOf(path, refused) }))
  )

const reasonOf = (path: string, { kind, problem }: FileRefused): SignerErrorReason => {
  switch (kind) {
    case "missing":
      return new KeyFileMissing({ path: shownSecretPath(path) })
    case "directory":
      return new KeyFileNotRegular({ path, found: "a directory" })
    case "irregular":
      return new KeyFileNotRegular({ path, found: "no regular file" })
    case "unreadable":
      return new KeyFileUnreadable({ path: shownSecretPath(path), code: problem })
    case "too-large":
      return new KeyFormatUnknown({ place: placeOfFile(path), detail: "it is larger than any key" })
    case "untrusted":
      return new KeyFileUntrusted({ path, problem })
    case "exposed":
      return new KeyFileExposed({ path, problem })
  }
}
