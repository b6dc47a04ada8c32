import { assert, describe, it } from "@effect/vitest"
import { type OpenRecord, planQuarantine, resolveProblem } from "../../../src/sink/plan/quarantine.ts"
import { day, period, rejection, wallet, window, type WindowOptions } from "../../../src/testing/windows.ts"

const record = (id: number, rawText: string, more: Partial<OpenRecord> = {}): OpenRecord => ({
  ...rejection(rawText, "2024-01-05"),
  id,
  walletNo: wallet,
  window: period("2024-01-01", "2024-01-31"),
  awaited: period("2024-01-01", "2024-01-31"),
  lastRunId: "run-1",
  ...more
})

const shown = (from: string, to: string, texts: ReadonlyArray<string>, options: WindowOptions = {}) =>
  window(from, to, [], { ...options, rejections: texts.map((text) => rejection(text, "2024-01-05")) })

const january = (texts: ReadonlyArray<string>, options: WindowOptions = {}) =>
  shown("2024-01-01", "2024-01-31", texts, options)

const closedBy = (...of: Parameters<typeof shown>) => planQuarantine(shown(...of), [record(1, "a")]).closed.length

const undated = (awaited: OpenRecord["awaited"]) => record(1, "a", { day: null, awaited })

const awaitedBehind = (of: OpenRecord, ...at: Parameters<typeof shown>) => {
  const { awaiting, closed } = planQuarantine(shown(...at), [of])
  return closed.length > 0 ? "replaced" : awaiting[0]?.awaited
}

describe("quarantined records", () => {
  it("are new in the order of their texts, however often each is shown, and count for their run once", () => {
    const plan = planQuarantine(january(["c", "a", "b", "a"]), [record(5, "a", { lastRunId: "run-0" })])
    assert.deepStrictEqual(plan.fresh.map(({ rawText }) => rawText), ["a", "b", "c"])
    assert.deepStrictEqual([plan.seenAgain, plan.closed, plan.counted], [[5], [], 4])
    assert.strictEqual(planQuarantine(january(["a"]), [record(5, "a")]).counted, 0)
    const odd = planQuarantine(january(["half \ud83d"]), [])
    assert.deepStrictEqual(odd.fresh.map(({ rawText }) => rawText), ["half \\ud83d"])
  })

  it("of one text are known again from the oldest on, and those that are missing then are replaced", () => {
    const open = [record(7, "a"), record(3, "a"), record(9, "a"), record(4, "b")]
    const plan = planQuarantine(january(["a", "a"]), open)
    assert.deepStrictEqual(plan.seenAgain, [3, 7])
    assert.deepStrictEqual(plan.closed, [{ id: 4, state: "replaced" }, { id: 9, state: "replaced" }])
  })

  it("are replaced by complete answers for their day alone", () => {
    assert.strictEqual(closedBy("2024-01-05", "2024-01-05", []), 1)
    assert.strictEqual(closedBy("2024-01-05", "2024-01-05", [], { complete: false }), 0)
    assert.strictEqual(closedBy("2024-01-06", "2024-01-31", []), 0)
  })

  it("that are read at last are resolved, and neither seen nor replaced, in the order of ids", () => {
    const plan = planQuarantine(january(["a"], { resolves: [6, 2] }), [record(6, "a"), record(2, "b"), record(4, "c")])
    assert.deepStrictEqual(plan.closed, [
      { id: 2, state: "resolved" },
      { id: 4, state: "replaced" },
      { id: 6, state: "resolved" }
    ])
    assert.deepStrictEqual([plan.seenAgain, plan.fresh.length], [[], 1])
    assert.isUndefined(resolveProblem({ resolves: [2] }, [record(2, "b")]))
    assert.strictEqual(
      resolveProblem({ resolves: [2, 3, 4] }, [record(2, "b")]),
      "2 of the 3 quarantined records that it resolves are not open"
    )
  })

  describe("without a day", () => {
    const whole = undated(period("2024-01-01", "2024-01-31"))
    it("are awaited on the days that complete answers without them leave, from the ends inwards", () => {
      assert.deepStrictEqual(
        awaitedBehind(whole, "2024-01-01", "2024-01-10", []),
        period("2024-01-11", "2024-01-31")
      )
      assert.deepStrictEqual(
        awaitedBehind(whole, "2024-01-20", "2024-02-10", []),
        period("2024-01-01", "2024-01-19")
      )
      assert.isUndefined(awaitedBehind(whole, "2024-01-10", "2024-01-20", []))
      assert.isUndefined(awaitedBehind(whole, "2024-01-01", "2024-01-10", [], { complete: false }))
      assert.strictEqual(awaitedBehind(whole, "2024-01-01", "2024-01-31", []), "replaced")
      assert.strictEqual(
        awaitedBehind(undated(period("2024-01-05", "2024-01-05")), "2024-01-05", "2024-01-05", []),
        "replaced"
      )
    })

    it("are awaited anew on all days that they may stand on where they are seen", () => {
      const late = undated(period("2024-01-11", "2024-01-12"))
      assert.deepStrictEqual(
        awaitedBehind(late, "2024-02-01", "2024-02-03", ["a"]),
        period("2024-01-01", "2024-02-03")
      )
      assert.deepStrictEqual(
        awaitedBehind(late, "2023-12-30", "2023-12-31", ["a"], { complete: false }),
        period("2023-12-30", "2024-01-31")
      )
      assert.isUndefined(awaitedBehind(whole, "2024-01-02", "2024-01-03", ["a"]))
      const beyond = undated({ from: day("2023-12-01"), to: day("2024-02-20") })
      assert.isUndefined(awaitedBehind(beyond, "2024-01-02", "2024-01-03", ["a"]))
    })
  })
})
