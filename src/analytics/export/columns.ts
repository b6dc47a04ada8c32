/**
 * The columns of formats that have all of them, in their order, and what stands in them as texts.
 */
import type { Money } from "../../domain/Money.ts"
import type { Ledger, LedgerRow } from "./Ledger.ts"

/** `amount` is signed: what comes in is positive. */
export const columns = [
  "wallet",
  "currency",
  "date",
  "id",
  "leg",
  "type",
  "amount",
  "balance",
  "description",
  "counterparty",
  "category",
  "confirmed",
  "in_balance",
  "time_flag"
] as const

/** How a format writes texts of others, the number of a wallet or the id of a row, and an amount. */
interface Fields {
  readonly text: (text: string) => string
  readonly name: (name: string) => string
  readonly amount: (amount: Money) => string
}

/** The fields of a row in the order of the columns. */
export const fieldsOf = (
  { amount, name, text }: Fields,
  { currency, walletNo }: Pick<Ledger, "currency" | "walletNo">,
  row: LedgerRow
): ReadonlyArray<string> => [
  name(walletNo),
  currency ?? "",
  `${row.day} ${row.time}`,
  name(row.id),
  String(row.leg),
  row.type,
  amount(row.signed),
  row.balance === null ? "" : amount(row.balance),
  text(row.description),
  text(row.counterparty ?? ""),
  text(row.category ?? ""),
  String(row.confirmed),
  String(row.isPosted),
  row.timeFlag ?? ""
]
