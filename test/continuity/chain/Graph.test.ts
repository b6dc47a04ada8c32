/**
 * Whether edges are one path, and the path through all of them: `2 parts, 1 paths from 0 to 10`, and the rows in its order.
 */
import { assert, describe, it } from "@effect/vitest"
import { unknown } from "../../../src/continuity/chain/Edges.ts"
import { Graph, isWalkable } from "../../../src/continuity/chain/Graph.ts"
import { make } from "../../kit/continuity.ts"
import { lettersOf, shortRows, valueOf } from "../shortRows.ts"

const graphOf = (rows: string) => {
  const edges = make(shortRows(rows), {})
  return { graph: new Graph(edges), list: Int32Array.from({ length: edges.count }, (_, edge) => edge) }
}

const shapeOf = (rows: string): string => {
  const { graph, list } = graphOf(rows)
  const shape = graph.shape(list, 0, list.length)
  const [start, end] = [shape.start, shape.end].map((vertex) => valueOf(graph.edges, vertex))
  const ends = shape.paths === 1 ? ` from ${start} to ${end}` : ""
  return `${shape.parts} parts, ${shape.paths} paths${ends}${isWalkable(shape) ? ", walkable" : ""}`
}

/** The path from where the first row begins. */
const walked = (rows: string): string => {
  const { graph, list } = graphOf(rows)
  const out = new Int32Array(list.length)
  const end = graph.walk(list, 0, list.length, graph.tail[0] ?? unknown, out)
  return end === unknown ? "none" : `${lettersOf(graph.edges, out)} to ${valueOf(graph.edges, end)}`
}

