/**
 * Ids of entries: each once, and the same again.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { entryIds } from "../../../src/analytics/export/entryId.ts"
import { shortId } from "../../../src/analytics/export/shortId.ts"
import { money, rowOf, rowsFrom } from "./bankLedgers.ts"

const fewIds = Schema.Array(Schema.Literals(["", " ", "A", "A#1", "A#1#0", "#1", "A ", "A  B", "A B", "B\n"]))

describe("an entry's id", () => {
  it("is the row's, with its leg from the second on", () => {
    const idOf = entryIds()
    assert.strictEqual(idOf(rowOf({ id: "TX1" })), "TX1")
    assert.strictEqual(idOf(rowOf({ id: "TX1", leg: 2 })), "TX1#2")
    assert.strictEqual(idOf(rowOf({ id: "TX1#2" })), "TX1#2#0")
    assert.strictEqual(idOf(rowOf({ id: " T\n" })), "\\u{20}T\\u{a}")
  })

  it("is the time and amount of a row without one, whatever leg it has and what stands before its day", () => {
    const twin = rowOf({ id: "  ", leg: 7, signed: money("-3.5") })
    const early = rowOf({ id: "", day: "2025-02-28", signed: money("-3.5") })
    const both = entryIds()
    assert.deepStrictEqual(
      [early, twin, { ...twin, leg: 9 }].map(both),
      ["20250228233005-3.50", "20250301233005-3.50", "20250301233005-3.50#1"]
    )
    assert.strictEqual(entryIds()({ ...twin, leg: 1 }), "20250301233005-3.50")
    assert.strictEqual(entryIds()(rowOf({ id: "" })), "20250301233005+12.50")
  })

  it.effect.prop(
    "is no other row's, and the same in the next export",
    [fewIds],
    ([ids]) =>
      Effect.sync(() => {
        const rows = rowsFrom(ids.map((id) => ({
          id,
          description: "",
          counterparty: null,
          signed: money("1"),
          isPosted: true
        })))
        const found = rows.map(entryIds())
        assert.strictEqual(new Set(found).size, rows.length)
        assert.deepStrictEqual(rows.map(entryIds()), found)
      }),
    { arbitrary: { seed: 11, runs: 500 } }
  )

  it("is whole where it fits, and a beginning with a hash of all of it where not", () => {
    const long = "ABCDEFGHIJKL".repeat(6)
    assert.strictEqual(shortId("A".repeat(35), 35), "A".repeat(35))
    assert.match(shortId(long, 35), /^ABCDEFGHIJKL~[\w-]{22}$/)
    assert.notStrictEqual(shortId(long, 35), shortId(`${long}#1`, 35))
    assert.strictEqual(shortId(long, 35), shortId(long, 35))
  })
})
