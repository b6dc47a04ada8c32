/**
 * How a file comes from one version to the next: numbered steps, each recorded in the table `migrations` and, in a
 * file that is there already, in a transaction of its own. A step is never edited once released.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import type { SinkError } from "../SinkError.ts"
import { fileError, isUnknownName, notOurs, tooNew } from "./duckErrors.ts"
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

const step = ({ name, sql }: Migration, index: number): string =>
  `${sql}; INSERT INTO migrations VALUES (${index + 1}, '${name}', now());`

/** Everything a new, empty file needs, as one text in one transaction: DuckDB then waits for the disk least often. */
export const firstStatements = `BEGIN; ${ledger}${migrations.map(step).join("")} COMMIT; CHECKPOINT`

/** Brings a file of ours to the current version. */
export const migrate = Effect.fnUntraced(
  function*(path: string, connection: DuckDBConnection): Effect.fn.Return<void, SinkError> {
    const run = (sql: string) =>
      Effect.tryPromise({ try: () => connection.run(sql), catch: (cause) => fileError(path, cause) })
    const found = yield* versionOf(path, connection)
    for (const [index, migration] of migrations.entries()) {
      if (index < found) continue
      yield* run(`BEGIN; ${step(migration, index)} COMMIT`).pipe(Effect.tapError(() => Effect.ignore(run("ROLLBACK"))))
    }
  }
)

/** The version of a file; refuses one that is not ours or is newer than this program. */
export const versionOf = Effect.fnUntraced(
  function*(path: string, connection: DuckDBConnection): Effect.fn.Return<number, SinkError> {
    // To ask the catalog first whether there is such a table makes DuckDB look into every view: 10 ms at each opening.
    const found = yield* Effect.tryPromise({
      try: () =>
        connection.runAndReadAll("SELECT coalesce(max(number), 0) FROM migrations")
          .then((reader) => Number(reader.getRows()[0]?.[0] ?? 0)),
      catch: (cause) => (isUnknownName(cause) ? notOurs(path) : fileError(path, cause))
    })
    if (found > currentVersion) return yield* tooNew(path, found, currentVersion)
    return found
  }
)
