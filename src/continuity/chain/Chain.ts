/**
 * The chain that edges make up, worked out once for all that is said about it.
 */
import { arrange, type Arrangement } from "./Arrangement.ts"
import * as Breaks from "./Breaks.ts"
import * as bySecond from "./bySecond.ts"
import { CertainPlaces } from "./certainPlaces.ts"
import { areMostlyCertain } from "./certainRows.ts"
import { at, type Edges, unknown, upTo } from "./Edges.ts"
import { Graph } from "./Graph.ts"
import { chooseOptionalRows } from "./optionalRows.ts"
import { fitTogether } from "./seams.ts"
import { type EndsByTime, endsByTime, lacksOneRow, onlyTimesAreWrong } from "./times.ts"

/** The place of each row in the chain, counted from 0 in the rows' own order; null where it can't be known. */
export type Positions = ReadonlyArray<number | null>

/** Rows in the order of their chain, and where it breaks. */
export interface Chain {
  readonly arrangement: Arrangement
  readonly breaks: ReadonlyArray<Breaks.Break>
  readonly gaps: ReadonlyArray<Breaks.Break>
  /** Set where the rows are whole in some order, but not in that of their times: what these say of their ends. */
  readonly ends: EndsByTime | undefined
  /** Set where that is not believed. */
  readonly disorder: Disorder | undefined
}

/** Rows that begin or end, by their times, where no path through all of them does. */
export interface Disorder {
  /** The rows in the order of their times. */
  readonly arrangement: Arrangement
  /** Where that order breaks: a row is missing there, or one bears a wrong time. */
  readonly places: ReadonlyArray<Breaks.Break>
}

/**
 * Puts rows in the order of their chain; those from `borrowedFrom` on may belong to another, and each time may be wrong
 * by `jitter` seconds.
 */
export const chainOf = (edges: Edges, borrowedFrom: number, jitter = 0): Chain => {
  const { all, allBreaks, allSeconds, graph } = inTimeOrder(edges, jitter)
  const arrangeBy = (groups: bySecond.Groups) => arrange(graph, groups, edges.opening, edges.closing)
  // An unbroken walk in the order of the times is the proof itself, and spares the test that asks for no times.
  if (allBreaks.length === 0) return inOrder(all)
  const choice = chooseOptionalRows(graph, borrowedFrom, jitter)
  const isAll = choice.list.length === edges.count
  const seconds = isAll ? allSeconds : bySecond.withSettledEnds(edges, bySecond.group(edges, choice.list, jitter))
  const byTime = isAll ? all : arrangeBy(seconds)
  const breaks = isAll ? allBreaks : Breaks.find(byTime)
  if (breaks.length === 0) return inOrder(byTime)
  const inTime = () => {
    const arrangement = arrangeBy(bySecond.settled(edges, seconds))
    const found = Breaks.find(arrangement)
    return { arrangement, found, open: Breaks.withoutCircles(arrangement, found) }
  }
  if (choice.whole) {
    const anyOrder = arrangeBy(bySecond.settled(edges, bySecond.together(choice.list)))
    const ends = endsByTime(graph, seconds)
    if (onlyTimesAreWrong(graph, seconds, ends)) {
      return { arrangement: anyOrder, breaks, gaps: [], ends, disorder: undefined }
    }
    const { arrangement, found, open } = inTime()
    if (tellTheirEnds(anyOrder, arrangement) && !lacksOneRow(graph, seconds)) {
      return { arrangement: anyOrder, breaks, gaps: [], ends: endsOf(anyOrder), disorder: undefined }
    }
    const places = open.length > 0 ? open : found
    return { arrangement: anyOrder, breaks: found, gaps: [], ends, disorder: { arrangement, places } }
  }
  const { arrangement, found, open } = inTime()
  return { arrangement, breaks: found, gaps: open, ends: undefined, disorder: undefined }
}

/** The same where rows meet one after the other in the order of their times; undefined where they don't. */
export const unbrokenChain = (edges: Edges, jitter = 0): Chain | undefined => {
  const { all, allBreaks } = inTimeOrder(edges, jitter)
  return allBreaks.length === 0 ? inOrder(all) : undefined
}

/** All rows in the order of their times, and where that breaks. */
const inTimeOrder = (edges: Edges, jitter: number) => {
  const graph = new Graph(edges)
  const allSeconds = bySecond.withSettledEnds(edges, bySecond.group(edges, upTo(edges.count), jitter))
  const all = arrange(graph, allSeconds, edges.opening, edges.closing)
  return { graph, allSeconds, all, allBreaks: Breaks.find(all) }
}

/** Fewer rows than these may meet in an order by chance, even when no balance comes twice; and fewer than those, when some do. */
const [fewestApart, fewestCertain] = [12, 30]

/** Whether balances alone tell the order of rows that are whole, and with it which of them begins and which ends. */
const tellTheirEnds = (whole: Arrangement, byTime: Arrangement): boolean => {
  const { graph: { edges }, sequence } = whole
  const balances = new Set([at(edges.tail, at(sequence, 0)), ...sequence.map((edge) => at(edges.head, edge))])
  return (sequence.length >= fewestApart && balances.size > sequence.length) ||
    (sequence.length >= fewestCertain && areMostlyCertain(edges) && fitTogether(byTime, [])?.size === 0)
}

const endsOf = ({ graph: { edges }, sequence }: Arrangement): EndsByTime => ({
  openings: new Set([at(edges.tail, at(sequence, 0))]),
  closings: new Set([at(edges.head, at(sequence, sequence.length - 1))])
})

const inOrder = (arrangement: Arrangement): Chain => ({
  arrangement,
  breaks: [],
  gaps: [],
  ends: undefined,
  disorder: undefined
})

/** The places that are certain. */
export const positionsOf = (chain: Chain): Positions => {
  const { certain, graph, offsets, sequence } = chain.arrangement
  const places = new Int32Array(graph.edges.count).fill(unknown)
  const certainPlaces = new CertainPlaces(graph.edges)
  const isDoubtful = new Uint8Array(sequence.length)
  for (const each of chain.gaps) isDoubtful.fill(1, Math.max(each.earliest - 1, 0), each.latest + 1)
  for (let group = 0; group < certain.length; group++) {
    const from = at(offsets, group)
    const to = at(offsets, group + 1)
    if (to - from === 1) places[at(sequence, from)] = from
    else if (certain[group] === 1 && !isDoubtful.subarray(from, to).includes(1)) {
      certainPlaces.mark(sequence, from, to, places)
    }
  }
  const positions = Array.from({ length: graph.edges.rows.count }, (): number | null => null)
  for (let edge = 0; edge < places.length; edge++) {
    if (at(places, edge) !== unknown) positions[at(graph.edges.rowOf, edge)] = at(places, edge)
  }
  return positions
}
