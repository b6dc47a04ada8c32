/**
 * The table `runs`: how runs begin and end, and what those have done that did not come to an end.
 */
import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api"
import { Option, Schema } from "effect"
import { type Day, dayFromNumber, type Period } from "../../../domain/Period.ts"
import type { RunReport } from "../../../domain/RunReport.ts"
import type { WalletNo } from "../../../domain/Wallet.ts"
import type { UnfinishedRun } from "../../plan/runHistory.ts"
import type { RunStart } from "../../plan/RunStart.ts"
import { toldNothing } from "../../plan/unfinishedRuns.ts"
import { quoteText } from "../schema/tableText.ts"
import { askRows } from "../vectors/answers.ts"
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

/** So many runs are looked at at a time: nearly always the last one told what the wallet comes to. */
const runsAtATime = 8

const decodeTold = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({
    wallets: Schema.Array(
      Schema.Struct({ wallet: Schema.String, error: Schema.NullOr(Schema.String), requests: Schema.Int })
    )
  }))
)

/** What is read of a run, as `runsBefore` asks for it. */
type RunRow = ReadonlyArray<DuckDBValue>

/** Those of the runs of a wallet before a place among all runs that come behind the last one that told what it comes to, the newest first. */
const runsBefore = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  written: boolean,
  before?: string
): Promise<ReadonlyArray<RunRow>> =>
  askRows(
    connection,
    `SELECT run_id, rules, asked_from - DATE '1970-01-01', asked_to - DATE '1970-01-01',
       status IN ('interrupted', 'running'), report, rowid::VARCHAR
     FROM runs WHERE ${written ? "status <> 'running' AND " : ""}list_contains(wallets, ${quoteText(walletNo)})
       ${before === undefined ? "" : `AND rowid < ${before}`} ORDER BY rowid DESC LIMIT ${runsAtATime}`
  ).then((found) => {
    const end = found.findIndex(([, , , , isInterrupted, report]) => {
      const told = isInterrupted === true ? undefined : Option.getOrUndefined(decodeTold(report))
      return told !== undefined && !toldNothing(told.wallets, walletNo)
    })
    const runs = end < 0 ? found : found.slice(0, end)
    const last = found.at(-1)?.[6]
    return end >= 0 || found.length < runsAtATime
      ? runs
      : runsBefore(connection, walletNo, written, String(last)).then((earlier) => [...runs, ...earlier])
  })

/**
 * The runs of a wallet since the last one that told what it comes to, the newest first. In a file that nobody writes a run that
 * never ended is over, whether it is marked or not. A report that nobody can read told nothing.
 */
export const unfinishedRuns = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  written: boolean
): Promise<ReadonlyArray<UnfinishedRun>> =>
  runsBefore(connection, walletNo, written).then((runs) =>
    runs.length === 0 ? [] : windowsOfRuns(connection, walletNo, runs.map(([runId]) => String(runId))).then(
      (windows) =>
        runs.map(([runId, rules, from, to, isInterrupted]) => ({
          isInterrupted: isInterrupted === true,
          asked: period(from, to),
          rules: rulesOfRun(rules, walletNo),
          windows: windows.get(String(runId)) ?? []
        }))
    )
  )

/** The windows that runs committed of a wallet, in their order, without those that were doubted. */
const windowsOfRuns = (
  connection: DuckDBConnection,
  walletNo: WalletNo,
  runIds: ReadonlyArray<string>
): Promise<ReadonlyMap<string, UnfinishedRun["windows"]>> =>
  askRows(
    connection,
    `SELECT run_id, status = 'complete', from_day - DATE '1970-01-01', to_day - DATE '1970-01-01',
       last_settled_day - DATE '1970-01-01'
     FROM statement_windows WHERE run_id IN (${runIds.map(quoteText).join(", ")}) AND wallet_no = ${quoteText(walletNo)}
       AND status IN ('complete', 'cut-off') ORDER BY sequence`
  ).then((rows) => {
    const byRun = Map.groupBy(rows, ([runId]) => String(runId))
    return new Map([...byRun].map(([runId, windows]) => [
      runId,
      windows.map(([, complete, from, to, settled]) => ({
        complete: complete === true,
        days: { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) },
        lastSettledDay: dayFromNumber(Number(settled))
      }))
    ]))
  })

/** The first day of the last run that was to load days of a wallet which somebody named. */
export const askedFrom = (connection: DuckDBConnection, walletNo: WalletNo): Promise<Option.Option<Day>> =>
  askRows(
    connection,
    `SELECT asked_from - DATE '1970-01-01' FROM runs
       WHERE asked_from IS NOT NULL AND list_contains(wallets, ${quoteText(walletNo)}) ORDER BY rowid DESC LIMIT 1`
  )
    .then((rows) => Option.fromUndefinedOr(rows.map(([from]) => dayFromNumber(Number(from)))[0]))

/** The rules of a wallet in a run; null when they were not recorded. */
export const runRules = (connection: DuckDBConnection, runId: string, walletNo: WalletNo): Promise<string | null> =>
  askRows(connection, `SELECT rules FROM runs WHERE run_id = ${quoteText(runId)}`)
    .then((rows) => rulesOfRun(rows[0]?.[0], walletNo))

const decodeRules = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Array(Schema.Tuple([Schema.String, Schema.String])))
)

const rulesOfRun = (value: DuckDBValue | undefined, walletNo: WalletNo): string | null => {
  const rules = Option.getOrUndefined(decodeRules(value))
  return rules?.find(([wallet]) => wallet === walletNo)?.[1] ?? null
}

const period = (from: DuckDBValue | undefined, to: DuckDBValue | undefined): Period | null =>
  from === null || to === null || from === undefined || to === undefined
    ? null
    : { from: dayFromNumber(Number(from)), to: dayFromNumber(Number(to)) }
