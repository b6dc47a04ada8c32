/**
 * A published place is of one database. If two published there, readers would see the statement of the one or of the other, whichever
 * came last, and nothing would tell them so.
 */
import { Effect } from "effect"
import { statSync } from "node:fs"
import { Inaccessible, type SinkError, sinkError } from "../../SinkError.ts"
import { fileError } from "../file/duckErrors.ts"
import { identityIn } from "../file/identity.ts"
import type { State } from "./Published.ts"

/** A place, and what is there. */
export interface Occupied {
  readonly place: string
  /** What is removed to have the place free. */
  readonly taken: string
  /** Of which database it is, as `State.database`; undefined where an earlier version published it, or it can't be read. */
  readonly database: State["database"] | undefined
}

/** Fails with Inaccessible for a place that is of another database than the one at `path`. */
export const refuseAnother = (
  path: string,
  { database: own }: State,
  { database, place, taken }: Occupied
): Effect.Effect<void, SinkError> => {
  if (database === undefined || database === null || database === own) return Effect.void
  const remark = own === null ? " (which has none yet)" : ""
  return sinkError(
    new Inaccessible(),
    `${place} holds the statement of another database than ${path}${remark}, and was left as it is: readers would see the one and the ` +
      `other by turns. Publish each to a place of its own. Only when ${path} is to replace that database, remove ${taken} and ` +
      "publish again."
  )
}

/** Which file has a name; undefined for none. */
export const fileAt = (path: string): Effect.Effect<string | undefined, SinkError> =>
  Effect.try({
    try: () => {
      const found = statSync(path, { bigint: true, throwIfNoEntry: false })
      return found && identityIn(found)
    },
    catch: (cause) => fileError(path, cause)
  })

/** Fails with Inaccessible when another file has the name by now than the one that was looked at. */
export const refuseChanged = Effect.fnUntraced(
  function*(place: string, path: string, before: string | undefined): Effect.fn.Return<void, SinkError> {
    if ((yield* fileAt(path)) === before) return
    return yield* sinkError(
      new Inaccessible(),
      `Another process published to ${place} meanwhile, and its copy was left as it is: publish again.`
    )
  }
)
