/**
 * Parquet files, read back by another DuckDB.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parquet } from "../../../src/analytics/export/formats/parquet.ts"
import type { LedgerRow } from "../../../src/analytics/export/Ledger.ts"
import { cases } from "../../kit/cases.ts"
import { folder } from "../../sink/duckdb/files.ts"
import { type Books, exportedOf, ledgerOf, ledgerRow, money, randomRows, readerOf } from "./ledgerRows.ts"

type Answer = ReadonlyArray<ReadonlyArray<unknown>>

/** Writes a file and asks it; `$FILE` stands for it. */
const asked = (books: Books, ...questions: ReadonlyArray<string>) =>
  Effect.scoped(Effect.gen(function*() {
    const path = join(yield* folder, "it's.parquet")
    yield* parquet.write(exportedOf(books), readerOf(books), path)
    assert.strictEqual(readFileSync(path).toString("latin1", 0, 4).toLowerCase(), parquet.beginning)
    return yield* Effect.promise(() =>
      DuckDBInstance.create(":memory:").then((instance) =>
        instance.connect().then((connection) =>
          Promise.all(questions.map((sql) =>
            connection.runAndReadAll(sql.replaceAll("$FILE", `'${path.replaceAll("'", "''")}'`)).then((read): Answer =>
              read.getRowsJson()
            )
          )).finally(() => {
            connection.closeSync()
            instance.closeSync()
          })
        )
      )
    )
  }))

const decimal = (value: bigint): string => {
  const digits = String(value < 0n ? -value : value).padStart(5, "0")
  return `${value < 0n ? "-" : ""}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

const fields = (
  { currency, walletNo }: { readonly currency: string | null; readonly walletNo: string },
  row: LedgerRow
) => [
  walletNo,
  currency,
  `${row.day} ${row.time}`,
  row.id,
  row.leg,
  row.type,
  decimal(row.signed),
  row.balance === null ? null : decimal(row.balance),
  row.description,
  row.counterparty,
  row.category,
  row.confirmed,
  row.isPosted,
  row.timeFlag
]

describe("a Parquet file", () => {
  for (let seed = 1; seed <= cases(24); seed++) {
    it.effect(`of seed ${seed} holds the rows of all ledgers in their order, with every digit and letter`, () =>
      Effect.gen(function*() {
        const [first, second] = [randomRows(seed, 90, 18), randomRows(seed + 1000, 30, 18)]
        const books: Books = [
          [ledgerOf(first), first],
          [ledgerOf(second, { walletNo: "W '2'", currency: null }), second]
        ]
        const [rows] = yield* asked(books, "FROM read_parquet($FILE)")
        assert.deepStrictEqual(
          rows,
          books.flatMap(([ledger, own]): Answer => own.map((row) => fields(ledger, row)))
        )
      }))
  }

  it.effect("has columns of the file's own types and is packed by zstd", () =>
    Effect.gen(function*() {
      const rows = [ledgerRow({ signed: money("-99999999999999.9999") })]
      const [types, packed] = yield* asked(
        [[ledgerOf(rows), rows]],
        "SELECT column_name || ' ' || column_type FROM (DESCRIBE FROM read_parquet($FILE)) WHERE column_type <> 'VARCHAR'",
        "SELECT DISTINCT compression FROM parquet_metadata($FILE)"
      )
      assert.deepStrictEqual(types?.flat(), [
        "date TIMESTAMP",
        "leg INTEGER",
        "amount DECIMAL(18,4)",
        "balance DECIMAL(18,4)",
        "confirmed BOOLEAN",
        "in_balance BOOLEAN"
      ])
      assert.deepStrictEqual(packed, [["ZSTD"]])
    }))

  it.effect("says as metadata when it was made, by which audit head, of which balances, and what is not proven", () =>
    Effect.gen(function*() {
      const rows = [ledgerRow()]
      const ledger = ledgerOf(rows, { opening: null, unproven: ["The row's day is not loaded."] })
      const keys = "SELECT decode(key), decode(value) FROM parquet_kv_metadata($FILE)"
      const [told = []] = yield* asked([[ledger, rows]], keys)
      const metadata = new Map(told.map(([key, value]) => [key, String(value)]))
      assert.deepStrictEqual([...metadata.keys()].toSorted(), [
        "audit_head",
        "ledgers",
        "made_at",
        "made_by",
        "not_proven"
      ])
      assert.strictEqual(metadata.get("made_at"), "2025-04-01T06:30:00.250Z")
      assert.strictEqual(metadata.get("audit_head"), "7:abc")
      assert.strictEqual(metadata.get("not_proven"), "254700000001 KES: The row's day is not loaded.")
      assert.deepStrictEqual(JSON.parse(metadata.get("ledgers") ?? ""), [{
        wallet: "254700000001",
        currency: "KES",
        from: "2025-03-01",
        to: "2025-03-31",
        rows: 1,
        not_in_balance: 0,
        opening: null,
        credits: "10.00",
        debits: "0.00",
        closing: "110.00",
        not_proven: ["The row's day is not loaded."]
      }])
      const [proven = []] = yield* asked([[ledgerOf(rows), rows]], keys)
      assert.notInclude(proven.map(([key]) => key), "not_proven")
    }))

  it.effect("is a file without rows where a period has none", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* asked([[ledgerOf([]), []]], "SELECT count(*)::INTEGER FROM read_parquet($FILE)"), [[
        [0]
      ]])
    }))

  it.effect("can't be written where there is no folder, which is said of the place", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "none", "a.parquet")
      const failure = yield* Effect.flip(parquet.write(exportedOf([]), readerOf([]), path))
      assert.include(failure.message, path)
      assert.isFalse(existsSync(path))
    }))
})
