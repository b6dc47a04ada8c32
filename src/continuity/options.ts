/**
 * Which optional edges belong to the chain.
 *
 * A row that is not confirmed may have moved the balance or not, and a row that names no currency may belong to this
 * chain or to another. All of them in, then one kind in, then none: the first choice that makes the path whole is
 * taken. Else the breaks of the other rows are bridged one after another with optional edges. That is no search of all
 * choices, so it may leave a break open that another choice would have closed; it never calls whole what is not.
 */
import { bridgeByDegree, bridgeByTime } from "./bridges.ts"
import { at, type Edges, unknown } from "./Edges.ts"
import type { Graph, Shape } from "./Graph.ts"

/** A choice of edges, and whether they are one path between the ends. */
export interface Choice {
  readonly list: Int32Array
  readonly whole: boolean
}

/** Chooses the edges of the chain; rows from `borrowedFrom` on are those that may belong to another. */
export const choose = (graph: Graph, borrowedFrom: number): Choice => {
  const { edges } = graph
  const isBorrowed = (edge: number): boolean => at(edges.rowOf, edge) >= borrowedFrom
  const isUnconfirmed = (edge: number): boolean => edges.unconfirmed[edge] === 1
  const all = measure(graph, () => true)
  if (all.whole) return all
  for (const isLeftOut of [isUnconfirmed, isBorrowed]) {
    const some = measure(graph, (edge) => !isLeftOut(edge))
    if (some.whole) return some
  }
  const isOptional = (edge: number): boolean => isBorrowed(edge) || isUnconfirmed(edge)
  const fewest = measure(graph, (edge) => !isOptional(edge))
  if (fewest.whole || fewest.list.length === edges.count) return fewest
  const withTaken = (taken: Uint8Array): Choice => measure(graph, (edge) => !isOptional(edge) || taken[edge] === 1)
  const near = bridgeByTime(graph, fewest.list, isOptional)
  for (const taken of [near, bridgeByDegree(edges, isOptional, near)]) {
    const bridged = withTaken(taken)
    if (bridged.whole) return bridged
  }
  return withTaken(bridgeByDegree(edges, isOptional, new Uint8Array(edges.count)))
}

const measure = (graph: Graph, isIn: (edge: number) => boolean): Choice => {
  const list = select(graph.edges, isIn)
  const shape = graph.shape(list, 0, list.length)
  return { list, whole: isWhole(graph, shape) }
}

const select = (edges: Edges, isIn: (edge: number) => boolean): Int32Array => {
  const list = new Int32Array(edges.count)
  let length = 0
  for (let edge = 0; edge < edges.count; edge++) if (isIn(edge)) list[length++] = edge
  return list.subarray(0, length)
}

/** Whether the edges measured last are one path between the ends: no time and no order is asked. */
const isWhole = (graph: Graph, shape: Shape): boolean => {
  const { closing, opening } = graph.edges
  if (shape.parts > 1 || shape.paths > 1) return false
  const isEnd = (anchor: number, end: number): boolean =>
    anchor === unknown || (shape.paths === 1 ? anchor === end : graph.has(anchor))
  return isEnd(opening, shape.start) && isEnd(closing, shape.end) &&
    (shape.paths === 1 || opening === unknown || closing === unknown || opening === closing)
}
