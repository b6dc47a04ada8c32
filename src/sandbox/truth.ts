/**
 * What a correct pull must find: counts, totals and balances worked out from the records themselves, exactly.
 *
 * Record faults are not taken into account: the truth is what the service keeps, not what it sends.
 */
import { daySeconds, dayText } from "./calendar.ts"
import { fromUnits } from "./decimal.ts"
import { currencyOf, firstPlaceOf, isConfirmed, isDebit, type Ledger, size } from "./Ledger.ts"

/** The truth of one currency of a wallet; amounts are exact decimals. Totals include records that are not confirmed. */
export interface CurrencyTruth {
  readonly currency: string
  readonly records: number
  readonly debits: number
  readonly debitTotal: string
  readonly credits: number
  readonly creditTotal: string
  readonly unconfirmed: number
  readonly openingBalance: string
  readonly closingBalance: string
}

/** The truth of one wallet. Days are null when there is no record. */
export interface WalletTruth {
  readonly walletNo: string
  readonly records: number
  readonly firstDay: string | null
  readonly lastDay: string | null
  readonly busiestDay: string | null
  readonly busiestDayRecords: number
  readonly currencies: ReadonlyArray<CurrencyTruth>
}

/** Days counted from 1970-01-01, both included. */
export interface DaySpan {
  readonly from: number
  readonly to: number
}

/** The truth of a wallet, or of some days of it; the opening balance is then that before the first of them. */
export const truthOf = (ledger: Ledger, days?: DaySpan): WalletTruth => {
  const start = days === undefined ? 0 : firstPlaceOf(ledger, days.from)
  const end = days === undefined ? size(ledger) : Math.max(start, firstPlaceOf(ledger, days.to + 1))
  const tallies = ledger.currencies.map((currency, index) => {
    const opening = balanceBefore(ledger, start, index)
    return { currency, debits: 0, debit: 0n, credits: 0, credit: 0n, unconfirmed: 0, opening, closing: opening }
  })
  const busiest = { day: 0, records: 0 }
  let day = 0
  let inDay = 0
  for (let place = start; place < end; place++) {
    const today = dayAt(ledger, place)
    inDay = today === day ? inDay + 1 : 1
    day = today
    if (inDay > busiest.records) Object.assign(busiest, { day, records: inDay })
    const traits = ledger.traits[place] ?? 0
    const amount = ledger.amount[place] ?? 0n
    const tally = tallies[currencyOf(traits)]
    if (tally === undefined) continue
    tally.closing = ledger.balance[place] ?? 0n
    if (!isConfirmed(traits)) tally.unconfirmed++
    if (isDebit(traits)) {
      tally.debits++
      tally.debit += amount
    } else {
      tally.credits++
      tally.credit += amount
    }
  }
  const money = (units: bigint) => fromUnits(units, ledger.decimals)
  return {
    walletNo: ledger.walletNo,
    records: end - start,
    firstDay: end > start ? dayText(dayAt(ledger, start)) : null,
    lastDay: end > start ? dayText(dayAt(ledger, end - 1)) : null,
    busiestDay: end > start ? dayText(busiest.day) : null,
    busiestDayRecords: busiest.records,
    currencies: tallies.map((tally) => ({
      currency: tally.currency,
      records: tally.debits + tally.credits,
      debits: tally.debits,
      debitTotal: money(tally.debit),
      credits: tally.credits,
      creditTotal: money(tally.credit),
      unconfirmed: tally.unconfirmed,
      openingBalance: money(tally.opening),
      closingBalance: money(tally.closing)
    }))
  }
}

const dayAt = (ledger: Ledger, place: number): number => Math.floor((ledger.second[place] ?? 0) / daySeconds)

const balanceBefore = (ledger: Ledger, start: number, currency: number): bigint => {
  for (let place = start - 1; place >= 0; place--) {
    if (currencyOf(ledger.traits[place] ?? 0) === currency) return ledger.balance[place] ?? 0n
  }
  return ledger.openingBalance
}

/** Writes the truth for people, a block a wallet. */
export const truthText = (truths: ReadonlyArray<WalletTruth>): string => truths.map(walletText).join("\n\n")

const walletText = (truth: WalletTruth): string =>
  [
    `wallet ${truth.walletNo}: ${truth.records} records, ${truth.firstDay ?? "-"} to ${truth.lastDay ?? "-"}, ` +
    `busiest day ${truth.busiestDay ?? "-"} with ${truth.busiestDayRecords}`,
    ...truth.currencies.flatMap((one) => [
      `  ${one.currency} records         ${one.records}`,
      `  ${one.currency} debit total     ${one.debitTotal} (${one.debits})`,
      `  ${one.currency} credit total    ${one.creditTotal} (${one.credits})`,
      `  ${one.currency} opening balance ${one.openingBalance}`,
      `  ${one.currency} closing balance ${one.closingBalance}`
    ])
  ].join("\n")

/** Writes the truth as one JSON document; amounts are strings. */
export const truthJson = (truths: ReadonlyArray<WalletTruth>): string => JSON.stringify({ wallets: truths }, null, 2)
