/**
 * A database that others can read gives the statement away; one that they can write, or whose log they can, says what they
 * like: DuckDB takes a log that lies beside a file for its own.
 */
import { Effect } from "effect"
import { statSync } from "node:fs"
import { sharingProblem } from "../../../settings/believedFile.ts"
import { Exposed, type SinkError, sinkError } from "../../SinkError.ts"
import { fileError } from "./duckErrors.ts"
import { isDuckDb } from "./setAside.ts"

/** What is wrong with who can read or write a database or its log, and what to run; absent when all is well or none is there. */
export const exposureOf = (path: string, allowGroup: boolean): string | undefined => {
  for (const file of [path, `${path}.wal`]) {
    const stats = statSync(file, { throwIfNoEntry: false })
    const problem = stats === undefined ? undefined : sharingProblem({ path: file, stats }, allowGroup)
    if (problem !== undefined) return `${file} ${problem}`
  }
  return undefined
}

/** Fails with Exposed for such a database. Only for a file that nobody in this process has open. */
export const refuseExposed = Effect.fnUntraced(
  function*(path: string, allowGroup: boolean): Effect.fn.Return<void, SinkError> {
    // What is none of ours is told as that.
    if (!(yield* isDuckDb(path))) return
    const problem = yield* Effect.try({
      try: () => exposureOf(path, allowGroup),
      catch: (cause) => fileError(path, cause)
    })
    if (problem !== undefined) return yield* sinkError(new Exposed(), `The database ${problem}`)
  }
)
