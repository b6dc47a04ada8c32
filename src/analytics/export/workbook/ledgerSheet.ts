/**
 * The sheet of a ledger: a heading that stays in sight, and a row for each of its rows.
 */
import { Schema } from "effect"
import { columns } from "../columns.ts"
import { type ExportRefused, exportRefused } from "../ExportRefused.ts"
import type { Ledger, LedgerRow } from "../Ledger.ts"
import { rowName } from "../needed.ts"
import { booleanCell, longestText, moneyCell, numberCell, textCell, timeCell } from "./cells.ts"
import { columnLetter, sheetParts } from "./sheetParts.ts"

/** The letter of each column. */
export const letterOf = Schema.decodeUnknownSync(Schema.Record(Schema.Literals(columns), Schema.String))(
  Object.fromEntries(columns.map((name, index) => [name, columnLetter(index)]))
)

const widths: ReadonlyArray<number> = [16, 9, 19, 16, 5, 8, 16, 16, 60, 26, 18, 10, 10, 16]

/** What stands around the rows. */
export const ledgerSheet = (ledger: Pick<Ledger, "unproven">) =>
  sheetParts({ headings: columns, widths, isMarked: ledger.unproven.length > 0 })

/** A row at a number of the sheet, from 2 on. Refuses a text that is longer than a cell may be. */
export const rowOfSheet = (
  { currency, walletNo }: Pick<Ledger, "currency" | "walletNo">,
  row: LedgerRow,
  number: number
): string | ExportRefused => {
  const texts = [row.id, row.description, row.counterparty, row.category]
  const longest = Math.max(...texts.map((text) => text?.length ?? 0))
  if (longest > longestText) {
    return exportRefused(
      `${
        rowName(walletNo, row)
      } has a text of ${longest} characters, and a cell holds ${longestText}: export csv, ndjson or parquet.`
    )
  }
  const text = (column: (typeof columns)[number], value: string): string =>
    textCell(`${letterOf[column]}${number}`, value)
  return `<row r="${number}">${text("wallet", walletNo)}${text("currency", currency ?? "")}${
    timeCell(`${letterOf.date}${number}`, row.day, row.time)
  }${text("id", row.id)}${numberCell(`${letterOf.leg}${number}`, String(row.leg), "plain")}${text("type", row.type)}${
    moneyCell(`${letterOf.amount}${number}`, row.signed)
  }${row.balance === null ? "" : moneyCell(`${letterOf.balance}${number}`, row.balance)}${
    text("description", row.description)
  }${text("counterparty", row.counterparty ?? "")}${text("category", row.category ?? "")}${
    booleanCell(`${letterOf.confirmed}${number}`, row.confirmed)
  }${booleanCell(`${letterOf.in_balance}${number}`, row.isPosted)}${text("time_flag", row.timeFlag ?? "")}</row>`
}
