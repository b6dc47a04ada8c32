/**
 * What is kept of who decided, and why.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { userInfo } from "node:os"
import { nameFrom, reasonFrom } from "../../../src/cli/actions/reason.ts"

it.effect("is a sentence of at most 500 characters, without blanks around it", () =>
  Effect.gen(function*() {
    assert.strictEqual(yield* reasonFrom("  told by the bank, 金額 "), "told by the bank, 金額")
    assert.strictEqual(yield* reasonFrom("😀".repeat(500)), "😀".repeat(500))
    for (
      const [text, said] of [
        ["", /^--reason is empty: say why in a sentence\.$/],
        [" \t ", /empty/],
        ["one\ntwo", /line end or an invisible character/],
        ["\u202ereversed", /invisible/],
        ["\u0000", /invisible/],
        ["x".repeat(501), /has 501 characters; 500 are the most/]
      ] as const
    ) {
      const refused = yield* Effect.flip(reasonFrom(text))
      assert.strictEqual(refused.code, 2)
      assert.match(refused.message, said)
    }
  }))

it.effect("is told by who is named, or by the system's user", () =>
  Effect.gen(function*() {
    assert.strictEqual(yield* nameFrom("a.muriuki"), "a.muriuki")
    assert.strictEqual(yield* nameFrom(undefined), userInfo().username)
    assert.match((yield* Effect.flip(nameFrom(" "))).message, /^--by is empty/)
    assert.match((yield* Effect.flip(nameFrom("x".repeat(101)))).message, /100 are the most/)
  }))
