import { assert, describe, it } from "@effect/vitest"
import type { ContinuityEntry } from "../../../src/domain/ContinuityEntry.ts"
import {
  concernedDays,
  joinProblem,
  planAnew,
  planContinuity,
  provenBeside,
  staleDays
} from "../../../src/sink/plan/continuityPlan.ts"
import type { WindowDiff } from "../../../src/sink/plan/windowDiff.ts"
import { day, entry, period, row, window } from "../../../src/testing/windows.ts"

const nothing: WindowDiff = { inserts: [], changes: [], returns: [], unchanged: [], withdrawals: [] }
const stored = (at: string, withdrawn = false) => ({
  stored: { transaction: row("A", `${at} 10:00:00`, "1.00", null), leg: 0, position: null, withdrawn },
  index: 0
})
const of = (from: string, to: string, ...continuity: ReadonlyArray<ContinuityEntry>) =>
  window(from, to, [], { continuity })
const textOf = ({ days }: ContinuityEntry) => days

describe("days whose entries a window makes stale", () => {
  const two = of("2024-01-04", "2024-01-06", entry("2024-01-05", "2024-01-05", "{}"))

  it("are its own where it changes a row and has no entry for them", () => {
    const own = [day("2024-01-04"), day("2024-01-06")]
    assert.deepStrictEqual(staleDays(two, nothing), [])
    assert.deepStrictEqual(staleDays(two, { ...nothing, unchanged: [stored("2024-01-04")] }), [])
    const [match] = [stored("2024-01-05")]
    for (
      const diff of [
        { inserts: [{ index: 0, leg: 0 }] },
        { changes: [match] },
        { returns: [match] },
        { withdrawals: [match.stored] }
      ]
    ) assert.deepStrictEqual(staleDays(two, { ...nothing, ...diff }), own, Object.keys(diff)[0])
  })

  it("are those of other days that lose a live row to it", () => {
    const whole = of("2024-01-05", "2024-01-05", entry("2024-01-05", "2024-01-05", "{}"))
    const lost = (...changes: ReadonlyArray<ReturnType<typeof stored>>) => staleDays(whole, { ...nothing, changes })
    assert.deepStrictEqual(lost(stored("2024-01-03"), stored("2024-01-05")), [day("2024-01-03")])
    assert.deepStrictEqual(lost(stored("2024-01-03", true)), [])
    assert.deepStrictEqual(staleDays(whole, { ...nothing, returns: [stored("2024-01-07")] }), [day("2024-01-07")])
  })

  it("are concerned with its entries, between the first and the last", () => {
    assert.isUndefined(concernedDays(of("2024-01-04", "2024-01-06"), []))
    assert.deepStrictEqual(
      concernedDays(of("2024-01-04", "2024-01-06"), [day("2024-01-03")]),
      period("2024-01-03", "2024-01-03")
    )
    assert.deepStrictEqual(
      concernedDays(two, [day("2024-01-09"), day("2024-01-02")]),
      period("2024-01-02", "2024-01-09")
    )
    assert.deepStrictEqual(concernedDays(two, []), period("2024-01-05", "2024-01-05"))
  })
})

