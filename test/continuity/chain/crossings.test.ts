/**
 * What is known between groups of rows, and what stands where rows cross a second, as lines: of a state where the chain began and
 * where it stands, `-` where it has not begun and `*` where that may be anywhere; of a crossing what the chain begins with, stands
 * at and ends with.
 */
import { assert, describe, it } from "@effect/vitest"
import * as bySecond from "../../../src/continuity/chain/bySecond.ts"
import { alongGroups, alongPath, type Between, Boundaries } from "../../../src/continuity/chain/crossings.ts"
import { type Edges, unknown, upTo } from "../../../src/continuity/chain/Edges.ts"
import { Graph } from "../../../src/continuity/chain/Graph.ts"
import { isTold, unbegun } from "../../../src/continuity/chain/leads.ts"
import { make } from "../../kit/continuity.ts"
import { shortRows, valueOf } from "../shortRows.ts"
import { midnight, money } from "../statements.ts"

/** The balances that a chain is known to begin and to end with. */
type Ends = readonly [opening?: number | undefined, closing?: number]

const timelineOf = (rows: string, [opening, closing]: Ends, jitter: number) => {
  const edges = make(shortRows(rows), {
    opening: opening === undefined ? undefined : money(opening),
    closing: closing === undefined ? undefined : money(closing)
  })
  const graph = new Graph(edges)
  const groups = bySecond.group(edges, upTo(edges.count), jitter)
  const isOptional = (edge: number): boolean => edges.unconfirmed[edge] === 1
  return { graph, groups, isOptional, jitter, between: alongGroups(graph, groups, isOptional) }
}

const placeOf = (edges: Edges, vertex: number): string =>
  isTold(vertex) ? valueOf(edges, vertex) : vertex === unbegun.at ? "-" : "*"

const known = (edges: Edges, { before, behind }: Between, groups: number): ReadonlyArray<string> =>
  [before, behind].map((states) =>
    Array.from(
      { length: groups + 1 },
      (_, count) => states(count).map(({ at, origin }) => `${placeOf(edges, origin)}>${placeOf(edges, at)}`).join("|")
    ).join(" ")
  )

type Known = readonly [string, rows: string, Ends, jitter: number, ReadonlyArray<string>]

