import { assert, describe, it } from "@effect/vitest"
import type { Answer } from "../../src/plan/Answer.ts"
import { type Edges, unknownEdges } from "../../src/plan/DayReading.ts"
import {
  claimed,
  contradicted,
  type DayClaims,
  type Habit,
  habitOf,
  heardMargins,
  learn,
  learnOfEarlier,
  neededMargins,
  noClaims,
  saysSo
} from "../../src/plan/Habit.ts"
import { inside, narrower, noneTried, withTried } from "../../src/plan/narrower.ts"
import { anywhere, between, days, hour, readingText, rows } from "./answers.ts"

const asked = days(10, 12)

const nothing = rows()

const unknown = claimed(noClaims)
const after = (answer: Answer, known: Answer = nothing, habit: Habit = unknown): Habit =>
  learn(habit, asked, answer, known.spans)
const margins = (before: number, after: number) => ({ before, after })
const ends = (first: boolean, last: boolean) => ({ first, last })

const outside = (habit: Habit) => habit.believed.every(({ fromIncluded }) => !fromIncluded)
const refuted = (dateBounds: "inclusive" | "exclusive-end", habit: Habit) =>
  contradicted({ ...habit, claims: { dateBounds, dayStart: undefined } })

describe("Habit", () => {
  it("asks for days more while nothing is known, whatever settings claim of the bounds", () => {
    for (const dateBounds of ["unknown", "inclusive", "exclusive-end"] as const) {
      const habit = claimed({ dateBounds, dayStart: undefined })
      assert.deepStrictEqual(neededMargins(habit, inside), margins(1, 1))
      assert.deepStrictEqual(neededMargins(habit, ends(true, true)), margins(1, 2))
    }
  })

  it("needs no margins between windows once rows late on the last day show that it is inside, but at the ends", () => {
    const habit = after(rows([10, 9 * hour], [12, 15 * hour]))
    assert.deepStrictEqual(neededMargins(habit, inside), margins(0, 0))
    assert.deepStrictEqual(neededMargins(habit, ends(true, true)), margins(1, 1))
    const exact = after(rows([10, 60], [12, 24 * hour - 60]))
    assert.deepStrictEqual(neededMargins(exact, ends(true, true)), margins(0, 0))
  })

  it("takes no row of the last day's first hours for a proof: days may begin later, and the last be outside", () => {
    const habit = after(rows([10, 9 * hour], [12, 3 * hour]))
    assert.deepStrictEqual(neededMargins(habit, inside), margins(0, 1))
  })

  it("takes rows on the midnight of the last day for no proof that it is inside", () => {
    const plain = after(rows([10, 60], [12, 0])).believed
    assert.deepStrictEqual(new Set(plain.map(({ toIncluded }) => toIncluded)), new Set([true, false]))
  })

  it("takes a row for no proof whose hour may be midnight by the other reading", () => {
    const noonOrMidnight = { ...rows([11, hour], [12, 12 * hour, 0]), isTimeDoubtful: true }
    const plain = after(noonOrMidnight).believed
    assert.deepStrictEqual(new Set(plain.map(({ toIncluded }) => toIncluded)), new Set([true, false]))
  })

  it("knows from rows behind the days asked for that they begin later, and from rows before them that earlier", () => {
    const late = after(rows([10, 9 * hour], [13, 2 * hour]))
    assert.isAbove(Math.min(...late.believed.map(({ shift }) => shift)), 119)
    assert.deepStrictEqual(neededMargins(late, inside), margins(1, 0))
    const early = after(rows([9, 20 * hour], [12, 15 * hour]))
    assert.isBelow(Math.max(...early.believed.map(({ shift }) => shift)), -239)
    assert.deepStrictEqual(neededMargins(early, inside), margins(0, 1))
  })

  it("learns from rows that a whole answer lacks, and nothing where hours can be read in two ways or no row came", () => {
    assert.isTrue(outside(after(rows([11, hour]), rows([10, 15 * hour]))))
    assert.isFalse(outside(after({ ...rows([11, hour]), isTimeDoubtful: true }, rows([10, 15 * hour]))))
    assert.isFalse(outside(after(nothing, rows([10, 15 * hour]))))
    const last = learnOfEarlier(unknown, asked, rows([10, hour], [11, hour]), rows([12, 2 * hour]))
    assert.isTrue(last.believed.every(({ toIncluded }) => !toIncluded))
  })

  it("believes the newest rows where answers contradict each other", () => {
    const exact = after(rows([10, 60], [12, 24 * hour - 60]))
    const changed = after(rows([10, 3 * hour], [13, 2 * hour]), rows([10, hour]), exact)
    assert.isAbove(Math.min(...changed.believed.map(({ shift }) => shift)), 119)
  })

  it("believes DAY_START as long as the answers leave it, and an hour more or less where a zone may have summer time", () => {
    const claims = { dateBounds: "unknown", dayStart: 180 } as const
    assert.deepStrictEqual(neededMargins(after(rows([12, 15 * hour]), nothing, claimed(claims)), inside), margins(2, 0))
    const first = rows([10, 4 * hour], [12, 15 * hour])
    assert.deepStrictEqual(neededMargins(after(first, nothing, claimed(claims)), inside), margins(1, 0))
    const summer = after(rows([10, 2 * hour + 60], [13, 2 * hour - 60]), nothing, claimed(claims))
    assert.deepStrictEqual(contradicted(summer), [])
    const plain = after(rows([10, 60], [12, 24 * hour - 60]), nothing, claimed(claims))
    assert.deepStrictEqual(contradicted(plain), ["dayStart"])
    assert.deepStrictEqual(neededMargins(plain, ends(true, true)), margins(0, 0))
  })

  it("says which setting the answers contradict", () => {
    const inclusive = after(rows([10, 60], [12, 24 * hour - 60]))
    assert.deepStrictEqual([refuted("inclusive", inclusive), refuted("exclusive-end", inclusive)], [[], ["dateBounds"]])
    const exclusive = learnOfEarlier(after(rows([10, 60])), asked, rows([11, hour]), rows([12, hour]))
    assert.deepStrictEqual([refuted("inclusive", exclusive), refuted("exclusive-end", exclusive)], [["dateBounds"], []])
    assert.deepStrictEqual([refuted("inclusive", unknown), refuted("exclusive-end", unknown)], [[], []])
  })

  it("calls no setting wrong that fits a reading that answers leave, though another is believed", () => {
    const fromThree = after(rows([10, 4 * hour], [12, 2 * hour]))
    assert.isTrue(fromThree.believed.every(({ toIncluded }) => toIncluded))
    assert.deepStrictEqual([refuted("inclusive", fromThree), refuted("exclusive-end", fromThree)], [[], []])
  })

  it("expects rows from beyond the window on sides that are not known to be outside", () => {
    assert.deepStrictEqual(heardMargins(unknown, margins(1, 1)), margins(1, 1))
    const outside = after(rows([11, hour]), rows([10, 15 * hour]))
    assert.deepStrictEqual(heardMargins(outside, margins(1, 1)), margins(0, 1))
  })

  it("needs margins for every reading at those of its ends alone that are ends of all", () => {
    const habit = after(rows([10, 9 * hour], [12, 15 * hour]))
    assert.deepStrictEqual(neededMargins(habit, ends(true, false)), margins(1, 0))
    assert.deepStrictEqual(neededMargins(habit, ends(false, true)), margins(0, 1))
  })

  it("learns nothing of an earlier answer from one whose hours can be read in two ways", () => {
    const doubtful = { ...rows([12, 2 * hour]), isTimeDoubtful: true }
    assert.strictEqual(learnOfEarlier(unknown, asked, rows([10, hour], [11, hour]), doubtful), unknown)
  })

  it("keeps what it knew of an earlier answer where a row came between that can't be outside of it", () => {
    const exact = after(rows([10, 60], [12, 24 * hour - 60]))
    const late = learnOfEarlier(exact, asked, rows([10, hour], [11, hour]), rows([12, 2 * hour]))
    assert.deepStrictEqual(late, exact)
  })

  it("learns from an answer that may be cut off what it has, and not what it lacks", () => {
    const full = learn(unknown, asked, rows([11, hour], [12, 24 * hour - 60]), undefined)
    assert.deepStrictEqual(full, after(rows([11, hour], [12, 24 * hour - 60])))
    assert.isFalse(outside(full))
  })

  it("narrows first what is known to be inside, then guesses one side after the other, each once", () => {
    assert.deepStrictEqual(narrower(margins(1, 2), unknown, noneTried), margins(1, 1))
    assert.deepStrictEqual(narrower(margins(1, 1), unknown, noneTried), margins(0, 1))
    assert.deepStrictEqual(narrower(margins(0, 1), unknown, noneTried), margins(0, 0))
    const tried = withTried(noneTried, margins(0, 1), margins(1, 1))
    assert.deepStrictEqual(narrower(margins(1, 1), unknown, tried), margins(1, 0))
    assert.isUndefined(narrower(margins(1, 1), unknown, withTried(tried, margins(1, 0), margins(1, 1))))
    assert.isUndefined(narrower(margins(0, 0), unknown, noneTried))
  })

  it("takes for tried the sides on which margins were too narrow, and those that were before", () => {
    assert.deepStrictEqual(withTried(noneTried, margins(0, 1), margins(1, 1)), { before: true, after: false })
    assert.deepStrictEqual(withTried(noneTried, margins(1, 0), margins(1, 1)), { before: false, after: true })
    assert.deepStrictEqual(withTried(noneTried, margins(1, 1), margins(1, 1)), noneTried)
    const both = { before: true, after: true }
    assert.deepStrictEqual(withTried(both, margins(1, 1), margins(0, 0)), both)
  })
})

