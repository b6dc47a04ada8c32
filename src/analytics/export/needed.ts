/**
 * What a format can't do without, and how to come by it where it is not known.
 */
import type { Money } from "../../domain/Money.ts"
import { type ExportRefused, exportRefused } from "./ExportRefused.ts"
import type { Ledger } from "./Ledger.ts"

/** A ledger's name in a message: wallet, currency and days. */
export const ledgerName = ({ currency, from, to, walletNo }: Ledger): string =>
  `${walletNo}${currency === null ? "" : ` ${currency}`}, ${from} to ${to}`

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
