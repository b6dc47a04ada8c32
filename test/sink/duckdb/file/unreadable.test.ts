/**
 * Files with values that the program writes nowhere: it goes on from none of them, and says so.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { chmodSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Currency } from "../../../../src/domain/Wallet.ts"
import { layerDuckDb } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { day, row, window } from "../../../../src/testing/windows.ts"
import { tamper } from "../../../kit/tamper.ts"
import { ask, folder } from "../files.ts"

const kes = "KES" as Currency

const withFile = Effect.gen(function*() {
  const path = join(yield* folder, "x.duckdb")
  const proof = {
    currency: kes,
    from: day("2024-01-02"),
    to: day("2024-01-20"),
    quietSince: null,
    openingKnown: false
  }
  const january = window("2024-01-01", "2024-01-31", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")], {
    proofs: [proof]
  })
  yield* Effect.flatMap(Sink, (sink) => sink.commit(january)).pipe(Effect.provide(layerDuckDb({ path })))
  return path
})

const opened = (path: string) => Effect.provide(Effect.asVoid(Sink), layerDuckDb({ path }))

describe("a file that is opened for writing", () => {
  it.effect.each<readonly [string, string]>([
    ["a watermark without end", "UPDATE watermarks SET complete_to = 'infinity'"],
    ["what is proven from a day that no calendar has", "UPDATE proofs SET proven_from = '-infinity'"],
    ["a time of a row beyond all years", "UPDATE transactions SET local_time = 'infinity'"],
    ["a window of days that nobody can ask for", "UPDATE statement_windows SET to_day = '20000-01-01'"],
    ["a currency that is none", "UPDATE proofs SET currency = 'no currency'"]
  ])("is refused when it holds %s", ([, sql]) =>
    Effect.gen(function*() {
      const path = yield* withFile
      yield* opened(path)
      yield* tamper(path, sql)
      const { message, reason } = yield* Effect.flip(opened(path))
      assert.strictEqual(reason._tag, "Damaged")
      assert.include(message, "`verify` says which")
      assert.strictEqual((yield* ask(path, "SELECT count(*) FROM statement_windows"))[0]?.[0]?.toString(), "1")
    }))

  it.effect("stays as it is when it is refused, and so does its log", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      const copy = `${path}.copy`
      const instance = yield* Effect.promise(() => DuckDBInstance.create(path, { checkpoint_threshold: "1GB" }))
      const connection = yield* Effect.promise(() => instance.connect())
      yield* Effect.promise(() => connection.run("UPDATE transactions SET local_time = 'infinity'"))
      // Copied by another process: reading the open file in this one would drop its lock.
      for (const end of ["", ".wal"]) execFileSync("cp", ["-p", `${path}${end}`, `${copy}${end}`])
      chmodSync(`${copy}.wal`, 0o600)
      connection.closeSync()
      instance.closeSync()
      const before = [readFileSync(copy), readFileSync(`${copy}.wal`)]
      assert.isAbove(before[1]?.length ?? 0, 0)
      for (let again = 0; again < 2; again++) {
        assert.strictEqual((yield* Effect.flip(opened(copy))).reason._tag, "Damaged")
        assert.deepStrictEqual([readFileSync(copy), readFileSync(`${copy}.wal`)], before)
      }
    }))
})
