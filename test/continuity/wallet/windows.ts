/**
 * Windows of a wallet and balances that somebody knows of it, by days that are counted from one.
 */
import type { Judgement } from "../../../src/continuity/wallet/judge.ts"
import type { KnownBalance } from "../../../src/continuity/wallet/KnownBalance.ts"
import type { WindowContinuity } from "../../../src/continuity/wallet/WalletContinuity.ts"
import { addDays, type Day } from "../../../src/domain/Period.ts"
import type { ChainEnd } from "../../../src/domain/Verdict.ts"
import { Currency } from "../../../src/domain/Wallet.ts"
import { checkWindow, type WalletRow } from "../../kit/continuity.ts"
import { firstDay, money, onDay } from "../statements.ts"

export const kes = Currency.make("KES")
export const usd = Currency.make("USD")
export const inUsd = { currency: usd }
export const nameless = { currency: null }
export { silent, unconfirmed } from "../statements.ts"

/** A row of a day, from one balance to another, in shillings. */
export const row = (
  day: number,
  from: number,
  to: number,
  more: Partial<WalletRow> = {},
  second = 60
): WalletRow => onDay(day, second, from, to, { currency: kes, ...more })

export const day = (number: number): Day => addDays(firstDay, number)

/** What the rows of some days tell by themselves. */
export const windowOf = (
  from: number,
  to: number,
  rows: ReadonlyArray<WalletRow>,
  more: { readonly jitter?: number; readonly truncated?: boolean } = {}
): WindowContinuity => checkWindow({ period: { from: day(from), to: day(to) }, rows, ...more })

const known = (end: ChainEnd, number: number, balance: number, currency: Currency | null): KnownBalance => ({
  currency,
  day: day(number),
  end,
  balance: money(balance),
  source: `${end} of ${number}`
})
export const opening = (number: number, balance: number, currency: Currency | null = kes) =>
  known("opening", number, balance, currency)
export const closing = (number: number, balance: number, currency: Currency | null = kes) =>
  known("closing", number, balance, currency)

const dayOf = (each: Day | null): string => each === null ? "none" : String(each - firstDay)
const balanceOf = (each: KnownBalance | null | undefined): string =>
  each === null || each === undefined ? "none" : `${each.end} of ${dayOf(each.day)} ${each.balance}`

/** What is said of known balances: which are contradicted, and which are left open. */
export const saidOfBalances = (
  { contradictions, unchecked }: Pick<Judgement, "contradictions" | "unchecked">
): ReadonlyArray<string> => [
  ...contradictions.map(({ by, currency, found, known: given }) =>
    `${currency}: not ${balanceOf(given)} but ${found}, by ${balanceOf(by)}`
  ),
  ...unchecked.map(({ currency, known: given, why }) => `${currency}: ${balanceOf(given)} is open: ${why}`)
]

/** What is said of a wallet, a line for each thing. */
export const said = (judgement: Judgement): ReadonlyArray<string> => {
  const { ends, holes, proofs, verdict } = judgement
  return [
    [verdict.kind, ...verdict.gaps.map((gap) => `${gap.currency} ${gap.missing}`)].join(", gap of "),
    ...proofs.map(({ currency, from, openingKnown, quietSince, to }) =>
      `${currency} is proven from ${dayOf(from)} to ${dayOf(to)}, quiet since ${dayOf(quietSince)}${
        openingKnown ? ", opening known" : ""
      }`
    ),
    ...ends.filter((each) => each.opening !== undefined || each.closing !== undefined).map((each) =>
      `${each.currency} begins with ${balanceOf(each.opening)} and ends with ${balanceOf(each.closing)}`
    ),
    ...saidOfBalances(judgement),
    ...holes.map(({ from, to }) => `never loaded: ${dayOf(from)} to ${dayOf(to)}`)
  ]
}
