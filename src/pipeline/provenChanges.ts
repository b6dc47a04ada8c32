/**
 * What a run did to proven days that are neither declared with their month nor exported: nothing speaks against the statement by that alone,
 * but whoever relies on them has to know. Of the others there are findings.
 */
import { Effect } from "effect"
import type { ProvenDeclaration } from "../domain/Declaration.ts"
import * as Money from "../domain/Money.ts"
import { format, outside } from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { type ChangedRows, type DaysSince, Sink, type SinkError } from "../sink/Sink.ts"
import { otherRows } from "./otherwise.ts"
import { PullObserver } from "./PullObserver.ts"

/** What is proven of each currency of a wallet, as windows up to one left it. */
export type ProvenDays = ReadonlyArray<Pick<ChangedRows, "currency"> & DaysSince>

/** What is proven of a wallet before a run, without months that are declared and those that the run declares. */
export const provenBefore = Effect.fnUntraced(
  function*(
    walletNo: WalletNo,
    months: ReadonlyArray<ProvenDeclaration>
  ): Effect.fn.Return<ProvenDays, SinkError, Sink> {
    const sink = yield* Sink
    const { sequence } = yield* sink.head
    const told = [...months, ...(yield* sink.provenMonths(walletNo)), ...(yield* sink.exports(walletNo))]
    return (yield* sink.proofs(walletNo)).flatMap(({ currency, from, to }) =>
      from === null || to === null ? [] : outside(
        [{ from, to }],
        told.filter((each) => each.currency === currency).map(({ days }) => days)
      ).map((days) => ({ currency, sequence, days }))
    )
  }
)

/** Remarks which rows of those days are otherwise since. */
export const remarkProvenChanges = Effect.fnUntraced(
  function*(walletNo: WalletNo, proven: ProvenDays): Effect.fn.Return<void, SinkError, Sink> {
    const observe = yield* PullObserver
    const changed = yield* (yield* Sink).changedSince(walletNo, proven)
    for (const each of changed) {
      // Rows that are confirmed later come every night where a service has such; balances move because another row does.
      if (each.currency === proven[each.place]?.currency && otherRows(each) > 0) {
        yield* observe({ _tag: "Remarked", walletNo, note: noteOf(each) })
      }
    }
  }
)

const noteOf = (changed: ChangedRows): string => {
  const { currency, days, merelyCarried, moved, pending, pendingMoved } = changed
  const rows = otherRows(changed)
  const unit = currency === null ? "" : ` ${currency}`
  return `Of days that were proven before, ${rows === 1 ? "1 row" : `${rows} rows`} of ${
    format(days)
  } came, went or changed: ${
    moved !== Money.zero
      ? `their sum moved by ${Money.format(moved)}${unit}`
      : pending === 0
      ? "their sum is what it was"
      : "the sum of the confirmed ones is what it was"
  }${
    pending === 0 ?
      "" :
      `, that of ${pending} which ${pending === 1 ? "is" : "are"} not confirmed moved by ${
        Money.format(pendingMoved)
      }${unit}`
  }${
    merelyCarried === 0 ? "" : `, and so did the balances of ${merelyCarried === 1 ? "1 row" : `${merelyCarried} rows`}`
  }.`
}
