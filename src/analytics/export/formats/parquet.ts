/**
 * One Parquet file with the rows of all ledgers, in their order, for programs that take tables with types. What a table has no place for, when
 * it was made, by which audit head, from which balances and what they don't prove, is metadata of the file.
 */
import { Effect, Stream } from "effect"
import * as Money from "../../../domain/Money.ts"
import { parseDay, startOfDay } from "../../../domain/Period.ts"
import { sync } from "../../../sink/duckdb/file/createFile.ts"
import { quoteText } from "../../../sink/duckdb/schema/tableText.ts"
import type { ColumnSource } from "../../../sink/duckdb/vectors/ColumnSource.ts"
import { TableAppender } from "../../../sink/duckdb/vectors/TableAppender.ts"
import type { SinkError } from "../../../sink/SinkError.ts"
import { openWorkspace } from "../../Workspace.ts"
import { columns } from "../columns.ts"
import type { BinaryFormat, Exported } from "../Format.ts"
import type { Ledger, LedgerRow } from "../Ledger.ts"
import type { LedgerReader } from "../LedgerReader.ts"

/** The types that are no text. */
const types: Partial<Readonly<Record<(typeof columns)[number], string>>> = {
  date: "TIMESTAMP",
  leg: "INTEGER",
  amount: "DECIMAL(18,4)",
  balance: "DECIMAL(18,4)",
  confirmed: "BOOLEAN",
  in_balance: "BOOLEAN"
}

const table = `CREATE TABLE exported (${columns.map((name) => `"${name}" ${types[name] ?? "VARCHAR"}`).join(", ")})`

/** A Parquet file. */
export const parquet: BinaryFormat = {
  kind: "binary",
  title: "Parquet file",
  beginning: "par1",
  mayBeAnothers: true,
  write: (exported, reader, path) => Effect.as(Effect.scoped(writeParquet(exported, reader, path)), [])
}

const writeParquet = Effect.fnUntraced(
  function*(exported: Exported, reader: LedgerReader, path: string) {
    const { attempt, connection, run } = yield* openWorkspace
    yield* run(["SET preserve_insertion_order = true", table])
    const appender = yield* Effect.acquireRelease(
      attempt(() => TableAppender.open(connection, "exported")),
      (opened) => Effect.sync(() => opened.close())
    )
    yield* Effect.forEach(exported.ledgers, (ledger) => appendRows(reader, ledger, appender), { discard: true })
    const metadata = Object.entries(metadataOf(exported)).map(([name, text]) => `${name}: ${quoteText(text)}`)
    const copy = `COPY exported TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd, KV_METADATA {${
      metadata.join(", ")
    }})`
    yield* attempt(() => connection.run(copy).then(() => sync(path)), path)
  }
)

const appendRows = (
  reader: LedgerReader,
  ledger: Ledger,
  appender: TableAppender
): Effect.Effect<void, SinkError> =>
  Stream.runForEach(
    reader.rows(ledger),
    (rows) => Effect.sync(() => appender.append(rows.length, sourcesOf(ledger, rows)))
  )

/** One source for each of the columns. */
const sourcesOf = (ledger: Ledger, rows: ReadonlyArray<LedgerRow>): ReadonlyArray<ColumnSource> => {
  const text = (of: (row: LedgerRow) => string | null): ColumnSource => ({
    kind: "text",
    at: (index) => valueAt(rows, index, of)
  })
  const boolean = (of: (row: LedgerRow) => boolean): ColumnSource => ({
    kind: "boolean",
    at: (index) => valueAt(rows, index, of)
  })
  const sources: Readonly<Record<(typeof columns)[number], ColumnSource>> = {
    wallet: { kind: "text", at: () => ledger.walletNo },
    currency: { kind: "text", at: () => ledger.currency },
    date: { kind: "integer", at: (index) => valueAt(rows, index, microsOf) },
    id: text(({ id }) => id),
    leg: { kind: "int32", at: (index) => valueAt(rows, index, ({ leg }) => leg) },
    type: text(({ type }) => type),
    amount: moneySource(rows.map(({ signed }) => signed)),
    balance: moneySource(rows.map(({ balance }) => balance)),
    description: text(({ description }) => description),
    counterparty: text(({ counterparty }) => counterparty),
    category: text(({ category }) => category),
    confirmed: boolean(({ confirmed }) => confirmed),
    in_balance: boolean(({ isPosted }) => isPosted),
    time_flag: text(({ timeFlag }) => timeFlag)
  }
  return columns.map((name) => sources[name])
}

const valueAt = <A>(rows: ReadonlyArray<LedgerRow>, index: number, of: (row: LedgerRow) => A): A | null => {
  const row = rows[index]
  return row === undefined ? null : of(row)
}

const moneySource = (amounts: ReadonlyArray<Money.Money | null>): ColumnSource => ({
  kind: "integers",
  values: BigInt64Array.from(amounts, (amount) => amount ?? 0n),
  isThere: Uint8Array.from(amounts, (amount) => (amount === null ? 0 : 1)),
  order: Int32Array.from(amounts.keys())
})

/** By the service's clock, which has no zone. */
const microsOf = ({ day, time }: LedgerRow): number | null => {
  const parsed = parseDay(day)
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number)
  return parsed === undefined ? null : startOfDay(parsed) * 1000 + (hours * 3600 + minutes * 60 + seconds) * 1_000_000
}

const moneyOrNull = (money: Money.Money | null): string | null => (money === null ? null : Money.format(money))

/** The file's metadata by name; `ledgers` is JSON, and `not_proven` is there where something is not. */
export const metadataOf = ({ head, ledgers, madeAt }: Exported): Readonly<Record<string, string>> => {
  const open = ledgers.filter(({ unproven }) => unproven.length > 0)
  return {
    made_by: "wallet-statement",
    made_at: new Date(madeAt).toISOString(),
    audit_head: head ?? "none",
    ledgers: JSON.stringify(ledgers.map((ledger) => ({
      wallet: ledger.walletNo,
      currency: ledger.currency,
      from: ledger.from,
      to: ledger.to,
      rows: ledger.rows,
      not_in_balance: ledger.pending,
      opening: moneyOrNull(ledger.opening),
      credits: Money.format(ledger.credits),
      debits: Money.format(ledger.debits),
      closing: moneyOrNull(ledger.closing),
      not_proven: ledger.unproven
    }))),
    ...(open.length === 0
      ? {}
      : {
        not_proven: open.map(({ currency, unproven, walletNo }) =>
          `${walletNo}${currency === null ? "" : ` ${currency}`}: ${unproven.join(" ")}`
        ).join("\n")
      })
  }
}
