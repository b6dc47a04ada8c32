/**
 * What is said of several wallets.
 */
import { assert, describe, it } from "@effect/vitest"
import { together } from "../../../src/cli/output/together.ts"

const ahead = (hours: number): string =>
  `Rows bear times up to ${hours} h after the moment of the answer, as "R${hours}" does.`

const saying = (count: number, lineOf: (number: number) => ReadonlyArray<string>) =>
  Array.from({ length: count }, (_, number) => ({ wallet: `W-${number + 1}`, lines: lineOf(number + 1) }))

describe("what is said of several wallets", () => {
  it("is said once where it is the same", () => {
    assert.deepStrictEqual(together(saying(4, (number) => (number < 3 ? ["A.", `B${number}.`] : ["A."]))), [
      "W-1, W-2 and 2 more wallets: A.",
      "W-1: B1.",
      "W-2: B2."
    ])
  })

  it("is said once where it differs in figures and names, of many wallets", () => {
    assert.deepStrictEqual(
      together([...saying(20, (number) => [ahead(number)]), { wallet: "W-21", lines: ["Else."] }]),
      [
        `W-1: ${ahead(1)}`,
        "W-2, W-3 and 17 more wallets: the same, with other figures",
        "W-21: Else."
      ]
    )
    const twice = together([
      { wallet: "W-0", lines: [ahead(50), ahead(60)] },
      ...saying(4, (number) => [ahead(number)])
    ])
    assert.deepStrictEqual(twice, [
      `W-0: ${ahead(50)}`,
      `W-0: ${ahead(60)}`,
      "W-1, W-2 and 2 more wallets: the same, with other figures"
    ])
    assert.strictEqual(together(saying(3, (number) => [ahead(number)])).length, 3)
  })

  it("is not said together of a single wallet", () => {
    const lines = [1, 2, 3, 4, 5].map(ahead)
    assert.deepStrictEqual(together([{ wallet: "W-1", lines }]), lines.map((line) => `W-1: ${line}`))
  })

  it("leaves what only counts to its wallet", () => {
    assert.deepStrictEqual(
      together(saying(5, () => ["… and 3 more"])),
      saying(5, () => []).map(({ wallet }) => `${wallet}: … and 3 more`)
    )
  })
})
