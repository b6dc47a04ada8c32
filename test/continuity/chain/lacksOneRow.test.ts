import { assert, describe, it } from "@effect/vitest"
import * as bySecond from "../../../src/continuity/chain/bySecond.ts"
import { type Anchors, upTo } from "../../../src/continuity/chain/Edges.ts"
import { Graph } from "../../../src/continuity/chain/Graph.ts"
import { endsByTime, lacksOneRow, onlyTimesAreWrong } from "../../../src/continuity/chain/times.ts"
import { make } from "../../kit/continuity.ts"
import { money, step } from "../statements.ts"

type Step = readonly [from: number, to: number]

/** The rows of some seconds, one second after the other. */
type Seconds = ReadonlyArray<ReadonlyArray<Step>>

const grouped = (seconds: Seconds, anchors: Anchors) => {
  const rows = seconds.flatMap((steps, second) => steps.map(([from, to]) => step(`${from} ${to}`, from, to, second)))
  const edges = make(rows, anchors)
  return { graph: new Graph(edges), groups: bySecond.group(edges, upTo(edges.count)) }
}

const lacksOne = (seconds: Seconds, anchors: Anchors = {}): boolean => {
  const { graph, groups } = grouped(seconds, anchors)
  return lacksOneRow(graph, groups)
}

const ends = (seconds: Seconds, anchors: Anchors = {}): readonly [ReadonlyArray<number>, ReadonlyArray<number>] => {
  const { graph, groups } = grouped(seconds, anchors)
  const { closings, openings } = endsByTime(graph, groups)
  const balancesOf = (vertices: ReadonlySet<number>) => [...vertices].map((each) => Number(graph.edges.balances[each]))
  return [balancesOf(openings), balancesOf(closings)]
}

const onlyTimes = (seconds: Seconds, anchors: Anchors = {}): boolean => {
  const { graph, groups } = grouped(seconds, anchors)
  return onlyTimesAreWrong(graph, groups, endsByTime(graph, groups))
}

/** So many rows that meet nowhere. */
const apart = (count: number): ReadonlyArray<Step> =>
  Array.from({ length: count }, (_, index): Step => [index * 10, index * 10 + 5])

describe("one row more", () => {
  it.each<readonly [string, Seconds, Anchors]>([
    ["between two seconds", [[[0, 10]], [[10, 20]], [[30, 40]], [[40, 50]]], {}],
    ["behind the first row", [[[0, 10]], [[20, 30]], [[30, 40]]], {}],
    ["before the last row", [[[0, 10]], [[10, 20]], [[30, 40]]], {}],
    ["behind a known opening", [[[10, 20]], [[20, 30]]], { opening: money(5) }],
    ["before a known closing", [[[10, 20]], [[20, 30]]], { closing: money(35) }],
    ["behind rows from a known opening on", [[[10, 20]], [[20, 30]], [[35, 40]]], { opening: money(10) }],
    ["before rows up to a known closing", [[[10, 20]], [[25, 30]], [[30, 40]]], { closing: money(40) }],
    [
      "behind a second that leads back to where it is entered",
      [[[0, 10]], [[10, 5], [5, 10]], [[10, 20]], [[25, 30]]],
      {}
    ],
    ["inside a second", [[[0, 10]], [[10, 20], [30, 40]], [[40, 50]]], {}],
    ["inside a second, whose rows came in another order", [[[0, 10]], [[30, 40], [10, 20]], [[40, 50]]], {}],
    ["inside a second, to lead back", [[[0, 10]], [[10, 20], [20, 30], [20, 40]], [[30, 50]]], {}],
    ["inside a second, twice over the same", [[[0, 10]], [[10, 20], [10, 20]], [[20, 50]]], {}],
    ["inside the first second", [[[10, 20], [30, 40]], [[40, 50]]], {}],
    ["inside the last second", [[[0, 10]], [[10, 20], [30, 40]]], {}],
    ["inside the only second", [[[10, 20], [30, 40]]], {}]
  ])("makes the order of the times whole %s", (_, seconds, anchors) => {
    assert.isTrue(lacksOne(seconds, anchors))
  })

  it.each<readonly [string, Seconds, Anchors]>([
    ["between two seconds and two others", [[[0, 10]], [[20, 30]], [[40, 50]]], {}],
    ["behind a known opening and later", [[[10, 20]], [[20, 30]], [[35, 40]]], { opening: money(5) }],
    ["before a known closing and earlier", [[[10, 20]], [[25, 30]], [[30, 40]]], { closing: money(45) }],
    ["around a second that leads back", [[[0, 10]], [[30, 40], [40, 30]], [[10, 20]]], {}],
    ["to a second that leads back, and from it", [[[0, 10]], [[30, 40], [40, 30]], [[35, 50]]], {}],
    ["to a second and from it", [[[0, 10]], [[30, 40]], [[10, 20]]], {}],
    ["twice inside a second", [[[0, 10]], [[10, 20], [25, 30], [35, 40]], [[40, 50]]], {}],
    ["before a second and inside it", [[[0, 10]], [[20, 30], [20, 40]], [[40, 50]]], {}],
    ["inside a second and behind it", [[[0, 10]], [[10, 20], [30, 35]], [[40, 50]]], {}],
    ["twice from one balance of a second to another", [[[0, 10]], [[10, 20], [10, 20], [10, 20]], [[20, 30]]], {}],
    [
      "twice inside a second whose rows hang together",
      [[[0, 10]], [[10, 20], [20, 30], [20, 40], [50, 20], [60, 20]], [[30, 70]]],
      {}
    ],
    ["twice inside the first second", [[[10, 20], [30, 40], [50, 60]], [[60, 70]]], {}],
    [
      "twice inside a first second that leads back at three places",
      [[[10, 20], [20, 10], [30, 40], [40, 30], [50, 60], [60, 50]], [[10, 70]]],
      {}
    ],
    ["twice inside the last second", [[[0, 10]], [[10, 20], [30, 40], [50, 60]]], {}]
  ])("does not where it takes two, %s", (_, seconds, anchors) => {
    assert.isFalse(lacksOne(seconds, anchors))
  })

  it("is taken to where a second leaves too many balances to try", () => {
    assert.isFalse(lacksOne([apart(10)]))
    assert.isTrue(lacksOne([apart(11)]))
  })
})