const betweens: ReadonlyArray<Known> = [
  ["no row", "", [], 0, ["->-", "->-"]],
  ["no row between known ends", "", [5, 6], 0, ["5>5", "6>6"]],
  ["rows that meet", "0>10@1 10>20@2 20>25@3", [], 0, ["->- 0>10 0>20 0>25", "25>0 25>10 25>20 ->-"]],
  ["rows that meet, between their ends", "0>10@1 10>20@2", [0, 20], 0, ["0>0 0>10 0>20", "20>0 20>10 20>20"]],
  ["rows that do not meet", "0>10@1 11>20@2 20>25@3", [], 0, ["->- 0>10 *>20 *>25", "*>0 25>11 25>20 ->-"]],
  ["rows that do not meet the ends", "0>10@1 10>20@2", [1, 21], 0, ["1>1 *>10 *>20", "*>0 *>10 21>21"]],
  ["rows that break twice", "0>10@1 11>20@2 21>25@3", [], 0, ["->- 0>10 *>20 *>25", "*>0 *>11 25>21 ->-"]],
  ["rows of one second", "10>20@1 0>10@1 20>30@2", [], 0, ["->- 0>20 0>30", "30>0 30>20 ->-"]],
  ["rows of one second that are no path", "0>10@1 20>30@1 30>40@2", [], 0, ["->- *>* *>40", "*>* 40>30 ->-"]],
  ["rows of one second that are no path, between others", "0>10@1 10>20@2 30>40@2 40>50@3", [], 0, [
    "->- 0>10 *>* *>50",
    "*>0 *>* 50>40 ->-"
  ]],
  ["a row that leads nowhere", "0>10@1 10>10@2 10>20@3", [], 0, ["->- 0>10 0>10 0>20", "20>0 20>10 20>10 ->-"]],
  ["a row that leads nowhere, alone", "5>5@1", [], 0, ["->- 5>5", "5>5 ->-"]],
  ["a row that leads nowhere behind a break", "0>10@1 12>12@2 12>20@3", [], 0, [
    "->- 0>10 *>12 *>20",
    "*>0 20>12 20>12 ->-"
  ]],
  ["a circuit first", "0>10@1 10>0@1 10>20@2", [], 0, ["->- 0>0|10>10 10>20", "20>10 20>10 ->-"]],
  ["a circuit last", "0>10@1 10>20@2 20>10@2", [], 0, ["->- 0>10 0>10", "10>0 10>10|20>20 ->-"]],
  ["a circuit alone", "0>10@1 10>0@1", [], 0, ["->- 0>0|10>10", "0>0|10>10 ->-"]],
  ["a circuit that the next row does not meet", "0>10@1 10>0@1 20>30@2", [], 0, [
    "->- 0>0|10>10 *>30",
    "*>0|*>10 30>20 ->-"
  ]],
  ["a circuit behind a break", "0>10@1 20>30@2 30>20@2 30>40@3", [], 0, [
    "->- 0>10 *>20|*>30 *>40",
    "*>0 40>30 40>30 ->-"
  ]],
  ["two circuits that share a balance", "0>10@1 10>0@1 10>20@2 20>10@2", [], 0, [
    "->- 0>0|10>10 10>10",
    "10>10 10>10|20>20 ->-"
  ]],
  ["an unconfirmed row", "0>10@1 10>20@2? 20>30@3", [], 0, ["->- 0>10 0>20|0>10 0>30", "30>0 30>10|30>20 30>20 ->-"]],
  ["an unconfirmed row that moved nothing", "0>10@1 10>20@2? 10>30@3", [], 0, [
    "->- 0>10 0>20|0>10 0>30",
    "30>0 30>10 30>10 ->-"
  ]],
  ["an unconfirmed row last", "0>10@1 10>20@2?", [], 0, ["->- 0>10 0>20|0>10", "20>0|10>0 20>10|->- ->-"]],
  ["an unconfirmed row first", "0>10@1? 10>20@2 20>30@3", [], 0, [
    "->- 0>10|->- 0>20|10>20 0>30|10>30",
    "30>0|30>10 30>10 30>20 ->-"
  ]],
  ["an unconfirmed row alone, and a known opening", "0>10@1?", [0], 0, ["0>0 0>10|0>0", "10>0|->- ->-"]],
  ["unconfirmed rows before a break", "0>10@1 10>20@2? 10>15@3? 40>50@4 50>60@5", [], 0, [
    "->- 0>10 0>20|0>10 0>20|0>15|0>10 *>50 *>60",
    "*>0 60>40 60>40 60>40 60>50 ->-"
  ]],
  ["seven unconfirmed rows of a second", "0>1@1 1>2@2? 2>3@2? 3>4@2? 4>5@2? 5>6@2? 6>7@2? 7>8@2? 8>9@3", [], 0, [
    "->- 0>1 *>* *>9",
    "*>0 *>* 9>8 ->-"
  ]],
  ["rows that jitter may have exchanged", "10>20@1 0>10@3 20>30@9", [], 1, ["->- 0>20 0>30", "30>0 30>20 ->-"]]
]

describe("what is known between rows", () => {
  for (const [what, rows, ends, jitter, expected] of betweens) {
    it(`is, of ${what}`, () => {
      const { between, graph, groups } = timelineOf(rows, ends, jitter)
      assert.deepStrictEqual(known(graph.edges, between, bySecond.size(groups)), expected)
    })
  }

  it("is, of a path whose order is known, the same at each of its places", () => {
    const { graph, groups } = timelineOf("0>10@1 10>20@2 20>15@2 15>30@4", [], 0)
    assert.deepStrictEqual(known(graph.edges, alongPath(graph.edges, groups), 3), [
      "0>0 0>10 0>15 0>30",
      "30>0 30>10 30>15 30>30"
    ])
  })
})

type Crossed = readonly [string, rows: string, second: number, Ends, jitter: number, ReadonlyArray<string>]

