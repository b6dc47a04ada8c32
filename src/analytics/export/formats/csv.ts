/**
 * CSV for programs and people: all columns, one file for all wallets. `reconcile` reads it as it is.
 */
import * as Money from "../../../domain/Money.ts"
import { columns } from "../columns.ts"
import { csvLine, harmless } from "../csvText.ts"
import type { LedgerText, TextFormat } from "../Format.ts"
import type { Ledger, LedgerRow } from "../Ledger.ts"

const fieldsOf = ({ currency, walletNo }: Ledger, row: LedgerRow): ReadonlyArray<string> => [
  harmless(walletNo),
  currency ?? "",
  `${row.day} ${row.time}`,
  harmless(row.id),
  String(row.leg),
  row.type,
  Money.format(row.signed),
  row.balance === null ? "" : Money.format(row.balance),
  harmless(row.description),
  harmless(row.counterparty ?? ""),
  harmless(row.category ?? ""),
  String(row.confirmed),
  String(row.isPosted),
  row.timeFlag ?? ""
]

const ledgerText = (ledger: Ledger): LedgerText => ({
  before: "",
  row: (row) => csvLine(fieldsOf(ledger, row)),
  after: () => ""
})

/** CSV without a dialect. */
export const csv: TextFormat = {
  kind: "text",
  title: "CSV of an export",
  beginning: "wallet,currency,date,",
  isSplitByLedger: false,
  mostBytes: null,
  text: () => ({ before: csvLine(columns), ledger: ledgerText, after: "" })
}
