/**
 * The order of identities in the canonical text of the audit chain.
 */
import type { RowColumns } from "../domain/RowColumns.ts"

/** What identifies a row of a wallet. */
export interface Identity {
  readonly txnId: string
  readonly leg: number
}

/** Sorts by id, in the order of code points, then by leg. */
export const inIdentityOrder = <Entry extends Identity>(entries: ReadonlyArray<Entry>): Array<Entry> => {
  const compare = compareCodePoints(entries)
  return nearlySorted(entries).sort((left, right) => compare(left.txnId, right.txnId) || left.leg - right.leg)
}

const surrogate = /[\ud800-\udfff]/

/**
 * Compares texts by code point, which is the order of their UTF-8 bytes and of a database's binary collation.
 * JavaScript's own order differs from it only where surrogates are, so it serves for all but such texts.
 */
const compareCodePoints = (entries: ReadonlyArray<Identity>): (left: string, right: string) => number =>
  entries.some(({ txnId }) => surrogate.test(txnId))
    ? (left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))
    : (left, right) => (left < right ? -1 : left > right ? 1 : 0)

/** The places of rows that travel as columns, in the same order: their ids are ASCII and no two are the same. */
export const identityOrderOf = (columns: RowColumns): Int32Array => {
  const { bytes, count, idEnd, idStart } = columns
  const from = sharedBytes(columns)
  const keys = new Float64Array(count)
  for (let place = 0; place < count; place++) {
    const start = (idStart[place] as number) + from
    const end = idEnd[place] as number
    let key = 0
    for (let at = start; at < start + keyLength; at++) key = key * 256 + (at < end ? (bytes[at] as number) + 1 : 0)
    keys[place] = key * places + place
  }
  keys.sort()
  const order = new Int32Array(count)
  for (let index = 0; index < count; index++) {
    const place = (keys[index] as number) % places
    let to = index
    // Only ids that agree up to the end of their keys can still stand the wrong way round.
    for (; to > 0 && isBefore(columns, place, order[to - 1] as number); to--) order[to] = order[to - 1] as number
    order[to] = place
  }
  return order
}

const isBefore = ({ bytes, idEnd, idStart }: RowColumns, left: number, right: number): boolean => {
  let at = idStart[left] as number
  let other = idStart[right] as number
  const end = idEnd[left] as number
  const otherEnd = idEnd[right] as number
  while (at < end && other < otherEnd && bytes[at] === bytes[other]) {
    at++
    other++
  }
  return at === end ? other < otherEnd : other < otherEnd && (bytes[at] as number) < (bytes[other] as number)
}

/** How many bytes all ids begin with in common. */
const sharedBytes = ({ bytes, count, idEnd, idStart }: RowColumns): number => {
  const first = idStart[0] ?? 0
  let length = (idEnd[0] ?? 0) - first
  for (let place = 1; place < count; place++) {
    const start = idStart[place] as number
    let at = 0
    while (at < length && start + at < (idEnd[place] as number) && bytes[start + at] === bytes[first + at]) at++
    length = at
  }
  return length
}

/** A key of four characters and a place fit the 53 bits that a double counts with. */
const keyLength = 4
const places = 2 ** 21

/**
 * The entries in the order of the characters in which their ids first differ. Numbers are sorted many times as fast as
 * texts, and the sort of the texts then finds hardly anything to move; whatever it gets, its result is the same.
 */
const nearlySorted = <Entry extends Identity>(entries: ReadonlyArray<Entry>): Array<Entry> => {
  if (entries.length >= places) return [...entries]
  const from = sharedLength(entries)
  const keys = new Float64Array(entries.length)
  for (let place = 0; place < entries.length; place++) {
    keys[place] = keyOf(entries[place]?.txnId ?? "", from) * places + place
  }
  keys.sort()
  const sorted: Array<Entry> = []
  for (const key of keys) {
    const entry = entries[key % places]
    if (entry !== undefined) sorted.push(entry)
  }
  return sorted
}

const keyOf = (txnId: string, from: number): number => {
  let key = 0
  for (let at = from; at < from + keyLength; at++) {
    key = key * 256 + (at < txnId.length ? Math.min(txnId.charCodeAt(at) + 1, 255) : 0)
  }
  return key
}

/** How many characters all ids begin with in common. */
const sharedLength = (entries: ReadonlyArray<Identity>): number => {
  const first = entries[0]?.txnId ?? ""
  let length = first.length
  for (const { txnId } of entries) {
    let at = 0
    while (at < length && txnId.charCodeAt(at) === first.charCodeAt(at)) at++
    length = at
  }
  return length
}
