/**
 * Database files in a folder of their own, and a look into one.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { Effect, type Scope } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database } from "../../../src/sink/duckdb/index.ts"
import type { SinkError } from "../../../src/sink/Sink.ts"
import type { Snapshot } from "../../../src/testing/index.ts"

/** A folder that is gone when the scope ends. */
export const folder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "wallet-statement-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

type Answer = ReadonlyArray<ReadonlyArray<string | null>>

/** Keeps a file open for all that reads it within an effect: to open one takes longer than most answers. */
export const reading = <A, E, R>(path: string, use: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.andThen(Database.openReadOnly(path), use))

/** Asks a file one question. */
export const ask = (path: string, sql: string): Effect.Effect<Answer, SinkError> =>
  Effect.map(askAll(path, [sql]), ([answer = []]) => answer)

/** Asks a file several questions. */
export const askAll = (
  path: string,
  questions: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Answer>, SinkError> =>
  Database.openReadOnly(path).pipe(
    Effect.flatMap((database) => Effect.forEach(questions, (sql) => database.query(sql))),
    Effect.map((results) => results.map(({ rows }) => rows)),
    Effect.scoped
  )

/** All that windows leave in a file, table by table: rows, changes, windows, watermarks, entries and gaps. */
export const everything = (path: string) =>
  askAll(
    path,
    [
      "transactions ORDER BY wallet_no, txn_id, leg",
      "row_changes ORDER BY ALL",
      "statement_windows ORDER BY sequence",
      "watermarks ORDER BY wallet_no",
      "continuity_windows ORDER BY wallet_no, from_day",
      "continuity_gaps ORDER BY id"
    ].map((what) => `SELECT * FROM ${what}`)
  )

const texts = (rows: Answer): Array<string> => rows.map((row) => row[0] ?? "")

/** What a file holds. */
export const fileSnapshot = (path: string): Effect.Effect<Snapshot, SinkError> =>
  Effect.map(
    askAll(path, [
      `SELECT txn_id || '#' || leg || ' ' || local_time::DATE || ' ' || signed_amount || ' ' ||
         coalesce(balance::VARCHAR, '-') || ' ' || description ||
         CASE WHEN withdrawn_at IS NULL THEN '' ELSE ' withdrawn' END FROM transactions`,
      "SELECT txn_id || '#' || leg, position FROM transactions",
      "SELECT sequence || ' ' || kind || ' ' || txn_id || '#' || leg FROM transaction_events",
      "SELECT raw_text || ' ' || state FROM quarantine",
      `SELECT coalesce(after_txn_id, 'null') || '..' || coalesce(before_txn_id, 'null') || ' ' || missing || ' ' ||
         CASE state WHEN 'open' THEN 'found by ' || found_run_id ELSE 'closed by ' || closed_run_id END
       FROM continuity_gaps`,
      "SELECT audit_hash FROM statement_windows ORDER BY sequence"
    ]),
    ([rows = [], positions = [], events = [], quarantine = [], gaps = [], hashes = []]) => ({
      rows: texts(rows).map(shortMoney).sort(),
      positions: Object.fromEntries(positions.map(([name, at]) => [name, at === null ? null : Number(at)])),
      events: texts(events).sort(),
      quarantine: texts(quarantine).sort(),
      gaps: texts(gaps).map(shortMoney).sort(),
      hashes: texts(hashes)
    })
  )

/** Money with two decimals at least, as people write it. */
const shortMoney = (text: string): string =>
  text.replace(/(\.\d\d)(\d\d)(?= )/g, (_, kept, rest) => kept + rest.replace(/0+$/, ""))

/**
 * Makes a file of layout 2 of one that this program wrote, as the program of that time would have written it; what that
 * layout has no room for is left out.
 */
export const asLayout2 = (from: string, to: string): Effect.Effect<void> =>
  Effect.gen(function*() {
    const instance = yield* Effect.promise(() => DuckDBInstance.create(to))
    const connection = yield* Effect.promise(() => instance.connect())
    const run = (sql: string) => Effect.promise(() => connection.run(sql))
    yield* run(readFileSync(new URL("layout2.sql", import.meta.url), "utf8"))
    yield* run(`ATTACH '${from}' AS newer (READ_ONLY)`)
    const tables = yield* Effect.promise(() =>
      connection.runAndReadAll(
        `SELECT table_name, string_agg('"' || column_name || '"', ', ' ORDER BY column_index) FROM duckdb_columns()
         WHERE database_name = current_database() AND table_name IN (SELECT table_name FROM duckdb_tables())
           AND table_name <> 'migrations' GROUP BY table_name`
      )
    )
    for (const [table, columns] of tables.getRows()) {
      yield* run(`INSERT INTO ${String(table)} SELECT ${String(columns)} FROM newer.${String(table)} ORDER BY rowid`)
    }
    connection.closeSync()
    instance.closeSync()
  })

/** The two queries of the documentation: windows that are not what was hashed, and rows that are not what was left. */
const [brokenWindows = "", brokenRows = ""] = [
  ...readFileSync(new URL("../../../docs/audit.md", import.meta.url), "utf8").matchAll(/```sql\n([^`]+)```/g)
].map(([, sql]) => sql)

/** The windows that plain SQL over the views shows to be other than they were committed, in their order. */
export const brokenIn = (path: string): Effect.Effect<ReadonlyArray<number>, SinkError> =>
  Effect.map(
    askAll(path, [brokenWindows, brokenRows]),
    (answers) => answers.flat().map(([sequence]) => Number(sequence)).sort((left, right) => left - right)
  )
