/**
 * A JSON object on each line, for programs: money as text with every digit, texts as received.
 */
import * as Money from "../../../domain/Money.ts"
import type { LedgerText, TextFormat } from "../Format.ts"
import type { Ledger, LedgerRow } from "../Ledger.ts"

const objectOf = ({ currency, walletNo }: Ledger, row: LedgerRow) => ({
  wallet: walletNo,
  currency,
  date: `${row.day}T${row.time}`,
  id: row.id,
  leg: row.leg,
  type: row.type,
  amount: Money.format(row.signed),
  balance: row.balance === null ? null : Money.format(row.balance),
  description: row.description,
  counterparty: row.counterparty,
  category: row.category,
  confirmed: row.confirmed,
  in_balance: row.isPosted,
  time_flag: row.timeFlag
})

const ledgerText = (ledger: Ledger): LedgerText => ({
  before: "",
  row: (row) => `${JSON.stringify(objectOf(ledger, row))}\n`,
  after: () => ""
})

/** Newline-delimited JSON. */
export const ndjson: TextFormat = {
  kind: "text",
  title: "NDJSON of an export",
  beginning: "{\"wallet\":",
  isSplitByLedger: false,
  mostBytes: null,
  text: () => ({ before: "", ledger: ledgerText, after: "" })
}
