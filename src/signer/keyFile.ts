/**
 * Reads a private key file, after a look at who else may read it.
 *
 * The file is looked at through the handle it is then read from, so it cannot be exchanged in between. Windows has no
 * such modes: there the look is left out.
 */
import { Effect, Predicate } from "effect"
import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { shownPath } from "../settings/path.ts"
import {
  KeyFileExposed,
  KeyFileMissing,
  KeyFileNotRegular,
  KeyFileUnreadable,
  KeyFormatUnknown,
  placeOfFile,
  SignerError
} from "./SignerError.ts"

/** More than any key in any format needs; a guard against pointing the setting to something else. */
const maxBytes = 1_048_576
const othersRights = 0o077

/** Reads a key file's bytes. Refuses what is no regular file, and a mode that gives anyone but the owner a right. */
export const readKeyFile = (path: string, platform: NodeJS.Platform = process.platform) =>
  Effect.acquireUseRelease(
    // Without O_NONBLOCK a pipe that nobody writes to would hold the program here. Windows lacks the flag.
    attempt(path, () => open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))),
    (handle) => readHandle(path, handle, platform),
    (handle) => Effect.promise(() => handle.close())
  )

const readHandle = Effect.fnUntraced(function*(path: string, handle: FileHandle, platform: NodeJS.Platform) {
  const info = yield* attempt(path, () => handle.stat())
  if (!info.isFile()) {
    const found = info.isDirectory() ? "a directory" : "no regular file"
    return yield* new SignerError({ reason: new KeyFileNotRegular({ path, found }) })
  }
  if (platform !== "win32" && (info.mode & othersRights) !== 0) {
    const mode = (info.mode & 0o7777).toString(8).padStart(4, "0")
    return yield* new SignerError({ reason: new KeyFileExposed({ path, mode }) })
  }
  if (info.size > maxBytes) {
    const reason = new KeyFormatUnknown({ place: placeOfFile(path), detail: "it is larger than any key" })
    return yield* new SignerError({ reason })
  }
  return yield* attempt(path, () => handle.readFile())
})

const attempt = <A>(path: string, run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: (error) => new SignerError({ reason: reasonOf(path, error) }) })

const reasonOf = (path: string, error: unknown) => {
  const code = Predicate.hasProperty(error, "code") ? String(error.code) : "unknown error"
  if (code === "ENOENT" || code === "ENOTDIR") return new KeyFileMissing({ path: shownPath(path) })
  if (code === "EISDIR") return new KeyFileNotRegular({ path, found: "a directory" })
  return new KeyFileUnreadable({ path: code === "ENAMETOOLONG" ? shownPath(path) : path, code })
}
