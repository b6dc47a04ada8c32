/**
 * The places where an arranged chain does not go on where it stood, and the gaps they amount to.
 */
import * as Money from "../../domain/Money.ts"
import type { Gap } from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import type { Arrangement } from "./Arrangement.ts"
import { at, balanceAt, rowAt, unknown } from "./Edges.ts"

/** A jump of the balance; the fault behind it stands between the places `earliest` and `latest` of the sequence. */
export interface Break {
  readonly from: number
  readonly to: number
  readonly earliest: number
  readonly latest: number
}

/**
 * Finds the breaks of a sequence between its anchors, in order.
 *
 * A second whose edges are a circuit can be passed before the fault or after it, when both balances lie on it. The
 * break then reaches back over it.
 */
export const find = (arrangement: Arrangement): ReadonlyArray<Break> => {
  const { graph, offsets, sequence } = arrangement
  const { closing, opening } = graph.edges
  const breaks: Array<Break> = []
  let balance = opening
  let group = 0
  let previous = -1
  const note = (to: number, place: number) => {
    const earliest = at(offsets, group) === place ? reachBack(arrangement, group, to, previous) : place
    breaks.push({ from: balance, to, earliest, latest: place })
    previous = place
  }
  for (let place = 0; place < sequence.length; place++) {
    const edge = at(sequence, place)
    if (at(offsets, group + 1) === place) group++
    const tail = at(graph.edges.tail, edge)
    if (balance !== unknown && tail !== balance) note(tail, place)
    balance = at(graph.edges.head, edge)
  }
  group = offsets.length - 1
  if (closing !== unknown && balance !== unknown && closing !== balance) note(closing, sequence.length)
  return breaks
}

const reachBack = (arrangement: Arrangement, group: number, to: number, previous: number): number => {
  const { graph, offsets, sequence } = arrangement
  const { head, tail } = graph.edges
  let earliest = group
  while (earliest > 0 && at(offsets, earliest - 1) > previous) {
    const begin = at(offsets, earliest - 1)
    const end = at(offsets, earliest)
    if (at(tail, at(sequence, begin)) !== at(head, at(sequence, end - 1))) break
    if (!sequence.subarray(begin, end).some((edge) => at(tail, edge) === to)) break
    earliest--
  }
  return at(offsets, earliest)
}

/**
 * Leaves out breaks that undo each other: a row that stands at a wrong time makes one break where it is missing and
 * two where it stands, which together lead in a circle. They all stay when without them the chain would fall apart.
 */
export const withoutCircles = (arrangement: Arrangement, breaks: ReadonlyArray<Break>): ReadonlyArray<Break> => {
  const { graph, sequence } = arrangement
  const kept = openWays(breaks)
  graph.shape(sequence, 0, sequence.length)
  for (const end of [graph.edges.opening, graph.edges.closing]) if (end !== unknown) graph.find(end)
  for (const each of kept) graph.join(each.from, each.to)
  return graph.parts === 1 ? kept : breaks
}

/** The breaks that are left when circles of them are taken away. */
const openWays = (breaks: ReadonlyArray<Break>): ReadonlyArray<Break> => {
  const leaving = new Map<number, Array<Break>>()
  for (const each of breaks.toReversed()) {
    const others = leaving.get(each.from)
    if (others === undefined) leaving.set(each.from, [each])
    else others.push(each)
  }
  const kept = new Set<Break>()
  for (const each of breaks) {
    const path: Array<Break> = []
    const depth = new Map([[each.from, 0]])
    let vertex = each.from
    for (let next = leaving.get(vertex)?.pop(); next !== undefined; next = leaving.get(vertex)?.pop()) {
      path.push(next)
      vertex = next.to
      const known = depth.get(vertex)
      if (known === undefined) depth.set(vertex, path.length)
      else for (const undone of path.splice(known)) if (undone.to !== vertex) depth.delete(undone.to)
    }
    for (const next of path) kept.add(next)
  }
  return breaks.filter((each) => kept.has(each))
}

/** The gap that a break is, with the rows on both sides of where the fault may stand. */
export const toGap = (arrangement: Arrangement, place: Break, currency: Currency | null): Gap => {
  const { graph, sequence } = arrangement
  const before = place.earliest > 0 ? rowAt(graph.edges, at(sequence, place.earliest - 1)) : undefined
  const after = place.latest < sequence.length ? rowAt(graph.edges, at(sequence, place.latest)) : undefined
  return {
    afterTxnId: before?.txnId ?? null,
    beforeTxnId: after?.txnId ?? null,
    from: before?.localTime ?? null,
    to: after?.localTime ?? null,
    missing: Money.subtract(balanceAt(graph.edges, place.to), balanceAt(graph.edges, place.from)),
    currency
  }
}
