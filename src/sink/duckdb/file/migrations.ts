/**
 * How a file comes from one version to the next: numbered steps, each recorded in the table `migrations` and, in a
 * file that is there already, in a transaction of its own. A step is never edited once released. A view is made anew in
 * the step that its `since` names.
 *
 * A file of an earlier version that is opened for reading stays as it is: what it lacks is there for the connection alone.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import type { SinkError } from "../../SinkError.ts"
import { categoryRules, rowDecisions } from "../schema/bookTables.ts"
import {
  answerOfEntry,
  columnsOfDecisions,
  columnsOfExports,
  declarations,
  flagBeforeEvent,
  heldRows,
  proofs,
  provenOfWatermark,
  retoldForDecisions,
  retoldForExports,
  rulesOfRun,
  statusesOfWindows,
  statusesWithDecisions,
  widerBalances
} from "../schema/laterTables.ts"
import { asksForPrint, layout, makeAnew, tablesInPlaceOfViews, takePrint } from "../schema/layout.ts"
import { type AskRows, repairTimeFlags } from "../schema/repairTimeFlags.ts"
import { firstTables } from "../schema/tables.ts"
import {
  addColumn,
  type AddedColumn,
  type Column,
  commentOn,
  createTable,
  createTemporaryTable,
  quoteText,
  type RetoldColumn,
  retype,
  type RetypedColumn,
  type Table
} from "../schema/tableText.ts"
import { createTemporaryView, createView, type View } from "../schema/view.ts"
import { views } from "../schema/views.ts"
import { askRows, textOf } from "../vectors/answers.ts"
import { fileError, tooNew } from "./duckErrors.ts"

interface Migration {
  readonly name: string
  readonly tables?: ReadonlyArray<Table>
  readonly columns?: ReadonlyArray<AddedColumn>
  readonly types?: ReadonlyArray<RetypedColumn>
  readonly comments?: ReadonlyArray<RetoldColumn>
  readonly sql?: string
  /** Which records of `continuity_windows` are worked out again, by a condition. */
  readonly forgets?: string
  /**
   * What is done before, to what a file that is there already holds: in as many transactions as it likes, so it has to go
   * on where it was cut short.
   */
  readonly repair?: (ask: AskRows) => Effect.Effect<void, SinkError>
}

/** Earlier versions counted rows twice, or forgot rows, of days whose last window was not all that the days have. */
const forgetDoubtfulEntries = `
UPDATE continuity_windows c SET record = NULL, answer = NULL WHERE EXISTS (
  FROM statement_windows w WHERE w.wallet_no = c.wallet_no AND w.status <> 'complete'
    AND w.from_day <= c.to_day AND w.to_day >= c.from_day
);
`

/**
 * Earlier versions named rows of one second that tell no balance as they came, and judged days with such rows otherwise: what they
 * wrote down of several, or of one beside rows that are not confirmed or times that may be wrong, is worked out again.
 */
const severalSilent = `regexp_matches(record, '"noBalance":([2-9]|[1-9][0-9])')
  OR (record LIKE '%"noBalance":1%' AND (regexp_matches(record, '"unconfirmed":[1-9]') OR record NOT LIKE '%"jitter":0,%'))`

/**
 * Earlier versions left gaps that rows without a balance fill where these share a second with others, and told of more midnights
 * than such rows, wrong times and rows that name no currency leave certain.
 */
const tooSure =
  `(regexp_matches(record, '"noBalance":[1-9]') AND (record LIKE '%"kind":"gap"%' OR record NOT LIKE '%"jitter":0,%'))
  OR record LIKE '%"isOpen":%'`

const migrations: ReadonlyArray<Migration> = [
  { name: "tables and views", tables: firstTables },
  { name: "known answers", columns: [answerOfEntry] },
  { name: "declarations", tables: [declarations] },
  { name: "proofs", tables: [proofs] },
  { name: "rules of runs", columns: [rulesOfRun] },
  { name: "flags before events", columns: [flagBeforeEvent] },
  { name: "time flags", repair: repairTimeFlags },
  { name: "entries of days with retries and cut-off answers", sql: forgetDoubtfulEntries },
  { name: "balances of any size", types: widerBalances },
  { name: "layout", tables: [layout] },
  { name: "held rows", tables: [heldRows] },
  { name: "how far wallets are proven", columns: provenOfWatermark },
  { name: "joined windows", comments: [statusesOfWindows] },
  { name: "missing days", forgets: severalSilent },
  { name: "decisions", columns: columnsOfDecisions, comments: [statusesWithDecisions, ...retoldForDecisions] },
  { name: "what rows leave open", forgets: tooSure },
  { name: "books", tables: [categoryRules, rowDecisions], columns: columnsOfExports, comments: retoldForExports }
]

/** The table of these steps. */
export const ledger: Table = {
  name: "migrations",
  about: "Versions of this file's layout",
  columns: [
    ["number", "INTEGER NOT NULL", "Number of the step, from 1"],
    ["name", "VARCHAR NOT NULL", "What the step did"],
    ["applied_at", "TIMESTAMPTZ NOT NULL", "When it was applied"]
  ]
}

/** The tables of a file of some version. */
export const tablesAt = (version: number): ReadonlyArray<Table> => {
  const steps = migrations.slice(0, version)
  const added = steps.flatMap(({ columns = [] }) => columns)
  const retyped = steps.flatMap(({ types = [] }) => types)
  const retold = steps.flatMap(({ comments = [] }) => comments)
  return [ledger, ...steps.flatMap(({ tables = [] }) => tables)].map((table) => ({
    ...table,
    columns: [...table.columns, ...added.flatMap(({ column, table: name }) => (name === table.name ? [column] : []))]
      .map(([name, type, about]): Column => {
        const isThis = (each: { readonly table: string; readonly name: string }): boolean =>
          each.table === table.name && each.name === name
        return [name, retyped.findLast(isThis)?.type ?? type, retold.findLast(isThis)?.about ?? about]
      })
  }))
}

