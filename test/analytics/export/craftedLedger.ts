/**
 * Ledgers of which every day's balance is known, what a format makes of them, and texts that are not meant well.
 */
import { assert } from "@effect/vitest"
import type { TextFormat } from "../../../src/analytics/export/Format.ts"
import type { Ledger, LedgerRow } from "../../../src/analytics/export/Ledger.ts"
import * as Money from "../../../src/domain/Money.ts"
import { ledgerOf as ledgerWithoutDays, made, money, rowOf as anyRow } from "./bankLedgers.ts"

export { money }

/** Pieces of texts that would command a program that reads journals, or that stand in its way. */
export const commandingPieces = [
  "a",
  " ",
  "  ",
  "\n",
  "\r\n",
  "\t",
  ";",
  "|",
  " | ",
  "\\",
  "\\u{3b}",
  "\"",
  "'",
  "(",
  ")",
  "=",
  "*",
  "!",
  ",",
  ":",
  "date:2020-01-01",
  "[2020-01-01]",
  "\n\n2025-01-01 open Assets:Evil\n",
  "\ninclude /etc/passwd\n",
  "漢é",
  "\u0000",
  "\u202e",
  "\ud800",
  "\u2028",
  "\u00a0",
  "\u3000",
  "\u0085",
  "@",
  "{",
  "#x",
  "^y",
  "~",
  "अक्षर",
  "ß",
  "-",
  "\\n",
  "TRUE"
]
/** A confirmed row that came in, but for what is given. */
export const rowOf = (own: Partial<LedgerRow>): LedgerRow =>
  anyRow({ day: "2025-02-01", time: "12:00:00", id: "A1", description: "", signed: money("1.00"), ...own })

/** A proven ledger of rows that are in their order, but for what is given: its days end with what the rows come to. */
export const ledgerOf = (rows: ReadonlyArray<LedgerRow>, own: Partial<Ledger> = {}): Ledger => {
  const opening = own.opening ?? Money.zero
  const ends = new Map<string, Money.Money>()
  let closing = opening
  for (const { day, isPosted, signed } of rows) {
    if (isPosted) closing = Money.add(closing, signed)
    ends.set(day, closing)
  }
  const days = [...ends].map(([day, closing]) => ({ day, closing }))
  return ledgerWithoutDays(rows, { from: "2025-02-01", to: "2025-02-28", opening, closing, days, ...own })
}

type Parts = ReadonlyArray<readonly [Ledger, ReadonlyArray<LedgerRow>]>

/** The text of an export that is not refused. */
export const written = (format: TextFormat, parts: Parts): string => {
  const { refused, text } = made(format, ...parts)
  assert.isNull(refused)
  return text
}

/** The reason of an export that is. */
export const refusal = (format: TextFormat, parts: Parts): string =>
  made(format, ...parts).refused ?? assert.fail("nothing was refused")
