/**
 * Ledgers and rows for tests of formats, and what a format makes of them.
 */
import { assert } from "@effect/vitest"
import { Schema } from "effect"
import { ExportRefused } from "../../../src/analytics/export/ExportRefused.ts"
import type { TextFormat } from "../../../src/analytics/export/Format.ts"
import type { Ledger, LedgerRow } from "../../../src/analytics/export/Ledger.ts"
import * as Money from "../../../src/domain/Money.ts"
import { ledgerOf, ledgerRow, money } from "./ledgerRows.ts"

export { ledgerOf, money }

/** A row of a late evening that came in, but for what is given. */
export const rowOf = (over: Partial<LedgerRow> = {}): LedgerRow =>
  ledgerRow({
    time: "23:30:05",
    id: "TX1",
    signed: money("12.50"),
    description: "Credited KES 12.50 from Ann",
    ...over
  })

/** What is written, and what is told of it; a refusal is its message. */
export interface Made {
  readonly text: string
  readonly notes: ReadonlyArray<string>
  readonly refused: string | null
}

const madeAt = Date.UTC(2025, 3, 1, 6, 7, 8, 9)

const refused = ({ message }: ExportRefused): Made => ({ text: "", notes: [], refused: message })

/** Makes a file of ledgers with their rows. */
export const made = (
  format: TextFormat,
  ...parts: ReadonlyArray<readonly [ledger: Ledger, rows: ReadonlyArray<LedgerRow>]>
): Made => {
  const text = format.text({ ledgers: parts.map(([ledger]) => ledger), madeAt, head: null })
  const pieces = [text.before]
  for (const [ledger, rows] of parts) {
    const own = text.ledger(ledger)
    if (own instanceof ExportRefused) return refused(own)
    pieces.push(own.before)
    for (const row of rows) {
      const piece = own.row(row)
      if (piece instanceof ExportRefused) return refused(piece)
      pieces.push(piece)
    }
    const after = own.after()
    if (after instanceof ExportRefused) return refused(after)
    pieces.push(after)
  }
  return { text: [...pieces, text.after].join(""), notes: text.notes?.() ?? [], refused: null }
}

/** The file of one ledger, which is not refused. */
export const madeOf = (format: TextFormat, rows: ReadonlyArray<LedgerRow>, over: Partial<Ledger> = {}): Made => {
  const all = made(format, [ledgerOf(rows, over), rows])
  assert.isNull(all.refused)
  return all
}

/** The message of the refusal of one ledger. */
export const refusalOf = (format: TextFormat, rows: ReadonlyArray<LedgerRow>, over: Partial<Ledger> = {}): string =>
  made(format, [ledgerOf(rows, over), rows]).refused ?? assert.fail("nothing was refused")

/** Texts that mean something in one of the formats. */
export const hostile: ReadonlyArray<string> = [
  "line one\nline two\r\n:61:2501010101D1,00NTRFNONREF\n-}\n^",
  "^",
  "!Account",
  "</MEMO></STMTTRN><STMTTRN><TRNAMT>1</TRNAMT>",
  "<!-- &amp; ]]> <![CDATA[ &#x0; \"quoted\" 'single'",
  "\u0000\u0007\ufffe\ud800 \u202eturned\u202c",
  "103?00SALARY?20EREF+1",
  "/REMI/forged",
  "Opening Balance",
  "[Savings]",
  `${"x".repeat(61)}:61:2501010101D1,00`,
  `${"y".repeat(65)}-}`,
  `${"word ".repeat(12)}word      ${" ".repeat(80)}end`,
  "Ünïcödé — 漢字 😀 {4:}",
  "",
  "   "
]

/** Any row: texts of any kind, amounts of any size. */
export const AnyRow = Schema.Struct({
  description: Schema.String,
  counterparty: Schema.NullOr(Schema.String),
  id: Schema.String,
  signed: Money.Money,
  isPosted: Schema.Boolean
})

/** Rows of a day from any rows; legs number those that share an id. */
export const rowsFrom = (any: ReadonlyArray<typeof AnyRow.Type>): ReadonlyArray<LedgerRow> => {
  const legs = new Map<string, number>()
  return any.map(({ id, ...over }) => {
    const leg = legs.get(id) ?? 0
    legs.set(id, leg + 1)
    return rowOf({ ...over, id, leg })
  })
}
