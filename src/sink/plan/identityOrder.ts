/**
 * The order of identities in the canonical text of the audit chain.
 */
import type { Rows } from "../../domain/Rows.ts"
import type { Identity } from "./Identity.ts"
import type { Insertion } from "./newLegs.ts"

/** Sorts by id, in the order of code points, then by leg. */
export const inIdentityOrder = <Entry extends Identity>(entries: ReadonlyArray<Entry>): Array<Entry> => {
  const compare = compareCodePoints(entries)
  return entries.toSorted((left, right) => compare(left.txnId, right.txnId) || left.leg - right.leg)
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

/** Rows with the leg of each, in the same order. */
export const inOrderOfIdentity = (
  rows: Rows,
  inserts: ReadonlyArray<Insertion>
): ReadonlyArray<Insertion> => {
  const compare = (left: Insertion, right: Insertion): number => compareIdentities(rows, left, right)
  if (inserts.length >= places) return inserts.toSorted(compare)
  const keys = keysOf(rows, inserts).sort()
  const order = Array.from(keys, (key) => inserts[key % places] as Insertion)
  const keyAt = (place: number): number => Math.floor((keys[place] as number) / places)
  for (let from = 0; from < order.length;) {
    let to = from + 1
    while (to < order.length && keyAt(to) === keyAt(from)) to++
    // Ids that agree up to the end of their keys can still stand the wrong way round.
    if (to - from > 1) {
      for (const [place, insertion] of order.slice(from, to).sort(compare).entries()) order[from + place] = insertion
    }
    from = to
  }
  return order
}

/** Keys that are in the order of the bytes in which ids first differ, each with its place: numbers sort many times as fast as texts. */
const keysOf = (rows: Rows, inserts: ReadonlyArray<Insertion>): Float64Array => {
  const { bytes, idEnd, idStart } = rows
  const shared = sharedBytes(rows, inserts)
  const keys = new Float64Array(inserts.length)
  for (let place = 0; place < inserts.length; place++) {
    const { index } = inserts[place] as Insertion
    const start = (idStart[index] as number) + shared
    const end = idEnd[index] as number
    let key = 0
    for (let at = start; at < start + keyLength; at++) key = key * keyBase + (at < end ? (bytes[at] as number) + 1 : 0)
    keys[place] = key * places + place
  }
  return keys
}

/** The order of an id's UTF-8 bytes is that of its code points. */
const compareIdentities = ({ bytes, idEnd, idStart }: Rows, left: Insertion, right: Insertion): number => {
  const start = idStart[left.index] as number
  const other = idStart[right.index] as number
  const length = (idEnd[left.index] as number) - start
  const otherLength = (idEnd[right.index] as number) - other
  const shared = Math.min(length, otherLength)
  for (let at = 0; at < shared; at++) {
    const between = (bytes[start + at] as number) - (bytes[other + at] as number)
    if (between !== 0) return between
  }
  return length - otherLength || left.leg - right.leg
}

/** How many bytes all ids begin with in common. */
const sharedBytes = ({ bytes, idEnd, idStart }: Rows, inserts: ReadonlyArray<Insertion>): number => {
  const one = inserts[0]?.index ?? 0
  const first = idStart[one] ?? 0
  let length = (idEnd[one] ?? 0) - first
  for (const { index } of inserts) {
    const start = idStart[index] as number
    let at = 0
    while (at < length && start + at < (idEnd[index] as number) && bytes[start + at] === bytes[first + at]) at++
    length = at
  }
  return length
}

/** A key of four bytes and a place fit the 53 bits that a double counts with. */
const keyLength = 4
const keyBase = 257
const places = 2 ** 20
