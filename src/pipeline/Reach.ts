/**
 * How far a wallet was loaded before a pull. A day that stays cut off, since it has more records than an answer holds, ends the
 * watermark for as long; the days behind it need not be loaded again for that, and it is asked for by itself.
 */
import { Effect, Option } from "effect"
import { overlap, type Period, union } from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { type CompleteDays, completeDaysAfter, type Watermark } from "../sink/plan/Watermark.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import type { AnswerMemory } from "./KnownAnswer.ts"

/**
 * The watermark with the complete and the cut-off days around it, as far as they were over; where nothing is complete, the first
 * loaded days if they are cut off.
 */
export const reachOf = Effect.fnUntraced(function*(
  walletNo: WalletNo,
  watermark: Option.Option<Watermark>,
  { cutOff, loaded }: Pick<AnswerMemory, "cutOff" | "loaded">
): Effect.fn.Return<Option.Option<Period>, SinkError, Sink> {
  const start = Option.getOrElse(watermark, () => loaded[0])
  if (cutOff.length === 0 || start === undefined) return watermark
  const windows = yield* (yield* Sink).windows(walletNo)
  const complete = windows.reduce<CompleteDays>(completeDaysAfter, [])
  const over = windows.reduce<CompleteDays>(
    (before, window) => completeDaysAfter(before, { ...window, complete: true, doubted: false }),
    []
  )
  const open = cutOff.flatMap((days) => over.flatMap((each) => overlap(days, each) ?? []))
  const first = { from: start.from, to: start.from }
  return Option.fromUndefinedOr(union([...complete, ...open]).find((days) => overlap(days, first) !== undefined))
})
