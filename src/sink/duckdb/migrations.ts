/**
 * How a file comes from one version to the next: numbered steps, each in a transaction of its own and recorded in the
 * table `migrations`. A step is never edited once released.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import type { SinkError } from "../SinkError.ts"
import { fileError, notOurs, tooNew } from "./duckErrors.ts"
import { firstTables } from "./tables.ts"
import { createTable } from "./tableText.ts"
import { createViews } from "./views.ts"

interface Migration {
  readonly name: string
  readonly sql: string
}

const migrations: ReadonlyArray<Migration> = [
  { name: "tables and views", sql: firstTables.map(createTable).join("") + createViews },
  {
    name: "known answers",
    sql: `ALTER TABLE continuity_windows ADD COLUMN answer VARCHAR;
COMMENT ON COLUMN continuity_windows.answer IS
  'The answer that all the rows of the days came in; NULL when unknown or changed since'`
  }
]

const ledger = createTable({
  name: "migrations",
  about: "Versions of this file's layout",
  columns: [
    ["number", "INTEGER NOT NULL", "Number of the step, from 1"],
    ["name", "VARCHAR NOT NULL", "What the step did"],
    ["applied_at", "TIMESTAMPTZ NOT NULL", "When it was applied"]
  ]
})

/** The version of the layout that this program writes. */
export const currentVersion = migrations.length

/** Brings a file to the current version; `fresh` says that it is new and empty. */
export const migrate = Effect.fnUntraced(
  function*(path: string, connection: DuckDBConnection, fresh: boolean): Effect.fn.Return<void, SinkError> {
    const run = (sql: string) =>
      Effect.tryPromise({ try: () => connection.run(sql), catch: (cause) => fileError(path, cause) })
    if (fresh) yield* run(ledger)
    const found = yield* versionOf(path, connection)
    for (const [index, migration] of migrations.entries()) {
      if (index < found) continue
      const record = `INSERT INTO migrations VALUES (${index + 1}, '${migration.name}', now())`
      yield* run(`BEGIN; ${migration.sql}; ${record}; COMMIT`).pipe(
        Effect.tapError(() => Effect.ignore(run("ROLLBACK")))
      )
    }
  }
)

/** The version of a file; refuses one that is not ours or is newer than this program. */
export const versionOf = Effect.fnUntraced(
  function*(path: string, connection: DuckDBConnection): Effect.fn.Return<number, SinkError> {
    const read = (sql: string) =>
      Effect.tryPromise({
        try: () => connection.runAndReadAll(sql).then((reader) => Number(reader.getRows()[0]?.[0] ?? 0)),
        catch: (cause) => fileError(path, cause)
      })
    const ours = yield* read(
      "SELECT count(*) FROM duckdb_columns() WHERE NOT internal AND table_name = 'migrations' AND column_name = 'number'"
    )
    if (ours === 0) return yield* notOurs(path)
    const found = yield* read("SELECT coalesce(max(number), 0) FROM migrations")
    if (found > currentVersion) return yield* tooNew(path, found, currentVersion)
    return found
  }
)
