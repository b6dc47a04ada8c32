/**
 * Ledgers with rows that are made up: any text, any amount.
 */
import { Effect, Stream } from "effect"
import type { Exported } from "../../../src/analytics/export/Format.ts"
import type { Ledger, LedgerRow } from "../../../src/analytics/export/Ledger.ts"
import type { LedgerReader } from "../../../src/analytics/export/LedgerReader.ts"
import * as Money from "../../../src/domain/Money.ts"

/** The amount of a decimal. */
export const money = (decimal: string): Money.Money => {
  const parsed = Money.parse(decimal)
  if (typeof parsed === "string") throw new Error(`${decimal}: ${parsed}`)
  return parsed
}

/** A row of 10.00 that came in, but for what is said. */
export const ledgerRow = (row: Partial<LedgerRow> = {}): LedgerRow => {
  const signed = row.signed ?? money("10.00")
  return {
    day: "2025-03-01",
    time: "08:00:00",
    utcOffset: 180,
    id: "A1",
    leg: 0,
    type: signed < 0n ? "Debit" : "Credit",
    amount: Money.magnitude(signed),
    signed,
    balance: null,
    description: "Credited KES 10.00 from Wanjiru",
    counterparty: null,
    category: null,
    confirmed: true,
    isPosted: true,
    timeFlag: null,
    ...row
  }
}

const sumOf = (rows: ReadonlyArray<LedgerRow>, sign: 1n | -1n): Money.Money =>
  Money.fromTenThousandths(
    rows.filter(({ isPosted, signed }) => isPosted && signed * sign > 0n).reduce(
      (sum, row) => sum + row.signed * sign,
      0n
    )
  )

/** The ledger that rows come to, from 100.00 on. */
export const ledgerOf = (rows: ReadonlyArray<LedgerRow>, ledger: Partial<Ledger> = {}): Ledger => {
  const [opening, credits, debits] = [money("100.00"), sumOf(rows, 1n), sumOf(rows, -1n)]
  return {
    walletNo: "254700000001",
    currency: "KES",
    from: "2025-03-01",
    to: "2025-03-31",
    opening,
    closing: Money.subtract(Money.add(opening, credits), debits),
    days: [],
    rows: rows.filter(({ isPosted }) => isPosted).length,
    credits,
    debits,
    pending: rows.filter(({ isPosted }) => !isPosted).length,
    unproven: [],
    leftOut: [],
    ...ledger
  }
}

/** Ledgers, each with its rows. */
export type Books = ReadonlyArray<readonly [Ledger, ReadonlyArray<LedgerRow>]>

/** What is exported of them. */
export const exportedOf = (books: Books): Exported => ({
  ledgers: books.map(([ledger]) => ledger),
  madeAt: Date.parse("2025-04-01T06:30:00.250Z"),
  head: "7:abc"
})

/** Gives the rows of each ledger in small batches; no format asks the database itself. */
export const readerOf = (books: Books): LedgerReader => ({
  database: {
    query: () => Effect.die("no format asks"),
    stream: () => Effect.die("no format asks"),
    chunks: () => Stream.die("no format asks")
  },
  rows: (ledger) =>
    Stream.fromIterable(books.find(([each]) => each === ledger)?.[1] ?? []).pipe(
      Stream.grouped(7),
      Stream.map((rows) => [...rows])
    )
})

/** Numbers from 0 to 1 that a seed gives, the same each time. */
const randomOf = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** What texts are made of: what a format may take for its own. */
const pieces = [
  "=1+1",
  "+",
  "-",
  "@",
  "\t",
  "\r\n",
  "\n",
  "\r",
  "'",
  "\"",
  "&amp;",
  "&",
  "<",
  ">",
  "]]>",
  "<!--",
  "_",
  "_x0041_",
  "_x0041",
  "x0007_",
  "_x",
  "\u0000",
  "\u0007",
  "\u001b[1m",
  "\u0085",
  "\u202e",
  "\ufffe",
  "\uffff",
  "漢字",
  "😀",
  "é",
  " ",
  "  ",
  "a",
  "Z",
  "0",
  ",",
  ";",
  "|",
  "\\",
  "PAR1"
]

const two = (number: number): string => String(number).padStart(2, "0")

/** Rows that a seed gives. */
export const randomRows = (seed: number, count: number, mostDigits: number): ReadonlyArray<LedgerRow> => {
  const random = randomOf(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const text = (): string => Array.from({ length: below(6) }, () => pieces[below(pieces.length)]).join("")
  const amount = (): Money.Money => {
    const digits = Array.from({ length: 1 + below(mostDigits) }, () => below(10)).join("")
    const magnitude = BigInt(digits) * (random() < 0.7 ? 100n : 1n) % 10n ** BigInt(mostDigits)
    return Money.fromTenThousandths(random() < 0.5 ? magnitude : -magnitude)
  }
  return Array.from({ length: count }, (_, index) => {
    const confirmed = random() < 0.9
    return ledgerRow({
      day: `20${two(below(100))}-${two(1 + below(12))}-${two(1 + below(28))}`,
      time: `${two(below(24))}:${two(below(60))}:${two(below(60))}`,
      id: random() < 0.1 ? "" : `${text()}${index % 3}`,
      leg: below(3),
      signed: amount(),
      balance: random() < 0.2 ? null : amount(),
      description: text(),
      counterparty: random() < 0.5 ? null : `a${text()}`,
      category: random() < 0.5 ? null : "Fees",
      confirmed,
      isPosted: confirmed || random() < 0.5,
      timeFlag: random() < 0.1 ? "marker-conflict" : null
    })
  })
}
