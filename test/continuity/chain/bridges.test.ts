import { assert, describe, it } from "@effect/vitest"
import { bridgeByDegree, bridgeByTime } from "../../../src/continuity/chain/bridges.ts"
import { type Anchors, type Edges, upTo } from "../../../src/continuity/chain/Edges.ts"
import { Graph } from "../../../src/continuity/chain/Graph.ts"
import { make } from "../../kit/continuity.ts"
import { money, step } from "../statements.ts"

/** A row; those whose names are small letters are optional. */
type Step = readonly [name: string, from: number, to: number, second: number]
type Ends = readonly [opening?: number, closing?: number]

const isOptional = ([name]: Step): boolean => name === name.toLowerCase()
const anchor = (balance: number | undefined) => balance === undefined ? undefined : money(balance)

const read = (steps: ReadonlyArray<Step>, [opening, closing]: Ends) => {
  const anchors: Anchors = { opening: anchor(opening), closing: anchor(closing) }
  const edges: Edges = make(steps.map(([name, from, to, second]) => step(name, from, to, second)), anchors)
  const isIn = (edge: number): boolean => steps.some((each, index) => index === edge && isOptional(each))
  return { edges, isIn }
}

const named = (steps: ReadonlyArray<Step>, marks: Uint8Array): string =>
  steps.flatMap(([name], index) => marks[index] === 1 ? [name] : []).join(" ")

const byTime = (steps: ReadonlyArray<Step>, ends: Ends = []): string => {
  const { edges, isIn } = read(steps, ends)
  return named(steps, bridgeByTime(new Graph(edges), upTo(edges.count).filter((edge) => !isIn(edge)), isIn))
}

const byDegree = (steps: ReadonlyArray<Step>, ends: Ends = [], before = ""): string => {
  const { edges, isIn } = read(steps, ends)
  const taken = Uint8Array.from(steps, ([name]) => before.includes(name) ? 1 : 0)
  const all = named(steps, bridgeByDegree(edges, isIn, taken))
  assert.strictEqual(named(steps, taken), before)
  return all
}

const broken: ReadonlyArray<Step> = [["A", 0, 10, 10], ["C", 30, 40, 50]]
const twice: ReadonlyArray<Step> = [...broken, ["D", 60, 70, 90]]

/** Rows of one second with so many breaks between them, each of which one optional row leads over. */
const breaksOf = (count: number): ReadonlyArray<Step> => [
  ...Array.from({ length: count + 1 }, (_, index): Step => [`R${index}`, 100 * index, 100 * index + 10, 10]),
  ...Array.from({ length: count }, (_, index): Step => [`p${index}`, 100 * index + 10, 100 * index + 100, 10])
]
const firstOf = (count: number): string => Array.from({ length: count }, (_, index) => `p${index}`).join(" ")

