/**
 * Copying a database file while this process has it open. By the rules of POSIX a process that closes any descriptor of a file
 * loses its locks on it, and with them the database its protection, so another process copies: one that gets nothing but the
 * two paths.
 */
import { Data, Effect } from "effect"
import { execFile } from "node:child_process"

/** What that process runs: a copy that shares blocks where the file system can, brought to the disk. */
const script = `
const { closeSync, constants, copyFileSync, fsyncSync, openSync } = require("node:fs")
const [, from, to] = process.argv
try {
  copyFileSync(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  const file = openSync(to, "r+")
  fsyncSync(file)
  closeSync(file)
} catch (cause) {
  process.stderr.write(String(cause.code))
  process.exitCode = 1
}`

/** The copy failed; `code` is the system's word for why, as far as there is one. */
export class CopyFailed extends Data.TaggedError("CopyFailed")<{ readonly code: string }> {
  override get message(): string {
    return this.code
  }
}

/** Copies a file to a place where nothing is; only its owner may read the copy. */
export const copyApart = (from: string, to: string): Effect.Effect<void, CopyFailed> =>
  Effect.callback((resume) => {
    const child = execFile(
      process.execPath,
      ["-e", script, from, to],
      { env: {} },
      (cause, _, said) => resume(cause === null ? Effect.void : Effect.fail(new CopyFailed({ code: said.trim() })))
    )
    return Effect.sync(() => child.kill("SIGKILL"))
  })
