/**
 * The file that a path stands for. DuckDB puts the log beside the name that it was given, so a file that is opened by a symbolic
 * link would be read without what its own log holds, and be set aside as the link.
 */
import { Effect } from "effect"
import { lstatSync, realpathSync, statSync } from "node:fs"
import { thisUser } from "../../settings/believedFile.ts"
import { followPath } from "../../settings/followPath.ts"
import { Exposed, Inaccessible, type SinkError, sinkError } from "../SinkError.ts"
import { fileError } from "./duckErrors.ts"

/**
 * Follows a path that is a symbolic link; any other, or one where nothing is, is given back. Fails when the link leads to nothing,
 * or when somebody else than this user and root decides where it leads.
 */
export const fileItself = (path: string): Effect.Effect<string, SinkError> =>
  Effect.try({ try: () => follow(path), catch: (cause) => fileError(path, cause) }).pipe(
    Effect.flatMap((found) => (typeof found === "string" ? Effect.succeed(found) : Effect.fail(found)))
  )

const follow = (path: string): string | SinkError => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) {
    return sinkError(
      new Inaccessible(),
      `${path} is a symbolic link that leads to no file: name the file itself, or remove the link.`
    )
  }
  const user = thisUser()
  if (user === null) return realpathSync(path)
  const followed = followPath(path, stats, user.uid)
  return "path" in followed ? followed.path : sinkError(new Exposed(), `The database ${path} ${followed.problem}`)
}