describe("rows that lead over a break in its time", () => {
  it.each<readonly [string, ReadonlyArray<Step>, Ends, string]>([
    ["none where there is no break", [["A", 0, 10, 10], ["B", 10, 20, 20], ["p", 10, 20, 15]], [], ""],
    ["one between", [...broken, ["p", 10, 30, 30]], [], "p"],
    ["one between, of two", [...broken, ["p", 10, 30, 30], ["q", 10, 30, 31]], [], "p"],
    ["one at the second before", [...broken, ["p", 10, 30, 10]], [], "p"],
    ["one at the second behind", [...broken, ["p", 10, 30, 50]], [], "p"],
    ["none before that", [...broken, ["p", 10, 30, 9]], [], ""],
    ["none behind that", [...broken, ["p", 10, 30, 51]], [], ""],
    ["none that leads elsewhere", [...broken, ["p", 10, 31, 30], ["q", 11, 30, 30]], [], ""],
    ["several, one behind the other", [...broken, ["q", 20, 30, 12], ["p", 10, 20, 40]], [], "q p"],
    [
      "several, past what leads nowhere",
      [...broken, ["x", 10, 15, 20], ["p", 10, 20, 30], ["y", 15, 16, 30], ["q", 20, 30, 30]],
      [],
      "p q"
    ],
    ["none, where one of several is of another time", [...broken, ["p", 10, 20, 30], ["q", 20, 30, 60]], [], ""],
    ["one for each break", [...twice, ["p", 10, 30, 20], ["q", 40, 60, 60]], [], "p q"],
    ["none of the other break's time", [...twice, ["q", 40, 60, 20], ["p", 10, 30, 60]], [], ""],
    ["one for the second alone", [...twice, ["q", 40, 60, 60], ["x", 40, 60, 5]], [], "q"],
    [
      "two for breaks that are alike",
      [["A", 0, 10, 10], ["C", 30, 10, 50], ["D", 30, 40, 90], ["p", 10, 30, 50], ["q", 10, 30, 50]],
      [],
      "p q"
    ],
    [
      "none over a way that is no break",
      [["A", 0, 10, 10], ["C", 30, 10, 50], ["F", 10, 12, 50], ["p", 12, 30, 50]],
      [],
      ""
    ],
    ["one in front of all", [...broken.slice(1), ["p", 10, 30, 5]], [10], "p"],
    ["one in front of all, at the first second", [...broken.slice(1), ["p", 10, 30, 50]], [10], "p"],
    ["none in front of all that is of a later second", [...broken.slice(1), ["p", 10, 30, 51]], [10], ""],
    ["one behind all", [["A", 0, 10, 10], ["p", 10, 30, 99]], [0, 30], "p"],
    ["none behind all that is of an earlier second", [["A", 0, 10, 10], ["p", 10, 30, 9]], [0, 30], ""],
    ["none where the ends are not known", [["A", 0, 10, 10], ["p", 10, 30, 99], ["q", 5, 0, 5]], [], ""]
  ])("%s", (_, steps, ends, expected) => {
    assert.strictEqual(byTime(steps, ends), expected)
  })

  it("are looked for in eight steps for each row at most", () => {
    assert.strictEqual(byTime([...breaksOf(16), ["p16", 1610, 1700, 10]]), firstOf(16))
    assert.strictEqual(byTime(breaksOf(17)), firstOf(16))
  })

  it("cost no step for each row of an earlier time", () => {
    const earlier = Array.from({ length: 13 }, (_, index): Step => ["x", index, index + 1, 1])
    assert.strictEqual(byTime([...earlier, ...breaksOf(13)]), firstOf(13))
  })
})

describe("rows that lead from where one is wanting to where one is left over", () => {
  it.each<readonly [string, ReadonlyArray<Step>, Ends, string, string]>([
    ["one over a break", [...broken, ["p", 10, 30, 30]], [0, 40], "", "p"],
    ["one of any time", [...broken, ["p", 10, 30, 99]], [0, 40], "", "p"],
    ["the earliest of several", [...broken, ["p", 10, 30, 99], ["q", 10, 30, 98]], [0, 40], "", "q"],
    ["none where one is taken already", [...broken, ["q", 10, 30, 20], ["p", 10, 30, 30]], [0, 40], "p", "p"],
    ["one beside those that are taken", [...twice, ["p", 10, 30, 20], ["q", 40, 60, 20]], [0, 70], "q", "p q"],
    [
      "none from where none is wanting",
      [["Z", 5, 0, 1], ...broken, ["x", 0, 30, 2], ["p", 10, 30, 20]],
      [5, 40],
      "",
      "p"
    ],
    [
      "one for each break, and none from one to the other",
      [...twice, ["p", 10, 30, 1], ["x", 10, 60, 2], ["q", 40, 60, 3]],
      [0, 70],
      "",
      "p q"
    ],
    [
      "several, past what leads nowhere",
      [...broken, ["x", 10, 15, 1], ["y", 15, 16, 1], ["p", 10, 20, 2], ["q", 20, 30, 1]],
      [0, 40],
      "",
      "p q"
    ],
    ["one from the known opening", [...broken.slice(1), ["p", 10, 30, 99]], [10, 40], "", "p"],
    ["one to the known closing", [["A", 0, 10, 10], ["p", 10, 30, 1]], [0, 30], "", "p"],
    [
      "one over the first break where the closing is not known",
      [...twice, ["p", 10, 30, 99], ["q", 40, 30, 1]],
      [0],
      "",
      "p"
    ],
    [
      "two that begin at one balance",
      [["A", 0, 10, 1], ["B", 20, 10, 2], ["C", 30, 40, 3], ["p", 10, 20, 9], ["q", 10, 30, 9]],
      [0, 40],
      "",
      "p q"
    ],
    [
      "none over a row that is not optional",
      [["A", 0, 10, 1], ["B", 5, 10, 2], ["F", 10, 12, 3], ["C", 30, 40, 4], ["p", 12, 30, 5]],
      [0, 40],
      "",
      "p"
    ],
    ["none where all meet", [["A", 0, 10, 10], ["B", 10, 20, 20], ["p", 10, 10, 1], ["q", 20, 0, 2]], [0, 20], "", ""]
  ])("%s", (_, steps, ends, before, expected) => {
    assert.strictEqual(byDegree(steps, ends, before), expected)
  })
})
