/** Which hashes come again, among many that are alike in one half or the other, and rows that no window inserted. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { join } from "node:path"
import { IdentityHashes } from "../../../../src/sink/duckdb/audit/identityHashes.ts"
import { Database, verifyAudit } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { cases } from "../../../kit/cases.ts"
import { layerFile } from "../../../kit/emptyFile.ts"
import { tamper } from "../../../kit/tamper.ts"
import { folder } from "../files.ts"

const repeatedIn = (hashes: ReadonlyArray<bigint>): ReadonlySet<bigint> => {
  const seen = new Set<bigint>()
  return new Set(hashes.filter((hash) => seen.has(hash) || !seen.add(hash)))
}

/** Given in chunks of so many. */
const found = (hashes: ReadonlyArray<bigint>, size: number): ReadonlySet<bigint> => {
  const all = new IdentityHashes()
  const words = new Int32Array(BigUint64Array.from(hashes).buffer)
  for (let from = 0; from < words.length; from += size * 2) all.add(words.subarray(from, from + size * 2))
  assert.strictEqual(all.count, hashes.length)
  return all.repeated()
}

/** Two words: any, or such that few hashes differ in one half or the other. */
const word = Schema.Union([
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 32 - 1 })),
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 })),
  Schema.Literals([2 ** 31, 2 ** 32 - 1])
])
const hash = Arbitrary.map(
  Arbitrary.schema(Schema.Tuple([word, word])),
  ([high, low]) => (BigInt(high) << 32n) | BigInt(low)
)

const january = window("2024-01-01", "2024-01-31", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")])

/** A path, and what commits a window into the file there. */
const withFile = Effect.map(folder, (place) => {
  const path = join(place, "x.duckdb")
  return {
    path,
    commit: (committed: typeof january) =>
      Effect.flatMap(Sink, (sink) => sink.commit(committed)).pipe(Effect.provide(layerFile(path)))
  }
})

describe("hashes of identities", () => {
  it.prop("are known again when they come again, and no others are", [
    Arbitrary.array(hash, { maxLength: 400 }),
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 }))
  ], ([hashes, size]) => {
    assert.deepStrictEqual([...found(hashes, size)].toSorted(), [...repeatedIn(hashes)].toSorted())
  }, { arbitrary: { seed: 20_261_128, runs: cases(600) } })

  it("are told apart where there are many, in whatever order, and however often one comes", () => {
    const many = Array.from(
      { length: 700_000 },
      (_, index) => BigInt.asUintN(64, BigInt(index) * 0x9e37_79b9_7f4a_7c15n)
    )
    assert.strictEqual(found(many, 2_048).size, 0)
    const again = many.filter((_, index) => index % 1_000 === 7)
    assert.deepStrictEqual(found([...many, ...again.toReversed()], 2_048), new Set(again.toReversed()))
    assert.deepStrictEqual(found(Array.from({ length: 100_000 }, () => 0n), 2_048), new Set([0n]))
    const alike = Array.from({ length: 20_000 }, (_, index) => BigInt(index) << 44n)
    assert.strictEqual(found(alike, 2_048).size, 0)
  })

  const words = "a row has the wallet, id and leg of another row"

  it.effect.each([99, 0, -1])(
    "are known again of rows that are said to have come with window %s, which there is not",
    (number) =>
      Effect.gen(function*() {
        const { commit, path } = yield* withFile
        yield* commit(january)
        // The window that is named is that of the last of them.
        if (number < 1) yield* tamper(path, `UPDATE transactions SET window_sequence = ${number}`)
        yield* tamper(
          path,
          `INSERT INTO transactions SELECT * REPLACE (${number} AS window_sequence) FROM transactions`
        )
        const { difference } = yield* Effect.scoped(Effect.flatMap(Database.openToCheck(path), verifyAudit))
        assert.strictEqual(difference?.sequence, number)
        assert.include((difference?.what ?? []).join("; "), words)
      })
  )

  it.effect("are known again of a stray row where a window's record is there twice and leads to two portions", () =>
    Effect.gen(function*() {
      const { commit, path } = yield* withFile
      yield* commit(january)
      yield* commit(window("2024-02-01", "2024-02-29", [
        row("B", "2024-02-05 10:00:00", "10.00", "120.00"),
        row("C", "2024-02-05 11:00:00", "10.00", "130.00")
      ]))
      yield* tamper(path, "INSERT INTO statement_windows FROM statement_windows WHERE sequence = 2")
      yield* tamper(path, "UPDATE statement_windows SET bytes = 30000000")
      yield* tamper(path, "UPDATE transactions SET window_sequence = 0 WHERE txn_id = 'A'")
      yield* tamper(path, "INSERT INTO transactions FROM transactions WHERE txn_id = 'A'")
      const { difference } = yield* Effect.scoped(Effect.flatMap(Database.openToCheck(path), verifyAudit))
      assert.strictEqual(difference?.sequence, 0)
      assert.include((difference?.what ?? []).join("; "), words)
    }))
})
