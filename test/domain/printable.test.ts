import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { printable, printableLines } from "../../src/domain/printable.ts"

describe("printable", () => {
  it("escapes what moves the cursor, breaks a line or turns the reading direction", () => {
    assert.strictEqual(
      printable("a\u001b[31mb\r\nc\u202ed\u2028e\u0000\u009b"),
      "a\\u{1b}[31mb\\u{d}\\u{a}c\\u{202e}d\\u{2028}e\\u{0}\\u{9b}"
    )
    assert.strictEqual(printable("\ud800\u200b\ufeff"), "\\u{d800}\\u{200b}\\u{feff}")
  })

  it("leaves the lines of a text lines, and the text as long as it is, where that is wanted", () => {
    assert.strictEqual(printableLines(`a\u001b[2J\n${"b".repeat(300)}\u009b`), `a\\u{1b}[2J\n${"b".repeat(300)}\\u{9b}`)
  })

  it("leaves words in any script as they are", () => {
    assert.strictEqual(printable("Ungültige Währung: 金額 😀 “x”"), "Ungültige Währung: 金額 😀 “x”")
  })

  it("cuts what is too long", () => {
    assert.strictEqual(printable("abcdef", 3), "abc…")
    assert.strictEqual(printable("abc", 3), "abc")
    assert.isAtMost(printable("\u001b".repeat(1_000_000)).length, 201)
  })

  it.effect.prop(
    "never lets an invisible or commanding character through",
    [Schema.String],
    ([text]) => Effect.sync(() => assert.notMatch(printable(text), /[\p{C}\p{Zl}\p{Zp}]/u)),
    { arbitrary: { seed: 7, runs: 500 } }
  )
})
