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
import { at, unknown } from "./Edges.ts"
import type { Graph } from "./Graph.ts"
import { isWalkable } from "./Graph.ts"
import * as Seconds from "./Seconds.ts"

/**
 * Whether rows that are whole in some order, and not in that of their times, can be believed to lack none: `groups`
 * are all of them in the order of their times.
 */
export const onlyTimesAreWrong = (graph: Graph, groups: Seconds.Groups): boolean => {
  const { closing, opening } = graph.edges
  if (opening !== unknown && closing !== unknown) return true
  return endsMeet(graph, groups) && !breaksOnce(graph, groups)
}

/** Whether a row of the first second can begin a path through all of them, and one of the last second end it. */
const endsMeet = (graph: Graph, groups: Seconds.Groups): boolean => {
  const { closing, opening } = graph.edges
  const openings = opening === unknown ? endsOf(graph, groups, 0, "start") : new Set([opening])
  const closings = closing === unknown ? endsOf(graph, groups, Seconds.size(groups) - 1, "end") : new Set([closing])
  const { end, paths, start } = graph.shape(groups.list, 0, groups.list.length)
  return paths === 1 ? openings.has(start) && closings.has(end) : [...openings].some((each) => closings.has(each))
}

const endsOf = (graph: Graph, groups: Seconds.Groups, index: number, side: "start" | "end"): ReadonlySet<number> => {
  const from = at(groups.offsets, index)
  const to = at(groups.offsets, index + 1)
  const shape = graph.shape(groups.list, from, to)
  if (isWalkable(shape) && shape.paths === 1) return new Set([shape[side]])
  const vertexOf = side === "start" ? graph.tail : graph.head
  return new Set(groups.list.subarray(from, to).map((edge) => at(vertexOf, edge)))
}

/** Whether all but one second, or none, follow one another without a break, from the first on and up to the last. */
const breaksOnce = (graph: Graph, groups: Seconds.Groups): boolean => {
  const forward = Array.from({ length: Seconds.size(groups) }, (_, index) => index)
  const begun = walked(graph, groups, forward, graph.edges.opening, "start")
  return begun + walked(graph, groups, forward.toReversed(), graph.edges.closing, "end") >= forward.length - 1
}

/** How many groups follow one another from one side on. */
const walked = (
  graph: Graph,
  groups: Seconds.Groups,
  indexes: ReadonlyArray<number>,
  end: number,
  side: "start" | "end"
): number => {
  const other = side === "start" ? "end" : "start"
  let balances: ReadonlySet<number> | undefined = end === unknown ? undefined : new Set([end])
  for (const [count, index] of indexes.entries()) {
    const from = at(groups.offsets, index)
    const to = at(groups.offsets, index + 1)
    const shape = graph.shape(groups.list, from, to)
    if (!isWalkable(shape)) return count
    if (shape.paths === 1) {
      if (balances?.has(shape[side]) === false) return count
      balances = new Set([shape[other]])
    } else {
      const known = balances
      const touched = groups.list.subarray(from, to).map((edge) => at(graph.tail, edge))
      balances = new Set(known === undefined ? touched : touched.filter((each) => known.has(each)))
      if (balances.size === 0) return count
    }
  }
  return indexes.length
}
