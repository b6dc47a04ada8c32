/**
 * Ids of entries: each once, and the same again.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { entryIds } from "../../../src/analytics/export/entryId.ts"
import { rowName } from "../../../src/analytics/export/needed.ts"
import { shortId } from "../../../src/analytics/export/shortId.ts"
import { swiftId } from "../../../src/analytics/export/swiftText.ts"
import { money, rowOf, rowsFrom } from "./bankLedgers.ts"

const fewIds = Schema.Array(Schema.Literals([
  "",
  " ",
  "A",
  "A#1",
  "A#1#0",
  "#1",
  "A ",
  "A\u00a0",
  "A  B",
  "A B",
  "A\u00a0B",
  "B\n",
  "B\\u{a}",
  "B\\u{5c}u{a}",
  "\\u{32}0250301233005+1.00",
  "20250301233005+1.00",
  "20250301233005+1.00#1",
  "20250301233005-1.00",
  "NONREF"
]))
const hostileIds = Schema.Array(
  Schema.Array(
    Schema.Literals(["A", "\\", "u{", "a", "}", "#", "/", "1", "0", " ", "\n", "\u00a0", "\u202e", "_", "-", "?", "("])
  )
    .check(Schema.isMaxLength(5))
)

const named = (id: string, leg: number): string => rowName("254700000001", rowOf({ id, leg }))

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

  it("is not the one that a row without an id has, or one that was told in another way", () => {
    const idOf = entryIds()
    assert.deepStrictEqual(
      ["20250301100000+100.00", "A\n", "A\\u{a}", "A\u00a0", "2025030110000"].map((id) => idOf(rowOf({ id }))),
      ["\\u{32}0250301100000+100.00", "A\\u{a}", "A\\u{5c}u{a}", "A\\u{a0}", "2025030110000"]
    )
  })

  it.effect.prop(
    "is no other row's, and the same in the next export",
    [fewIds, hostileIds],
    ([few, made]) =>
      Effect.sync(() => {
        const rows = rowsFrom([...few, ...made.map((id) => id.join(""))].map((id) => ({
          id,
          description: "",
          counterparty: null,
          signed: money("1"),
          isPosted: true
        })))
        for (const separator of ["#", "/"]) {
          const found = rows.map(entryIds(separator))
          assert.strictEqual(new Set(found).size, rows.length)
          assert.strictEqual(new Set(found.map(swiftId)).size, rows.length)
          assert.deepStrictEqual(rows.map(entryIds(separator)), found)
        }
      }),
    { arbitrary: { seed: 11, runs: 500 } }
  )

  it("names a row in a message, and wallet, day and time of one without an id", () => {
    const when = "of 254700000001 (2025-03-01 23:30:05)"
    assert.strictEqual(named("A", 1), `Row A#1 ${when}`)
    assert.strictEqual(named("A#1", 0), `Row A#1#0 ${when}`)
    assert.strictEqual(named("A\u001b", 0), `Row A\\u{1b} ${when}`)
    assert.strictEqual(named("A".repeat(200), 0), `Row ${"A".repeat(79)}… ${when}`)
    assert.strictEqual(named(" ", 0), `A row without an id ${when}`)
  })

  it("is whole where it fits, and a beginning with a hash of all of it where not", () => {
    const long = "ABCDEFGHIJKL".repeat(6)
    assert.strictEqual(shortId("A".repeat(35), 35), "A".repeat(35))
    assert.match(shortId(long, 35), /^ABCDEFGHIJKL~[\w-]{22}$/)
    assert.notStrictEqual(shortId(long, 35), shortId(`${long}#1`, 35))
    assert.strictEqual(shortId(long, 35), shortId(long, 35))
  })
})
