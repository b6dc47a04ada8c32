/**
 * The database itself, where a path stands for it. DuckDB puts the log beside the name that it was given, so a file that is opened
 * by a symbolic link would be read without what its own log holds, and be set aside as the link.
 */
import { Effect } from "effect"
import { fileItself as follow } from "../../../settings/fileItself.ts"
import { Exposed, Inaccessible, type SinkError, sinkError } from "../../SinkError.ts"
import { fileError } from "./duckErrors.ts"

/**
 * Follows a path that is a symbolic link; any other, or one where nothing is, is given back. Fails when the link leads to nothing,
 * or when somebody else than this user and root decides where it leads.
 */
export const fileItself = Effect.fnUntraced(function*(path: string): Effect.fn.Return<string, SinkError> {
  const found = yield* Effect.try({ try: () => follow(path), catch: (cause) => fileError(path, cause) })
  if ("path" in found) return found.path
  if ("problem" in found) return yield* sinkError(new Exposed(), `The database ${path} ${found.problem}`)
  return yield* sinkError(
    new Inaccessible(),
    `${path} is a symbolic link that leads to no file: name the file itself, or remove the link.`
  )
})
