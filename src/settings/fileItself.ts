/**
 * The file that a path stands for, where that may be a symbolic link. What is kept beside a file lies beside the file itself,
 * whatever name it was given by.
 */
import { lstatSync, realpathSync, statSync } from "node:fs"
import { thisUser } from "./believedFile.ts"
import { type Followed, followPath } from "./followPath.ts"

/** A symbolic link that leads to no file. */
export type LeadsNowhere = { readonly leadsNowhere: true }

/**
 * Follows a path that is a symbolic link; any other, or one where nothing is, is given back. Not one where somebody else than this
 * user and root decides where it leads. Throws what the system's calls throw.
 */
export const fileItself = (path: string): Followed | LeadsNowhere => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return { path }
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return { leadsNowhere: true }
  const user = thisUser()
  return user === null ? { path: realpathSync(path) } : followPath(path, stats, user.uid)
}
