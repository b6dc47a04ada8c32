/**
 * Optional edges that lead over the breaks of the others, found in two ways: break by break, where the break and the
 * edges that bridge it are of one time; and by the degrees alone, from wherever an edge is wanting to wherever one is
 * left over, which finds also what the order within a second or a wrong time hides.
 */
import { arrange } from "./Arrangement.ts"
import * as Breaks from "./Breaks.ts"
import * as bySecond from "./bySecond.ts"
import { at, type Edges, unknown, upTo } from "./Edges.ts"
import type { Graph } from "./Graph.ts"

type IsOptional = (edge: number) => boolean

const byTime = (edges: Edges): Int32Array => bySecond.group(edges, upTo(edges.count)).list

/**
 * Marks optional edges that lead over a break of the fixed ones, from its one balance to its other, and stand in its
 * time. The steps are bounded, so that many breaks in a second with many optional edges don't cost their product.
 */
export const bridgeByTime = (graph: Graph, fixed: Int32Array, isOptional: IsOptional): Uint8Array => {
  const { edges } = graph
  const arrangement = arrange(graph, bySecond.group(edges, fixed), edges.opening, edges.closing)
  const { sequence } = arrangement
  const optional = byTime(edges).filter(isOptional)
  const secondAt = (list: Int32Array, place: number): number => edges.seconds[at(list, place)] as number
  const taken = new Uint8Array(edges.count)
  const search = new Search(edges)
  let begin = 0
  let steps = 8 * edges.count
  for (const each of Breaks.find(arrangement)) {
    const from = each.earliest > 0 ? secondAt(sequence, each.earliest - 1) : -Infinity
    const to = each.latest < sequence.length ? secondAt(sequence, each.latest) : Infinity
    while (begin < optional.length && secondAt(optional, begin) < from) begin++
    let end = begin
    while (end < optional.length && secondAt(optional, end) <= to) end++
    steps -= end - begin
    if (steps < 0) return taken
    const near = optional.subarray(begin, end).filter((edge) => taken[edge] === 0)
    search.offer(near)
    for (const edge of search.path(each.from, (vertex) => vertex === each.to)) taken[edge] = 1
    search.withdraw(near)
  }
  return taken
}

/**
 * Marks, beside those `taken` already, optional edges that lead from where an edge is wanting to where one is left
 * over. Earliest first, so that of several such places the one left is the last: the chain's end, if it is unknown.
 */
export const bridgeByDegree = (edges: Edges, isOptional: IsOptional, taken: Uint8Array): Uint8Array => {
  const all = taken.slice()
  const order = byTime(edges)
  const surplus = new Int32Array(edges.vertices)
  const add = (vertex: number, count: number) => (surplus[vertex] = at(surplus, vertex) + count)
  const isFree = (edge: number): boolean => isOptional(edge) && all[edge] === 0
  for (const edge of order) {
    if (isFree(edge)) continue
    add(at(edges.tail, edge), 1)
    add(at(edges.head, edge), -1)
  }
  if (edges.opening !== unknown) add(edges.opening, -1)
  if (edges.closing !== unknown) add(edges.closing, 1)
  const search = new Search(edges)
  search.offer(order.filter(isFree))
  const bridge = (from: number): void => {
    while (at(surplus, from) < 0) {
      const path = search.path(from, (vertex) => at(surplus, vertex) > 0)
      const last = path.at(-1)
      if (last === undefined) return
      for (const edge of path) all[edge] = 1
      add(from, 1)
      add(at(edges.head, last), -1)
    }
  }
  if (edges.opening !== unknown) bridge(edges.opening)
  for (const edge of order) bridge(at(edges.head, edge))
  return all
}

/** Looks for paths over the edges on offer, the earliest first; an edge that was tried is on offer no more. */
class Search {
  private readonly edges: Edges
  private readonly first: Int32Array
  private readonly next: Int32Array

  constructor(edges: Edges) {
    this.edges = edges
    this.first = new Int32Array(edges.vertices).fill(unknown)
    this.next = new Int32Array(edges.count)
  }

  offer(list: Int32Array): void {
    for (const edge of list.toReversed()) {
      const tail = at(this.edges.tail, edge)
      this.next[edge] = at(this.first, tail)
      this.first[tail] = edge
    }
  }

  withdraw(list: Int32Array): void {
    for (const edge of list) this.first[at(this.edges.tail, edge)] = unknown
  }

  /** The edges of a path from a vertex to a goal; none when there is no path. */
  path(from: number, isGoal: (vertex: number) => boolean): ReadonlyArray<number> {
    const path: Array<number> = []
    let vertex = from
    for (;;) {
      const edge = at(this.first, vertex)
      if (edge !== unknown) {
        this.first[vertex] = at(this.next, edge)
        path.push(edge)
        vertex = at(this.edges.head, edge)
        if (isGoal(vertex)) return path
      } else {
        const back = path.pop()
        if (back === undefined) return path
        vertex = at(this.edges.tail, back)
      }
    }
  }
}
