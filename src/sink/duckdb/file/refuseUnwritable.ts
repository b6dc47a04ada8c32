/**
 * A database that this user can't write is told so before anything is asked of the service. DuckDB would open it in a folder
 * that can't be written, and fail at the first commit: its log lies beside the file.
 */
import { Effect } from "effect"
import { accessSync, constants } from "node:fs"
import { dirname, resolve } from "node:path"
import { Inaccessible, type SinkError, sinkError } from "../../SinkError.ts"

/** Why this user can't write a database, in a sentence with what to do; absent when nothing forbids it. */
export const writingProblem = (path: string): string | undefined => {
  const folder = dirname(resolve(path))
  if (fails(folder, constants.F_OK, ["ENOENT", "ENOTDIR"])) {
    return `there is no folder ${folder}: make it, or keep the database in another one`
  }
  if (isForbidden(folder, constants.W_OK | constants.X_OK)) {
    return `the folder ${folder} can't be written by this user, and the log of ${path} is written there, beside the file: see who ` +
      "owns the folder and what they may do in it, or keep the database in another one"
  }
  return isForbidden(path, constants.R_OK | constants.W_OK)
    ? `${path} can't be read and written by this user: see who owns the file and what they may do with it`
    : undefined
}

/** Fails with Inaccessible for such a database. */
export const refuseUnwritable = (path: string): Effect.Effect<void, SinkError> =>
  Effect.suspend(() => {
    const problem = writingProblem(path)
    return problem === undefined
      ? Effect.void
      : Effect.fail(sinkError(new Inaccessible(), `The database can't be kept: ${problem}. Nothing was changed.`))
  })

/** Only what the system forbids: of a file that is missing, whoever opens it tells. */
export const isForbidden = (path: string, mode: number): boolean => fails(path, mode, ["EACCES", "EPERM", "EROFS"])

const fails = (path: string, mode: number, codes: ReadonlyArray<string>): boolean => {
  try {
    accessSync(path, mode)
    return false
  } catch (cause) {
    return cause instanceof Error && "code" in cause && codes.includes(String(cause.code))
  }
}
