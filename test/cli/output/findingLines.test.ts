import { assert, it } from "@effect/vitest"
import { findingLines } from "../../../src/cli/output/findingLines.ts"
import type { Finding } from "../../../src/domain/Finding.ts"
import { findingOf } from "../../kit/findings.ts"

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
  assert.deepStrictEqual(findingLines([{ ...gap, id: "0a1b2c3d4e5f" }]), [
    "[0a1b2c3d4e5f] 2024-01-02: -5.00 KES: why"
  ])
})

it("tells accepted ones last, with who accepted them and why", () => {
  const accepted = { by: "a.muriuki", at: "2024-02-03T22:05:06.000Z", day: "2024-02-04", reason: "told by the bank" }
  const lines = findingLines([
    { ...findingOf("gap", "why", { from: "2024-01-02", to: "2024-01-02" }), id: "0a1b2c3d4e5f", accepted },
    { ...findingOf("gap", "why not"), id: "f00000000000" }
  ])
  assert.deepStrictEqual(lines, [
    "[f00000000000] why not",
    "[0a1b2c3d4e5f] 2024-01-02: gap, accepted by a.muriuki on 2024-02-04: told by the bank"
  ])
})
