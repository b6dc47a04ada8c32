/**
 * How each wallet of a file is: how far it is loaded and proven, how old that is, how its last run ended, what is open, and
 * what to do next.
 */
import { Effect, Option, Schema } from "effect"
import { Finding, isOpen } from "../../../domain/Finding.ts"
import { addDays, type Day, formatDay, parseDay, startOfDay } from "../../../domain/Period.ts"
import type { ZoneClock } from "../../../domain/ServiceTime.ts"
import { VerdictKind } from "../../../domain/Verdict.ts"
import { WalletNo } from "../../../domain/Wallet.ts"
import { withDecision } from "../../../pipeline/decided.ts"
import { declaredClock } from "../../../pipeline/readingRules.ts"
import type { DatabaseReader } from "../../../sink/duckdb/index.ts"
import { Sink } from "../../../sink/Sink.ts"
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

/** A finding of a report; that of an earlier version has no id. */
const Noted = Schema.Struct({
  ...Finding.fields,
  id: Finding.fields.id.pipe(Schema.withDecodingDefaultKey(Effect.succeed(""))),
  own: Finding.fields.own.pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  count: Finding.fields.count.pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  accepted: Finding.fields.accepted.pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
})

const Reported = Schema.Struct({
  wallet: Schema.String,
  verdict: VerdictKind,
  error: Schema.NullOr(Schema.String),
  findings: Schema.Array(Noted)
})

const decodeReport = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({
  wallets: Schema.Array(Reported)
})))

/** How the wallets of a file, and those that the settings name beside them, are at an instant. */
export const healthOf = Effect.fnUntraced(function*({ query }: DatabaseReader, now: number, limits: Limits = {}) {
  const { rows } = yield* query(question)
  const known = new Set(rows.map(([wallet]) => wallet))
  const unheard = (limits.asked ?? []).map(({ walletNo }) => walletNo).filter((walletNo) => !known.has(walletNo))
  const sink = yield* Sink
  return yield* Effect.forEach([...rows, ...unheard.map((walletNo) => [walletNo])].sort(byWallet), ([
    wallet = null,
    ...row
  ]) => {
    const reported = Option.getOrUndefined(decodeReport(row[reportColumn]))?.wallets.find((each) =>
      each.wallet === wallet
    )
    const decisions = reported !== undefined && reported.findings.length > 0 && isWalletNo(reported.wallet)
      ? sink.decisions(reported.wallet)
      : Effect.succeed(undefined)
    return Effect.map(decisions, (known) => {
      const clock = known === undefined ? undefined : clockOf(row[settingsColumn])
      const findings = (reported?.findings ?? []).map((finding) => withDecision(finding, known?.get(finding.id), clock))
      return walletHealth([wallet, ...row], reported === undefined ? undefined : { ...reported, findings }, now, limits)
    })
  })
})

const byWallet = ([left]: ReadonlyArray<string | null>, [right]: ReadonlyArray<string | null>): number =>
  (left ?? "") < (right ?? "") ? -1 : 1

const isWalletNo = Schema.is(WalletNo)

/** The places of the report and of the settings behind the wallet's number. */
const [reportColumn, settingsColumn] = [5, 10]

const clockOf = (settings: string | null | undefined): ZoneClock | undefined =>
  declaredClock(Option.fromNullishOr(settings))

const walletHealth = (
  [wallet = "", completeTo = null, provenTo = null, runId, status, at, , ...rest]: ReadonlyArray<string | null>,
  reported: typeof Reported.Type | undefined,
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
const endingOf = (status: string | null | undefined, reported: typeof Reported.Type | undefined): Ending => {
  if (status === "running" || status === "interrupted") return "interrupted"
  if (reported === undefined || reported.error !== null) return "failed"
  return reported.findings.some(isOpen) ? "incomplete" : "complete"
}