const crossed: ReadonlyArray<Crossed> = [
  ["no row", "", 5, [], 0, ["? ? ?"]],
  ["no row between ends that are alike", "", 5, [7, 7], 0, ["7 7 7"]],
  ["no row between ends that differ", "", 5, [7, 8], 0, []],
  ["no row and a known opening", "", 5, [7], 0, ["7 7 7"]],
  ["no row and a known closing", "", 5, [undefined, 7], 0, ["7 7 7"]],
  ["rows on both sides", "0>10@1 10>20@9", 5, [], 0, ["0 10 20"]],
  ["rows on both sides that do not meet", "0>10@1 11>20@9", 5, [], 0, []],
  ["rows before it", "0>10@1 10>20@2", 5, [], 0, ["0 20 20"]],
  ["rows behind it", "0>10@6 10>20@7", 5, [], 0, ["0 0 20"]],
  ["rows before it that do not meet the end", "0>10@1", 5, [undefined, 20], 0, []],
  ["rows before it behind a break", "0>10@1 11>20@2", 5, [], 0, ["? 20 20"]],
  ["rows behind it before a break", "0>10@6 11>20@7", 5, [], 0, ["0 0 ?"]],
  ["rows of which those before it are no path", "0>10@1 20>30@1 30>40@9", 5, [], 0, ["? 30 40"]],
  ["rows of which those behind it are no path", "0>10@1 10>20@9 30>40@9", 5, [], 0, ["0 10 ?"]],
  ["rows none of which are a path", "0>10@1 20>30@1 30>40@9 50>60@9", 5, [], 0, ["order"]],
  ["a row at it", "0>10@1 10>20@5", 5, [], 0, ["0 10 20"]],
  ["a row one second before it", "0>10@1 10>20@4", 5, [], 0, ["0 20 20"]],
  ["a row within the jitter before it", "0>10@1 10>20@4 20>30@9", 5, [], 1, ["0 20 30", "0 10 30"]],
  ["a row as far as the jitter before it", "0>10@1 10>20@3 20>30@19", 5, [], 2, ["0 20 30", "0 10 30"]],
  ["a row farther than the jitter before it", "0>10@1 10>20@2 20>30@19", 5, [], 2, ["0 20 30"]],
  ["a row within the jitter behind it", "0>10@1 10>20@6 20>30@19", 5, [], 2, ["0 20 30", "0 10 30"]],
  ["a row as far as the jitter behind it", "0>10@1 10>20@7 20>30@19", 5, [], 2, ["0 10 30"]],
  ["a row at it within the jitter", "0>10@1 10>20@5 20>30@19", 5, [], 1, ["0 20 30", "0 10 30"]],
  ["rows within the jitter on both sides", "0>10@1 10>20@4 20>30@5 30>40@19", 5, [], 1, [
    "0 30 40",
    "0 20 40",
    "0 10 40"
  ]],
  ["rows within the jitter that met in the other order", "0>10@1 20>30@4 10>20@5 30>40@19", 5, [], 1, [
    "0 30 40",
    "0 20 40",
    "0 10 40"
  ]],
  ["a group of which one row is within the jitter", "0>10@1 10>20@3 20>30@5 30>40@19", 5, [], 1, [
    "0 30 40",
    "0 20 40"
  ]],
  ["rows within the jitter alone", "0>10@4 10>20@5", 5, [], 1, ["0 20 20", "0 10 20", "0 0 20"]],
  ["a circuit within the jitter", "0>10@4 10>0@5", 5, [], 1, ["0 0 0", "10 10 10", "10 0 10", "0 10 0"]],
  ["an unconfirmed row before it", "0>10@1 10>20@2?", 5, [], 0, ["0 20 20", "0 10 10"]],
  ["an unconfirmed row behind it", "0>10@1 10>20@9?", 5, [], 0, ["0 10 20", "0 10 10"]],
  ["an unconfirmed row behind it that another needs", "0>10@1 10>20@8? 20>30@9", 5, [], 0, ["0 10 30"]],
  ["an unconfirmed row alone before it", "0>10@1?", 5, [], 0, ["0 10 10", "? ? ?"]],
  ["an unconfirmed row alone behind it", "0>10@9?", 5, [], 0, ["0 0 10", "? ? ?"]],
  ["an unconfirmed row within the jitter", "0>10@1 10>20@5? 20>30@19", 5, [], 1, ["0 20 30", "0 10 30"]],
  ["an unconfirmed row within the jitter at the end", "0>10@1 10>20@5?", 5, [], 1, ["0 20 20", "0 10 20", "0 10 10"]],
  ["an unconfirmed row beside rows that are no path", "0>10@1? 20>30@1 40>50@1 60>70@9 80>90@9", 5, [], 0, [
    "unconfirmed"
  ]],
  ["rows that are no path before it, and none behind", "0>10@1 20>30@1", 5, [], 0, ["order"]],
  ["rows that are no path behind it, and none before", "0>10@9 20>30@9", 5, [], 0, ["order"]],
  ["rows that are no path before it, and a circuit behind", "0>10@1 20>30@1 30>40@9 40>30@9", 5, [], 0, ["order"]],
  ["a circuit before it, and rows that are no path behind", "30>40@1 40>30@1 60>70@9 80>90@9", 5, [], 0, ["order"]],
  ["rows that are no path, and an unconfirmed one behind", "0>10@1 20>30@1 30>40@9? 40>50@10", 5, [], 0, [
    "unconfirmed"
  ]],
  ["rows that are no path, and one within the jitter", "0>10@1 20>30@1 30>40@14 40>50@19", 15, [], 1, ["order"]],
  ["rows that are no path, and one within the jitter before another break", "0>10@1 30>40@14 60>70@19", 15, [], 1, []],
  ["rows of a wrong order within the jitter", "0>10@1 11>20@14 20>30@19", 15, [], 1, []],
  ["an unconfirmed row within the jitter before a known end", "0>10@1 10>20@14?", 15, [undefined, 20], 1, [
    "0 20 20",
    "0 10 20"
  ]],
  ["rows of an hour shown twice before it", "0>10@1 10>20@3= 20>30@4= 30>40@9", 5, [], 0, ["0 30 40"]],
  ["rows of an hour shown twice before it and at it", "0>10@1 10>20@4= 20>30@5=", 5, [], 0, [
    "0 30 30",
    "0 20 30",
    "0 10 30"
  ]],
  ["rows of an hour shown twice behind it", "0>10@1 10>20@4 20>30@6= 30>40@7=", 5, [], 1, ["0 20 40", "0 10 40"]],
  ["rows of an hour shown twice at it and behind it", "10>20@4 20>30@5= 30>40@6=", 5, [], 1, [
    "10 30 40",
    "10 20 40",
    "10 10 40"
  ]],
  ["a row inside an hour shown twice, before it", "0>10@1 10>20@3= 20>30@4 30>40@6=", 5, [], 0, ["0 40 40", "0 30 40"]],
  ["a row inside an hour shown twice, at it", "0>10@1 10>20@4= 20>30@5 30>40@6=", 5, [], 0, ["0 20 40", "0 10 40"]],
  ["rows of an hour shown twice on both sides", "0>10@1 10>20@4= 20>30@6=", 5, [], 0, ["0 30 30", "0 20 30", "0 10 30"]]
]

