/**
 * Which records an answer holds, so that it can be held against another one: a record is told by its day and its id, and by
 * its contents where the id names nothing, or the element is no record by its shape: a broken one stands for no other. The same
 * id on the same day with other contents is the same record, changed.
 */
import { isBlankId } from "../domain/duplicates.ts"
import * as Money from "../domain/Money.ts"
import { contains, type Day, type Period } from "../domain/Period.ts"
import { dayAt, isRecord, type Records, sourceText } from "../domain/Records.ts"
import { dateTextAt, descriptionAt, txnIdAt } from "../domain/Rows.ts"
import type { StatementPage } from "../domain/StatementPage.ts"
import type { Transaction } from "../domain/Transaction.ts"

/** How often each record is there; one that came twice with the same contents is there once. */
export type Identities = ReadonlyMap<string, number>

/** Records by the day that their date names. */
export type IdentitiesByDay = ReadonlyMap<Day, Identities>

/** The records of an answer on some days; those without a readable day belong to none. */
export const recordsOn = (page: StatementPage, days: Period): IdentitiesByDay =>
  recordsWhere(page, (day) => contains(days, day))

/** The same on days that need not be neighbours. */
export const recordsWhere = ({ records }: StatementPage, isOneOf: (day: Day) => boolean): IdentitiesByDay => {
  const places = new Map<Day, Map<string, Array<number>>>()
  for (const [day, identity, index] of identitiesOf(records, isOneOf)) {
    const ofDay = places.get(day)
    const known = ofDay?.get(identity)
    if (known !== undefined) known.push(index)
    else if (ofDay === undefined) places.set(day, new Map([[identity, [index]]]))
    else ofDay.set(identity, [index])
  }
  return new Map([...places].map(([day, identities]) => [
    day,
    new Map([...identities].map(([identity, indexes]) => [identity, distinct(records, indexes)]))
  ]))
}

/** Where some records of a day stand in an answer; of those that are the same in all, the first. */
export const indexesOf = (
  { records }: StatementPage,
  day: Day,
  identities: ReadonlySet<string>
): ReadonlyArray<number> => {
  const seen = new Set<string>()
  return [...identitiesOf(records, (each) => each === day)].flatMap(([, identity, index]) => {
    if (!identities.has(identity)) return []
    const content = contentAt(records, index)
    if (seen.has(content)) return []
    seen.add(content)
    return [index]
  })
}

/** A row as far as another one on another day may be the same. */
export type DatedRow = Pick<Transaction, "amount" | "balance" | "confirmed" | "txnId" | "type">

/**
 * What a row with an id has to have in common with another one on another day to be the same, dated anew: what it moves, and
 * once it is confirmed its balance.
 */
export const movementOf = (row: DatedRow): string => movementsOf(row)[row.confirmed ? 1 : 0]

/** The same of a row of a day. */
export const movementOn = (day: Day, row: DatedRow): string => `${day} ${movementOf(row)}`

/** Both: what a row moves, and that together with its balance. */
export const movementsOf = ({ amount, balance, txnId, type }: Omit<DatedRow, "confirmed">): readonly [string, string] =>
  movements(txnId, type, Money.format(amount), balance === null ? noBalance : Money.format(balance))

const movements = (
  txnId: string,
  type: string,
  exactAmount: string,
  exactBalance: string
): readonly [string, string] => [
  JSON.stringify([txnId, type, exactAmount]),
  JSON.stringify([txnId, type, exactAmount, exactBalance])
]

const noBalance = "-"

/**
 * `movementsOf` the records of an answer on all days but some, each as often as it is there; one that came twice counts once,
 * and a blank id names no row.
 */
export const movementsBeyond = ({ records }: StatementPage, days: Period): Map<string, number> => {
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  for (const [index, day] of datedIn(records)) {
    if (contains(days, day) || records.rejected.has(index)) continue
    const txnId = txnIdAt(records, index)
    const identity = `${txnId} ${contentAt(records, index)}`
    if (isBlankId(txnId) || seen.has(identity)) continue
    seen.add(identity)
    for (
      const movement of movements(txnId, typeAt(records, index), amountAt(records, index), balanceAt(records, index))
    ) {
      counts.set(movement, (counts.get(movement) ?? 0) + 1)
    }
  }
  return counts
}

function* datedIn(records: Records): Generator<readonly [index: number, day: Day]> {
  for (let index = 0; index < records.count; index++) {
    const day = dayAt(records, index)
    if (day !== undefined) yield [index, day]
  }
}

/** The records without a readable day, by what they hold: where the first of each stands. */
export const undatedIn = ({ records }: StatementPage): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (let index = 0; index < records.count; index++) {
    const content = dayAt(records, index) === undefined ? sourceText(records, index) : undefined
    if (content !== undefined && !found.has(content)) found.set(content, index)
  }
  return found
}

/** The records that the first has and the second has not, or less often: as often as they are too many. */
export const surplusOf = (shown: Identities, known: Identities | undefined): Identities => {
  const surplus = new Map<string, number>()
  for (const [identity, count] of shown) {
    const more = count - (known?.get(identity) ?? 0)
    if (more > 0) surplus.set(identity, more)
  }
  return surplus
}

/** The records of two answers, each as often as in the one that has it more often. */
export const atMost = (left: Identities, right: Identities): Identities => {
  const most = new Map(left)
  for (const [identity, count] of right) most.set(identity, Math.max(count, most.get(identity) ?? 0))
  return most
}

/** Whether one answer has a record of a day that the other has with other contents only. */
export const hasOtherContents = (page: StatementPage, other: StatementPage, day: Day): boolean => {
  const isIt = (each: Day): boolean => each === day
  const known = new Map<string, Set<string>>()
  for (const [, identity, index] of identitiesOf(other.records, isIt)) {
    known.set(identity, (known.get(identity) ?? new Set()).add(contentAt(other.records, index)))
  }
  return [...identitiesOf(page.records, isIt)].some(([, identity, index]) =>
    known.get(identity)?.has(contentAt(page.records, index)) === false
  )
}

function* identitiesOf(
  records: Records,
  isOneOf: (day: Day) => boolean
): Generator<readonly [Day, string, number]> {
  for (let index = 0; index < records.count; index++) {
    const day = dayAt(records, index)
    if (day === undefined || !isOneOf(day)) continue
    const txnId = txnIdAt(records, index)
    yield [day, isBlankId(txnId) || !isRecord(records, index) ? contentAt(records, index) : txnId, index]
  }
}

/** Services repeat records within an answer: what is the same in all is taken for one, whether its id names it or not. */
const distinct = (records: Records, indexes: ReadonlyArray<number>): number =>
  indexes.length === 1 ? 1 : new Set(indexes.map((index) => contentAt(records, index))).size

/** The same number is the same however it is written. */
const contentAt = (records: Records, index: number): string =>
  records.rejected.has(index)
    ? sourceText(records, index)
    : JSON.stringify([
      typeAt(records, index),
      amountAt(records, index),
      balanceAt(records, index),
      descriptionAt(records, index),
      records.confirmed[index] === 1,
      dateTextAt(records, index)
    ])

const typeAt = ({ credit }: Records, index: number): Transaction["type"] => credit[index] === 1 ? "Credit" : "Debit"

const amountAt = ({ amount }: Records, index: number): string =>
  Money.format(Money.fromTenThousandths(amount[index] as bigint))

const balanceAt = ({ balance, hasBalance }: Records, index: number): string =>
  hasBalance[index] === 1 ? Money.format(Money.fromTenThousandths(balance[index] as bigint)) : noBalance
