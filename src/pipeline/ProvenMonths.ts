/**
 * The months that balances prove of a wallet. Each is declared once, with the window that comes next: what windows do to its rows from
 * then on is a change of what was proven.
 */
import { Context, Effect } from "effect"
import type { ProvenDeclaration } from "../domain/Declaration.ts"
import { addDays, endsMonth, make, monthsOf, outside, overlap } from "../domain/Period.ts"
import type { Proof } from "../domain/Proof.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"

/** Those that the windows of a pull declare, each unless one before it did; none by default. */
export const ProvenMonths = Context.Reference<ReadonlyArray<ProvenDeclaration>>(
  "wallet-statement/pipeline/ProvenMonths",
  { defaultValue: () => [] }
)

/** Months that are proven up to their last day and so many days beyond, as far as none is declared: for so long rows may come late. */
export const undeclaredMonths = (
  proofs: ReadonlyArray<Proof>,
  declared: ReadonlyArray<ProvenDeclaration>,
  daysBeyond: number
): ReadonlyArray<ProvenDeclaration> =>
  proofs.flatMap(({ currency, from, to }) => {
    const settled = from === null || to === null ? undefined : make(from, addDays(to, -daysBeyond))
    if (settled === undefined) return []
    const known = declared.filter((each) => each.currency === currency).map(({ days }) => days)
    return outside(monthsOf(settled).filter((month) => endsMonth(month.to)), known).map((days) => ({
      kind: "proven",
      days,
      currency,
      sequence: 0,
      at: 0
    }))
  })

/** So many days before those that it asks for again a pull may load, where an answer shows rows of them or the service's days are shifted. */
const daysAround = 2

/**
 * Those of a wallet before a pull. What windows of a run that told of no end left is no proof yet: rows that it would have asked for again
 * may be missing.
 */
export const provenMonthsOf = Effect.fnUntraced(
  function*(walletNo: WalletNo): Effect.fn.Return<ReadonlyArray<ProvenDeclaration>, SinkError, Sink | PullSettings> {
    const { lookbackDays } = yield* PullSettings
    const sink = yield* Sink
    if ((yield* sink.loadedByStopped(walletNo)).length > 0) return []
    const proofs = yield* sink.proofs(walletNo)
    return undeclaredMonths(proofs, yield* sink.provenMonths(walletNo), lookbackDays + daysAround)
  }
)

/** Those of this pull that no window of it has declared. */
export const monthsToDeclare = Effect.fnUntraced(
  function*(walletNo: WalletNo): Effect.fn.Return<ReadonlyArray<ProvenDeclaration>, SinkError, Sink> {
    const months = yield* ProvenMonths
    if (months.length === 0) return []
    const declared = yield* (yield* Sink).provenMonths(walletNo)
    return months.filter(({ currency, days }) =>
      !declared.some((each) => each.currency === currency && overlap(each.days, days) !== undefined)
    )
  }
)
