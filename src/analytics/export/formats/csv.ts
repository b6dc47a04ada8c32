/**
 * CSV for programs and people: all columns, one file for all wallets. `reconcile` reads it as it is.
 */
import * as Money from "../../../domain/Money.ts"
import { columns, fieldsOf } from "../columns.ts"
import { csvLine, harmless } from "../csvText.ts"
import type { LedgerText, TextFormat } from "../Format.ts"
import type { Ledger } from "../Ledger.ts"

const fields = { text: harmless, name: harmless, amount: Money.format }

const ledgerText = (ledger: Ledger): LedgerText => ({
  before: "",
  row: (row) => csvLine(fieldsOf(fields, ledger, row)),
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
