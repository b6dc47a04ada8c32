import { assert, describe, it } from "@effect/vitest"
import { Graph } from "../../../src/continuity/chain/Graph.ts"
import {
  advance,
  begunAt,
  isTold,
  type Lead,
  leadOf,
  leadsOf,
  lost,
  mostStates,
  reversed,
  type State,
  unbegun
} from "../../../src/continuity/chain/leads.ts"
import { make } from "../../kit/continuity.ts"
import { step } from "../statements.ts"

/** Edges between balances, and how balances and vertices name each other. */
const graphOf = (...steps: ReadonlyArray<readonly [from: number, to: number]>) => {
  const edges = make(steps.map(([from, to], index) => step(`T${index}`, from, to, 1)), {})
  const vertexOf = (balance: number): number => {
    const at = steps.findIndex(([from]) => from === balance)
    if (at >= 0) return edges.tail[at] ?? -9
    return edges.head[steps.findIndex(([, to]) => to === balance)] ?? -9
  }
  return { graph: new Graph(edges), vertexOf, all: Int32Array.from(steps.keys()) }
}

describe("how edges lead", () => {
  it("is from a path's beginning to its end, whatever their order", () => {
    const { all, graph, vertexOf } = graphOf([10, 20], [0, 10], [20, 30])
    assert.deepStrictEqual(leadOf(graph, all), { start: vertexOf(0), end: vertexOf(30) })
    assert.deepStrictEqual(leadOf(graph, all.subarray(1, 2)), { start: vertexOf(0), end: vertexOf(10) })
  })

  it("is back to each balance of a circuit", () => {
    const { all, graph, vertexOf } = graphOf([10, 20], [20, 10], [10, 5], [5, 10])
    assert.deepStrictEqual(leadOf(graph, all), { circuit: new Set([10, 20, 5].map(vertexOf)) })
  })

  it("is nowhere without edges, and unknown where they are no path", () => {
    const { all, graph } = graphOf([0, 10], [20, 30])
    assert.strictEqual(leadOf(graph, new Int32Array(0)), "rest")
    assert.isUndefined(leadOf(graph, all))
    const forked = graphOf([0, 10], [0, 20])
    assert.isUndefined(leadOf(forked.graph, forked.all))
  })

  it("is told for each choice of those that may be left out, but not for more than sixty-four choices", () => {
    const { all, graph, vertexOf } = graphOf([0, 10], [10, 20], [20, 30])
    const [zero = -9, ten = -9, twenty = -9, thirty = -9] = [0, 10, 20, 30].map(vertexOf)
    assert.deepStrictEqual(leadsOf(graph, all, () => false), [{ start: zero, end: thirty }])
    assert.deepStrictEqual(leadsOf(graph, all, (edge) => edge !== 1), [
      { start: zero, end: thirty },
      { start: ten, end: thirty },
      { start: zero, end: twenty },
      { start: ten, end: twenty }
    ])
    assert.deepStrictEqual(leadsOf(graph, all, (edge) => edge === 1), [{ start: zero, end: thirty }])
    assert.deepStrictEqual(leadsOf(graph, all.subarray(0, 1), () => true), [{ start: zero, end: ten }, "rest"])
    const apart = graphOf([0, 10], [20, 30])
    assert.deepStrictEqual(leadsOf(apart.graph, apart.all, () => false), [])
    const long = graphOf([0, 10], [10, 20], [20, 30], [30, 40], [40, 50], [50, 60], [60, 70])
    assert.strictEqual(
      leadsOf(long.graph, long.all.subarray(0, 6), () => true)?.length,
      21 + 1,
      "each stretch of them, and none"
    )
    assert.isUndefined(leadsOf(long.graph, long.all, () => true))
  })

  it("is the other way round from behind", () => {
    assert.deepStrictEqual(reversed({ start: 1, end: 2 }), { start: 2, end: 1 })
    const circuit = { circuit: new Set([1]) }
    assert.strictEqual(reversed(circuit), circuit)
    assert.strictEqual(reversed("rest"), "rest")
  })
})

const at = (origin: number, vertex: number): State => ({ origin, at: vertex })

describe("what is known behind edges", () => {
  const path: Lead = { start: 1, end: 2 }
  const circuit: Lead = { circuit: new Set([1, 5]) }
  const full = Array.from({ length: mostStates }, (_, vertex) => vertex)
  const large: Lead = { circuit: new Set(Array.from({ length: mostStates + 1 }, (_, vertex) => vertex)) }

  it.each<readonly [string, ReadonlyArray<State>, ReadonlyArray<Lead>, ReadonlyArray<State>]>([
    ["a path from where it stands", [at(0, 1)], [path], [at(0, 2)]],
    ["a path from elsewhere", [at(0, 3)], [path], []],
    ["a chain's first edges", [unbegun], [path], [at(1, 2)]],
    ["a path when nothing is known before it", [lost], [path], [at(lost.origin, 2)]],
    ["no edge", [at(0, 1)], ["rest"], [at(0, 1)]],
    ["no edge at its beginning", [unbegun], ["rest"], [unbegun]],
    ["a circuit that it stands on", [at(0, 5)], [circuit], [at(0, 5)]],
    ["a circuit elsewhere", [at(0, 3)], [circuit], []],
    ["a circuit at its beginning", [unbegun], [circuit], [at(1, 1), at(5, 5)]],
    ["a circuit when nothing is known before it", [lost], [circuit], [at(lost.origin, 1), at(lost.origin, 5)]],
    ["a circuit of too many balances", [unbegun], [large], [lost]],
    [
      "a circuit of as many as can be",
      [unbegun],
      [{ circuit: new Set(full) }],
      full.map((vertex) => at(vertex, vertex))
    ],
    ["a circuit of too many balances that it stands on", [at(0, 7)], [large], [at(0, 7)]],
    ["several ways and states", [at(0, 1), at(4, 5)], [path, "rest", circuit], [at(0, 2), at(0, 1), at(4, 5)]],
    ["two ways to one state", [at(0, 1), at(0, 2)], [path, "rest"], [at(0, 2), at(0, 1)]],
    ["one state and two ways", [at(0, 1)], [path, "rest"], [at(0, 2), at(0, 1)]],
    ["two states and one way", [at(0, 1), at(3, 1)], [path], [at(0, 2), at(3, 2)]],
    ["no way", [at(0, 1)], [], []],
    ["no state", [], [path], []]
  ])("is, of %s", (_, states, leads, expected) => {
    assert.deepStrictEqual(advance(states, leads), expected)
  })

  it("is nothing when it is too much, and everything up to there", () => {
    const states = Array.from({ length: mostStates + 1 }, (_, vertex) => at(vertex, vertex))
    assert.deepStrictEqual(advance(states.slice(1), ["rest"]), states.slice(1))
    assert.deepStrictEqual(advance(states, ["rest"]), [lost])
  })

  it("tells balances from what stands for none", () => {
    assert.deepStrictEqual([begunAt(0).at, unbegun.at, lost.at].map(isTold), [true, false, false])
    assert.deepStrictEqual(begunAt(3), { origin: 3, at: 3 })
  })
})