describe("the ends of rows by their times", () => {
  it.each<readonly [string, Seconds, Anchors, readonly [ReadonlyArray<number>, ReadonlyArray<number>]]>([
    ["are those of single rows", [[[0, 10]], [[20, 30]], [[40, 50]]], {}, [[0], [50]]],
    ["are those of paths", [[[10, 20], [0, 10]], [[50, 60], [40, 50]]], {}, [[0], [60]]],
    ["are all balances of circuits", [[[0, 10], [10, 0]], [[5, 7], [7, 5]]], {}, [[0, 10], [7, 5]]],
    ["are all of rows that are no path", [[[0, 10], [20, 30]], [[40, 50], [60, 70]]], {}, [[0, 20], [50, 70]]],
    ["are known balances", [[[0, 10]], [[20, 30]]], { opening: money(3), closing: money(4) }, [[3], [4]]]
  ])("%s", (_, seconds, anchors, expected) => {
    assert.deepStrictEqual(ends(seconds, anchors), expected)
  })
})

describe("rows that are whole in another order than that of their times", () => {
  it.each<readonly [string, Seconds, Anchors, boolean]>([
    ["lack none between two known balances", [[[10, 20]], [[0, 10]]], { opening: money(0), closing: money(20) }, true],
    ["may lack one where the first by time does not begin", [[[10, 20]], [[0, 10]], [[20, 30]]], {}, false],
    [
      "lack none where the first and the last by time begin and end, and two places break",
      [[[0, 10]], [[20, 30]], [[10, 20]], [[30, 40]]],
      {},
      true
    ],
    [
      "may lack one where one row more makes them whole in time, though a row of the first second begins",
      [[[0, 10], [10, 0]], [[0, 5], [5, 0], [10, 20]], [[20, 10]], [[10, 0]], [[0, 40]]],
      {},
      false
    ],
    [
      "may lack one where they lead back, but not from the first by time",
      [[[0, 10]], [[20, 0]], [[10, 20]]],
      {},
      false
    ],
    [
      "lack none where they lead back to one of those that are first by time",
      [[[0, 10], [20, 30]], [[10, 20]], [[30, 0]]],
      {},
      true
    ]
  ])("%s", (_, seconds, anchors, expected) => {
    assert.strictEqual(onlyTimes(seconds, anchors), expected)
  })
})
