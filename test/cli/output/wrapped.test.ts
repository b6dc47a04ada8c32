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

  it("loses no word, and has no line that is too long but for a long word", () => {
    for (let columns = 1; columns < text.length; columns++) {
      const lines = wrapped(text, columns).split("\n")
      assert.strictEqual(lines.map((line) => line.trim()).join(" "), text)
      for (const line of lines) assert.isTrue(line.length <= columns || !line.trim().includes(" "), line)
    }
  })
})
