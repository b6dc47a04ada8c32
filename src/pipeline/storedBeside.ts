/**
 * What is stored of the days next to some that are loaded once more, in the form of answers: what new answers show of these
 * days has to be there.
 */
import { Effect, Option } from "effect"
import * as Money from "../domain/Money.ts"
import { addDays, formatDay, type Period } from "../domain/Period.ts"
import type { ReceivedRecord, StatementPage } from "../domain/StatementPage.ts"
import type { Transaction } from "../domain/Transaction.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { readRecordText } from "../statement/readRecord.ts"
import type { FetchedWindow } from "./FetchedWindow.ts"
import { farthestShown } from "./waitingWindows.ts"
import type { WalletPull } from "./WalletPull.ts"

/** The days around some of which answers may show something, each by itself, as far as the same run has loaded them. */
export const storedBeside = Effect.fnUntraced(
  function*(
    { clock, loaded, period, runId, walletNo }: WalletPull,
    { from, to }: Period
  ): Effect.fn.Return<ReadonlyArray<FetchedWindow>, SinkError, Sink> {
    const lastSettledDay = clock.firstSettledDay
    const distances = Array.from({ length: farthestShown }, (_, index) => index + 1)
    const around = distances.flatMap((distance) => [addDays(from, -distance), addDays(to, distance)])
    const beside = around.filter((day) => loaded.hasAny({ from: day, to: day }))
    if (lastSettledDay === undefined || beside.length === 0) return []
    const sink = yield* Sink
    const texts = (yield* sink.quarantined(Option.some(walletNo))).map(({ rawText }) => rawText)
    const rejected = { texts, records: texts.map(readRecordText) }
    return yield* Effect.forEach(beside, (day) => {
      const days = { from: day, to: day }
      return Effect.map(sink.rowsOf(walletNo, days), (rows): FetchedWindow => {
        const text = formatDay(day)
        const page = pageOf(rows, rejected, { walletNo, fromDate: text, toDate: text })
        return { runId, walletNo, days, complete: true, lastSettledDay, asked: period, page }
      })
    })
  }
)

const pageOf = (
  rows: ReadonlyArray<Transaction>,
  rejected: { readonly texts: ReadonlyArray<string>; readonly records: ReadonlyArray<ReceivedRecord> },
  request: Omit<StatementPage["request"], "limit">
): StatementPage => ({
  request: { ...request, limit: rows.length + rejected.texts.length },
  records: [...rows.map(recordOf), ...rejected.records],
  sourceText: (index) => rejected.texts[index - rows.length] ?? "",
  bytes: 0,
  sha256: "",
  attempts: 0,
  requestedAt: 0,
  durationMillis: 0
})

const recordOf = ({ amount, balance, confirmed, dateText, description, txnId, type }: Transaction): ReceivedRecord => ({
  _tag: "Record",
  record: {
    txnId,
    type,
    amount: Money.format(amount),
    balance: balance === null ? null : Money.format(balance),
    description,
    confirmed,
    date: dateText
  }
})
