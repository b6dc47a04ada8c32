/**
 * What a file holds and what is open in it, as tables for people and in a document for programs.
 */
import { Effect } from "effect"
import { type ZoneClock, zoneClock } from "../../../domain/ServiceTime.ts"
import type { DatabaseReader } from "../../../sink/duckdb/index.ts"
import { localText } from "../../output/instantText.ts"
import { toObjects } from "../../output/rowFormats.ts"
import { renderSparing, type TextTable } from "../../output/table.ts"

const wallets = `
SELECT s.wallet_no AS wallet, s.currency, s.rows, s.first_at, s.last_at, s.closing_balance, s.complete_from, s.complete_to,
  p.proven_from, p.proven_to, p.quiet_since, s.gaps, s.quarantined
FROM wallet_summary s LEFT JOIN proven p ON p.wallet_no = s.wallet_no AND p.currency IS NOT DISTINCT FROM s.currency
ORDER BY ALL`

/** Of each what the table above it does not say. */
const currencies = `
SELECT wallet, currency, "rows", last_at AS last_row, closing_balance, proven_to, quiet_since FROM (${wallets})`

/** A run that has not ended in a file that nobody writes never will; one that goes on has the file to itself. */
const runs = `
SELECT run_id AS run, if(status = 'running', 'interrupted', status) AS status, started_at, duration_ms, len(wallets) AS wallets
FROM runs ORDER BY started_at DESC LIMIT 5`

const gaps = `
SELECT wallet_no AS wallet, currency, missing, after_txn_id AS after, before_txn_id AS before, from_time, to_time
FROM continuity_gaps WHERE state = 'open' ORDER BY wallet_no, from_time`

const quarantine = `
SELECT wallet_no AS wallet, reason, count(*) AS records FROM quarantine WHERE state = 'open' GROUP BY ALL ORDER BY ALL`

const held = `
SELECT wallet_no AS wallet, count(*) AS rows, min(day) AS first_day, max(day) AS last_day, min(held_at) AS since
FROM held_rows WHERE state = 'held' GROUP BY ALL ORDER BY ALL`

const cutOff = `
SELECT DISTINCT wallet_no AS wallet, from_day AS day FROM statement_windows w
WHERE status = 'cut-off' AND NOT EXISTS (
  FROM statement_windows later WHERE later.wallet_no = w.wallet_no AND later.sequence > w.sequence
    AND later.status IN ('complete', 'doubted') AND later.from_day <= w.from_day AND later.to_day >= w.to_day
) ORDER BY ALL`

/** The tables as lists of objects, instants in UTC. */
export const documentTables = Effect.fnUntraced(function*({ query }: DatabaseReader) {
  return {
    wallets: toObjects(yield* query(wallets)),
    runs: toObjects(yield* query(runs)),
    gaps: toObjects(yield* query(gaps)),
    cutOffDays: toObjects(yield* query(cutOff)),
    held: toObjects(yield* query(held)),
    quarantine: toObjects(yield* query(quarantine))
  }
})

/** A table with its title. */
export interface TitledTable {
  readonly title: string
  readonly table: TextTable
  /** How many rows it has no room for. */
  readonly more: number
  /** The columns that a narrow terminal can do without, the first ones first. */
  readonly spared: ReadonlyArray<string>
}

/** The tables that have rows; instants by a clock, in UTC without one. */
export const textTables = Effect.fnUntraced(function*({ query }: DatabaseReader, clock: ZoneClock | undefined) {
  const firstOf = Effect.fnUntraced(function*(question: string) {
    const table = yield* query(`FROM (${question}) LIMIT ${mostShown}`)
    const [[count] = []] = (yield* query(`SELECT count(*) FROM (${question})`)).rows
    return { table, more: Number(count) - table.rows.length }
  })
  const tables: ReadonlyArray<TitledTable> = [
    { title: "Currencies", ...whole(yield* query(currencies)), spared: ["quiet_since", "last_row"] },
    {
      title: "Last runs",
      ...whole(byClock(yield* query(withMillis(runs, "started_at")), "started_at", clock)),
      spared: ["duration_ms", "wallets"]
    },
    { title: "Gaps", ...(yield* firstOf(gaps)), spared: [] },
    { title: "Days that may be cut off", ...(yield* firstOf(cutOff)), spared: [] },
    {
      title: "Rows that the service no longer shows and that are held",
      ...whole(byClock(yield* query(withMillis(held, "since")), "since", clock)),
      spared: []
    },
    { title: "Records in quarantine", ...whole(yield* query(quarantine)), spared: [] }
  ]
  return tables.filter(({ table }) => table.rows.length > 0)
})

const whole = (table: TextTable) => ({ table, more: 0 })

/** A table in so many columns beneath its title; undefined is as many as it takes. */
export const titledText = ({ more, spared, table, title }: TitledTable, columns: number | undefined): string =>
  `${title}\n${renderSparing(table, spared, columns)}${
    more === 0 ? "" : `\n${more.toLocaleString("en-US")} more: --json lists all`
  }`

/** So many gaps, and so many days, are shown to people. */
const mostShown = 20

/** A question with a column of instants as milliseconds. */
const withMillis = (question: string, column: string): string =>
  `SELECT * REPLACE (epoch_ms(${column}) AS ${column}) FROM (${question})`

/** A table whose column of milliseconds is what a clock shows then. */
const byClock = ({ columns, rows }: TextTable, name: string, clock = zoneClock("UTC")): TextTable => {
  const at = columns.findIndex((column) => column.name === name)
  return {
    columns: columns.map((column, index) => (index === at ? { ...column, type: "VARCHAR" } : column)),
    rows: rows.map((row) => row.map((value, index) => index === at ? localText(Number(value), clock) : value))
  }
}
