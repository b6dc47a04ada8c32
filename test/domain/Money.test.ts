import { assert, describe, it, vi } from "@effect/vitest"
import { Schema } from "effect"
import * as Money from "../../src/domain/Money.ts"
import { cases } from "../kit/cases.ts"

const seed = "money"
const units = Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: -Money.largest, maximum: Money.largest }))

describe("Money", () => {
  it.each([
    ["0", "0.00"],
    ["-0", "0.00"],
    ["1", "1.00"],
    ["12.5", "12.50"],
    ["-25.00", "-25.00"],
    ["0.0001", "0.0001"],
    ["-0.005", "-0.005"],
    ["007.10", "7.10"],
    ["1e3", "1000.00"],
    ["1.5E-3", "0.0015"],
    ["1.00000000000000000000", "1.00"],
    ["8661458504.04", "8661458504.04"],
    ["90071992547409.93", "90071992547409.93"],
    ["99999999999999.9999", "99999999999999.9999"],
    ["-99999999999999.9999", "-99999999999999.9999"],
    ["9007199254740993e-4", "900719925474.0993"],
    ["900719925474.0992", "900719925474.0992"],
    ["-900719925474.0993", "-900719925474.0993"],
    ["0000000000000000000007.10000", "7.10"],
    ["-0.00000", "0.00"],
    ["0e20", "0.00"],
    ["1.25e+2", "125.00"],
    ["10E-5", "0.0001"],
    ["12345678901234e0", "12345678901234.00"],
    ["0.00012345678901234e14", "12345678901.234"]
  ])("reads %s as %s", (text, printed) => {
    const money = Money.parse(text)
    assert.strictEqual(typeof money === "bigint" ? Money.format(money) : money, printed)
  })

  it.each([
    ["", "not-a-decimal"],
    ["-", "not-a-decimal"],
    [".5", "not-a-decimal"],
    ["5.", "not-a-decimal"],
    ["+5", "not-a-decimal"],
    [" 5", "not-a-decimal"],
    ["1_000", "not-a-decimal"],
    ["1,000.00", "not-a-decimal"],
    ["0x10", "not-a-decimal"],
    ["1.2.3", "not-a-decimal"],
    ["1..5", "not-a-decimal"],
    ["-.5", "not-a-decimal"],
    ["--5", "not-a-decimal"],
    ["5-", "not-a-decimal"],
    ["1/2", "not-a-decimal"],
    ["1:2", "not-a-decimal"],
    ["5 ", "not-a-decimal"],
    ["1e", "not-a-decimal"],
    ["1e5.0", "not-a-decimal"],
    ["1e12345", "not-a-decimal"],
    ["NaN", "not-a-decimal"],
    ["١٢", "not-a-decimal"],
    ["0.00001", "too-many-decimals"],
    ["1e-5", "too-many-decimals"],
    ["1e-9999", "too-many-decimals"],
    ["100000000000000", "too-large"],
    ["9e9999", "too-large"]
  ])("does not round or guess %j: %s", (text, problem) => {
    assert.strictEqual<unknown>(Money.parse(text), problem)
  })

  it.each([
    ["0", 0n],
    ["9", 90_000n],
    ["-7", -70_000n],
    ["10.98", 109_800n],
    ["-0.5", -5_000n],
    ["12.0001", 120_001n],
    ["900719925474.0991", BigInt(Number.MAX_SAFE_INTEGER)]
  ])("reads %s, as nearly all amounts are written, the quick way", (text, value) => {
    const exec = vi.spyOn(RegExp.prototype, "exec")
    const money = Money.parse(text)
    const patternsTried = exec.mock.calls.length
    exec.mockRestore()
    assert.strictEqual<unknown>(money, value)
    assert.strictEqual(patternsTried, 0)
  })

  it.prop("reads what it prints", [units], ([value]) => {
    assert.strictEqual<unknown>(Money.parse(Money.format(Money.fromTenThousandths(value))), value)
    assert.strictEqual<unknown>(Money.fromDecimal(Money.format(Money.fromTenThousandths(value * 10n))), value * 10n)
  }, { arbitrary: { seed, runs: cases(2000, 100) } })

  it.prop("reads the same amount with more zeros behind the point", [units], ([value]) => {
    const printed = Money.format(Money.fromTenThousandths(value))
    assert.strictEqual<unknown>(Money.parse(`${printed}0000000000000000`), value)
  }, { arbitrary: { seed, runs: cases(500) } })

  it.prop("orders and adds like the exact integers it stands for", [units, units], ([left, right]) => {
    const sum = Money.add(Money.fromTenThousandths(left), Money.fromTenThousandths(right))
    assert.strictEqual(sum, left + right)
    assert.strictEqual(Money.subtract(sum, Money.fromTenThousandths(right)), left)
    assert.strictEqual(Money.negate(Money.negate(sum)), sum)
  }, { arbitrary: { seed, runs: cases(500) } })
})
