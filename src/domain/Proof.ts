/**
 * How far the balances prove the rows of a wallet's currency: a conclusion, drawn anew with each window.
 */
import { type Day, formatDay, formatDayOrNull } from "./Period.ts"
import { describe, leavesDoubt, type Verdict, withProvisos } from "./Verdict.ts"
import type { Currency } from "./Wallet.ts"

/** What is proven of one currency of a wallet. */
export interface Proof {
  readonly currency: Currency | null
  /** The first day whose opening balance is met; null when nothing is proven. */
  readonly from: Day | null
  /** The last day whose closing balance is met. */
  readonly to: Day | null
  /** The first day after the last row, when complete answers show no row since; null when rows came last. */
  readonly quietSince: Day | null
  /** Whether the balance before the first proven row is known from elsewhere. */
  readonly openingKnown: boolean
}

/** The days that are proven in each of several currencies; null where that is none. */
export const narrowest = (proofs: ReadonlyArray<Proof>): { readonly from: Day | null; readonly to: Day | null } => {
  const [froms, tos] = [proofs.map(({ from }) => from), proofs.map(({ to }) => to)]
  const from = froms.reduce(
    (left, right) => (left === null || right === null ? null : left > right ? left : right),
    froms[0] ?? null
  )
  const to = tos.reduce(
    (left, right) => (left === null || right === null ? null : left < right ? left : right),
    tos[0] ?? null
  )
  return from === null || to === null || from > to ? { from: null, to: null } : { from, to }
}

/** The same as texts, as documents give them. */
export const provenDays = (
  proofs: ReadonlyArray<Proof>
): { readonly provenFrom: string | null; readonly provenTo: string | null } => {
  const { from, to } = narrowest(proofs)
  return { provenFrom: formatDayOrNull(from), provenTo: formatDayOrNull(to) }
}

/** What is said of a wallet without windows. */
export const nothingStored = "Nothing is stored of this wallet."

/**
 * A verdict in a sentence for people, with the days that are proven; it holds no id and no amount. `contradicted` is how many
 * known balances the rows contradict.
 */
export const describeWallet = (verdict: Verdict, proofs: ReadonlyArray<Proof>, contradicted: number): string => {
  if (leavesDoubt(verdict.kind)) return describe(verdict)
  if (contradicted > 0) {
    const known = contradicted === 1 ? "a balance that was given contradicts" : "balances that were given contradict"
    return withProvisos(`Unbroken, but ${known} the rows`, verdict.modulo)
  }
  if (proofs.length === 0) {
    return verdict.kind === "proven"
      ? describe(verdict)
      : withProvisos("There is no row with a balance, so nothing can be shown", verdict.modulo)
  }
  if (verdict.kind !== "proven") return describe(verdict)
  const stretches = proofs.map(({ currency, from, openingKnown, quietSince, to }) =>
    `${proofs.length > 1 && currency !== null ? `${currency} ` : ""}` +
    `from ${from === null ? "-" : formatDay(from)} to ${to === null ? "-" : formatDay(to)}` +
    `${quietSince === null ? "" : `, no row since ${formatDay(quietSince)}`}` +
    `${openingKnown ? "" : ", the opening balance not known from elsewhere"}`
  )
  return `Proven ${stretches.join("; ")}; provisional after that. ${describe(verdict)}`
}