describe("entries", () => {
  const first = entry("2024-01-01", "2024-01-03", "one")
  const second = entry("2024-01-04", "2024-01-06", "two")

  it("take the place of those that they overlap, and what is the same is not written", () => {
    const fresh = entry("2024-01-03", "2024-01-04", "new")
    const plan = planContinuity(of("2024-01-03", "2024-01-03", fresh), [], [first, second])
    assert.deepStrictEqual(plan, { removed: [first.days, second.days], added: [fresh] })
    assert.deepStrictEqual(planContinuity(of("2024-01-01", "2024-01-02", first), [], [first, second]), {
      removed: [],
      added: []
    })
  })

  it("of a day that lost a row have to be worked out again", () => {
    const answered = { ...first, answer: "an answer" }
    assert.deepStrictEqual(planContinuity(of("2024-02-01", "2024-02-01"), [day("2024-01-02")], [answered, second]), {
      removed: [first.days],
      added: [{ ...first, record: null }]
    })
  })

  it("of the window's own days bear its answer, others none", () => {
    const rows = {
      ...window("2024-01-01", "2024-01-03", []).rows,
      answer: { answer: "the answer", repeats: undefined }
    }
    const whole = { ...of("2024-01-01", "2024-01-03", first, second), rows }
    assert.deepStrictEqual(planContinuity(whole, [], []).added.map(({ answer }) => answer), ["the answer", null])
    for (const days of [period("2024-01-01", "2024-01-02"), period("2024-01-02", "2024-01-03")]) {
      assert.isNull(planContinuity({ ...whole, days }, [], []).added[0]?.answer)
    }
    const changed = { ...first, answer: "another" }
    assert.deepStrictEqual(planContinuity(whole, [], [changed, second]).added, [{ ...first, answer: "the answer" }])
  })

  it("are others where one value is another, and texts that a database can hold", () => {
    for (const other of [{ record: null }, { record: ":one" }, { truncated: true }]) {
      const changed = { ...first, ...other }
      assert.deepStrictEqual(planContinuity(of("2024-01-01", "2024-01-02", changed), [], [first]).added, [changed])
    }
    const none = planContinuity(of("2024-01-01", "2024-01-02", entry("2024-01-01", "2024-01-03", null)), [], [
      entry("2024-01-01", "2024-01-03", "-")
    ])
    assert.lengthOf(none.added, 1)
    const odd = planContinuity(of("2024-01-01", "2024-01-02", entry("2024-01-01", "2024-01-03", "\ud83d")), [], [])
    assert.deepStrictEqual(odd.added.map(({ record }) => record), ["\\ud83d"])
  })

  it("that are worked out anew replace one of the same days, or one of which they are all the days", () => {
    const again = { ...first, record: "again" }
    assert.deepStrictEqual(planAnew([again], [{ ...first, answer: "kept" }, second]), {
      removed: [first.days],
      added: [{ ...again, answer: "kept" }]
    })
    const parts = [
      entry("2024-01-03", "2024-01-03", "c"),
      entry("2024-01-01", "2024-01-01", "a"),
      entry("2024-01-02", "2024-01-02", "b")
    ]
    assert.deepStrictEqual(planAnew(parts, [first, second]).added.map(textOf), parts.map(textOf))
    for (const some of [parts.slice(1), parts.slice(0, 2), [parts[0], parts[1]].flatMap((each) => each ?? [])]) {
      assert.deepStrictEqual(planAnew(some, [first, second]), { removed: [], added: [] })
    }
    assert.deepStrictEqual(planAnew([], [first]), { removed: [], added: [] })
  })

  it("that a window joins are all of its days, each once", () => {
    const joining = { origin: "joining", days: period("2024-01-01", "2024-01-06") } as const
    const problem = "it joins windows that are not all of its days"
    assert.isUndefined(joinProblem(joining, [second, first, entry("2024-01-08", "2024-01-09", "three")]))
    assert.strictEqual(joinProblem(joining, [first]), problem)
    assert.strictEqual(joinProblem(joining, [second]), problem)
    assert.strictEqual(joinProblem(joining, []), problem)
    assert.strictEqual(joinProblem(joining, [first, entry("2024-01-05", "2024-01-06", "two")]), problem)
    assert.isUndefined(joinProblem({ ...joining, origin: "service" }, []))
  })

  it("leave nothing proven as long as one has to be worked out again", () => {
    const proof = { currency: null, ...period("2024-01-01", "2024-01-06"), quietSince: null, openingKnown: true }
    const none = [{ ...proof, from: null, to: null }]
    const unknown = { ...first, record: null }
    assert.deepStrictEqual(provenBeside([proof], [first], { removed: [], added: [] }), [proof])
    assert.deepStrictEqual(provenBeside([proof], [unknown], { removed: [], added: [] }), none)
    assert.deepStrictEqual(provenBeside([proof], [unknown], { removed: [first.days], added: [first] }), [proof])
    assert.deepStrictEqual(provenBeside([proof], [], { removed: [], added: [unknown] }), none)
  })
})