describe("the readings that are believed", () => {
  const bounds = ["in-in", "in-out", "out-in", "out-out"]
  const midnight = between(-0.1, 0)
  const nowhere = between(5.1, 5.2)
  const cases: ReadonlyArray<readonly [string, DayClaims["dayStart"], Edges, believed: string, notes: string]> = [
    [
      "are all of the timestamps' own days as long as nothing is known",
      undefined,
      unknownEdges,
      "in-in 0, in-out 0, out-in 0, out-out 0",
      ""
    ],
    ["are the same where settings claim these", 0, unknownEdges, "in-in 0, in-out 0, out-in 0, out-out 0", ""],
    [
      "are days of the hour that settings claim, or one more or less for summer time",
      180,
      unknownEdges,
      [120, 180, 240].flatMap((shift) => bounds.map((each) => `${each} ${shift}`)).join(", "),
      ""
    ],
    ["are those of them that answers leave", 180, { from: between(2.5, 4), to: between(26.5, 27.5) }, "in-in 180", ""],
    [
      "may be of minutes that no other zone has",
      187,
      { from: between(3.1, 3.2), to: anywhere },
      "in-in 187, in-out 187",
      ""
    ],
    [
      "are the timestamps' own days where answers contradict the hour",
      180,
      { from: midnight, to: anywhere },
      "in-in 0, in-out 0",
      "not as claimed"
    ],
    [
      "are days of another hour where answers leave no others",
      undefined,
      { from: between(3, 3.25), to: anywhere },
      "in-in 195, in-out 195",
      ""
    ],
    [
      "are these, too, where settings claim the timestamps' own",
      0,
      { from: between(3, 3.25), to: anywhere },
      "in-in 195, in-out 195",
      "not as claimed"
    ],
    [
      "have the first day outside only where days are the timestamps' own",
      undefined,
      { from: between(23.9, 24), to: anywhere },
      "out-in 0, out-out 0",
      ""
    ]
  ]
  for (const [name, dayStart, edges, believed, notes] of cases) {
    it(name, () => {
      const habit = habitOf({ dateBounds: "unknown", dayStart }, edges)
      assert.strictEqual([...new Set(habit.believed.map(readingText))].join(", "), believed)
      assert.strictEqual(habit.isAsClaimed ? "" : "not as claimed", notes)
      assert.isTrue(habit.isConsistent)
      assert.deepStrictEqual(contradicted(habit), habit.isAsClaimed ? [] : ["dayStart"])
    })
  }

  it("are all there are where answers contradict each other, and settings contradict none of them", () => {
    const habit = habitOf(noClaims, { from: nowhere, to: anywhere })
    assert.isFalse(habit.isConsistent)
    assert.strictEqual(habit.believed.length, 113 * 2 + 2)
    assert.deepStrictEqual(contradicted(habit), [])
  })

  it("begin at a quarter of an hour, up to fourteen hours before midnight or behind", () => {
    const all = claimed(noClaims).possible
    const shifts = [...new Set(all.map(({ shift }) => shift))].toSorted((one, other) => one - other)
    assert.deepStrictEqual(shifts, Array.from({ length: 113 }, (_, index) => -840 + index * 15))
    const outside = all.filter(({ fromIncluded }) => !fromIncluded)
    assert.deepStrictEqual(new Set(outside.map(readingText)), new Set(["out-in 0", "out-out 0"]))
  })
})

describe("a reading", () => {
  const cases = [
    ["in-in", "unknown inclusive"],
    ["in-out", "unknown exclusive-end"],
    ["out-in", "unknown"],
    ["out-out", "unknown"]
  ] as const
  for (const [bounds, expected] of cases) {
    it(`with days ${bounds} is as ${expected.replace(" ", " and ")} bounds say, and as no others`, () => {
      const [fromIncluded, toIncluded] = bounds.split("-").map((bound) => bound === "in")
      const said = (["unknown", "inclusive", "exclusive-end"] as const)
        .filter((claim) => saysSo(claim, { fromIncluded: fromIncluded === true, toIncluded: toIncluded === true }))
      assert.strictEqual(said.join(" "), expected)
    })
  }
})
