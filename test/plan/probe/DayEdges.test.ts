/**
 * What few answers tell of where days begin and end, with times in hours; and which days to ask for to learn more.
 */
import { assert, describe, it } from "@effect/vitest"
import type { Period } from "../../../src/domain/Period.ts"
import {
  type DayEdges,
  type Edge,
  edgesOf,
  habitOf,
  nextQuestion,
  type Reading,
  readings
} from "../../../src/plan/probe/DayEdges.ts"
import type { Sighting } from "../../../src/plan/probe/Sighting.ts"
import { anywhere, between, days, edgeText, hourMillis, readingText } from "../answers.ts"
import { row, sighting } from "./sightings.ts"

/** Rows at some hours since the midnight of day 0, in an answer to a request for some days. */
const seen = (from: number, to: number, ...hours: ReadonlyArray<number>): Sighting =>
  sighting(days(from, to), hours.map((hour) => row(hour * hourMillis)))

describe("where the days asked for begin and end", () => {
  const cases: ReadonlyArray<
    readonly [string, whole: ReadonlyArray<Sighting>, besides: ReadonlyArray<Sighting>, string]
  > = [
    ["is unknown before any answer", [], [], "from anywhere, to anywhere"],
    ["is not told by an answer without rows", [seen(0, 1)], [seen(0, 9, 5)], "from anywhere, to anywhere"],
    ["is told by the first row of an answer and the last", [seen(0, 1, 30, 5, 20)], [], "from until 5, to after 6"],
    [
      "is told by rows of others before and behind",
      [seen(0, 1, 5, 30)],
      [seen(0, 9, 3, 40)],
      "from after 3 until 5, to after 6 until 16"
    ],
    [
      "is told by the nearest of them",
      [seen(0, 1, 5, 30)],
      [seen(0, 9, 1, 3, 2, 60, 40, 50)],
      "from after 3 until 5, to after 6 until 16"
    ],
    ["is told of the first day and of the last", [seen(1, 2, 30, 60)], [], "from until 6, to after 12"],
    [
      "is told by all answers together",
      [seen(0, 1, 5, 30), seen(1, 2, 30, 60)],
      [],
      "from after -19 until 5, to after 12 until 36"
    ],
    ["is not told by rows of the second of the first and of the last", [seen(0, 1, 5, 30)], [
      sighting(days(0, 9), [row(5 * hourMillis, "other"), row(30 * hourMillis, "another")])
    ], "from until 5, to after 6"],
    [
      "is not told by an answer that lacks a row between two of its own",
      [seen(0, 1, 5, 30)],
      [seen(0, 9, 3, 6)],
      "from anywhere, to anywhere, 1 with holes"
    ],
    [
      "is told by the answers beside it",
      [seen(0, 1, 5, 30), seen(0, 0, 20)],
      [],
      "from after 5 until 20, to after 20 until 30, 1 with holes"
    ]
  ]
  for (const [name, whole, besides, expected] of cases) {
    it(name, () => {
      const { from, to, withHoles } = edgesOf(whole, [...whole, ...besides])
      assert.strictEqual(
        `from ${edgeText(from)}, to ${edgeText(to)}${withHoles > 0 ? `, ${withHoles} with holes` : ""}`,
        expected
      )
    })
  }
})

const edges = (from: Edge, to: Edge): DayEdges => ({ from, to, withHoles: 0 })

const format = ({ from, to }: Period): string => from === to ? String(from) : `${from}..${to}`

describe("the readings that are left", () => {
  const cases: ReadonlyArray<readonly [string, DayEdges, offset: number, string]> = [
    ["are one where both edges stand at midnight", edges(between(-0.1, 0), between(23.9, 24)), 330, "in-in 0"],
    [
      "lack days that begin where the first edge is known to be later",
      edges(between(0, 2), between(23.9, 26)),
      0,
      "in-in 60, in-in 120"
    ],
    ["have the hour up to which it may be", edges(between(2, 3), anywhere), 0, "in-in 180, in-out 180"],
    [
      "have the midnight that a comparison of instants takes in, where the last day is outside",
      edges(anywhere, between(0, 0)),
      0,
      "in-out 0, out-out 0"
    ],
    ["have days that end where the last edge is", edges(between(-0.1, 2), between(25.5, 26)), 0, "in-in 120"],
    ["lack days whose end is known to be later", edges(between(-0.1, 2), between(23, 24)), 0, "in-in 0"],
    [
      "have days of the zone's own distance from UTC, either way",
      edges(between(-0.9, 0.9), between(23, 25)),
      30,
      "in-in 0, in-in 30, in-in -30"
    ],
    [
      "have the first day outside where the edge is a day later",
      edges(between(23.9, 24), between(23.9, 24)),
      0,
      "out-in 0"
    ],
    ["are none where the edges go together with none", edges(between(4.1, 4.9), anywhere), 0, ""]
  ]
  for (const [name, found, offset, expected] of cases) {
    it(name, () => assert.strictEqual(readings(found, offset).map(readingText).join(", "), expected))
  }

  it("begin days between fourteen hours before midnight and fourteen behind", () => {
    const shifts = readings(edges(anywhere, anywhere), 0).map(({ shift }) => shift)
    assert.deepStrictEqual([shifts.length, Math.min(...shifts), Math.max(...shifts)], [29 * 4, -840, 840])
  })
})

const left = (...shifts: ReadonlyArray<number>): ReadonlyArray<Reading> =>
  shifts.map((shift) => ({ fromIncluded: true, toIncluded: false, shift }))
const others = { fromIncluded: false, toIncluded: true, shift: 0 }

