import { assert, describe, it } from "@effect/vitest"
import { decimalText } from "../../../src/sink/plan/decimalText.ts"
import { random } from "../../continuity/statements.ts"
import { cases } from "../../kit/cases.ts"

const seed = 20_261_128

/** The same digit by digit. */
const plainly = (value: bigint): string => {
  const digits = String(value < 0n ? -value : value).padStart(5, "0")
  return `${value < 0n ? "-" : ""}${digits.slice(0, digits.length - 4)}.${digits.slice(digits.length - 4)}`
}

describe("money as text", () => {
  it("has four decimals, and a digit before them", () => {
    assert.deepStrictEqual(
      [0n, 1n, -1n, 9_999n, 10_000n, -10_000n, -5_000n, 123_456_789n, 999_999_999_999_999_999n].map(decimalText),
      [
        "0.0000",
        "0.0001",
        "-0.0001",
        "0.9999",
        "1.0000",
        "-1.0000",
        "-0.5000",
        "12345.6789",
        "99999999999999.9999"
      ]
    )
  })

  it(`is exact at the end of whole doubles, below it and beyond (seed ${seed})`, () => {
    const next = random(seed)
    const end = BigInt(Number.MAX_SAFE_INTEGER)
    const around = Array.from({ length: 40 }, (_, index) => end - 20n + BigInt(index))
    const drawn = Array.from(
      { length: cases(2000) },
      () => BigInt(Math.floor(next() * 1e9)) * BigInt(Math.floor(next() * 1e9))
    )
    for (const value of [...around, ...drawn]) {
      assert.strictEqual(decimalText(value), plainly(value))
      assert.strictEqual(decimalText(-value), plainly(-value))
    }
  })
})
