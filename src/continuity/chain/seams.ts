/**
 * Whether rows that meet in another order than that of their times do so for the balances' sake alone.
 *
 * The order of the times falls into pieces, each of which meets within. A row that bears a wrong time leaves pieces that fit
 * together in one way: each ends with the balance that one other begins with, and with which nothing else does. Pieces that
 * a missing row leaves fit together by chance only, which is frequent where balances come again and again, and hardly ever
 * happens where they don't. Pieces that lead from a balance back to it stand in another piece, where that comes to the very
 * balance that one of them begins with: entered elsewhere than at the beginning of one they would be out of their own times.
 */
import type { Money } from "../../domain/Money.ts"
import type { Arrangement } from "./Arrangement.ts"
import type { Break } from "./Breaks.ts"
import { at, balanceAt, type Edges } from "./Edges.ts"

/** Wall-clock times in milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Rows that meet in the order of the times. */
interface Piece {
  /** The balances it begins and ends with, as vertices. */
  readonly start: number
  readonly end: number
  /** Where rows are missing in front of it, so that it follows the piece before it for all that is known. */
  readonly isBeyondGap: boolean
  /** From the time of the row before it to that of its first row. */
  readonly joint: Span
}

/** A balance that comes more often is no place where pieces fit together. */
const mostVisits = 2

/**
 * Whether the pieces of an arrangement by time fit together in one way only, but for its gaps: then the balances at which
 * pieces stand in others that lead from a balance back to it; else undefined. Where a span is given, of the places where
 * pieces are put together only those count that touch it.
 */
export const fitTogether = (
  { graph, sequence }: Arrangement,
  gaps: ReadonlyArray<Break>,
  within: Span = { from: -Infinity, to: Infinity }
): ReadonlySet<Money> | undefined => {
  const { edges } = graph
  const pieces = piecesOf(edges, sequence, new Set(gaps.map(({ latest }) => latest)))
  const { paths, start, end } = graph.shape(sequence, 0, sequence.length)
  const ends = paths === 1 ? { start, end } : { start: pieces[0]?.start, end: pieces.at(-1)?.end }
  const starting = Map.groupBy(pieces.filter(({ isBeyondGap }) => !isBeyondGap), (piece) => piece.start)
  const ending = Map.groupBy(pieces.filter((_, index) => pieces[index + 1]?.isBeyondGap !== true), (piece) => piece.end)
  const visits = visitsOf(edges, sequence)
  const isClear = (vertex: number): boolean =>
    starting.get(vertex)?.length === 1 && ending.get(vertex)?.length === 1 && (visits.get(vertex) ?? 0) <= mostVisits
  const touches = (piece: Piece | undefined): boolean =>
    piece !== undefined && piece.joint.from <= within.to && piece.joint.to >= within.from
  const isEntered = (piece: Piece): boolean =>
    piece.isBeyondGap || !touches(piece) || piece.start === ends.start || isClear(piece.start)
  const isLeft = (piece: Piece, next: Piece | undefined): boolean =>
    next?.isBeyondGap === true || !touches(next) || piece.end === ends.end || isClear(piece.end)
  if (!pieces.every((piece, index) => isEntered(piece) && isLeft(piece, pieces[index + 1]))) return undefined
  const entries = ringsOf(pieces, starting).filter((ring) => ring.some(touches)).map((ring) =>
    ring.find((piece) => visits.get(piece.start) === mostVisits)
  )
  return entries.includes(undefined)
    ? undefined
    : new Set(entries.flatMap((piece) => (piece === undefined ? [] : balanceAt(edges, piece.start))))
}

const piecesOf = (edges: Edges, sequence: Int32Array, gaps: ReadonlySet<number>): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let begun = 0
  for (let place = 1; place <= sequence.length; place++) {
    const previous = at(sequence, place - 1)
    if (place < sequence.length && at(edges.tail, at(sequence, place)) === at(edges.head, previous)) continue
    const first = at(sequence, begun)
    pieces.push({
      start: at(edges.tail, first),
      end: at(edges.head, previous),
      isBeyondGap: gaps.has(begun),
      joint: { from: timeOf(edges, begun === 0 ? first : at(sequence, begun - 1)), to: timeOf(edges, first) }
    })
    begun = place
  }
  return pieces
}

const count = (counts: Map<number, number>, vertex: number) => counts.set(vertex, (counts.get(vertex) ?? 0) + 1)

const timeOf = ({ seconds }: Edges, edge: number): number => (seconds[edge] as number) * 1000

/** How often a path over some edges comes to each of their vertices, wherever it begins anew. */
export const visitsOf = ({ head, tail }: Edges, list: Int32Array): ReadonlyMap<number, number> => {
  const [entered, left] = [new Map<number, number>(), new Map<number, number>()]
  for (const edge of list) {
    count(entered, at(head, edge))
    count(left, at(tail, edge))
  }
  return new Map([...entered.keys(), ...left.keys()].map((vertex) => [
    vertex,
    Math.max(entered.get(vertex) ?? 0, left.get(vertex) ?? 0)
  ]))
}

/** Pieces each of which follows the one before it, and the first one the last. */
const ringsOf = (
  pieces: ReadonlyArray<Piece>,
  starting: ReadonlyMap<number, ReadonlyArray<Piece>>
): ReadonlyArray<ReadonlyArray<Piece>> => {
  const met = new Map<Piece, number>()
  const rings: Array<ReadonlyArray<Piece>> = []
  for (const [round, begin] of pieces.entries()) {
    const way: Array<Piece> = []
    let piece: Piece | undefined = begin
    while (piece !== undefined && !met.has(piece)) {
      met.set(piece, round)
      way.push(piece)
      piece = starting.get(piece.end)?.[0]
    }
    if (piece !== undefined && met.get(piece) === round) rings.push(way.slice(way.indexOf(piece)))
  }
  return rings
}
