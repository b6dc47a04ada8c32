/**
 * What may have stood on a day's boundary where rows are whole, but not in the order of their times.
 *
 * Times that are in order in every choice of as many rows as can be in order are believed. Where the place of a row is
 * certain and its time is doubted, it may have been booked at any time between the believed ones around it. And a service
 * may tell what the rows of the times up to the boundary sum to.
 */
import * as Money from "../../domain/Money.ts"
import { type Chain, positionsOf } from "./Chain.ts"
import { countWhile } from "./countWhile.ts"
import { at, balanceAt } from "./Edges.ts"

/** More balances than these tell nothing of a boundary. */
const mostPossible = 16

export class DoubtedTimes {
  private readonly chain: Chain
  /** The places, in the order of the chain, of rows whose times are believed. */
  private readonly believed: Int32Array
  private readonly isCertain: Uint8Array
  private readonly jitter: number
  private readonly sums: { readonly seconds: Float64Array; readonly moved: ReadonlyArray<Money.Money> }

  constructor(chain: Chain, jitter: number) {
    const { graph: { edges }, sequence } = chain.arrangement
    const positions = positionsOf(chain)
    this.chain = chain
    this.jitter = jitter
    this.isCertain = Uint8Array.from(sequence, (edge) => (positions[at(edges.rowOf, edge)] === null ? 0 : 1))
    const certain = Int32Array.from(sequence.keys()).filter((place) => this.isCertain[place] === 1)
    this.believed = certain.filter(inEveryLongestOrder(Array.from(certain, (place) => this.secondAt(place))))
    this.sums = sumsOf(chain)
  }

  /** The balances that may stand at a second in the order of the chain; undefined when that is left open. */
  crossings(second: number): ReadonlyArray<Money.Money> | undefined {
    const { graph: { edges }, sequence } = this.chain.arrangement
    const { believed, jitter } = this
    const first = countWhile(believed.length, (index) => this.secondAt(at(believed, index)) + jitter < second)
    const next = countWhile(believed.length, (index) => this.secondAt(at(believed, index)) - jitter < second)
    const from = first === 0 ? -1 : at(believed, first - 1)
    const to = next === believed.length ? sequence.length : at(believed, next)
    if (to - from > mostPossible || this.isCertain.subarray(from + 1, to).includes(0)) return undefined
    return Array.from({ length: to - from }, (_, index) => {
      const place = from + index
      return balanceAt(edges, place < 0 ? at(edges.tail, at(sequence, 0)) : at(edges.head, at(sequence, place)))
    })
  }

  /** What the rows sum to whose times are before a second. */
  sumsAt(second: number): ReadonlyArray<Money.Money> {
    const { arrangement: { graph: { edges }, openings }, ends } = this.chain
    const count = countWhile(this.sums.seconds.length, (index) => (this.sums.seconds[index] as number) < second)
    const moved = this.sums.moved[count] ?? Money.zero
    const begun = openings.length === 1 || ends === undefined ? openings : [...ends.openings]
    return begun.length > mostPossible ? [] : begun.map((vertex) => Money.add(balanceAt(edges, vertex), moved))
  }

  private secondAt(place: number): number {
    const { graph: { edges }, sequence } = this.chain.arrangement
    return edges.seconds[at(sequence, place)] as number
  }
}

/** What edges move the balance by, in the order of their times: before the first, behind each. */
const sumsOf = ({ arrangement: { graph: { edges }, sequence } }: Chain) => {
  const secondOf = (edge: number): number => edges.seconds[edge] as number
  const inTime = sequence.toSorted((one, other) => secondOf(one) - secondOf(other))
  const moved = [Money.zero]
  let sum = Money.zero
  for (const edge of inTime) {
    sum = Money.add(sum, Money.subtract(balanceAt(edges, at(edges.head, edge)), balanceAt(edges, at(edges.tail, edge))))
    moved.push(sum)
  }
  return { seconds: Float64Array.from(inTime, secondOf), moved }
}

/** Whether the element at an index is in every longest part of some numbers that never decreases. */
const inEveryLongestOrder = (numbers: ReadonlyArray<number>): (_: unknown, index: number) => boolean => {
  const forth = lengthsUpTo(numbers)
  const back = lengthsUpTo(numbers.toReversed().map((number) => -number)).reverse()
  const longest = forth.reduce((most, length) => Math.max(most, length), 0)
  const isInOne = numbers.map((_, index) => (forth[index] ?? 0) + (back[index] ?? 0) - 1 === longest)
  const alike = new Int32Array(longest + 1)
  for (const [index, isIn] of isInOne.entries()) {
    const length = forth[index] ?? 0
    if (isIn) alike[length] = at(alike, length) + 1
  }
  return (_, index) => isInOne[index] === true && at(alike, forth[index] ?? 0) === 1
}

/** How long a part that never decreases can be that ends with each of some numbers. */
const lengthsUpTo = (numbers: ReadonlyArray<number>): Array<number> => {
  const least: Array<number> = []
  return numbers.map((number) => {
    const length = countWhile(least.length, (index) => (least[index] ?? 0) <= number)
    least[length] = number
    return length + 1
  })
}
