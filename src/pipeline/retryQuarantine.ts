/**
 * Tries the quarantined records once more, from the text that was received and with the settings of now. Nothing is
 * asked of the service. What can be read is committed like any other window, those of days that stand together in one; the rest stays.
 */
import { Clock, Effect, Option, Stream } from "effect"
import { dropDuplicates } from "../domain/duplicates.ts"
import { type Finding, isOpen } from "../domain/Finding.ts"
import { addDays, contains, type Day, dayOfLocalTime, type Period } from "../domain/Period.ts"
import * as Rows from "../domain/Rows.ts"
import { version } from "../domain/version.ts"
import { normalise } from "../normalise/normalise.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { headText } from "../sink/audit/ChainHead.ts"
import { type QuarantinedRecord, Sink } from "../sink/Sink.ts"
import { readTexts } from "../statement/recordTexts.ts"
import { checkWindows } from "./checkWindows.ts"
import { concludeWallet } from "./concludeWallet.ts"
import { daysLeftBy } from "./daysLeftBy.ts"
import type { CheckedWindow, NormalisedWindow } from "./FetchedWindow.ts"
import { capIn } from "./KnownAnswer.ts"
import { newRunId } from "./newRunId.ts"
import { normaliseRulesOf } from "./normaliseWindows.ts"
import * as Pipeline from "./Pipeline.ts"
import { toSink } from "./Pull.ts"
import { receiptOfText } from "./receiptOfText.ts"
import { reportWallet } from "./reportWallet.ts"
import { runRules } from "./runRules.ts"
import { WalletTally } from "./WalletTally.ts"

/** What came of trying again. */
export interface RetryReport {
  readonly runId: string
  readonly tried: number
  readonly loaded: number
  readonly remaining: number
  /** What speaks against the wallets' being complete or rightly read, with the wallet that it is of. */
  readonly findings: ReadonlyArray<Finding & { readonly wallet: string }>
  /** The audit chain's head in the end, as `SEQUENCE:HASH`. */
  readonly head: string
}

interface Readable {
  readonly record: QuarantinedRecord
  /** The one row that it is. */
  readonly rows: Rows.Rows
}

/** Tries the open records of the settings' wallets. */
export const retryQuarantine = Effect.gen(function*() {
  const settings = yield* PullSettings
  const sink = yield* Sink
  const startedAt = yield* Clock.currentTimeMillis
  const runId = yield* newRunId(startedAt)
  const walletNos = settings.wallets.map(({ walletNo }) => walletNo)
  const records = (yield* Effect.forEach(walletNos, (walletNo) => sink.quarantined(Option.some(walletNo)))).flat()
  const readable = records.flatMap((record): ReadonlyArray<Readable> => {
    const { rows } = normalise(
      record.walletNo,
      readTexts([record.rawText]),
      normaliseRulesOf(settings, record.walletNo)
    )
    return rows.count === 0 ? [] : [{ record, rows }]
  })
  const lastSettledDay = addDays(dayOfLocalTime(settings.clock.localTimeAt(startedAt)), -1)
  const run = { runId, lastSettledDay, startedAt }
  yield* sink.beginRun({
    runId,
    startedAt,
    programVersion: version,
    wallets: walletNos,
    asked: null,
    rules: runRules(settings)
  })
  const windows = (yield* Effect.forEach(
    walletNos,
    Effect.fnUntraced(function*(walletNo) {
      const cap = capIn(yield* sink.continuity(walletNo))
      const left = daysLeftBy((yield* sink.windows(walletNo)).map(({ days }) => days))
      const own = readable.filter(({ record }) => record.walletNo === walletNo)
        .map((each) => ({ ...each, days: togetherWith(dayOfLocalTime(each.rows.localTime[0] ?? 0), left) }))
      return [...Map.groupBy(own, ({ days }) => days.from).values()].flatMap(([first, ...rest]) =>
        first === undefined ? [] : [windowOf([first, ...rest], first.days, { ...run, cap })]
      )
    })
  )).flat()
  yield* Pipeline.from(Stream.fromIterable(windows)).pipe(
    Pipeline.via(checkWindows),
    Pipeline.into(toSink<CheckedWindow>),
    Pipeline.drain
  )
  const wallets = yield* Effect.forEach(
    walletNos,
    Effect.fnUntraced(function*(walletNo) {
      return yield* reportWallet(new WalletTally(walletNo), yield* concludeWallet(runId, walletNo), null)
    })
  )
  const findings = wallets.flatMap((each) => each.findings.map((finding) => ({ wallet: each.wallet, ...finding })))
  const remaining = records.length - readable.length
  const head = headText(yield* sink.head)
  const report: RetryReport = { runId, tried: records.length, loaded: readable.length, remaining, findings, head }
  yield* sink.endRun({
    runId,
    status: findings.some(isOpen) ? "incomplete" : "complete",
    durationMs: (yield* Clock.currentTimeMillis) - startedAt,
    head,
    wallets
  })
  return report
})

/** The days that stand together with a day: a window of it alone would take them apart, and a row may bear a day next to its own. */
const togetherWith = (day: Day, left: ReadonlyArray<Period>): Period =>
  left.find((days) => contains(days, day)) ?? { from: day, to: day }

interface RetryRun {
  /** As many records as the service was found to give at most. */
  readonly cap: number | undefined
  readonly runId: string
  readonly lastSettledDay: Day
  readonly startedAt: number
}

/** A window of what quarantined records of one wallet say that stand on some days: it adds, and takes nothing away. */
const windowOf = (
  readable: readonly [Readable, ...ReadonlyArray<Readable>],
  days: Period,
  { cap, lastSettledDay, runId, startedAt }: RetryRun
): NormalisedWindow => {
  const [{ record: { walletNo } }] = readable
  const { duplicates, rows } = dropDuplicates(Rows.concat(readable.map((each) => each.rows)))
  return {
    runId,
    walletNo,
    days,
    complete: false,
    lastSettledDay,
    asked: days,
    ...(cap === undefined ? {} : { cap }),
    rows,
    rejections: [],
    origin: "quarantine",
    resolves: readable.map(({ record }) => record.id),
    receipt: receiptOfText({
      walletNo,
      days,
      texts: readable.map(({ record }) => record.rawText),
      duplicates,
      requestedAt: startedAt
    })
  }
}
