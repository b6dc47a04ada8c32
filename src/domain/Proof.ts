/**
 * How far the balances prove the rows of a wallet's currency: a conclusion, drawn anew with each window.
 */
import { Schema } from "effect"
import { type Day, formatDay, formatDayOrNull } from "./Period.ts"
import { type ChainEnd, describe, leavesDoubt, type Verdict, withProvisos } from "./Verdict.ts"
import type { Currency } from "./Wallet.ts"

/** What is proven of one currency of a wallet. */
export interface Proof {
  readonly currency: Currency | null
  /** The first day whose opening balance is met; null when nothing is proven. */
  readonly from: Day | null
  /** The last day whose closing balance is met. */
  readonly to: Day | null
  /** The first day after the last row, when complete answers show no row from it on; null when rows came last. */
  readonly quietSince: Day | null
  /** Whether the balance before the first proven row is known from elsewhere. */
  readonly openingKnown: boolean
}

/**
 * Why rows leave open what stands between two days.
 *
 * - `unconfirmed`: rows that are not confirmed may have moved the balance or not.
 * - `order`: rows can stand in several orders there, none of which is that of their times.
 * - `midnight`: too many rows stand so near to midnight that their times do not tell their day.
 * - `no-balance`: rows without a balance stand there.
 * - `no-currency`: rows that name no currency may belong to it.
 * - `not-loaded`: days next to it were never loaded.
 * - `no-rows`: no row is in its currency.
 * - `several`: it names no currency, and the rows are in several.
 */
export const OpenReason = Schema.Literals([
  "unconfirmed",
  "order",
  "midnight",
  "no-balance",
  "no-currency",
  "not-loaded",
  "no-rows",
  "several"
])
export type OpenReason = typeof OpenReason.Type

const openReasons: Readonly<Record<OpenReason, string>> = {
  unconfirmed: "unconfirmed rows leave open what stood there",
  order: "rows around it can stand in several orders, and their times do not tell which",
  midnight: "more rows stand around its midnight, within the jitter of the clock, than can be told apart",
  "no-balance": "rows without a balance stand there",
  "no-currency": "rows that name no currency may belong to it",
  "not-loaded": "days next to it were never loaded",
  "no-rows": "no row is in its currency",
  several: "it names no currency, and the rows are in several"
}

/** A known balance that could not be held against the rows: it speaks neither for them nor against them. */
export interface UncheckedBalance {
  /** Null is none that was named. */
  readonly currency: Currency | null
  readonly day: Day
  readonly end: ChainEnd
  readonly why: OpenReason
}

/** What is to be said of the balances that somebody gave. */
export interface GivenBalances {
  /** How many the rows contradict. */
  readonly contradicted: number
  readonly unchecked: ReadonlyArray<UncheckedBalance>
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

const doubtsOf = ({ contradicted, unchecked }: GivenBalances): ReadonlyArray<string> => [
  ...(contradicted === 0
    ? []
    : contradicted === 1
    ? ["a balance that was given contradicts the rows"]
    : ["balances that were given contradict the rows"]),
  ...unchecked.map(({ currency, day, end, why }) =>
    `the ${end} balance given for ${formatDay(day)}${
      currency === null ? "" : ` in ${currency}`
    } could not be held against the rows: ${openReasons[why]}`
  ).slice(0, mostNamed),
  ...(unchecked.length > mostNamed ? [`so it is with ${unchecked.length - mostNamed} more`] : [])
]

/** The most balances that a sentence names. */
const mostNamed = 3

/** A verdict in a sentence for people, with the days that are proven; it holds no id and no amount. */
export const describeWallet = (verdict: Verdict, proofs: ReadonlyArray<Proof>, given: GivenBalances): string => {
  const doubts = doubtsOf(given)
  if (leavesDoubt(verdict.kind)) return describe(verdict)
  if (doubts.length > 0) return withProvisos(`Unbroken, but ${doubts.join("; ")}`, verdict.modulo)
  if (proofs.length === 0) {
    return verdict.kind === "proven"
      ? describe(verdict)
      : withProvisos("There is no row with a balance, so nothing can be shown", verdict.modulo)
  }
  if (verdict.kind !== "proven") return describe(verdict)
  const stretches = proofs.map(({ currency, from, openingKnown, quietSince, to }) =>
    `${proofs.length > 1 && currency !== null ? `${currency} ` : ""}` +
    `from ${from === null ? "-" : formatDay(from)} to ${to === null ? "-" : formatDay(to)}` +
    `${quietSince === null ? "" : `, no row from ${formatDay(quietSince)} on`}` +
    `${openingKnown ? "" : ", the opening balance not known from elsewhere"}`
  )
  return `Proven ${stretches.join("; ")}; provisional after that. ${describe(verdict)}`
}