const crossings = (rows: string, second: number, ends: Ends, jitter: number): ReadonlyArray<string> => {
  const timeline = timelineOf(rows, ends, jitter)
  const { graph: { edges }, groups } = timeline
  const at = midnight / 1000 + second
  const begun = Array.from(
    { length: bySecond.size(groups) },
    (_, group) => edges.seconds[groups.list[groups.offsets[group] ?? 0] ?? 0] ?? 0
  ).filter((first) => first - jitter < at).length
  const found = new Boundaries(timeline).at(at, begun)
  const valued = (vertex: number): string => vertex === unknown ? "?" : valueOf(edges, vertex)
  return typeof found === "string"
    ? [found]
    : found.map(({ balance, closing, opening }) => `${valued(opening)} ${valued(balance)} ${valued(closing)}`)
}

/** Rows that meet one after the other, so many seconds apart. */
const inTurn = (count: number, apart: number): string =>
  Array.from({ length: count }, (_, at) => `${at}>${at + 1}@${at * apart}`).join(" ")

/** A circuit within one second. */
const around = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${at}>${(at + 1) % count}@4`).join(" ")

describe("what stands where rows cross a second", () => {
  for (const [what, rows, second, ends, jitter, expected] of crossed) {
    it(`is told of ${what}`, () => {
      assert.deepStrictEqual(crossings(rows, second, ends, jitter), expected)
    })
  }

  it("is told of as many ways as sixty-four, and not of more", () => {
    assert.strictEqual(new Set(crossings(around(8), 5, [], 1)).size, 64)
    assert.deepStrictEqual(crossings(around(9), 5, [], 1), ["order"])
    assert.deepStrictEqual(crossings(`${around(8)} 0>9@30?`, 5, [], 1), ["unconfirmed"])
  })

  it("is not told where more than nine rows may stand on either side", () => {
    const nine = inTurn(9, 0)
    assert.deepStrictEqual(crossings(nine, 1, [], 1), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((at) => `0 ${at} 9`))
    assert.deepStrictEqual(crossings(`${nine} 9>10@0`, 1, [], 1), ["midnight"])
  })

  it("is not told where nine rows among two thousand may", () => {
    assert.deepStrictEqual(crossings(`${inTurn(2000, 1)} 1000>1000@1000`, 1000, [], 4), ["midnight"])
  })
})