describe("edges", () => {
  it.each([
    ["none", "", "0 parts, 0 paths", "none"],
    ["one", "0>10", "1 parts, 1 paths from 0 to 10, walkable", "A to 10"],
    ["one that leads nowhere", "0>0", "1 parts, 0 paths, walkable", "A to 0"],
    ["a path", "0>10 10>20 20>5", "1 parts, 1 paths from 0 to 5, walkable", "ABC to 5"],
    ["a path in another order", "0>10 20>5 10>20", "1 parts, 1 paths from 0 to 5, walkable", "ACB to 5"],
    ["a path, from its middle", "10>20 0>10", "1 parts, 1 paths from 0 to 20, walkable", "none"],
    ["a circuit", "0>10 10>20 20>0", "1 parts, 0 paths, walkable", "ABC to 0"],
    ["two apart", "0>10 20>30", "2 parts, 2 paths", "none"],
    ["two circuits apart", "0>10 10>0 20>30 30>20", "2 parts, 0 paths", "none"],
    ["a path and a circuit apart", "0>10 20>30 30>20", "2 parts, 1 paths from 0 to 10", "none"],
    ["two circuits that share a balance", "0>10 10>0 0>20 20>0", "1 parts, 0 paths, walkable", "ABCD to 0"],
    ["a path with a circuit", "0>10 10>20 20>10 10>30", "1 parts, 1 paths from 0 to 30, walkable", "ABCD to 30"],
    [
      "a path with a circuit, met last",
      "0>10 10>30 10>20 20>10",
      "1 parts, 1 paths from 0 to 30, walkable",
      "ACDB to 30"
    ],
    ["a fork", "0>10 0>20", "1 parts, 2 paths", "none"],
    ["two that lead to one balance", "0>10 5>10", "1 parts, 2 paths", "none"],
    ["three from one balance", "0>10 0>20 0>30", "1 parts, 3 paths", "none"],
    ["edges that are alike", "0>10 10>0 0>10", "1 parts, 1 paths from 0 to 10, walkable", "ABC to 10"],
    ["edges of two paths that cross", "0>10 10>20 5>10 10>30", "1 parts, 2 paths", "none"]
  ])("are %s", (_, rows, shape, path) => {
    assert.deepStrictEqual([shapeOf(rows), walked(rows)], [shape, path])
  })

  it("of which some are measured hang together without the others", () => {
    const { graph, list } = graphOf("0>10 20>30 10>20 40>50")
    const [zero = -9, twenty = -9, forty = -9] = [0, 1, 3].map((edge) => graph.tail[edge] ?? -9)
    assert.deepStrictEqual(graph.shape(list, 0, 2).parts, 2)
    assert.deepStrictEqual([zero, twenty, forty].map((vertex) => graph.has(vertex)), [true, true, false])
    assert.notStrictEqual(graph.find(zero), graph.find(twenty))
    graph.join(zero, twenty)
    graph.join(twenty, zero)
    assert.strictEqual(graph.find(zero), graph.find(twenty))
    assert.strictEqual(graph.parts, 1)
    assert.strictEqual(graph.find(forty), forty, "a piece of its own")
    assert.deepStrictEqual([graph.parts, graph.has(forty)], [2, true])
    assert.deepStrictEqual(graph.shape(list, 1, 4).parts, 2)
    assert.deepStrictEqual([zero, twenty, forty].map((vertex) => graph.has(vertex)), [false, true, true])
  })

  it("of which fewer are measured end where these do", () => {
    const { graph, list } = graphOf("0>10 20>30")
    assert.strictEqual(graph.shape(list, 0, 2).paths, 2)
    assert.strictEqual(graph.shape(list, 0, 1).end, graph.head[0])
  })

  it("are walked in a part of a list, into the same part of the path", () => {
    const { graph } = graphOf("0>10 10>20 20>30 7>7 30>10")
    const [zero = -9, ten = -9] = [0, 1].map((edge) => graph.tail[edge] ?? -9)
    const out = new Int32Array(5).fill(3)
    assert.strictEqual(graph.walk(Int32Array.of(0, 2, 1, 4, 4), 1, 3, ten, out), graph.head[2])
    assert.deepStrictEqual([...out], [3, 1, 2, 3, 3])
    assert.strictEqual(graph.walk(Int32Array.of(3, 2, 1, 0, 3), 1, 4, zero, out), graph.head[2])
    assert.deepStrictEqual([...out], [3, 0, 1, 2, 3])
    assert.strictEqual(graph.walk(Int32Array.of(3, 2, 1, 0, 3), 1, 4, ten, out), unknown)
    assert.strictEqual(graph.walk(Int32Array.of(0, 1), 1, 2, ten, out), graph.head[1])
    assert.strictEqual(graph.walk(Int32Array.of(0, 1), 1, 2, zero, out), unknown)
  })

  it("are no path where some can't be reached, whatever stood where the path is written", () => {
    const { graph } = graphOf("0>10 10>0 5>6 0>0")
    const zero = graph.tail[0] ?? unknown
    assert.strictEqual(graph.walk(Int32Array.of(0, 1, 2), 0, 3, zero, new Int32Array(3).fill(3)), unknown)
    assert.strictEqual(graph.walk(Int32Array.of(0, 1, 3), 0, 3, zero, new Int32Array(3)), zero)
  })

  it("may have edges beside them that no row stands for, until these are dropped", () => {
    const { graph, list } = graphOf("0>10 20>30 40>50")
    const [ten = -9, thirty = -9] = [graph.head[0], graph.head[1]]
    const [zero = -9, twenty = -9, forty = -9] = graph.tail
    const jumps = [graph.addJump(ten, twenty), graph.addJump(thirty, forty)]
    assert.deepStrictEqual(jumps, [3, 4])
    const out = new Int32Array(5)
    const all = Int32Array.from([...list, ...jumps])
    assert.strictEqual(graph.walk(all, 0, 5, zero, out), graph.head[2])
    assert.deepStrictEqual([...out], [0, 3, 1, 4, 2])
    assert.deepStrictEqual(graph.shape(all, 0, 5), { parts: 1, paths: 1, start: zero, end: graph.head[2] ?? unknown })
    graph.dropJumps()
    assert.strictEqual(graph.addJump(forty, zero), 3)
    assert.deepStrictEqual([graph.tail[3], graph.head[3]], [forty, zero])
    assert.deepStrictEqual([graph.tail.length >= 4, graph.edges.tail.length], [true, 3])
  })

  it.each(["", "0>10", "0>10 10>20"])("may have many such beside them: %s", (rows) => {
    const { graph, list } = graphOf(rows)
    const jumps = Array.from({ length: 9 }, (_, vertex) => graph.addJump(vertex, vertex + 1))
    assert.deepStrictEqual(
      jumps.map((jump) => [graph.tail[jump], graph.head[jump]]),
      jumps.map((_, at) => [at, at + 1])
    )
    assert.deepStrictEqual([...graph.tail.subarray(0, list.length)], [...graph.edges.tail])
  })
})
