/**
 * The ledgers of a file or of a copy of it, and their rows as a stream.
 */
import { Effect, Stream } from "effect"
import * as Money from "../../domain/Money.ts"
import type { DatabaseReader, QueryRow } from "../../sink/duckdb/index.ts"
import type { SinkError } from "../../sink/SinkError.ts"
import type { DayEnd, Ledger, LedgerRow, LeftOut } from "./Ledger.ts"
import {
  daysQuestion,
  headQuestion,
  ledgersQuestion,
  leftOutQuestion,
  rowDaysQuestion,
  rowsQuestion
} from "./ledgerQuestions.ts"
import { unprovenReasons } from "./unprovenReasons.ts"

/** Which ledgers: those of these wallets; days null are as far as they are proven, or loaded where they need not be. */
export interface Selection {
  readonly wallets: ReadonlyArray<string>
  readonly from: string | null
  readonly to: string | null
  readonly mayBeUnproven: boolean
}

/** Reads what is exported. */
export interface LedgerReader {
  readonly database: DatabaseReader
  /** The rows of a ledger, in batches. */
  readonly rows: (ledger: Ledger) => Stream.Stream<ReadonlyArray<LedgerRow>, SinkError>
}

/** Reads the rows of ledgers; so many are sorted at once, or those of a day. */
export const ledgerReader = (database: DatabaseReader, mostSorted = 50_000): LedgerReader => ({
  database,
  rows: (ledger) =>
    Effect.map(
      database.query(rowDaysQuestion, valuesOf(ledger)),
      ({ rows }) => Stream.fromIterable(spansOf(rows, mostSorted))
    )
      .pipe(
        Stream.unwrap,
        Stream.flatMap(({ whole, ...days }) =>
          database.stream(rowsQuestion, { ...valuesOf({ ...ledger, ...days }), whole: whole.join(" ") }).pipe(
            Effect.map(({ batches }) => Stream.map(batches, (found) => found.map(rowOf))),
            Stream.unwrap
          )
        )
      )
})

const valuesOf = ({ currency, from, to, walletNo }: Pick<Ledger, "walletNo" | "currency" | "from" | "to">) => ({
  wallet: walletNo,
  currency: currency ?? "",
  from,
  to
})

/** Days of a ledger whose rows are asked for at once. */
interface Span {
  readonly from: string
  readonly to: string
  /** Days of which all rows moved the balance. */
  readonly whole: ReadonlyArray<string>
}

const spansOf = (days: ReadonlyArray<QueryRow>, mostSorted: number): ReadonlyArray<Span> => {
  const spans: Array<Span & { to: string; rows: number; readonly whole: Array<string> }> = []
  for (const [day = "", count, takesAll] of days.map((row) => row.map((cell) => cell ?? ""))) {
    const last = spans.at(-1)
    const span = last !== undefined && last.rows + Number(count) <= mostSorted
      ? last
      : { from: day, to: day, rows: 0, whole: [] }
    if (span !== last) spans.push(span)
    span.to = day
    span.rows += Number(count)
    if (takesAll === "true") span.whole.push(day)
  }
  return spans
}

/** The last window of the audit chain, `SEQUENCE:HASH`. */
export const headOf = ({ query }: DatabaseReader): Effect.Effect<string | null, SinkError> =>
  Effect.map(query(headQuestion), ({ rows: [head] }) => head?.[0] ?? null)

/** Finds the ledgers of a selection, by wallet and currency. */
export const ledgersOf = Effect.fn("ledgersOf")(
  function*(
    { query }: DatabaseReader,
    { from, mayBeUnproven, to, wallets }: Selection
  ): Effect.fn.Return<ReadonlyArray<Ledger>, SinkError> {
    const values = {
      wallets: wallets.join(" "),
      from: from ?? "",
      to: to ?? "",
      all: mayBeUnproven ? "yes" : ""
    }
    const { rows } = yield* query(ledgersQuestion, values)
    const days = Map.groupBy((yield* query(daysQuestion, values)).rows, keyOf)
    const leftOut = Map.groupBy((yield* query(leftOutQuestion, values)).rows, keyOf)
    const there = mayBeUnproven ? rows : rows.filter((row) => !isElsewhere(row))
    const isThere = new Set(there.map(([walletNo]) => walletNo))
    return rows.filter((row) => there.includes(row) || !isThere.has(row[0])).map((row) =>
      ledgerOf(row, days.get(keyOf(row)) ?? [], leftOut.get(keyOf(row)) ?? [])
    )
  }
)

/**
 * Whether these are rows without a currency, all of them on other days: no balance proves those, and they don't keep the wallet's
 * currencies from being exported where the days that are asked for are loaded and nothing speaks against them.
 */
const isElsewhere = ([, currency = null, , , opening = null, closing = null, ...rest]: QueryRow): boolean => {
  const [rows, , , pending, missing, gaps] = rest
  return [currency, opening, closing].every((each) => each === null) &&
    [rows, pending, missing, gaps].every((each) => Number(each ?? 0) === 0)
}

const keyOf = ([walletNo, currency]: QueryRow): string => `${walletNo} ${currency ?? ""}`

const moneyOrNull = (decimal: string | null | undefined): Money.Money | null =>
  decimal === null || decimal === undefined ? null : Money.fromDecimal(decimal)

/** A sum, which is nothing where there are no rows. */
const totalOf = (decimal: string | null | undefined): Money.Money => moneyOrNull(decimal) ?? Money.zero

const ledgerOf = (row: QueryRow, days: ReadonlyArray<QueryRow>, leftOut: ReadonlyArray<QueryRow>): Ledger => {
  const [walletNo, currency = null, from, to, opening, closing, rows, credits, debits, pending] = row
  return {
    walletNo: walletNo ?? "",
    currency,
    from: from ?? "",
    to: to ?? "",
    opening: moneyOrNull(opening),
    closing: moneyOrNull(closing),
    days: days.map(([, , day, closing]): DayEnd => ({ day: day ?? "", closing: totalOf(closing) })),
    rows: Number(rows ?? 0),
    credits: totalOf(credits),
    debits: totalOf(debits),
    pending: Number(pending ?? 0),
    unproven: unprovenReasons(row),
    leftOut: leftOut.map(([, , from, to, rows]): LeftOut => ({
      from: from ?? "",
      to: to ?? "",
      rows: Number(rows ?? 0)
    }))
  }
}

const rowOf = (row: QueryRow): LedgerRow => {
  const [day, time, id, leg, type, amount, signed, balance, description] = row
  const [counterparty = null, category = null, confirmed, isPosted, timeFlag = null, utcOffset] = row.slice(9)
  return {
    day: day ?? "",
    time: time ?? "",
    utcOffset: Number(utcOffset ?? 0),
    id: id ?? "",
    leg: Number(leg ?? 0),
    type: type ?? "",
    amount: totalOf(amount),
    signed: totalOf(signed),
    balance: moneyOrNull(balance),
    description: description ?? "",
    counterparty,
    category,
    confirmed: confirmed === "true",
    isPosted: isPosted === "true",
    timeFlag
  }
}
