/**
 * Where a path leads, name by name: through which symbolic links, and through which folders behind them.
 *
 * A link says where to look, so it must be this user's or root's, and so must be the folders behind it: who can write
 * there decides what is found. In a folder with the sticky bit, as Kubernetes mounts them, nobody takes away what is
 * another's: a folder of ours in it stays where it is. Only the file itself must not lie in one. A path without links is as good as the file's owner.
 */
import { lstatSync, readlinkSync, type Stats } from "node:fs"
import { dirname, isAbsolute, join } from "node:path"
import { shellQuote } from "./shellQuote.ts"

/** The path without links, or what is wrong with the way. */
export type Followed = { readonly path: string } | { readonly problem: string }

const writeOfOthers = 0o022
const sticky = 0o1000
/** As many as Linux follows. */
const mostLinks = 40

/** Follows a path to a file that was opened by it, whose `opened` are; throws what the system's calls throw. */
export const followPath = (path: string, opened: Pick<Stats, "dev" | "ino">, uid: number): Followed => {
  const ours = (stats: Stats): boolean => stats.uid === uid || stats.uid === 0
  const names = namesOf(path)
  let folder = isAbsolute(path) ? "/" : process.cwd()
  let links = 0
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    if (name === "..") {
      folder = dirname(folder)
      continue
    }
    const at = join(folder, name)
    const stats = lstatSync(at)
    if (stats.isSymbolicLink()) {
      if (!ours(stats)) return { problem: `is reached by a symbolic link of user ${stats.uid}: name the file itself` }
      if (++links > mostLinks) return { problem: "is reached by too many symbolic links: name the file itself" }
      const target = readlinkSync(at)
      if (isAbsolute(target)) folder = "/"
      names.unshift(...namesOf(target))
      continue
    }
    const isLast = names.length === 0
    if (links > 0) {
      const around = lstatSync(folder)
      const open = !ours(around) || (around.mode & writeOfOthers) !== 0
      const kept = ours(around) && (around.mode & sticky) !== 0 && !isLast
      if (open && !kept) {
        return {
          problem: `is reached by a symbolic link through ${folder}, which others can write. Run: chmod go-w ` +
            `${shellQuote(folder)} (or name the file itself)`
        }
      }
    }
    if (isLast && (stats.dev !== opened.dev || stats.ino !== opened.ino)) break
    if (isLast) return { path: at }
    folder = at
  }
  return { problem: "was exchanged while it was opened: somebody else can write the folders on the way to it" }
}

const namesOf = (path: string): Array<string> => path.split("/").filter((name) => name !== "" && name !== ".")
