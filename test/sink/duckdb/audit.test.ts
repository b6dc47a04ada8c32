import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Transaction } from "../../../src/domain/Transaction.ts"
import { layerDuckDb } from "../../../src/sink/duckdb/index.ts"
import { MemoryTables } from "../../../src/sink/MemoryTables.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { memorySnapshot } from "../memorySnapshot.ts"
import { rejection, row, window } from "../windows.ts"
import { ask, folder, tamper } from "./files.ts"

const awkward = "tab\t, line\nfeed, return\r, back\\slash, quote ', NUL \u0000, \\N, 金額 😀"
const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00", { description: awkward })
const b = row("B\t😀", "2024-01-05 11:00:00", "-0.5", null)
const c = row("B\ufb01", "2024-01-06 09:00:00", "99999999999999.9999", "-0.0001", { timeFlag: "marker-conflict" })
const blank = row("", "2024-01-06 09:00:00", "0", "1.5", { dateText: "\\" })
const january = (rows: ReadonlyArray<Transaction>, more = {}) => window("2024-01-01", "2024-01-31", rows, more)

/** Insertions, changes, withdrawals, returns, a moved row, rejections and a cut-off window. */
const history = [
  january([c, blank, a, b, blank], { rejections: [rejection("{\"raw\":\t1}\n", null), rejection("{}", "2024-01-02")] }),
  january([a, { ...b, confirmed: false }, { ...c, description: awkward }, blank]),
  january([{ ...a, confirmed: false }], {
    complete: false,
    runId: "run-2",
    rejections: [rejection("{}", "2024-01-02")]
  }),
  january([b], { runId: "run-3" }),
  window("2024-02-01", "2024-02-29", [{ ...c, description: awkward, localTime: c.localTime + 30 * 86_400_000 }], {
    runId: "run-4"
  }),
  january([a, b, blank, blank], { runId: "run-5" }),
  window("2023-12-01", "2023-12-31", [row("Z", "2023-12-05 10:00:00", "1", "1")], { runId: "run-5" })
]

const commitAll = Effect.flatMap(Sink, (sink) => Effect.forEach(history, (entry) => sink.commit(entry)))

/** The two queries of the documentation: windows that are not what was hashed, and rows that are not what was left. */
const [brokenWindows = "", brokenRows = ""] = [
  ...readFileSync(new URL("../../../docs/audit.md", import.meta.url), "utf8").matchAll(/```sql\n([^`]+)```/g)
].map(([, sql]) => sql)

const broken = (path: string) =>
  Effect.all([ask(path, brokenWindows), ask(path, brokenRows)]).pipe(
    Effect.map((answers) => answers.flat().map(([sequence]) => Number(sequence)).sort((left, right) => left - right))
  )

const withFile = Effect.gen(function*() {
  const path = join(yield* folder, "x.duckdb")
  yield* commitAll.pipe(Effect.provide(layerDuckDb({ path })))
  return path
})

describe("the audit chain", () => {
  it.effect("is what plain SQL over the tables computes", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      assert.deepStrictEqual(yield* ask(path, "SELECT count(*) FROM statement_windows"), [["7"]])
      const kinds = yield* ask(path, "SELECT kind, count(*) FROM transaction_events GROUP BY kind ORDER BY kind")
      assert.deepStrictEqual(kinds, [["changed", "4"], ["inserted", "6"], ["returned", "4"], ["withdrawn", "4"]])
      assert.deepStrictEqual(yield* broken(path), [])
    }))

  it.effect("is the same for a sink in memory and one on disk, whatever order the rows came in", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      const reversed = history.map((entry) => ({
        ...entry,
        rows: [...entry.rows].reverse(),
        check: { ...entry.check, positions: [...entry.check.positions].reverse() },
        rejections: [...entry.rejections].reverse()
      }))
      const context = yield* Layer.build(Sink.layerMemory)
      const { hashes } = yield* Effect.flatMap(Sink, (sink) => Effect.forEach(reversed, (entry) => sink.commit(entry)))
        .pipe(
          Effect.andThen(Effect.map(MemoryTables, memorySnapshot)),
          Effect.provide(context)
        )
      const stored = yield* ask(path, "SELECT audit_hash FROM statement_windows ORDER BY sequence")
      assert.deepStrictEqual(hashes, stored.map(([hash]) => hash ?? ""))
    }))

  for (
    const [what, sql, first] of [
      ["an amount", "UPDATE transactions SET amount = amount + 0.0001 WHERE txn_id = 'Z'", 7],
      ["an amount of a row with a history", "UPDATE transactions SET amount = 9 WHERE txn_id LIKE 'B_😀'", 4],
      ["a sign", "UPDATE transactions SET signed_amount = -signed_amount WHERE txn_id = 'Z'", 7],
      ["a description", "UPDATE transactions SET description = description || ' ' WHERE txn_id = 'Z'", 7],
      ["a withdrawal", "UPDATE transactions SET withdrawn_at = now() WHERE txn_id = 'Z'", 7],
      [
        "an event",
        "UPDATE row_changes SET \"after\" = struct_update(\"after\", description := 'x') WHERE sequence = 2",
        2
      ],
      ["the kind of an event", "UPDATE row_changes SET kind = 'changed' WHERE kind = 'returned'", 5],
      ["a window's count", "UPDATE statement_windows SET received = received + 1 WHERE sequence = 3", 3],
      ["a window's hash", "UPDATE statement_windows SET audit_hash = repeat('a', 64) WHERE sequence = 4", 4],
      ["a quarantined text", "UPDATE quarantine SET raw_text = raw_text || ' '", 1],
      ["a lost row", "DELETE FROM transactions WHERE txn_id = 'A'", 1]
    ] as const
  ) {
    it.effect(`shows ${what} changed by hand, at the first window that it concerns`, () =>
      Effect.gen(function*() {
        const path = yield* withFile
        assert.isAbove(yield* tamper(path, sql), 0)
        assert.strictEqual((yield* broken(path))[0], first)
      }))
  }

  it.effect("gives each event the content before and after", () =>
    Effect.gen(function*() {
      const path = yield* withFile
      const events = yield* ask(
        path,
        `SELECT sequence, kind, "before".local_time::DATE, "after".local_time::DATE, "before".amount, run_id
         FROM transaction_events WHERE txn_id = '${c.txnId}' ORDER BY sequence`
      )
      assert.deepStrictEqual(events, [
        ["1", "inserted", null, "2024-01-06", null, "run-1"],
        ["2", "changed", "2024-01-06", "2024-01-06", "99999999999999.9999", "run-1"],
        ["4", "withdrawn", "2024-01-06", null, "99999999999999.9999", "run-3"],
        ["5", "returned", "2024-01-06", "2024-02-05", "99999999999999.9999", "run-4"]
      ])
    }))
})
