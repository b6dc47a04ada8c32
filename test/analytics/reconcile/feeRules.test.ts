/**
 * Fees by formula: what is read as one, and what it comes to, to the last digit.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { type FeeRule, feeRulesOf, netOf } from "../../../src/analytics/reconcile/feeRules.ts"
import { openWorkspace } from "../../../src/analytics/Workspace.ts"
import * as Money from "../../../src/domain/Money.ts"
import { randomOf } from "./books.ts"

const seed = Math.floor(Date.now() / 1000)

const rules = (...texts: ReadonlyArray<string>) => Result.getOrThrow(feeRulesOf(texts))
const problem = (...texts: ReadonlyArray<string>) => Result.getOrElse(Result.flip(feeRulesOf(texts)), () => "none")

const nets = Effect.fnUntraced(
  function*(fees: ReadonlyArray<FeeRule>, amounts: ReadonlyArray<string>) {
    const { ask } = yield* openWorkspace
    const rows = yield* ask(
      `SELECT (${netOf("amount", fees)})::VARCHAR FROM (
        SELECT unnest([${amounts.map((amount) => `${amount}::DECIMAL(18,4)`).join()}]) AS amount)`
    )
    return rows.map(([net]) => (net === null ? null : Money.format(Money.fromDecimal(String(net)))))
  },
  Effect.scoped
)

const cases: ReadonlyArray<
  readonly [formulas: ReadonlyArray<string>, amounts: ReadonlyArray<string>, nets: ReadonlyArray<string | null>]
> = [
  [["1.5%"], ["1000.00", "-1000.00", "0.33", "0.34"], ["985.00", "-1015.00", null, "0.33"]],
  [["10"], ["1000", "-1000", "5"], ["990.00", "-1010.00", null]],
  [["1.5% + 10.00"], ["1000"], ["975.00"]],
  [["2 %, at least 5, at most 50.00"], ["100", "1000", "10000"], ["95.00", "980.00", "9950.00"]],
  [["1%, AT MOST 7.1234"], ["1000"], ["992.8766"]],
  [["UP TO 500.00 : 7", "up to 100: 0", "0.5%"], ["100", "100.0001", "-500", "500.01"], [
    null,
    "93.0001",
    "-507.00",
    "497.51"
  ]],
  [["up to 100.00: 1%"], ["100", "100.01"], ["99.00", null]],
  [["100%"], ["12.34", "-12.34"], [null, "-24.68"]],
  [["0.0001%"], ["99999999999999.9999", "-99999999999999.99"], ["99999899999999.9999", null]],
  [[], ["1000"], [null]]
]

describe("a fee", () => {
  for (const [formulas, amounts, expected] of cases) {
    it.effect(`of ${formulas.join("; ") || "no rule"} is taken from ${amounts.join(", ")}`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* nets(rules(...formulas), amounts), expected)
      }))
  }

  it.effect("is what whole numbers give, for random formulas and amounts", () =>
    Effect.gen(function*() {
      const random = randomOf(seed)
      const below = (limit: number): bigint => BigInt(Math.floor(random() * limit))
      for (let round = 0; round < 20; round++) {
        const [percent, fixed, least] = [below(1_000_001), below(1_000_000), below(500_000)]
        const most = least + below(10_000_000)
        const text = `${Money.format(Money.fromTenThousandths(percent))}% + ${
          Money.format(Money.fromTenThousandths(fixed))
        }, at least ${Money.format(Money.fromTenThousandths(least))}, at most ${
          Money.format(Money.fromTenThousandths(most))
        }`
        const amounts = Array.from({ length: 50 }, () =>
          Money.fromTenThousandths(
            (below(2 ** 31) * below(2 ** 25)) * (random() < 0.5 ? -1n : 1n) / (1n + below(2 ** 20))
          ))
        const expected = amounts.map((amount) => {
          const absolute = Money.magnitude(amount)
          // Ten thousandths times ten thousandths of a percent: 10^10 to a hundredth, of which a half goes up.
          const share = Money.fromTenThousandths((absolute * percent + 50_000_000n) / 100_000_000n * 100n)
          const fee =
            [Money.add(share, Money.fromTenThousandths(fixed))].map((sum) => (sum < least ? least : sum)).map((
              sum
            ) => (sum > most ? most : sum))[0] ?? 0n
          const isNone = fee === 0n || amount === 0n || (amount > 0n && amount <= fee)
          return isNone ? null : Money.format(Money.fromTenThousandths(amount - fee))
        })
        assert.deepStrictEqual(yield* nets(rules(text), amounts.map(Money.format)), expected, `seed ${seed}: ${text}`)
      }
    }))

  it("is refused when it is none", () => {
    const wrong = [
      "",
      "%",
      "free",
      "1.5% 10",
      "+ 10",
      "1.5% +",
      "101%",
      "1.5%, at most",
      "1.5%, at least 10, at most 5",
      "1,5%",
      "-1%",
      "up to : 5",
      "1.23456%",
      "1.5% + 10 + 10",
      "at least 5",
      "up to 100: "
    ]
    for (const text of wrong) assert.include(problem(text), `${JSON.stringify(text)} is no fee`, text)
    assert.include(problem("1%", "2%"), "two fees are for payments up to the same amount")
    assert.include(problem("up to 5: 1", "up to 5.00: 2"), "two fees are for payments up to the same amount")
    assert.strictEqual(problem("1.5", "up to 5: 0"), "none")
  })
})