describe("the readings that are left amount to", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<Reading>, offset: number, string]> = [
    ["nothing where there are none", [], 180, "nothing"],
    ["the only one", left(180), 180, "in-out 180, just so"],
    ["days from midnight, where an hour may be summer time", left(60, 0, -60), 180, "in-out 0, or about"],
    ["the same where the zone is that of UTC", left(0, 60), 0, "in-out 0, or about"],
    ["nothing where the hour is what lies between the zone and UTC", left(0, 60), 60, "nothing"],
    ["nor where it lies on the other side", left(0, 60), -60, "nothing"],
    ["nothing where midnight is not among them", left(60, -60), 180, "nothing"],
    ["nothing where they are farther apart", left(0, 61), 180, "nothing"],
    ["nor before midnight", left(0, -61), 180, "nothing"],
    ["nothing where they differ on the first day", [...left(0), { ...others, toIncluded: false }], 180, "nothing"],
    ["nothing where they differ on the last day", [...left(0), { ...others, fromIncluded: true }], 180, "nothing"]
  ]
  for (const [name, readings, offset, expected] of cases) {
    it(name, () => {
      const habit = habitOf(readings, offset)
      const told = habit === undefined ? "nothing" : `${readingText(habit)}, ${habit.exact ? "just so" : "or about"}`
      assert.strictEqual(told, expected)
    })
  }
})

/** How many hours before and behind the midnights that begin the days 101 to 106 the nearest rows are. */
const distances = [[3, 2], [6, 4], [2, 5], [1, 6], [4, 3], [5, 1]] as const

const around = distances.flatMap(([before, behind], index) => [
  (101 + index) * 24 - before,
  (101 + index) * 24 + behind
])

/** With one more in the midst of each day, for rows come in any order. */
const week = [...around, ...[100, 101, 102, 103, 104, 105, 106].map((day) => day * 24 + 12)]

const longest = [1, 2, 3, 25]

describe("the one, two, three or up to 25 days to ask for next", () => {
  const all = seen(90, 115, ...week)
  const cases: ReadonlyArray<readonly [string, from: Edge, to: Edge, string, ReadonlyArray<Sighting>?]> = [
    [
      "begin and end where rows are nearest behind midnight, as long as nothing is known",
      anywhere,
      anywhere,
      "105, 101..102, 103..105, 101..105"
    ],
    [
      "begin where they are nearest before it when the first edge is known worse there",
      between(-5, 1),
      anywhere,
      "104, 104..105, 103..105, 103..105"
    ],
    [
      "begin where they are nearest behind it when it is known worse there",
      between(-1, 5),
      anywhere,
      "105, 101..102, 103..105, 101..105"
    ],
    [
      "begin where they are nearest behind it when it is known as well on both sides",
      between(-3, 3),
      anywhere,
      "105, 101..102, 103..105, 101..105"
    ],
    [
      "begin a day before the nearest rows when the first edge is a day later",
      between(20, 25),
      anywhere,
      "100, 103..104, 103..105, 103..105"
    ],
    [
      "begin so where they are nearest behind midnight when it is known worse there",
      between(23, 30),
      anywhere,
      "105, 104..105, 100..102, 100..105"
    ],
    [
      "begin at the nearest rows up to where the edge may be earlier than noon",
      between(12, 12.5),
      anywhere,
      "105, 101..102, 103..105, 101..105"
    ],
    [
      "end at the nearest rows when the last edge is the last day's midnight",
      anywhere,
      between(-1, 5),
      "106, 105..106, 101..103, 101..106"
    ],
    ["end so up to where it may be noon", anywhere, between(-5, 12), "106, 105..106, 101..103, 101..106"],
    [
      "end where rows are nearest before midnight when the last edge is known worse there",
      anywhere,
      between(-5, 1),
      "101, 102..103, 101..103, 101..104"
    ],
    ["end a day before these when it is a day later", anywhere, between(20, 25), "102, 101..102, 101..103, 101..103"],
    [
      "end so where they are nearest behind midnight when it is known worse there",
      anywhere,
      between(23, 30),
      "105, 101..102, 103..105, 101..105"
    ],
    [
      "begin and end a day before these when both are a day later",
      between(20, 25),
      between(20, 25),
      "103, 102..103, 100..102, 100..103"
    ],
    ["begin and end where no others did", anywhere, anywhere, "105, 104..105, 102..104, 102..105", [
      seen(101, 102),
      seen(103, 103)
    ]],
    [
      "are none when all of them began others",
      anywhere,
      anywhere,
      "none, none, none, none",
      [101, 102, 103, 104, 105, 106].map((day) => seen(day, 115))
    ],
    [
      "are none when all of them ended others",
      anywhere,
      anywhere,
      "none, none, none, none",
      [100, 101, 102, 103, 104, 105].map((day) => seen(90, day))
    ]
  ]
  for (const [name, from, to, expected, besides = []] of cases) {
    it(name, () => {
      const next = longest.map((days) => nextQuestion(edges(from, to), [all, ...besides], days))
      assert.strictEqual(next.map((period) => period === undefined ? "none" : format(period)).join(", "), expected)
    })
  }

  it("are none where no rows are known of neighbouring days", () => {
    assert.isUndefined(nextQuestion(edges(anywhere, anywhere), [seen(90, 115, 2412, 2460, 2508)], 25))
  })

  it("are looked for between the sixty midnights with the nearest rows on either side", () => {
    const many = Array.from({ length: 131 }, (_, day) => [day * 24 + (day + 1) / 100, (day + 1) * 24 - 2 + day / 100])
      .flat()
    const found = edges(between(-1, 5), between(-5, 1))
    assert.isUndefined(nextQuestion(found, [seen(-5, 140, ...many)], 11))
    assert.deepInclude(nextQuestion(found, [seen(-5, 140, ...many)], 12), days(60, 71))
  })
})
