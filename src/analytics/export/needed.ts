/**
 * What a format can't do without, and how to come by it where it is not known.
 */
import type { Money } from "../../domain/Money.ts"
import { distinctlyPrintable } from "../../domain/printable.ts"
import { isNameless, withLeg } from "./entryId.ts"
import { ExportRefused, exportRefused } from "./ExportRefused.ts"
import { shortenedTo } from "./fitting.ts"
import type { Ledger, LedgerRow } from "./Ledger.ts"

/** A ledger's name in a message: wallet, currency and days. */
export const ledgerName = ({ currency, from, to, walletNo }: Ledger): string =>
  `${walletNo}${currency === null ? "" : ` ${currency}`}, ${from} to ${to}`

/** A row's name in a message: `Row ID#1 of WALLET (DAY TIME)`. No other row with an id has it, as far as a long one is told. */
export const rowName = (walletNo: string, row: Pick<LedgerRow, "day" | "id" | "leg" | "time">): string =>
  `${
    isNameless(row)
      ? "A row without an id"
      : `Row ${shortenedTo(withLeg(distinctlyPrintable(row.id), row.leg), mostOfId)}`
  } of ${walletNo} (${row.day} ${row.time})`

const mostOfId = 80

const otherwise = "Or export it as csv or ndjson, which do without."

/** The currency of a ledger for a format that names one. */
export const neededCurrency = (ledger: Ledger, format: string): string | ExportRefused =>
  ledger.currency ?? exportRefused(
    `${
      ledgerName(ledger)
    }: its currency is not known, and ${format} names one. Give it with the wallet in WALLETS, as ` +
      `${ledger.walletNo}=KES for example, and pull its days again with --reload. ${otherwise}`
  )

/** The opening or the closing balance of a ledger for a format that states it. */
export const neededBalance = (ledger: Ledger, end: "opening" | "closing", format: string): Money | ExportRefused =>
  ledger[end] ?? exportRefused(
    `${
      ledgerName(ledger)
    }: its ${end} balance is not known, and ${format} states it. Name days with --from and --to that are ` +
      `proven (\`wallet-statement status\` says how far), or give a balance that you know with OPENING_BALANCES or ` +
      `CLOSING_BALANCES and pull. ${otherwise}`
  )

/** The currency and both balances of a ledger for a format that states them all. */
export const neededEnds = (ledger: Ledger, format: string): NeededEnds | ExportRefused => {
  const currency = neededCurrency(ledger, format)
  const opening = neededBalance(ledger, "opening", format)
  const closing = neededBalance(ledger, "closing", format)
  if (currency instanceof ExportRefused) return currency
  if (opening instanceof ExportRefused) return opening
  return closing instanceof ExportRefused ? closing : { currency, opening, closing }
}

interface NeededEnds {
  readonly currency: string
  readonly opening: Money
  readonly closing: Money
}
