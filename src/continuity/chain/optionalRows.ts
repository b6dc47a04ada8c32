/**
 * Which optional edges belong to the chain.
 *
 * A row that is not confirmed may have moved the balance or not, and a row that names no currency may belong to this
 * chain or to another. A choice that makes the path whole in the order of the times is taken first. Then, whatever the
 * order: all of them in, one kind in, none: the first of these that makes the path whole. Else the breaks of the other rows are bridged one after another with optional edges. That is no search of all
 * choices, so it may leave a break open that another choice would have closed; it never calls whole what is not.
 */
import { bridgeByDegree, bridgeByTime } from "./bridges.ts"
import { at, type Edges, unknown, upTo } from "./Edges.ts"
import type { Graph, Shape } from "./Graph.ts"
import { type Walk, walks } from "./walks.ts"

/** A choice of edges, and whether they are one path between the ends. */
export interface Choice {
  readonly list: Int32Array
  readonly whole: boolean
}

/** Chooses the edges of the chain; rows from `borrowedFrom` on are those that may belong to another. */
export const chooseOptionalRows = (graph: Graph, borrowedFrom: number, jitter = 0): Choice => {
  const { edges } = graph
  const isBorrowed = (edge: number): boolean => at(edges.rowOf, edge) >= borrowedFrom
  const isUnconfirmed = (edge: number): boolean => edges.unconfirmed[edge] === 1
  const isOptional = (edge: number): boolean => isBorrowed(edge) || isUnconfirmed(edge)
  const timely = inTime(graph, isOptional, jitter)
  if (timely?.whole === true) return timely
  const all = measure(graph, () => true)
  if (all.whole || !all.list.some(isOptional)) return all
  for (const isLeftOut of [isUnconfirmed, isBorrowed]) {
    const some = measure(graph, (edge) => !isLeftOut(edge))
    if (some.whole) return some
  }
  const fewest = measure(graph, (edge) => !isOptional(edge))
  if (fewest.whole) return fewest
  const withTaken = (taken: Uint8Array): Choice => measure(graph, (edge) => !isOptional(edge) || taken[edge] === 1)
  const near = bridgeByTime(graph, fewest.list, isOptional)
  for (const taken of [near, bridgeByDegree(edges, isOptional, near)]) {
    const bridged = withTaken(taken)
    if (bridged.whole) return bridged
  }
  return withTaken(bridgeByDegree(edges, isOptional, new Uint8Array(edges.count)))
}

/** More optional edges are not tried in the order of the times. */
const mostWeighed = 200

const inTime = (graph: Graph, isOptional: (edge: number) => boolean, jitter: number): Choice | undefined => {
  const { edges } = graph
  const optional = upTo(edges.count).filter(isOptional)
  if (optional.length === 0 || optional.length > mostWeighed) return undefined
  const question = { edges, chainOf: () => 0, isOptional, named: 1, mostFree: 0, mayBegin: () => false, jitter }
  const isAtEnds = ({ chains: [stretch] }: Walk): boolean =>
    stretch !== undefined && (edges.opening === unknown || stretch.opening === edges.opening) &&
    (edges.closing === unknown || stretch.closing === edges.closing)
  // What the path can do without is no part of it: what it may lead to besides is told by its ways.
  const shortest = walks(question)?.findLast(isAtEnds)
  if (shortest === undefined) return undefined
  const taken = new Set(optional.filter((_, index) => ((shortest.taken >> BigInt(index)) & 1n) === 1n))
  return measure(graph, (edge) => !isOptional(edge) || taken.has(edge))
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
