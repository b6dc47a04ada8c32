/**
 * The one place where what is found of a wallet becomes its findings: with what may explain them, their ids, and what somebody
 * decided about them. Pulls, retries, checks of a file and the list of findings all come by here.
 */
import { Effect } from "effect"
import type { Doubt, Finding } from "../domain/Finding.ts"
import { parseDay } from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { decided } from "./decided.ts"
import { explained } from "./explained.ts"
import { declaredClock } from "./readingRules.ts"

/** Makes findings of what was found of a wallet, in its order. */
export const walletFindings = Effect.fnUntraced(
  function*(
    walletNo: WalletNo,
    doubts: ReadonlyArray<Doubt>
  ): Effect.fn.Return<ReadonlyArray<Finding>, SinkError, Sink> {
    if (doubts.length === 0) return []
    const sink = yield* Sink
    const counted = yield* Effect.forEach(doubts, (doubt) => countedRows(walletNo, doubt))
    const decisions = yield* sink.decisions(walletNo)
    const clock = decisions.size === 0 ? undefined : declaredClock(yield* sink.declaredSettings(walletNo))
    return decided(walletNo, yield* explained(walletNo, counted), decisions, clock)
  }
)

/** A cut-off day with its rows: with other ones it is another than was accepted. */
const countedRows = Effect.fnUntraced(
  function*(walletNo: WalletNo, doubt: Doubt): Effect.fn.Return<Doubt, SinkError, Sink> {
    const day = doubt.kind === "cut-off-day" ? parseDay(doubt.from ?? "") : undefined
    if (day === undefined) return doubt
    const rows = yield* (yield* Sink).rowsByDay(walletNo, { from: day, to: day })
    return { ...doubt, count: rows.get(day) ?? 0 }
  }
)
