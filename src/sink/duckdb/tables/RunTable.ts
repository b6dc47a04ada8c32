/**
 * The table `runs`: how runs begin and end, and what those have finished that were interrupted.
 */
import { type DuckDBConnection, DuckDBListValue, type DuckDBValue } from "@duckdb/node-api"
import { Option, Schema } from "effect"
import { type Day, dayFromNumber, type Period } from "../../../domain/Period.ts"
import type { RunReport } from "../../../domain/RunReport.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import type { PastRun } from "../../plan/runHistory.ts"
import type { RunStart } from "../../plan/RunStart.ts"
import { quoteText } from "../schema/tableText.ts"
import { dayLiteral, instant } from "./commitSql.ts"

/** Marks every run that never ended: right after a file was opened none is running. */
export const interruptRuns = "UPDATE runs SET status = 'interrupted' WHERE status = 'running'"

/** Records that a run begins, and that an unfinished one of the same wallets was interrupted. */
export const beginRun = (start: RunStart): string => {
  const wallets = `[${start.wallets.map(quoteText).join(", ")}]::VARCHAR[]`
  return `${interruptRuns} AND list_has_any(wallets, ${wallets});
    INSERT INTO runs VALUES (${quoteText(start.runId)}, 'running', ${quoteText(start.programVersion)}, ${wallets},
    ${dayLiteral(start.asked?.from)}, ${dayLiteral(start.asked?.to)}, ${instant(start.startedAt)}, NULL, NULL, NULL,
    ${quoteText(JSON.stringify([...start.rules]))})`
}

/** Records how a run ended. */
export const endRun = (report: RunReport, endedAt: number): string =>
  `UPDATE runs SET status = ${quoteText(report.status)}, ended_at = ${instant(endedAt)},
     duration_ms = ${report.durationMs}, report = ${quoteText(JSON.stringify(report))}
   WHERE run_id = ${quoteText(report.runId)}`

/**
 * The runs of a wallet that are over, the newest first, back to the first of them that was not interrupted. In a file
 * that nobody writes a run that never ended is over, whether it is marked or not.
 */
export const pastRuns = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  written: boolean
): Promise<ReadonlyArray<PastRun>> =>
  connection
    .runAndReadAll(
      `WITH past AS (
         SELECT run_id, if(status = 'running', 'interrupted', status) AS status, asked_from, asked_to, rules, rowid AS place
         FROM runs WHERE ${written ? "status <> 'running' AND " : ""}list_contains(wallets, ${quoteText(walletNo)})
       ), lately AS (
         SELECT * FROM past WHERE place >= coalesce((SELECT max(place) FROM past WHERE status <> 'interrupted'), 0)
       )
       SELECT l.status, l.rules, l.asked_from - DATE '1970-01-01', l.asked_to - DATE '1970-01-01',
         list([
           from_day - DATE '1970-01-01', to_day - DATE '1970-01-01', last_settled_day - DATE '1970-01-01',
           (w.status = 'complete')::INTEGER
         ] ORDER BY w.sequence) FILTER (w.sequence IS NOT NULL)
       FROM lately l LEFT JOIN statement_windows w
         ON w.run_id = l.run_id AND w.wallet_no = ${quoteText(walletNo)} AND w.status IN ('complete', 'cut-off')
       GROUP BY l.run_id, l.status, l.rules, l.asked_from, l.asked_to, place ORDER BY place DESC`
    )
    .then((reader) =>
      reader.getRows().map(([status, rules, from, to, windows]) => ({
        interrupted: status === "interrupted",
        asked: period(from, to),
        rules: rulesOfRun(rules, walletNo),
        windows: itemsOf(windows).flatMap((window) => {
          const [first, last, settled, complete] = itemsOf(window)
          const days = period(first, last)
          const isComplete = Number(complete) === 1
          return days === null ? [] : [{ complete: isComplete, days, lastSettledDay: dayFromNumber(Number(settled)) }]
        })
      }))
    )

/** The first day of the last run that was to load days of a wallet which somebody named. */
export const askedFrom = (connection: DuckDBConnection, walletNo: WalletNo): Promise<Option.Option<Day>> =>
  connection
    .runAndReadAll(
      `SELECT asked_from - DATE '1970-01-01' FROM runs
       WHERE asked_from IS NOT NULL AND list_contains(wallets, ${quoteText(walletNo)}) ORDER BY rowid DESC LIMIT 1`
    )
    .then((reader) => Option.fromUndefinedOr(reader.getRows().map(([from]) => dayFromNumber(Number(from)))[0]))

/** The rules of a wallet in a run; null when they were not recorded. */
export const runRules = (connection: DuckDBConnection, runId: string, walletNo: WalletNo): Promise<string | null> =>
  connection.runAndReadAll(`SELECT rules FROM runs WHERE run_id = ${quoteText(runId)}`)
    .then((reader) => rulesOfRun(reader.getRows()[0]?.[0], walletNo))

const decodeRules = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Array(Schema.Tuple([Schema.String, Schema.String])))
)

const rulesOfRun = (value: DuckDBValue | undefined, walletNo: WalletNo): string | null => {
  const rules = Option.getOrUndefined(decodeRules(value))
  return rules?.find(([wallet]) => wallet === walletNo)?.[1] ?? null
}

const itemsOf = (value: DuckDBValue | undefined): ReadonlyArray<DuckDBValue> =>
  value instanceof DuckDBListValue ? value.items : []

const period = (from: DuckDBValue | undefined, to: DuckDBValue | undefined): Period | null =>
  from === null || to === null || from === undefined || to === undefined
    ? null
    : { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) }
