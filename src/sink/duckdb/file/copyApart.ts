/**
 * Copying a database file while this process has it open. By the rules of POSIX a process that closes any descriptor of a file
 * loses its locks on it, and with them the database its protection, so another process copies.
 *
 * Node's copying, which shares blocks where the file system can, gives the copy the file's own group. Where the folder's is asked for and
 * could not be given back, bytes are read and written instead.
 */
import { Effect } from "effect"
import { runApart, type StepFailed } from "./runApart.ts"

/** Whose group a copy gets, as far as that is allowed: that of the file, or the one that its folder gives to a new file. */
export type GroupOf = "file" | "folder"

/** What that process runs. Another group must not get what the file's own may do, not for a moment. */
const script = `
  const { chownSync, closeSync, constants, copyFileSync, fsyncSync, openSync, readSync, rmSync, statSync, writeSync } = require("node:fs")
  const { from, to, group } = input
  const made = () => openSync(to, "wx", 0o600)
  const synced = (file) => {
    fsyncSync(file)
    closeSync(file)
  }
  const gives = (gid) => {
    try {
      chownSync(to, -1, gid)
      return true
    } catch {
      return false
    }
  }
  const copy = () => {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
    synced(openSync(to, "r+"))
  }
  const copyBytes = () => {
    const [source, target, bytes] = [openSync(from, "r"), made(), Buffer.alloc(2 ** 20)]
    for (let read = 1; read > 0;) {
      read = readSync(source, bytes)
      for (let done = 0; done < read;) done += writeSync(target, bytes, done, read - done)
    }
    synced(target)
  }
  closeSync(made())
  const [{ gid, mode }, own] = [statSync(from), statSync(to).gid]
  if (group === "file" || gid === own) copy()
  else if ((mode & 0o077) === 0 && (!gives(gid) || gives(own))) {
    copy()
    if (statSync(to).gid !== own) chownSync(to, -1, own)
  } else {
    rmSync(to)
    copyBytes()
  }`

/** Copies a file to a place where nothing is; only its owner may read the copy. */
export const copyApart = (from: string, to: string, group: GroupOf = "file"): Effect.Effect<void, StepFailed> =>
  Effect.asVoid(runApart(script, { from, to, group }))
