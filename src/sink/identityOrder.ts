/**
 * The order of identities in the canonical text of the audit chain.
 */

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
