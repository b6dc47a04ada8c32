/**
 * What the last run that told of a wallet reported of it, with what somebody decided about its findings, or exported again, since.
 */
import { Effect, Option, Schema } from "effect"
import { Finding } from "../../domain/Finding.ts"
import type { ZoneClock } from "../../domain/ServiceTime.ts"
import { VerdictKind } from "../../domain/Verdict.ts"
import { WalletNo } from "../../domain/Wallet.ts"
import { changeFindings, isOfChange } from "../../pipeline/changeFindings.ts"
import { withDecision } from "../../pipeline/decided.ts"
import { declaredClock } from "../../pipeline/readingRules.ts"
import { walletFindings } from "../../pipeline/walletFindings.ts"
import { Sink } from "../../sink/Sink.ts"

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
  remark: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed(""))),
  error: Schema.NullOr(Schema.String),
  findings: Schema.Array(Noted)
})
/** What a report says of a wallet. */
export type Reported = typeof Reported.Type

const decodeReport = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({
  wallets: Schema.Array(Reported)
})))

/** A wallet with the text of the last report that may tell of it, and of the settings that its windows declare. */
export interface Reporting {
  readonly wallet: string
  readonly report: string | null
  readonly settings: string | null
}

/** What reports say of wallets, by their numbers; one that no report tells of is left out. A report of many wallets is read once. */
export const reportedIn = Effect.fnUntraced(function*(all: ReadonlyArray<Reporting>) {
  const sink = yield* Sink
  const reports = new Map(
    [...new Set(all.map(({ report }) => report))].map((report) =>
      [
        report,
        new Map(
          (Option.getOrUndefined(decodeReport(report))?.wallets ?? []).map((each) => [each.wallet, each] as const)
        )
      ] as const
    )
  )
  const told = yield* Effect.forEach(all, ({ report, settings, wallet }) => {
    const reported = reports.get(report)?.get(wallet)
    if (reported === undefined || reported.findings.length === 0 || !isWalletNo(wallet)) {
      return Effect.succeed([wallet, reported] as const)
    }
    const clock = clockOf(settings)
    return Effect.gen(function*() {
      const decisions = yield* sink.decisions(wallet)
      const others = reported.findings.filter(({ kind }) => !isOfChange(kind))
      return [wallet, {
        ...reported,
        findings: [
          ...others.map((finding) => withDecision(finding, decisions.get(finding.id), clock)),
          ...(others.length === reported.findings.length ? [] : yield* standingChanges(wallet))
        ]
      }] as const
    })
  })
  return new Map(told.flatMap(([wallet, reported]) => (reported === undefined ? [] : [[wallet, reported] as const])))
})

/** Days that were exported again since are not told any more: the next run may be a night away. */
const standingChanges = Effect.fnUntraced(function*(wallet: WalletNo) {
  return yield* walletFindings(wallet, yield* changeFindings(wallet))
})

const isWalletNo = Schema.is(WalletNo)

/** The clock that the settings of a wallet's windows name. */
export const clockOf = (settings: string | null | undefined): ZoneClock | undefined =>
  declaredClock(Option.fromNullishOr(settings))
