/**
 * The true balances of a wallet before and behind some days, as somebody might know them from elsewhere.
 */
import { signed } from "./Entry.ts"
import type { Ends } from "./oracle/verdicts.ts"
import type { Order } from "./Order.ts"
import type { Ledger, World } from "./World.ts"

const unknown: Ends = { opening: null, closing: null }

/** The balances that settings give, right but for a mistake; none where nobody could know them, as for days that are not over. */
export const endsOf = (world: World, order: Order, today: number) => (walletNo: string): Ends => {
  const ledger = world.ledgers.find((each) => each.walletNo === walletNo)
  const { from, to } = order
  const [chain, second] = ledger?.chains ?? []
  if (!order.anchored || ledger === undefined || chain === undefined || second !== undefined) return unknown
  if (from === null || to === null || to >= today || !isInOrder(ledger)) return unknown
  const balanceBefore = (day: number): bigint =>
    ledger.entries.reduce(
      (balance, entry) => (entry.moved && entry.day < day ? balance + signed(entry) : balance),
      chain.opening
    )
  return { opening: balanceBefore(from) + BigInt(order.mistake ?? 0), closing: balanceBefore(to + 1) }
}

const isInOrder = ({ entries }: Ledger): boolean =>
  entries.every((entry, index) => entry.day >= (entries[index - 1]?.day ?? Number.NEGATIVE_INFINITY))
