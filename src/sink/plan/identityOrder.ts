/**
 * The order of identities in the canonical text of the audit chain.
 */
import type { RowColumns } from "../../domain/RowColumns.ts"
import type { Identity } from "./Identity.ts"

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
  const shared = sharedBytes(columns)
  const keys = new Float64Array(count)
  for (let place = 0; place < count; place++) {
    const start = (idStart[place] as number) + shared
    const end = idEnd[place] as number
    let key = 0
    for (let at = start; at < start + keyLength; at++) key = key * 256 + (at < end ? (bytes[at] as number) + 1 : 0)
    keys[place] = key * places + place
  }
  keys.sort()
  const order = Int32Array.from(keys, (key) => key % places)
  const keyAt = (index: number): number => Math.floor((keys[index] as number) / places)
  for (let from = 0; from < count;) {
    let to = from + 1
    while (to < count && keyAt(to) === keyAt(from)) to++
    // Ids that agree up to the end of their keys can still stand the wrong way round.
    if (to - from > 1) order.subarray(from, to).sort((left, right) => compareIds(columns, left, right))
    from = to
  }
  return order
}

const compareIds = ({ bytes, idEnd, idStart }: RowColumns, left: number, right: number): number => {
  const start = idStart[left] as number
  const other = idStart[right] as number
  const length = (idEnd[left] as number) - start
  const otherLength = (idEnd[right] as number) - other
  const shared = Math.min(length, otherLength)
  for (let at = 0; at < shared; at++) {
    const between = (bytes[start + at] as number) - (bytes[other + at] as number)
    if (between !== 0) return between
  }
  return length - otherLength
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
