import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { wellFormed } from "../../src/domain/wellFormed.ts"

const seed = Number(process.env["HALVES_SEED"] ?? 20_261_123)
const pieces = Arbitrary.schema(
  Schema.Literals(["a", "é", "😀", "\ud800", "\udfff", "\udbff", "\udc00", "\\", "\u0000"])
)
const text = Arbitrary.map(Arbitrary.array(pieces, { maxLength: 12 }), (all) => all.join(""))

describe("half of a surrogate pair", () => {
  it.each([
    ["\ud800", "\\ud800"],
    ["a\udc00b", "a\\udc00b"],
    ["😀", "😀"],
    ["\ud83d\ud83d\ude00", "\\ud83d😀"],
    ["\ufffd", "\ufffd"]
  ])("is written as JSON writes it: %j", (odd, kept) => assert.strictEqual(wellFormed(odd), kept))

  it.prop(
    `is kept so that UTF-8 holds it, and is what JSON says of it (seed ${seed})`,
    [text],
    ([odd]) => {
      const kept = wellFormed(odd)
      assert.strictEqual(Buffer.from(kept).toString(), kept)
      // JSON escapes more than halves: what is left of its text without those is the same.
      assert.strictEqual(
        kept,
        JSON.stringify(odd).slice(1, -1).replaceAll("\\\\", "\\").replaceAll("\\u0000", "\u0000")
      )
    },
    { arbitrary: { seed, runs: 1000 } }
  )
})
