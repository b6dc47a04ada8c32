import { assert, it } from "@effect/vitest"
import { findingLines } from "../../../src/cli/output/findingLines.ts"
import { type Finding, findingOf } from "../../../src/domain/Finding.ts"

const orders: ReadonlyArray<Finding> = Array.from(
  { length: 40 },
  (_, index) => findingOf("order", `place ${index}`, { from: "2024-01-01", to: "2024-01-02" })
)

it("tells what explains the others first, and no kind so often that it hides another", () => {
  const lines = findingLines([...orders, findingOf("clock", "a 12-hour clock")])
  assert.deepStrictEqual([lines[0], lines.length, lines.at(-1)], ["a 12-hour clock", 7, "… and 35 more of this kind"])
})

it("names days and missing amounts", () => {
  const gap: Finding = {
    ...findingOf("gap", "why", { from: null, to: "2024-01-02" }),
    amount: "-5.00",
    currency: "KES"
  }
  assert.deepStrictEqual(findingLines([gap]), ["2024-01-02: -5.00 KES: why"])
})
