/**
 * What a fetched window changes in the stored rows of its days. Nothing is deleted: a stored row that the service no
 * longer shows is withdrawn, and one that it shows again returns.
 *
 * Rows are matched id by id: equal content first, then what is left inside the window by likeness, then stored rows
 * of other days, since a row's date may move. What matches nothing is a new row. The order in which the rows arrived
 * has no influence.
 *
 * An answer that may be cut off can lack the very row that a fetched one resembles, and the service may use an id
 * again: so only equal content, or equal time, type, amount and balance, make two rows one then.
 */
import { isBlankId, sameContent } from "../../domain/duplicates.ts"
import { at, type Rows, txnIdAt } from "../../domain/Rows.ts"
import type { Transaction } from "../../domain/Transaction.ts"
import { byText, FetchedRows } from "./FetchedRows.ts"
import { type Insertion, newLegs } from "./newLegs.ts"
import { contentKey, likeness, movedKey, strictLikeness } from "./rowContent.ts"

/** A row as a sink holds it; (wallet, txnId, leg) is its identity. */
export interface StoredRow {
  readonly transaction: Transaction
  /** Numbers the rows of a wallet that share an id, from 0. */
  readonly leg: number
  /** Its place in the rebuilt order; null where it can't be known. */
  readonly position: number | null
  readonly withdrawn: boolean
}

/** A fetched row, by its index among the fetched, and the stored row that it is. */
export interface Match {
  readonly stored: StoredRow
  readonly index: number
}

/** The difference: every fetched row is in one of the first four, every live stored row of the days too or withdrawn. */
export interface WindowDiff {
  readonly inserts: ReadonlyArray<Insertion>
  readonly changes: ReadonlyArray<Match>
  readonly returns: ReadonlyArray<Match>
  readonly unchanged: ReadonlyArray<Match>
  readonly withdrawals: ReadonlyArray<StoredRow>
}

/** What a window is compared with. */
export interface DiffInput {
  /** Rows of the window's days. */
  readonly fetched: Rows
  /** For each fetched row its place in the window; decides between rows with equal content. */
  readonly positions: ReadonlyArray<number | null>
  /** False when the answer may be cut off: then nothing is withdrawn, and likeness is no reason to change a row. */
  readonly complete: boolean
  /** All stored rows of the window's days, withdrawn ones included. */
  readonly inside: ReadonlyArray<StoredRow>
  /** Stored rows of other days that may have moved here: those that share a non-blank id with a fetched row. */
  readonly elsewhere: ReadonlyArray<StoredRow>
  /** For ids that have rows outside the window's days: the first leg that is free in the wallet. */
  readonly freeLegs: ReadonlyMap<string, number>
}

/** Compares a window with what is stored. */
export const windowDiff = (input: DiffInput): WindowDiff =>
  input.inside.length === 0 && input.elsewhere.length === 0 ? allNew(input) : compared(input)

/** Nothing is stored: so it is on a first pull, where grouping the rows would be all the cost. */
const allNew = (input: DiffInput): WindowDiff => ({
  inserts: newLegs(new FetchedRows(input.fetched, input.positions), input.freeLegs),
  changes: [],
  returns: [],
  unchanged: [],
  withdrawals: []
})

const compared = (input: DiffInput): WindowDiff => {
  const rows = new FetchedRows(input.fetched, input.positions)
  const inside = groupById(input.inside)
  const elsewhere = groupById(input.elsewhere)
  const diff = {
    inserts: new Array<Insertion>(),
    changes: new Array<Match>(),
    returns: new Array<Match>(),
    unchanged: new Array<Match>(),
    withdrawals: new Array<StoredRow>()
  }
  for (const [txnId, fetched] of indexById(input.fetched)) {
    const stored = inside.get(txnId) ?? []
    const [only] = fetched
    if (only !== undefined && fetched.length === 1 && stored.length === 0 && !elsewhere.has(txnId)) {
      diff.inserts.push({ index: only, leg: input.freeLegs.get(txnId) ?? 0 })
      continue
    }
    inside.delete(txnId)
    const matching = new Matching(rows, fetched, stored)
    for (const match of matching.equal()) (match.stored.withdrawn ? diff.returns : diff.unchanged).push(match)
    const loose = input.complete && !isBlankId(txnId)
    const pairs = matching.alike(loose ? likeness : strictLikeness)
    if (loose) pairs.push(...matching.moved(elsewhere.get(txnId) ?? []))
    for (const match of pairs) (match.stored.withdrawn ? diff.returns : diff.changes).push(match)
    let leg = stored.reduce((free, row) => Math.max(free, row.leg + 1), input.freeLegs.get(txnId) ?? 0)
    for (const index of matching.fetched) diff.inserts.push({ index, leg: leg++ })
    if (input.complete) withdraw(matching.stored, diff.withdrawals)
  }
  if (input.complete) { for (const stored of inside.values()) withdraw(stored, diff.withdrawals) }
  return diff
}

