/**
 * Edges in the order of their times, grouped by second: the clock of the service tells no more than that.
 *
 * Times that the wall clock showed twice tell less. Each such row may stand at either of two instants, and all of one
 * night could stand at the end of the first hour, which is the beginning of the second: they are one group. So are
 * rows that a clock's known jitter may have exchanged.
 */
import { at, type Edges, txnIdAt, unknown, upTo } from "./Edges.ts"

/** Edges in groups: group `g` is `list[offsets[g]..offsets[g + 1])`. */
export interface Groups {
  readonly list: Int32Array
  readonly offsets: Int32Array
}

/** How many groups there are. */
export const size = (groups: Groups): number => groups.offsets.length - 1

/** All the edges of a list as one group, as if there were no times. */
export const together = (list: Int32Array): Groups => ({ list, offsets: Int32Array.of(0, list.length) })

/**
 * Groups edges by the second of their rows, earliest first. Each time may be wrong by `jitter` seconds: neighbours
 * that differ by no more than twice as much are of one group.
 */
export const group = (edges: Edges, list: Int32Array, jitter = 0): Groups => {
  const seconds = new Float64Array(list.length)
  let earliest = Infinity
  for (let index = 0; index < list.length; index++) {
    const second = edges.seconds[at(list, index)] as number
    seconds[index] = second
    if (second < earliest) earliest = second
  }
  let latest = 0
  for (let index = 0; index < list.length; index++) {
    const since = (seconds[index] as number) - earliest
    seconds[index] = since
    if (since > latest) latest = since
  }
  const order = sortedBy(seconds, latest)
  const sorted = new Int32Array(list.length)
  for (let index = 0; index < list.length; index++) sorted[index] = at(list, at(order, index))
  const inside = insideRepeatedHours(edges, sorted)
  const offsets = new Int32Array(list.length + 1)
  let groups = 0
  for (let index = 0; index < list.length; index++) {
    const apart = index === 0
      ? Infinity
      : (seconds[at(order, index)] as number) - (seconds[at(order, index - 1)] as number)
    if (apart > 2 * jitter && inside?.[index] !== 1) offsets[groups++] = index
  }
  offsets[groups] = list.length
  return { list: sorted, offsets: offsets.slice(0, groups + 1) }
}

/** No wall clock was ever set back by a day. */
const longestRepeat = 86_400

/** 1 for each place of a list in the order of times that stands behind another of the same repeated hour. */
const insideRepeatedHours = (edges: Edges, sorted: Int32Array): Uint8Array | undefined => {
  let inside: Uint8Array | undefined
  let previous = unknown
  for (let place = 0; place < sorted.length; place++) {
    const edge = at(sorted, place)
    if (edges.repeated[edge] !== 1) continue
    if (previous !== unknown && secondAt(edges, edge) - secondAt(edges, at(sorted, previous)) < longestRepeat) {
      inside ??= new Uint8Array(sorted.length)
      inside.fill(1, previous + 1, place + 1)
    }
    previous = place
  }
  return inside
}

const secondAt = (edges: Edges, edge: number): number => edges.seconds[edge] as number

const digit = 4096

/** So few are sorted by comparing sooner than by their digits. */
const few = 256

/** The places of whole numbers from 0 to `largest`, smallest number first: one pass for each 12 bits, so linear. */
const sortedBy = (keys: Float64Array, largest: number): Int32Array => {
  let order = upTo(keys.length)
  if (isInOrder(keys)) return order
  if (keys.length <= few) {
    return order.sort((left, right) => (keys[left] as number) - (keys[right] as number) || left - right)
  }
  let spare = new Int32Array(keys.length)
  for (let unit = 1; unit <= largest; unit *= digit) {
    const starts = new Int32Array(digit + 1)
    const digitOf = (place: number): number => Math.floor((keys[place] as number) / unit) % digit
    for (let place = 0; place < keys.length; place++) {
      const bucket = digitOf(place) + 1
      starts[bucket] = at(starts, bucket) + 1
    }
    for (let bucket = 1; bucket < digit; bucket++) starts[bucket] = at(starts, bucket) + at(starts, bucket - 1)
    for (const place of order) {
      const bucket = digitOf(place)
      spare[at(starts, bucket)] = place
      starts[bucket] = at(starts, bucket) + 1
    }
    const sorted = spare
    spare = order
    order = sorted
  }
  return order
}

/** Whether numbers stand in their order. */
export const isInOrder = (keys: Float64Array): boolean => {
  for (let place = 1; place < keys.length; place++) {
    if ((keys[place] as number) < (keys[place - 1] as number)) return false
  }
  return true
}

/**
 * The same groups with the edges of each in an order that does not depend on the order in which the rows came: by
 * txnId, then by balance. Edges that this leaves tied are interchangeable.
 */
export const settled = (edges: Edges, groups: Groups): Groups => settle(edges, groups, () => true)

/** As `settled`, but the first and the last group only: enough for the first and the last row to be settled. */
export const withSettledEnds = (edges: Edges, groups: Groups): Groups =>
  settle(edges, groups, (index) => index === 0 || index === size(groups) - 1)

const settle = (edges: Edges, groups: Groups, isChosen: (group: number) => boolean): Groups => {
  const list = groups.list.slice()
  for (let index = 0; index < size(groups); index++) {
    const from = at(groups.offsets, index)
    const to = at(groups.offsets, index + 1)
    if (to - from > 1 && isChosen(index)) list.subarray(from, to).sort((left, right) => compare(edges, left, right))
  }
  return { list, offsets: groups.offsets }
}

const compare = (edges: Edges, left: number, right: number): number => {
  const leftId = txnIdAt(edges, left)
  const rightId = txnIdAt(edges, right)
  if (leftId !== rightId) return leftId < rightId ? -1 : 1
  return compareBalances(edges, at(edges.tail, left), at(edges.tail, right)) ||
    compareBalances(edges, at(edges.head, left), at(edges.head, right))
}

/** Below 0 when the left vertex stands for the smaller balance, 0 when they are the same. */
export const compareBalances = (edges: Edges, left: number, right: number): number =>
  left === right ? 0 : (edges.balances[left] as bigint) < (edges.balances[right] as bigint) ? -1 : 1
