import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { maskCards } from "../../src/domain/maskCards.ts"
import { showServerText } from "../../src/transport/words/serverText.ts"
import { cases } from "../kit/cases.ts"

const options = (runs: number) => ({
  arbitrary: {
    seed: Number(process.env["MASK_SEED"] ?? 20_261_120),
    runs: cases(runs * Number(process.env["MASK_RUNS"] ?? 1))
  }
})

/** Digits with the check digit that makes them right, worked out another way than in the code under test. */
const checked = (digits: string): string => {
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
  const sum = [...digits].reverse().reduce(
    (total, digit, at) => total + (at % 2 === 0 ? doubled[Number(digit)] ?? 0 : Number(digit)),
    0
  )
  return digits + String((10 - sum % 10) % 10)
}

const digit = Arbitrary.schema(Schema.Literals(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]))
const digits = (minLength: number, maxLength: number) =>
  Arbitrary.map(Arbitrary.array(digit, { minLength, maxLength }), (all) => all.join(""))
const card = Arbitrary.map(digits(12, 18), checked)
const separator = Arbitrary.schema(Schema.Literals(["", "", "", " ", "-", " - ", "\u00a0", "\u2013"]))
const separators = Arbitrary.array(separator, { minLength: 18, maxLength: 18 })
const apart = (number: string, between: ReadonlyArray<string>): string =>
  [...number].map((each, at) => (at === 0 ? each : `${between[at - 1]}${each}`)).join("")
const words = Arbitrary.map(Arbitrary.schema(Schema.String), (text) => text.replaceAll(/\d/g, ""))
const onlyDigits = (text: string): string => text.replaceAll(/[^\d*]/g, "")
const tail = (number: string): string => "*".repeat(number.length - 4) + number.slice(-4)

describe("a card number in a text", () => {
  it.prop(
    "keeps its last four digits only, wherever it stands and however it is grouped",
    [words, card, separators, words],
    ([before, number, between, after]) => {
      const masked = maskCards(before + apart(number, between) + after)
      assert.isTrue(masked.startsWith(before) && masked.endsWith(after))
      assert.strictEqual(onlyDigits(masked.slice(before.length, masked.length - after.length)), tail(number))
    },
    options(1000)
  )

  it.prop("is found beside other groups of digits", [digits(1, 12), card, digits(1, 12)], ([before, number, after]) => {
    const masked = maskCards(`${before} ${number} ${after}`)
    const hidden = masked.slice(before.length + 1, before.length + 1 + number.length - 4)
    assert.strictEqual(hidden, "*".repeat(number.length - 4))
  }, options(1000))

  it.prop(
    "is shown in no error text, not even in part where the text is cut off",
    [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 220 })), card, separators],
    ([room, number, between]) => {
      const shown = showServerText("x".repeat(room) + apart(number, between), [])
      assert.isAtMost(shown.replaceAll(/\D/g, "").length, 4)
    },
    options(1000)
  )
})

describe("a text without one", () => {
  it.prop("stays as it is", [words, digits(0, 12), words], ([left, few, right]) => {
    const text = `${left} x${few}x ${right}`
    assert.strictEqual(maskCards(text), text)
  }, options(500))

  it.prop("stays when it was masked before", [card, separators], ([number, between]) => {
    const masked = maskCards(apart(number, between))
    assert.strictEqual(maskCards(masked), masked)
  }, options(500))

  const wrong = [
    "4111111111111112",
    "411111111111",
    "41111111111111111111",
    "4111.1111.1111.1111",
    "4111    1111 1111 1111"
  ]
  for (const text of wrong) {
    it(`stays: ${text}`, () => assert.strictEqual(maskCards(text), text))
  }
})

it("masks examples as they are written in the field", () => {
  assert.strictEqual(maskCards("paid with 4111 1111 1111 1111 2025"), "paid with **** **** **** 1111 2025")
  assert.strictEqual(maskCards("card 5500-0000-0000-0004."), "card ****-****-****-0004.")
  assert.strictEqual(maskCards("x4222222222222y"), "x*********2222y")
})