/** Ids of fetched rows that no stored row of the window equals: those that must be looked for on other days. */
export const unmatchedIds = (fetched: Rows, inside: ReadonlyArray<StoredRow>): ReadonlySet<string> => {
  const stored = groupById(inside)
  const unmatched = new Set<string>()
  for (let index = 0; index < fetched.count; index++) {
    const txnId = txnIdAt(fetched, index)
    const candidates = stored.get(txnId)
    const row = candidates === undefined ? undefined : at(fetched, index)
    const found = candidates?.findIndex(({ transaction }) => row !== undefined && sameContent(transaction, row)) ?? -1
    if (found < 0) unmatched.add(txnId)
    else candidates?.splice(found, 1)
  }
  return unmatched
}

/** Rows of one id on their way to being matched; what is matched leaves the two lists. */
class Matching {
  fetched: Array<number>
  stored: Array<StoredRow>
  private readonly rows: FetchedRows

  constructor(rows: FetchedRows, fetched: Array<number>, stored: Array<StoredRow>) {
    this.rows = rows
    this.fetched = fetched.length > 1 ? rows.inCanonicalOrder(fetched) : fetched
    this.stored = stored.length > 1 ? storedOrder(stored) : stored
  }

  equal(): Array<Match> {
    const [index] = this.fetched
    const [stored] = this.stored
    if (index === undefined || stored === undefined) return []
    if (this.fetched.length > 1 || this.stored.length > 1) return this.pair(contentKey)
    if (!sameContent(this.rows.at(index), stored.transaction)) return []
    this.fetched = []
    this.stored = []
    return [{ stored, index }]
  }

  alike(degrees: ReadonlyArray<(row: Transaction) => string>): Array<Match> {
    return degrees.flatMap((key) => this.pair(key))
  }

  moved(elsewhere: Array<StoredRow>): Array<Match> {
    if (elsewhere.length === 0 || this.fetched.length === 0) return []
    const left = this.stored
    this.stored = storedOrder(elsewhere)
    const pairs = this.pair(movedKey)
    this.stored = left
    return pairs
  }

  private pair(key: (row: Transaction) => string | undefined): Array<Match> {
    if (this.fetched.length === 0 || this.stored.length === 0) return []
    const queues = new Map<string, Array<StoredRow>>()
    for (const row of this.stored) {
      const of = key(row.transaction)
      if (of !== undefined) append(queues, of, row)
    }
    for (const queue of queues.values()) queue.reverse()
    const pairs: Array<Match> = []
    const taken = new Set<StoredRow>()
    this.fetched = this.fetched.filter((index) => {
      const of = key(this.rows.at(index))
      const stored = of === undefined ? undefined : queues.get(of)?.pop()
      if (stored === undefined) return true
      pairs.push({ stored, index })
      taken.add(stored)
      return false
    })
    this.stored = this.stored.filter((row) => !taken.has(row))
    return pairs
  }
}

const withdraw = (stored: ReadonlyArray<StoredRow>, withdrawals: Array<StoredRow>): void => {
  for (const row of stored) if (!row.withdrawn) withdrawals.push(row)
}

const append = <K, V>(groups: Map<K, Array<V>>, key: K, value: V): void => {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [value])
  else group.push(value)
}

const groupById = (rows: ReadonlyArray<StoredRow>): Map<string, Array<StoredRow>> => {
  const groups = new Map<string, Array<StoredRow>>()
  for (const row of rows) append(groups, row.transaction.txnId, row)
  return groups
}

const indexById = (rows: Rows): Map<string, Array<number>> => {
  const groups = new Map<string, Array<number>>()
  for (let index = 0; index < rows.count; index++) append(groups, txnIdAt(rows, index), index)
  return groups
}

/** Live rows before withdrawn ones, then by content, then by leg. */
const storedOrder = (rows: ReadonlyArray<StoredRow>): Array<StoredRow> =>
  rows
    .map((row) => ({ row, key: contentKey(row.transaction) }))
    .sort((left, right) =>
      Number(left.row.withdrawn) - Number(right.row.withdrawn) || byText(left.key, right.key) ||
      left.row.leg - right.row.leg
    )
    .map((entry) => entry.row)
