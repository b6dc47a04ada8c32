/**
 * Whether rows whose balances meet only in another order than that of their times may lack a row.
 *
 * That balances meet in some order proves little where they come again: a wallet that is swept to zero every evening is
 * whole in some order without any one of its rows. Two things tell a missing row from wrong times.
 *
 * - A row that is missing inside leaves the first row and the last one where they are, so that what the rows sum to no
 *   longer leads from the one to the other. Wrong times inside leave the sum as it is.
 * - A row that is missing breaks the order of the times in one place, and all before it and all behind it meets. A row at
 *   a wrong time breaks it where it stands and where it is wanting.
 *
 * The second alone would see every single row that is missing, and the first several of them. Within a second the order
 * is free, so that several rows may open and close; a known balance takes their place. Between two known balances
 * whatever meets sums to what it must.
 */
import * as bySecond from "./bySecond.ts"
import { at, unknown } from "./Edges.ts"
import type { Graph } from "./Graph.ts"
import { isWalkable } from "./Graph.ts"

/** The balances that rows may begin and end with by their times: those of their first and of their last second. */
export interface EndsByTime {
  readonly openings: ReadonlySet<number>
  readonly closings: ReadonlySet<number>
}

/** What groups in the order of their times, of which there is one at least, begin and end with. */
export const endsByTime = (graph: Graph, groups: bySecond.Groups): EndsByTime => {
  const { closing, opening } = graph.edges
  return {
    openings: opening === unknown ? endsOf(graph, groups, 0, "start") : new Set([opening]),
    closings: closing === unknown ? endsOf(graph, groups, bySecond.size(groups) - 1, "end") : new Set([closing])
  }
}

/**
 * Whether rows that are whole in some order, and not in that of their times, can be believed to lack none: `groups`
 * are all of them in the order of their times.
 */
export const onlyTimesAreWrong = (graph: Graph, groups: bySecond.Groups, ends: EndsByTime): boolean => {
  const { closing, opening } = graph.edges
  if (opening !== unknown && closing !== unknown) return true
  return endsMeet(graph, groups, ends) && !lacksOneRow(graph, groups)
}

/** Whether a row of the first second can begin a path through all of them, and one of the last second end it. */
const endsMeet = (graph: Graph, groups: bySecond.Groups, { closings, openings }: EndsByTime): boolean => {
  const { end, paths, start } = graph.shape(groups.list, 0, groups.list.length)
  return paths === 1 ? openings.has(start) && closings.has(end) : [...openings].some((each) => closings.has(each))
}

const endsOf = (graph: Graph, groups: bySecond.Groups, index: number, side: "start" | "end"): ReadonlySet<number> => {
  const from = at(groups.offsets, index)
  const to = at(groups.offsets, index + 1)
  const shape = graph.shape(groups.list, from, to)
  if (isWalkable(shape) && shape.paths === 1) return new Set([shape[side]])
  const vertexOf = side === "start" ? graph.tail : graph.head
  return new Set(groups.list.subarray(from, to).map((edge) => at(vertexOf, edge)))
}

/** Whether one row, put in at one place, would make the order of the times whole. */
export const lacksOneRow = (graph: Graph, groups: bySecond.Groups): boolean => {
  const count = bySecond.size(groups)
  const forward = Array.from({ length: count }, (_, index) => index)
  const begun = walked(graph, groups, forward, graph.edges.opening, "start")
  const ended = walked(graph, groups, forward.toReversed(), graph.edges.closing, "end")
  const left = count - begun.groups - ended.groups
  return left <= 0 || (left === 1 && lacksOne(graph, groups, begun.groups, begun.balances, ended.balances))
}

/** More pairs of balances around a second are not tried: it is taken to lack a row. */
const mostPairs = 400

/** Whether one row more would make a path of a second, from one of the balances before it to one of those behind it. */
const lacksOne = (
  graph: Graph,
  groups: bySecond.Groups,
  index: number,
  before: Balances,
  after: Balances
): boolean => {
  const { head, tail } = graph
  const list = groups.list.subarray(at(groups.offsets, index), at(groups.offsets, index + 1))
  const touched = new Set([...list].flatMap((edge) => [at(tail, edge), at(head, edge)]))
  const entries = [...(before ?? touched)]
  const exits = [...(after ?? touched)]
  if (entries.length * exits.length > mostPairs) return true
  return entries.some((entry) =>
    exits.some((exit) => {
      const wanting = new Map([[entry, 1]])
      const add = (vertex: number, by: number) => wanting.set(vertex, (wanting.get(vertex) ?? 0) + by)
      add(exit, -1)
      for (const edge of list) {
        add(at(tail, edge), -1)
        add(at(head, edge), 1)
      }
      const odd = [...wanting].filter(([, by]) => by !== 0)
      const from = odd.find(([, by]) => by === 1)?.[0]
      const to = odd.find(([, by]) => by === -1)?.[0]
      if (odd.length !== 2 || from === undefined || to === undefined) return false
      graph.shape(list, 0, list.length)
      graph.join(from, to)
      return graph.parts === 1 && graph.has(entry)
    })
  )
}

/** Balances that are possible at a place; any when undefined. */
type Balances = ReadonlySet<number> | undefined

/** How many groups follow one another from one side on, and the balances that may stand behind them. */
const walked = (
  graph: Graph,
  groups: bySecond.Groups,
  indexes: ReadonlyArray<number>,
  end: number,
  side: "start" | "end"
): { readonly groups: number; readonly balances: Balances } => {
  const other = side === "start" ? "end" : "start"
  let balances: Balances = end === unknown ? undefined : new Set([end])
  for (const [count, index] of indexes.entries()) {
    const known: Balances = balances
    const from = at(groups.offsets, index)
    const to = at(groups.offsets, index + 1)
    const shape = graph.shape(groups.list, from, to)
    const entered = shape.paths === 1
      ? [shape[side]]
      : Array.from(groups.list.subarray(from, to), (edge) => at(graph.tail, edge))
    const met = known === undefined ? entered : entered.filter((each) => known.has(each))
    if (!isWalkable(shape) || met.length === 0) return { groups: count, balances }
    balances = new Set(shape.paths === 1 ? [shape[other]] : met)
  }
  return { groups: indexes.length, balances }
}
