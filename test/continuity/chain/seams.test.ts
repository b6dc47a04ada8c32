import { assert, describe, it } from "@effect/vitest"
import { Graph } from "../../../src/continuity/chain/Graph.ts"
import { fitTogether, type Span, visitsOf } from "../../../src/continuity/chain/seams.ts"
import { make } from "../../kit/continuity.ts"
import { midnight, step } from "../statements.ts"

type Steps = ReadonlyArray<readonly [from: number, to: number]>

/** Rows in the order of their times, ten seconds from each to the next, and the balances that each of some vertices is. */
const arranged = (steps: Steps) => {
  const edges = make(steps.map(([from, to], index) => step(`R${index}`, from, to, index * 10)), {})
  return {
    graph: new Graph(edges),
    sequence: Int32Array.from(steps.keys()),
    offsets: Int32Array.from([0, steps.length]),
    certain: new Uint8Array(1),
    openings: []
  }
}

const gapBefore = (place: number) => ({ from: 0, to: 0, earliest: place, latest: place })
const between = (from: number, to: number): Span => ({ from: midnight + from * 1000, to: midnight + to * 1000 })

/** The balances where pieces stand in others; nothing where they don't fit together in one way. */
const entriesOf = (
  steps: Steps,
  gaps: ReadonlyArray<number>,
  within: Span | undefined
): ReadonlyArray<number> | "no" => {
  const entries = fitTogether(arranged(steps), gaps.map(gapBefore), within)
  return entries === undefined ? "no" : [...entries].map(Number)
}

const whole: Steps = [[0, 10], [10, 20], [20, 30]]
const turned: Steps = [[0, 10], [20, 30], [10, 20], [30, 40]]
const ring: Steps = [...whole, [20, 25], [25, 20]]

const visits = (steps: Steps) => {
  const { graph: { edges }, sequence } = arranged(steps)
  return Object.fromEntries(
    [...visitsOf(edges, sequence)].map(([vertex, count]) => [String(edges.balances[vertex]), count])
  )
}

describe("pieces that rows in the order of their times fall into", () => {
  it.each<readonly [string, Steps, ReadonlyArray<number>, Span | undefined, ReadonlyArray<number> | "no"]>([
    ["are one where all meet", whole, [], undefined, []],
    ["fit together where each balance is met once", turned, [], undefined, []],
    ["don't where one begins with what none ends with", [[0, 10], [15, 20]], [], undefined, "no"],
    ["do beyond a gap", [[0, 10], [15, 20]], [1], undefined, []],
    ["don't beyond another gap", [[0, 10], [15, 20], [30, 40]], [2], undefined, "no"],
    ["do beyond both", [[0, 10], [15, 20], [30, 40]], [1, 2], undefined, []],
    ["don't where one ends with what none begins with", [[0, 10], [20, 30], [10, 25]], [], undefined, "no"],
    ["don't where two begin with what one ends with", [[0, 10], [20, 30], [10, 20], [10, 40]], [], undefined, "no"],
    ["don't where one begins with what two end with", [[0, 20], [5, 20], [20, 5]], [], undefined, "no"],
    [
      "don't where a balance comes more than twice",
      [[20, 21], [21, 20], [20, 22], [22, 20], [20, 30], [10, 20], [30, 40]],
      [],
      undefined,
      "no"
    ],
    ["stand in another where one leads back", ring, [], undefined, [20]],
    ["stand in another where the one that leads back comes first", [[20, 25], [25, 20], ...whole], [], undefined, [20]],
    ["don't where it leads back to what no other has", [...whole, [60, 65], [65, 60]], [], undefined, "no"],
    [
      "don't where it leads back to what comes thrice",
      [...whole, [30, 20], [20, 40], [20, 25], [25, 20]],
      [],
      undefined,
      "no"
    ],
    [
      "don't where one that leads back would be entered elsewhere than where it begins",
      [...whole, [25, 20], [20, 25]],
      [],
      undefined,
      "no"
    ],
    [
      "stand in another where two lead back together, the first of which begins there",
      [...whole, [20, 25], [7, 20], [25, 7]],
      [],
      undefined,
      [20]
    ],
    ["are none where there are no rows", [], [], undefined, []],
    ["fit together where the one that begins comes last", [[10, 20], [0, 10]], [], undefined, []],
    ["don't where two end with one balance", [[0, 10], [15, 10]], [], undefined, "no"],
    ["don't where two begin with one balance", [[0, 10], [0, 15]], [], undefined, "no"],
    ["don't where one goes on from either of two", [[0, 20], [5, 20], [30, 40], [20, 30]], [], undefined, "no"],
    ["do where another begins with the same balance beyond a gap", [...turned, [20, 50]], [4], undefined, []],
    ["do where another ends with the same balance before a gap", [[5, 20], ...turned], [1], undefined, []],
    [
      "that lead back together tell it where one of them is within the time",
      [...whole, [20, 25], [7, 20], [25, 7]],
      [],
      between(45, 60),
      [20]
    ],
    [
      "that lead back tell none where only the one that leads there is within it",
      [[0, 10], [10, 20], [25, 20], [40, 50], [20, 25]],
      [],
      between(-5, 5),
      []
    ],
    ["may be anyhow outside of the time that is looked at", [[0, 10], [15, 20], [20, 30]], [], between(11, 30), []],
    ["may not within it", [[0, 10], [15, 20], [20, 30]], [], between(10, 30), "no"],
    ["may not up to its beginning", [[0, 10], [15, 20], [20, 30]], [], between(-5, 0), "no"],
    ["may be before it", [[0, 10], [15, 20], [20, 30]], [], between(-5, -1), []],
    ["that lead back tell no balance outside of it", ring, [], between(41, 50), []],
    ["that lead back tell it within", ring, [], between(30, 50), [20]]
  ])("%s", (_, steps, gaps, within, expected) => {
    assert.deepStrictEqual(entriesOf(steps, gaps, within), expected)
  })

  it("come to each balance as often as rows end or begin with it", () => {
    assert.deepStrictEqual(visits(whole), { 0: 1, 10: 1, 20: 1, 30: 1 })
    assert.deepStrictEqual(visits(ring), { 0: 1, 10: 1, 20: 2, 25: 1, 30: 1 })
    assert.deepStrictEqual(visits([[0, 10], [5, 10], [10, 7]]), { 0: 1, 5: 1, 7: 1, 10: 2 })
  })
})
