/**
 * The connection through which windows are committed, with its failures in the sink's words. A connection does one
 * thing at a time, and what it was asked is waited for: closed under a question that is on its way it would crash the
 * process.
 */
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api"
import { Effect } from "effect"
import { DatabaseFailed, type SinkError, sinkError } from "../../SinkError.ts"
import type { OpenDatabase } from "./DatabaseFile.ts"

/** A connection and the file that it is of. */
export class Session {
  readonly connection: DuckDBConnection
  private readonly database: OpenDatabase

  constructor(database: OpenDatabase, connection: DuckDBConnection) {
    this.database = database
    this.connection = connection
  }

  /** Runs statements; values for `$1` and so on when it is a single one. */
  run(sql: string, values?: Array<DuckDBValue>) {
    return this.ask((connection) => connection.run(sql, values))
  }

  /** Asks one thing of the connection, or one after the other. */
  ask<A>(question: (connection: DuckDBConnection) => Promise<A>): Effect.Effect<A, SinkError> {
    return Effect.uninterruptible(Effect.tryPromise({
      try: () => question(this.connection),
      catch: (cause) => this.database.failure(cause)
    }))
  }

  /** Loads rows through an appender of the connection. */
  load(fill: () => void): Effect.Effect<void, SinkError> {
    return Effect.try({ try: fill, catch: (cause) => this.database.failure(cause) })
  }

  /** Runs a statement that must write so many rows. */
  readonly expectRows = Effect.fnUntraced(function*(this: Session, count: number, sql: string) {
    const result = yield* this.run(sql)
    if (result.rowsChanged !== count) {
      return yield* sinkError(
        new DatabaseFailed(),
        `${this.database.path} is not consistent: ${count} rows were to be written again and ${result.rowsChanged} ` +
          "were found. The window was not kept."
      )
    }
  })
}
