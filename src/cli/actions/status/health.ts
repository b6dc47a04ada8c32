/**
 * How each wallet of a file is: how far it is loaded and proven, how old that is, how its last run ended, what is open, and
 * what to do next.
 */
import { Effect, Option, Schema } from "effect"
import { Finding, isAcceptable, isOpen } from "../../../domain/Finding.ts"
import { addDays, parseDay, startOfDay } from "../../../domain/Period.ts"
import type { ZoneClock } from "../../../domain/ServiceTime.ts"
import { VerdictKind } from "../../../domain/Verdict.ts"
import { WalletNo } from "../../../domain/Wallet.ts"
import { withDecision } from "../../../pipeline/decided.ts"
import { declaredClock } from "../../../pipeline/readingRules.ts"
import type { DatabaseReader } from "../../../sink/duckdb/index.ts"
import { Sink } from "../../../sink/Sink.ts"

/** How the last run of a wallet ended for that wallet. */
export type Ending = "complete" | "incomplete" | "failed" | "interrupted"

/** How a wallet is; days are `YYYY-MM-DD`, instants milliseconds since 1970-01-01T00:00:00Z. */
export interface WalletHealth {
  readonly wallet: string
  /** By the last run that came to its end; null before the first. */
  readonly verdict: VerdictKind | null
  readonly completeTo: string | null
  readonly provenTo: string | null
  /** Since the end of the last complete day by the clock of the wallet's service; null when there is none. */
  readonly ageMillis: number | null
  readonly lastRun: { readonly runId: string; readonly ending: Ending; readonly at: number } | null
  readonly rows: number
  readonly gaps: number
  readonly quarantined: number
  readonly held: number
  /** Those of that run, with what was decided about them since. */
  readonly findings: ReadonlyArray<Finding>
  /** Whether the settings name other wallets alone: no run asks for it any more, and nothing of it is too old. */
  readonly isLeftOut: boolean
  /** Whether it is older than it may be. */
  readonly isOld: boolean
  /** What to do; null when nothing asks for it. */
  readonly nextStep: string | null
}

/** Which wallets the settings name, where they name any, and how old their last complete day may be. */
export interface Limits {
  readonly asked?: ReadonlyArray<string> | undefined
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

/** How the wallets of a file are at an instant. */
export const healthOf = Effect.fnUntraced(function*({ query }: DatabaseReader, now: number, limits: Limits = {}) {
  const { rows } = yield* query(question)
  const sink = yield* Sink
  return yield* Effect.forEach(rows, ([wallet = null, ...row]) => {
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

const isWalletNo = Schema.is(WalletNo)

/** The places of the report and of the settings behind the wallet's number. */
const [reportColumn, settingsColumn] = [5, 10]

const clockOf = (settings: string | null | undefined): ZoneClock | undefined =>
  declaredClock(Option.fromNullishOr(settings))

const walletHealth = (
  [wallet = "", completeTo = null, provenTo = null, runId, status, at, , ...rest]: ReadonlyArray<string | null>,
  reported: typeof Reported.Type | undefined,
  now: number,
  { asked, maxAgeMillis = Infinity }: Limits
): WalletHealth => {
  const [rows = 0, gaps = 0, quarantined = 0, held = 0] = rest.slice(0, 4).map(Number)
  const ending = endingOf(status, reported)
  const ageMillis = ageOf(completeTo, rest[4], now)
  const isLeftOut = asked !== undefined && !asked.includes(wallet ?? "")
  const known = {
    wallet: wallet ?? "",
    // Of a wallet that nothing was ever loaded of no verdict says anything.
    verdict: completeTo === null && rows === 0 ? null : reported?.verdict ?? null,
    completeTo,
    provenTo,
    ageMillis,
    isLeftOut,
    isOld: !isLeftOut && maxAgeMillis < (ageMillis ?? Infinity),
    lastRun: typeof runId === "string" ? { runId, ending, at: Number(at) } : null,
    rows,
    gaps,
    quarantined,
    held,
    findings: reported?.findings ?? []
  }
  return { ...known, nextStep: isLeftOut ? null : nextStepOf(known, reported?.error ?? null) }
}

/** A run that has not ended in a file that nobody writes never will. */
const endingOf = (status: string | null | undefined, reported: typeof Reported.Type | undefined): Ending => {
  if (status === "running" || status === "interrupted") return "interrupted"
  if (reported === undefined || reported.error !== null) return "failed"
  return reported.findings.some(isOpen) ? "incomplete" : "complete"
}

const ageOf = (completeTo: string | null, settings: string | null | undefined, now: number): number | null => {
  const last = completeTo === null ? undefined : parseDay(completeTo)
  if (last === undefined) return null
  const end = startOfDay(addDays(last, 1))
  return now - (clockOf(settings)?.resolve(end).instant ?? end)
}

const nextStepOf = (
  { findings, lastRun }: Pick<WalletHealth, "findings" | "lastRun">,
  error: string | null
): string | null => {
  if (lastRun?.ending === "interrupted") {
    return "The last run was interrupted; what it had committed is kept. `wallet-statement pull` goes on from there."
  }
  if (lastRun?.ending === "failed") return error
  const first = findings.find(isOpen)
  if (first === undefined) return null
  return isAcceptable(first.kind) && first.id !== ""
    ? `[${first.id}] ${first.explanation} \`wallet-statement findings show ${first.id}\` says more.`
    : first.explanation
}
