/**
 * The proven months of a wallet of which rows are otherwise since. Days that are exported are left to what is said of their exports.
 */
import { Effect } from "effect"
import type { ProvenDeclaration } from "../domain/Declaration.ts"
import { outside, overlap } from "../domain/Period.ts"
import type { ZoneClock } from "../domain/ServiceTime.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { type ChangedRows, Sink, type SinkError } from "../sink/Sink.ts"
import { findingId } from "./findingId.ts"
import { monthPlace } from "./monthPlace.ts"
import { asAccepted, otherRows, type Otherwise, together, withNamed, withNameless } from "./otherwise.ts"
import { declaredClock } from "./readingRules.ts"

/** A month, and what is otherwise of its days. */
export interface ChangedMonth extends Otherwise {
  readonly proven: ProvenDeclaration
  /** The clock of the wallet's rows; undefined where it is not known. */
  readonly clock: ZoneClock | undefined
  /** Whether no row of it is otherwise since somebody accepted that; undefined where nobody did. */
  readonly isAsAccepted: boolean | undefined
}

/** Whether rows are otherwise by more than what comes every night, or follows from other rows. */
const counts = (each: Otherwise): boolean => otherRows(each) > 0

/** Those of a wallet, in the order in which they were declared. */
export const changedMonths = Effect.fnUntraced(
  function*(walletNo: WalletNo): Effect.fn.Return<ReadonlyArray<ChangedMonth>, SinkError, Sink> {
    const sink = yield* Sink
    const exports = yield* sink.exports(walletNo)
    const declared = yield* sink.provenMonths(walletNo)
    const watched = declared.map((proven) => ({
      proven,
      left: outside(
        [proven.days],
        exports.filter(({ currency }) => currency === proven.currency).map(({ days }) => days)
      )
    }))
    const asked = watched.flatMap(({ left, proven }) => left.map((days) => ({ proven, days })))
    const changed = yield* sink.changedSince(
      walletNo,
      asked.map(({ days, proven }) => ({ days, sequence: proven.sequence - 1 }))
    )
    if (changed.length === 0) return []
    const clock = declaredClock(yield* sink.declaredSettings(walletNo))
    const decisions = yield* sink.decisions(walletNo)
    const found = watched.flatMap(({ left, proven }) => {
      const isAlone = !declared.some(({ currency, days }) =>
        currency !== proven.currency && overlap(days, proven.days) !== undefined
      )
      const ofIts = (here: ReadonlyArray<ChangedRows>): Otherwise => {
        const parts = here.filter(({ currency }) => currency === proven.currency)
        return together(
          proven.currency === null ? withNamed(parts, here) : isAlone ? withNameless(parts, here) : parts
        )
      }
      const all = ofIts(changed.filter(({ place }) => asked[place]?.proven === proven))
      return counts(all)
        ? [{ proven, days: left, all, isTold: (since: ReadonlyArray<ChangedRows>) => counts(ofIts(since)) }]
        : []
    })
    return yield* Effect.forEach(
      found,
      Effect.fnUntraced(function*({ all, days, isTold, proven }) {
        const decision = decisions.get(findingId(walletNo, monthPlace(proven)))
        const isAsAccepted = yield* asAccepted(walletNo, { days, isTold }, decision)
        return { proven, clock, isAsAccepted, ...all }
      })
    )
  }
)
