import { assert, describe, it } from "@effect/vitest"
import { shellQuote } from "../../src/settings/shellQuote.ts"

describe("shellQuote", () => {
  it.each(["W1", "/keys/private-1.pem", "a_b.c/d:e=f@g%h+i"])("leaves a harmless word as it is: %s", (word) => {
    assert.strictEqual(shellQuote(word), word)
  })

  it.each([
    ["", "''"],
    ["-rf", "'-rf'"],
    ["a b", "'a b'"],
    ["a;", "'a;'"],
    [";a", "';a'"],
    ["$(id)", "'$(id)'"],
    ["a\nb", "'a\nb'"],
    ["it's 'so'", `'it'\\''s '\\''so'\\'''`]
  ])("quotes any other: %s", (word, quoted) => assert.strictEqual(shellQuote(word), quoted))
})
