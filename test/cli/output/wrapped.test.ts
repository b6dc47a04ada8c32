/**
 * Sentences in lines.
 */
import { assert, describe, it } from "@effect/vitest"
import { wrapped } from "../../../src/cli/output/wrapped.ts"

describe("a sentence in lines", () => {
  const text = "The balances do not meet between row A and row B: ask again."

  it("stays as it is where it fits, and where nothing says how wide a line is", () => {
    assert.strictEqual(wrapped(text, text.length), text)
    assert.strictEqual(wrapped(text, undefined), text)
  })

  it("is indented in all its lines where it is in the first one", () => {
    assert.deepStrictEqual(wrapped("  one two three", 9).split("\n"), ["  one two", "    three"])
  })

  it("keeps a number and its unit together", () => {
    assert.strictEqual(
      wrapped("20 wallets, proven to 2025-12-30, 9.5 s", 37),
      "20 wallets, proven to 2025-12-30,\n  9.5 s"
    )
    assert.strictEqual(wrapped("in 14 days or 3 d, and so on", 16), "in 14 days or\n  3 d, and so on")
  })

  it("loses no word, and has no line that is too long but for a long word", () => {
    for (let columns = 1; columns < text.length; columns++) {
      const lines = wrapped(text, columns).split("\n")
      assert.strictEqual(lines.map((line) => line.trim()).join(" "), text)
      for (const line of lines) assert.isTrue(line.length <= columns || !line.trim().includes(" "), line)
    }
  })
})
