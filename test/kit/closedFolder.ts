/**
 * A folder that can't be written, for root either, whom no mode keeps out.
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { chmodSync, existsSync } from "node:fs"

const isRoot = process.getuid?.() === 0

/** Whether a folder can be closed here: Windows has no such modes, and root needs a mount. */
export const canCloseFolder = process.platform !== "win32" && (!isRoot || existsSync("/bin/mount"))

/** Closes a folder to writing until the scope ends. */
export const closeFolder = (path: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      if (!isRoot) return chmodSync(path, 0o500)
      execFileSync("mount", ["--bind", path, path])
      execFileSync("mount", ["-o", "remount,bind,ro", path])
    }),
    () => Effect.sync(() => isRoot ? void execFileSync("umount", [path]) : chmodSync(path, 0o700))
  )