const tables = tablesAt(migrations.length)

/** The first version whose files have no flag of a time that is stored as empty, but where no hash tells it. */
export const versionWithTimeFlags = migrations.findIndex(({ repair }) => repair === repairTimeFlags) + 1

/** The version of the layout that this program writes. */
export const currentVersion = migrations.length

const step = (
  { columns = [], comments = [], forgets, name, sql = "", tables = [], types = [] }: Migration,
  index: number
): string =>
  [
    ...tables.map(createTable),
    ...columns.map(addColumn),
    ...types.map(retype),
    ...comments.map(({ about, name: column, table }) => commentOn(table, [column, "", about])),
    sql,
    forgets === undefined ? "" : `UPDATE continuity_windows SET record = NULL, answer = NULL WHERE ${forgets};\n`,
    `INSERT INTO migrations VALUES (${index + 1}, ${quoteText(name)}, now());`
  ].join("")

/** The views that a step makes anew, behind all that they may ask: somebody may have dropped one of these. */
const viewsMadeBy = (index: number): ReadonlyArray<View> =>
  views.some(({ since }) => since === index + 1) ? views.filter(({ since }) => since <= index + 1) : []

/** Everything a new, empty file needs, as one text in one transaction: DuckDB then waits for the disk least often. */
export const firstStatements = `BEGIN; ${createTable(ledger)}${migrations.map(step).join("")}${
  views.map(createView).join("")
}${takePrint(tables)} COMMIT; CHECKPOINT`

/** Brings a file of ours from a version to the current one, with the views and comments that the program makes. */
export const migrate = Effect.fnUntraced(
  function*(path: string, connection: DuckDBConnection, found: number): Effect.fn.Return<number, SinkError> {
    const run = (sql: string) =>
      Effect.tryPromise({ try: () => connection.run(sql), catch: (cause) => fileError(path, cause) })
    const together = (sql: string) =>
      run(`BEGIN; ${sql} COMMIT`).pipe(Effect.tapError(() => Effect.ignore(run("ROLLBACK"))))
    const ask: AskRows = (sql) =>
      Effect.tryPromise({
        try: () => askRows(connection, sql).then((rows) => rows.map((row) => row.map(textOf))),
        catch: (cause) => fileError(path, cause)
      })
    for (const [index, migration] of migrations.entries()) {
      if (index < found) continue
      if (migration.repair !== undefined) yield* migration.repair(ask)
      yield* together([step(migration, index), ...viewsMadeBy(index).map(createView)].join(""))
    }
    const [[isAsMade = null] = []] = yield* ask(asksForPrint(tables))
    if (isAsMade !== "true") {
      const inPlace = yield* ask(tablesInPlaceOfViews)
      yield* together(makeAnew(tables, inPlace.flatMap(([name]) => name ?? [])))
    }
    return currentVersion
  }
)

/** The version that the ledger of a file says; refuses one that is newer than this program. */
export const versionOf = Effect.fnUntraced(
  function*(path: string, connection: DuckDBConnection): Effect.fn.Return<number, SinkError> {
    const found = yield* Effect.tryPromise({
      try: () =>
        askRows(connection, "SELECT greatest(max(number), 0) FROM migrations")
          .then(([row]) => Number(row?.[0] ?? 0)),
      catch: (cause) => fileError(path, cause)
    })
    if (found > currentVersion) return yield* tooNew(path, found, currentVersion)
    return found
  }
)

/** What a connection to a file of an earlier version needs to read it like one of the current; `catalog` is the file's. */
export const readingStatements = (version: number, catalog: string): string => {
  const missing = migrations.slice(version)
  const added = missing.flatMap((migration) => migration.columns ?? [])
  const tables = missing.flatMap((migration) => migration.tables ?? [])
  const columns = Map.groupBy(
    added.filter(({ table }) => tables.every(({ name }) => name !== table)),
    ({ table }) => table
  )
  const file = `"${catalog.replaceAll("\"", "\"\"")}".main`
  const forgotten = missing.flatMap(({ forgets }) => forgets ?? [])
  const changed = new Set([...columns.keys(), ...forgotten.length === 0 ? [] : [withRecords]])
  return [
    ...tables.map((table) =>
      createTemporaryTable({
        ...table,
        columns: [...table.columns, ...added.flatMap((each) => (each.table === table.name ? [each.column] : []))]
      })
    ),
    ...[...changed].map((name) =>
      createTemporaryView({
        name,
        sql: readAs(`${file}.${name}`, columns.get(name) ?? [], name === withRecords ? forgotten : [])
      })
    ),
    // All of them, since somebody may have dropped one that a later one asks.
    ...views.map(createTemporaryView)
  ].join("")
}

const withRecords = "continuity_windows"

/** A table with the columns that it lacks, and without the records that are worked out again. */
const readAs = (table: string, added: ReadonlyArray<AddedColumn>, forgotten: ReadonlyArray<string>): string =>
  `SELECT rowid, *${
    forgotten.length === 0
      ? ""
      : ` REPLACE (CASE WHEN ${forgotten.map((each) => `(${each})`).join(" OR ")} THEN NULL ELSE record END AS record)`
  }${added.map(({ column: [name, type] }) => `, NULL::${type} AS "${name}"`).join("")} FROM ${table}`
