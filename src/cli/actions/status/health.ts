/**
 * How each wallet of a file is: how far it is loaded and proven, how old that is, how its last run ended, what is open, and
 * what to do next.
 */
import { Effect } from "effect"
import { isOpen } from "../../../domain/Finding.ts"
import { addDays, type Day, formatDay, parseDay, startOfDay } from "../../../domain/Period.ts"
import type { ZoneClock } from "../../../domain/ServiceTime.ts"
import type { DatabaseReader } from "../../../sink/duckdb/index.ts"
import { clockOf, type Reported, reportedIn } from "../reported.ts"
import { nextStepOf } from "./nextStep.ts"
import { type Ending, isEmpty, waitingMillis, type WalletHealth } from "./WalletHealth.ts"

/** A wallet that the settings name: its first day where they say it, and how `--wallet` gives the same of it. */
export interface AskedWallet {
  readonly walletNo: string
  readonly begins: Day | undefined
  readonly argument: string
}

/** What the settings say: which wallets, where they name any, by which clock, and how old a last complete day may be. */
export interface Limits {
  readonly asked?: ReadonlyArray<AskedWallet> | undefined
  readonly clock?: ZoneClock | undefined
  readonly maxAgeMillis?: number | undefined
}

/** Rows of all that is known of each wallet, also of one of which no run has brought anything. */
const question = `
WITH named AS (SELECT DISTINCT wallet_no FROM statement_windows UNION SELECT DISTINCT unnest(wallets) FROM runs),
ran AS (SELECT unnest(wallets) AS wallet_no, run_id, status, coalesce(ended_at, started_at) AS "at", report, rowid AS place FROM runs),
last AS (FROM ran QUALIFY row_number() OVER (PARTITION BY wallet_no ORDER BY place DESC) = 1),
told AS (FROM ran WHERE report IS NOT NULL QUALIFY row_number() OVER (PARTITION BY wallet_no ORDER BY place DESC) = 1)
SELECT n.wallet_no, m.complete_to, m.proven_to, l.run_id, l.status, epoch_ms(l."at"), t.report,
  (SELECT count(*) FROM current_transactions r WHERE r.wallet_no = n.wallet_no),
  (SELECT count(*) FROM continuity_gaps g WHERE g.wallet_no = n.wallet_no AND g.state = 'open'),
  (SELECT count(*) FROM quarantine q WHERE q.wallet_no = n.wallet_no AND q.state = 'open'),
  (SELECT count(*) FROM held_rows h WHERE h.wallet_no = n.wallet_no AND h.state = 'held'),
  (SELECT arg_max(settings, id) FROM declarations d WHERE d.wallet_no = n.wallet_no AND d.kind = 'settings')
FROM named n
LEFT JOIN watermarks m ON m.wallet_no = n.wallet_no
LEFT JOIN last l ON l.wallet_no = n.wallet_no
LEFT JOIN told t ON t.wallet_no = n.wallet_no
ORDER BY n.wallet_no`

/** How the wallets of a file, and those that the settings name beside them, are at an instant. */
export const healthOf = Effect.fnUntraced(function*({ query }: DatabaseReader, now: number, limits: Limits = {}) {
  const { rows } = yield* query(question)
  const known = new Set(rows.map(([wallet]) => wallet))
  const unheard = (limits.asked ?? []).map(({ walletNo }) => walletNo).filter((walletNo) => !known.has(walletNo))
  const told = yield* reportedIn(
    rows.map((row) => ({
      wallet: row[0] ?? "",
      report: row[reportColumn] ?? null,
      settings: row[settingsColumn] ?? null
    }))
  )
  return [...rows, ...unheard.map((walletNo) => [walletNo])].sort(byWallet).map((row) =>
    walletHealth(row, told.get(row[0] ?? ""), now, limits)
  )
})

const byWallet = ([left]: ReadonlyArray<string | null>, [right]: ReadonlyArray<string | null>): number =>
  (left ?? "") < (right ?? "") ? -1 : 1

/** The places of the report and of the settings. */
const [reportColumn, settingsColumn] = [6, 11]

const walletHealth = (
  [wallet = "", completeTo = null, provenTo = null, runId, status, at, , ...rest]: ReadonlyArray<string | null>,
  reported: Reported | undefined,
  now: number,
  { asked, clock: usualClock, maxAgeMillis = Infinity }: Limits
): WalletHealth => {
  const [rows = 0, gaps = 0, quarantined = 0, held = 0] = rest.slice(0, 4).map(Number)
  const clock = clockOf(rest[4])
  const setting = asked?.find(({ walletNo }) => walletNo === wallet)
  const since = (day: Day): number => now - startIn(clock ?? usualClock, day)
  const last = parseDay(completeTo ?? "")
  const times = {
    ageMillis: last === undefined ? null : since(addDays(last, 1)),
    begunMillis: setting?.begins === undefined ? null : since(setting.begins)
  }
  const known = {
    wallet: wallet ?? "",
    // Of a wallet that nothing was ever loaded of no verdict says anything.
    verdict: isEmpty({ completeTo, rows }) ? null : reported?.verdict ?? null,
    completeTo,
    provenTo,
    ...times,
    begins: setting?.begins === undefined ? null : formatDay(setting.begins),
    timeZone: clock?.zone ?? null,
    lastRun: typeof runId === "string" ? { runId, ending: endingOf(status, reported), at: Number(at) } : null,
    rows,
    gaps,
    quarantined,
    held,
    findings: reported?.findings ?? []
  }
  const isLeftOut = asked !== undefined && setting === undefined
  return {
    ...known,
    isLeftOut,
    isOld: !isLeftOut && maxAgeMillis < waitingMillis(times),
    nextStep: isLeftOut ? null : nextStepOf(known, reported?.error ?? null, setting?.argument ?? known.wallet)
  }
}

const startIn = (clock: ZoneClock | undefined, day: Day): number => {
  const start = startOfDay(day)
  return clock?.resolve(start).instant ?? start
}

/** A run that has not ended in a file that nobody writes never will. */
const endingOf = (status: string | null | undefined, reported: Reported | undefined): Ending => {
  if (status === "running" || status === "interrupted") return "interrupted"
  if (reported === undefined || reported.error !== null) return "failed"
  return reported.findings.some(isOpen) ? "incomplete" : "complete"
}
