/**
 * The tables that a commit loads rows into, open as long as the sink is.
 */
import { Effect, type Scope } from "effect"
import type { SinkError } from "../../SinkError.ts"
import type { Session } from "../file/Session.ts"
import { TableAppender } from "../vectors/TableAppender.ts"

/** An appender for each of them. */
export interface Appenders {
  readonly transactions: TableAppender
  readonly staged: TableAppender
  readonly fetchedIds: TableAppender
  readonly quarantine: TableAppender
  readonly continuity: TableAppender
  readonly held: TableAppender
}

/** Opens the tables, which must exist, until the scope ends. */
export const openAppenders = Effect.fnUntraced(
  function*(session: Session): Effect.fn.Return<Appenders, SinkError, Scope.Scope> {
    const open = (table: string, catalog?: string) =>
      Effect.acquireRelease(
        session.ask((connection) => TableAppender.open(connection, table, catalog)),
        (appender) => Effect.sync(() => appender.close())
      )
    return {
      transactions: yield* open("transactions"),
      staged: yield* open("staged_rows", "temp"),
      fetchedIds: yield* open("fetched_ids", "temp"),
      quarantine: yield* open("quarantine"),
      continuity: yield* open("continuity_windows"),
      held: yield* open("held_rows")
    }
  }
)
