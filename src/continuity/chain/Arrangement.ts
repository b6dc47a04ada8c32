/**
 * Edges put in the order of the chain, second by second.
 *
 * Within a second the order is a path through its edges from the balance that the second before left. Where there is
 * none, the walk goes on from where the edges themselves begin, so that each fault is met where it is and does not
 * spread. A second whose edges are a circuit can be entered at any of its balances: whether its entry is known for
 * certain is kept for each second, because positions are given on certain ground only.
 */
import * as bySecond from "./bySecond.ts"
import { at, unknown } from "./Edges.ts"
import type { Graph } from "./Graph.ts"
import { isWalkable } from "./Graph.ts"
import { repair } from "./repair.ts"

export interface Arrangement {
  readonly graph: Graph
  /** The edges in chain order. */
  readonly sequence: Int32Array
  /** Group `g` is `sequence[offsets[g]..offsets[g + 1])`. */
  readonly offsets: Int32Array
  /** 1 for each group that is one path from an entry known for certain. */
  readonly certain: Uint8Array
  /** The vertices where the chain may begin: one when it is known, none when it is broken too early to tell. */
  readonly openings: ReadonlyArray<number>
}

/** Arranges groups of edges between two ends, each of which may be unknown; always all of them, gaps or not. */
export const arrange = (graph: Graph, groups: bySecond.Groups, opening: number, closing: number): Arrangement => {
  const { list, offsets } = groups
  const count = bySecond.size(groups)
  const sequence = new Int32Array(list.length)
  const certain = new Uint8Array(count)
  const openings = possibleOpenings(graph, groups, opening, closing)
  const entries = new Entries(graph, groups, closing)
  let sure = openings.length === 1
  let balance = openings[0] ?? unknown
  for (let index = 0; index < count; index++) {
    const from = at(offsets, index)
    const to = at(offsets, index + 1)
    let entry = balance
    let end = entry === unknown ? unknown : graph.walk(list, from, to, entry, sequence)
    if (end === unknown) {
      const shape = graph.shape(list, from, to)
      if (isWalkable(shape)) {
        sure = shape.paths === 1
        entry = sure ? shape.start : entries.circuit(index)
        end = graph.walk(list, from, to, entry, sequence)
      } else {
        sure = false
        repair(graph, list, from, to, balance, entries.after(index + 1), sequence)
        balance = at(graph.head, at(sequence, to - 1))
        continue
      }
    } else if (end !== entry) sure = true
    certain[index] = sure ? 1 : 0
    balance = end
  }
  return { graph, sequence, offsets, certain, openings }
}

/**
 * Where a chain can begin: at its anchor; else where its first second that is no circuit begins; else, circuits only,
 * at the other anchor or at any balance that all seconds share.
 */
const possibleOpenings = (
  graph: Graph,
  groups: bySecond.Groups,
  opening: number,
  closing: number
): ReadonlyArray<number> => {
  if (opening !== unknown) return [opening]
  for (let index = 0; index < bySecond.size(groups); index++) {
    const shape = graph.shape(groups.list, at(groups.offsets, index), at(groups.offsets, index + 1))
    if (!isWalkable(shape)) return []
    if (shape.paths === 1) return [shape.start]
  }
  return closing !== unknown ? [closing] : sharedVertices(graph, groups)
}

/** The vertices that every group touches, smallest balance first. */
const sharedVertices = (graph: Graph, groups: bySecond.Groups): ReadonlyArray<number> => {
  const count = bySecond.size(groups)
  if (count === 0) return []
  const touched = new Int32Array(graph.edges.vertices)
  for (let index = 0; index < count; index++) {
    for (let place = at(groups.offsets, index); place < at(groups.offsets, index + 1); place++) {
      const vertex = at(graph.tail, at(groups.list, place))
      if (at(touched, vertex) === index) touched[vertex] = index + 1
    }
  }
  const shared: Array<number> = []
  for (let vertex = 0; vertex < touched.length; vertex++) {
    if (at(touched, vertex) === count) shared.push(vertex)
  }
  return shared.sort((left, right) => bySecond.compareBalances(graph.edges, left, right))
}

/** Looks ahead for the balance at which a group is entered, at a cost that is linear over all groups. */
class Entries {
  private readonly graph: Graph
  private readonly groups: bySecond.Groups
  private readonly closing: number
  private knownFor = -1
  private known = unknown

  constructor(graph: Graph, groups: bySecond.Groups, closing: number) {
    this.graph = graph
    this.groups = groups
    this.closing = closing
  }

  /** Where the chain stands before a group, judged by the groups from there on; may be unknown. */
  after(group: number): number {
    if (group <= this.knownFor) return this.known
    const { graph, groups } = this
    for (let index = group; index < bySecond.size(groups); index++) {
      const shape = graph.shape(groups.list, at(groups.offsets, index), at(groups.offsets, index + 1))
      this.knownFor = index
      this.known = shape.paths === 1 && shape.parts === 1 ? shape.start : unknown
      if (!isWalkable(shape) || shape.paths === 1) return this.known
    }
    this.knownFor = bySecond.size(groups)
    this.known = this.closing
    return this.known
  }

  /** Where best to enter a circuit that the balance before it does not touch. */
  circuit(group: number): number {
    const { graph, groups } = this
    const from = at(groups.offsets, group)
    const to = at(groups.offsets, group + 1)
    const wanted = this.after(group + 1)
    for (let place = from; place < to; place++) {
      if (at(graph.tail, at(groups.list, place)) === wanted) return wanted
    }
    return at(graph.tail, at(groups.list, from))
  }
}
