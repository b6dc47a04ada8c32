import { assert, describe, it } from "@effect/vitest"
import { byTimes, type OpenGap, planAllGaps, planGaps } from "../../../src/sink/plan/gapPlan.ts"
import { entry, gap, january, money, period } from "../../../src/testing/windows.ts"

const within = gap("A", "2024-01-05T10:00:00", "B", "2024-01-06T10:00:00")
const open = (id: number, of = within): OpenGap => ({ id, gap: of })
const day = (of: string) => january({ continuity: [entry(of, of, "{}")] })

const between = (from: string | null, to: string | null) => open(1, gap("A", from, "B", to))

const closes = (window: Parameters<typeof planGaps>[0], one: OpenGap) => planGaps(window, [one]).closed.length === 1

describe("the gaps of a window", () => {
  it("stay open as they are where it finds the same, the oldest first", () => {
    const found = january({ continuity: [entry("2024-01-05", "2024-01-05", "{}")], gaps: [within] })
    assert.deepStrictEqual(planGaps(found, [open(9), open(4), open(12)]), { closed: [9, 12], opened: [] })
    assert.deepStrictEqual(planGaps({ ...found, gaps: [within, within] }, [open(4)]), { closed: [], opened: [within] })
    assert.deepStrictEqual(planAllGaps([within], [open(9), open(4)]), { closed: [9], opened: [] })
    assert.deepStrictEqual(planAllGaps([], [open(3)]), { closed: [3], opened: [] })
  })

  it("are others where one value is another", () => {
    const others = [
      gap("A2", "2024-01-05T10:00:00", "B", "2024-01-06T10:00:00"),
      gap("A", "2024-01-05T10:00:01", "B", "2024-01-06T10:00:00"),
      gap("A", "2024-01-05T10:00:00", "B2", "2024-01-06T10:00:00"),
      gap("A", "2024-01-05T10:00:00", "B", "2024-01-06T10:00:01"),
      gap(null, "2024-01-05T10:00:00", "B", "2024-01-06T10:00:00"),
      gap("A", "2024-01-05T10:00:00", null, "2024-01-06T10:00:00"),
      { ...within, missing: money("1") }
    ]
    for (const other of others) {
      assert.deepStrictEqual(planAllGaps([other], [open(1)]), { closed: [1], opened: [other] })
    }
    const [split, joined] = [gap("A1:", null, "B", null), gap("A", null, "1:B", null)]
    assert.deepStrictEqual(planAllGaps([split], [open(1, joined)]), { closed: [1], opened: [split] })
    const odd = gap("half \ud83d", null, "\udc00", null)
    assert.deepStrictEqual(planAllGaps([odd], []).opened, [{
      ...odd,
      afterTxnId: "half \\ud83d",
      beforeTxnId: "\\udc00"
    }])
  })

  it("close open ones of the days that it judges, up to the last moment of these and no more", () => {
    assert.isTrue(closes(day("2024-01-05"), between("2024-01-05T23:59:59.999", "2024-01-07T00:00:00")))
    assert.isFalse(closes(day("2024-01-05"), between("2024-01-06T00:00:00", "2024-01-07T00:00:00")))
    assert.isTrue(closes(day("2024-01-05"), between("2024-01-03T00:00:00", "2024-01-05T00:00:00")))
    assert.isFalse(closes(day("2024-01-05"), between("2024-01-03T00:00:00", "2024-01-04T23:59:59")))
    assert.isTrue(
      closes(day("2024-01-05"), between("2024-01-07T00:00:00", "2024-01-04T00:00:00")),
      "the times are wrong"
    )
    assert.isTrue(closes(day("2024-01-05"), between(null, "2024-01-07T00:00:00")))
    assert.isTrue(closes(day("2024-01-05"), between("2024-01-03T00:00:00", null)))
    assert.isFalse(closes(day("2024-01-05"), between(null, "2024-01-04T00:00:00")))
    assert.isFalse(closes(day("2024-01-05"), between("2024-01-06T00:00:00", null)))
    assert.isFalse(closes(january(), between(null, null)), "it judges no day")
    const judged = { ...january(), judged: period("2024-01-05", "2024-01-05") }
    assert.isTrue(closes(judged, between("2024-01-05T10:00:00", "2024-01-05T11:00:00")))
    const two = january({
      continuity: [entry("2024-01-01", "2024-01-01", "{}"), entry("2024-01-05", "2024-01-05", null)]
    })
    assert.isTrue(closes(two, between("2024-01-05T10:00:00", "2024-01-05T11:00:00")))
    assert.isFalse(closes(two, between("2024-01-03T10:00:00", "2024-01-03T11:00:00")))
  })

  it("are in the order of their times, unknown ones at the ends, then of their ids", () => {
    const ordered = [
      open(8, gap(null, null, "B", "2024-01-02T10:00:00")),
      open(2, gap("A", "2024-01-01T10:00:00", "B", "2024-01-02T10:00:00")),
      open(5, gap("A", "2024-01-01T10:00:00", "B", "2024-01-02T10:00:00")),
      open(1, gap("A", "2024-01-01T10:00:00", "B", "2024-01-03T10:00:00")),
      open(7, gap("A", "2024-01-01T10:00:00", null, null)),
      open(3, gap("A", "2024-01-02T10:00:00", "B", "2024-01-02T11:00:00"))
    ]
    assert.deepStrictEqual(ordered.toReversed().sort(byTimes), ordered)
    assert.deepStrictEqual([2, 0, 4, 1, 5, 3].map((index) => ordered[index] as OpenGap).sort(byTimes), ordered)
  })
})
