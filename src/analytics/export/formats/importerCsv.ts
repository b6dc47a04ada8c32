/**
 * CSV for the importers of accounting programs: an account at a time, in the columns that each of them knows, in files as large as it
 * takes. They book what moved the balance; rows that did not are left out.
 */
import * as Money from "../../../domain/Money.ts"
import { printable } from "../../../domain/printable.ts"
import { csvLine, harmless } from "../csvText.ts"
import { entryIds } from "../entryId.ts"
import { type ExportRefused, exportRefused } from "../ExportRefused.ts"
import type { TextFormat } from "../Format.ts"
import type { LedgerRow } from "../Ledger.ts"
import { rowName } from "../needed.ts"

/** What an importer takes. */
interface Importer {
  /** What it is called for people. */
  readonly name: string
  readonly columns: ReadonlyArray<string>
  readonly mostBytes: number | null
  readonly mostRows?: number
  /** The fields of a row, in the order of the columns. */
  readonly fields: (row: LedgerRow, id: string) => ReadonlyArray<string>
}

/** All of them keep amounts in cents. */
const hundredth = Money.fromTenThousandths(100n)

/** A text on one line, with what nobody sees told as `\u{…}`. */
const oneLine = (text: string): string => printable(text.replace(/[\t\r\n]+/g, " ").trim(), Infinity)

const text = (of: string | null): string => harmless(oneLine(of ?? ""))

const unfit = (name: string, walletNo: string, row: LedgerRow): ExportRefused =>
  exportRefused(
    `${rowName(walletNo, row)} has more than two decimals, and ${name} keeps two. ` +
      "Export it as csv without a dialect, or as a journal."
  )

const importerCsv = ({ columns, fields, mostBytes, mostRows, name }: Importer): TextFormat => ({
  kind: "text",
  title: `CSV of an export for ${name}`,
  beginning: csvLine(columns).trimEnd().toLowerCase(),
  mayBeAnothers: true,
  isSplitByLedger: true,
  mostBytes,
  ...(mostRows === undefined ? {} : { mostRows }),
  text: () => ({
    before: csvLine(columns),
    ledger: ({ walletNo }) => {
      const idOf = entryIds()
      return {
        before: "",
        row: (row) => {
          if (!row.isPosted) return ""
          return row.signed % hundredth === 0n ? csvLine(fields(row, idOf(row))) : unfit(name, walletNo, row)
        },
        after: () => ""
      }
    },
    after: ""
  })
})

/** `DD/MM/YYYY`, as QuickBooks recommends outside the United States; who imports it says so. */
const dayFirst = (day: string): string => day.split("-").toReversed().join("/")

/** One field has to hold what was paid, and the id; a description is never a number alone, and nothing is an empty amount. */
const quickbooksFields = (row: LedgerRow, id: string): ReadonlyArray<string> => [
  dayFirst(row.day),
  harmless(`${oneLine(row.description) || row.type} (${id})`),
  row.signed === 0n ? "" : Money.format(row.signed)
]

/** QuickBooks Online takes 350 KB a file; its users tell of 1000 rows. */
export const quickbooksCsv: TextFormat = importerCsv({
  name: "QuickBooks",
  columns: ["Date", "Description", "Amount"],
  mostBytes: 350_000,
  mostRows: 1000,
  fields: quickbooksFields
})

/** Xero takes 1000 rows a file. */
export const xeroCsv: TextFormat = importerCsv({
  name: "Xero",
  columns: ["*Date", "*Amount", "Payee", "Description", "Reference", "Check Number"],
  mostBytes: null,
  mostRows: 1000,
  fields: (row, id) => [
    row.day,
    Money.format(row.signed),
    text(row.counterparty),
    text(row.description),
    harmless(id),
    ""
  ]
})

/** Zoho Books has withdrawals and deposits in columns of their own, neither with a sign. */
export const zohoCsv: TextFormat = importerCsv({
  name: "Zoho Books",
  columns: ["Date", "Withdrawals", "Deposits", "Payee", "Description", "Reference Number"],
  mostBytes: 1_000_000,
  fields: (row, id) => [
    row.day,
    row.signed < 0n ? Money.format(Money.negate(row.signed)) : "",
    row.signed < 0n ? "" : Money.format(row.signed),
    text(row.counterparty),
    text(row.description),
    harmless(id)
  ]
})
