/**
 * How edges of one group of time lead from one balance to another, in whatever order: from one to another, from each of
 * their balances back to it, or nowhere. What is known before them becomes by that what is known behind them.
 */
import { at } from "./Edges.ts"
import { type Graph, isWalkable } from "./Graph.ts"

/** A path with its two vertices, a circuit with all of its, or no edge at all, which leaves what it meets. */
export type Lead =
  | { readonly start: number; readonly end: number }
  | { readonly circuit: ReadonlySet<number> }
  | "rest"

/** Where a chain began and where it stands, by vertices. */
export interface State {
  readonly origin: number
  readonly at: number
}

/** Stands for the vertices of a chain that has not begun: it began where it will stand at its first edge. */
const notBegun = -1

/** Stands for a vertex that may be any. */
const anywhere = -2

/** No edge was met yet. */
export const unbegun: State = { origin: notBegun, at: notBegun }

/** Edges were met and nothing is known of where they lead. */
export const lost: State = { origin: anywhere, at: anywhere }

/** A chain that begins with a known balance. */
export const begunAt = (vertex: number): State => ({ origin: vertex, at: vertex })

/** Whether a vertex is a balance. */
export const isTold = (vertex: number): boolean => vertex >= 0

/** More states than these are not kept apart. */
export const mostStates = 64

/** More edges of a group that may be left out are not weighed. */
const mostOptional = 6

/** How some edges lead, all of them; undefined when they are no path. */
export const leadOf = (graph: Graph, list: Int32Array): Lead | undefined => {
  if (list.length === 0) return "rest"
  const shape = graph.shape(list, 0, list.length)
  if (!isWalkable(shape)) return undefined
  if (shape.paths === 1) return { start: shape.start, end: shape.end }
  return { circuit: new Set(Array.from(list, (edge) => at(graph.tail, edge))) }
}

/** All the ways in which a group's edges lead when some may be left out; undefined when these are too many. */
export const leadsOf = (
  graph: Graph,
  list: Int32Array,
  isOptional: (edge: number) => boolean
): ReadonlyArray<Lead> | undefined => {
  const optional = list.filter(isOptional)
  if (optional.length > mostOptional) return undefined
  if (optional.length === 0) return only(leadOf(graph, list))
  return Array.from({ length: 2 ** optional.length }, (_, choice) => {
    const left = new Set(optional.filter((_edge, index) => (choice >> index) % 2 === 1))
    return leadOf(graph, left.size === 0 ? list : list.filter((edge) => !left.has(edge)))
  }).flatMap(only)
}

const only = (lead: Lead | undefined): ReadonlyArray<Lead> => (lead === undefined ? [] : [lead])

/** The same seen from behind. */
export const reversed = (lead: Lead): Lead =>
  lead !== "rest" && "start" in lead ? { start: lead.end, end: lead.start } : lead

/** What may be known behind a group when some states may be before it; `lost` when it is too much, nothing at a break. */
export const advance = (states: ReadonlyArray<State>, leads: ReadonlyArray<Lead>): ReadonlyArray<State> => {
  const [[state], [lead]] = [states, leads]
  if (state !== undefined && lead !== undefined && states.length === 1 && leads.length === 1) {
    return through(state, lead)
  }
  const found = new Map<string, State>()
  for (const state of states) {
    for (const lead of leads) {
      for (const next of through(state, lead)) found.set(`${next.origin} ${next.at}`, next)
      if (found.size > mostStates) return [lost]
    }
  }
  return [...found.values()]
}

const through = (state: State, lead: Lead): ReadonlyArray<State> => {
  if (lead === "rest") return [state]
  if ("start" in lead) return isTold(state.at) && state.at !== lead.start ? [] : [moved(state, lead.start, lead.end)]
  if (isTold(state.at)) return lead.circuit.has(state.at) ? [state] : []
  return lead.circuit.size > mostStates ? [lost] : Array.from(lead.circuit, (vertex) => moved(state, vertex, vertex))
}

const moved = (state: State, from: number, to: number): State => ({
  origin: state.at === notBegun ? from : state.origin,
  at: to
})
