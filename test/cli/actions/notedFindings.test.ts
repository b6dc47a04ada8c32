/**
 * Which of the findings that a file notes are over.
 */
import { assert, it } from "@effect/vitest"
import { type NotedFinding, overAmong } from "../../../src/cli/actions/notedFindings.ts"

const noted = (id: string, foundAt: number, endedAt: number | null): NotedFinding => ({
  id,
  kind: "gap",
  wallet: "W-1",
  from: null,
  to: null,
  amount: "1.00",
  currency: null,
  isOver: endedAt !== null,
  foundAt,
  endedAt
})

it("a finding is over when it stands nowhere any more, and told as it was found last", () => {
  const [first, second, other] = [noted("a", 1, 2), noted("a", 3, 4), noted("b", 1, 2)]
  assert.deepStrictEqual(overAmong([first, second, other], []), [second, other])
  assert.deepStrictEqual(overAmong([first, second, other], [{ id: "a" }]), [other])
  assert.deepStrictEqual(
    overAmong([first, other, noted("a", 3, null)], []),
    [other],
    "it was found again by a run without a report"
  )
})
