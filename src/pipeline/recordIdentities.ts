/**
 * Which records an answer holds, so that it can be held against another one: a record is told by its day and its id, and by
 * its contents where the id names nothing. The same id on the same day with other contents is the same record, changed.
 */
import { isUnread } from "../domain/AnswerMark.ts"
import { isBlankId } from "../domain/duplicates.ts"
import * as Money from "../domain/Money.ts"
import { contains, type Day, dayAtStart, dayFromNumber, type Period } from "../domain/Period.ts"
import { txnIdAt } from "../domain/RowColumns.ts"
import { scannedOf } from "../domain/ScannedRecords.ts"
import type { StatementPage } from "../domain/StatementPage.ts"
import { type Numeric, numericText } from "../domain/StatementRecord.ts"
import type { Transaction } from "../domain/Transaction.ts"
import { wellFormed } from "../domain/wellFormed.ts"

/** How often each record is there; one that came twice with the same contents is there once. */
export type Records = ReadonlyMap<string, number>

/** Records by the day that their date names. */
export type RecordsByDay = ReadonlyMap<Day, Records>

/** The records of an answer on some days; those without a readable day belong to none. */
export const recordsOn = (page: StatementPage, days: Period): RecordsByDay => {
  const places = new Map<Day, Map<string, Array<number>>>()
  for (const [day, identity, index] of identitiesOf(page, days)) {
    const ofDay = places.get(day)
    const known = ofDay?.get(identity)
    if (known !== undefined) known.push(index)
    else if (ofDay === undefined) places.set(day, new Map([[identity, [index]]]))
    else ofDay.set(identity, [index])
  }
  return new Map([...places].map(([day, identities]) => [
    day,
    new Map([...identities].map(([identity, indexes]) => [identity, distinct(page, indexes)]))
  ]))
}

/** Where some records of a day stand in an answer; of those that are the same in all, the first. */
export const indexesOf = (page: StatementPage, day: Day, identities: ReadonlySet<string>): ReadonlyArray<number> => {
  const seen = new Set<string>()
  return [...identitiesOf(page, { from: day, to: day })].flatMap(([, identity, index]) => {
    if (!identities.has(identity)) return []
    const content = contentAt(page, index)
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
export const movementsBeyond = (page: StatementPage, days: Period): Map<string, number> => {
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  for (const [index, day] of daysOf(page)) {
    const received = contains(days, day) ? undefined : page.records[index]
    if (received?._tag !== "Record" || isBlankId(received.record.txnId)) continue
    const { amount, balance, txnId, type } = received.record
    const identity = `${txnId} ${contentAt(page, index)}`
    if (seen.has(identity)) continue
    seen.add(identity)
    for (const movement of movements(wellFormed(txnId), type, exact(amount), exact(balance ?? noBalance))) {
      counts.set(movement, (counts.get(movement) ?? 0) + 1)
    }
  }
  return counts
}

function* daysOf(page: StatementPage): Generator<readonly [index: number, day: Day]> {
  const scanned = scannedOf(page)
  for (let index = 0; index < (scanned?.count ?? 0); index++) {
    yield [index, dayFromNumber(scanned?.day[index] as number)]
  }
  if (scanned !== undefined) return
  for (const [index, received] of page.records.entries()) {
    const day = dayOf(received)
    if (day !== undefined) yield [index, day]
  }
}

/** The records without a readable day, by what they hold: where the first of each stands. A known answer has none. */
export const undatedIn = (page: StatementPage): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  if (isUnread(page) || scannedOf(page) !== undefined) return found
  for (const [index, received] of page.records.entries()) {
    const content = dayOf(received) === undefined ? page.sourceText(index) : undefined
    if (content !== undefined && !found.has(content)) found.set(content, index)
  }
  return found
}

/** How many records an answer holds. */
export const receivedIn = (page: StatementPage): number => scannedOf(page)?.count ?? page.records.length

/** The records that the first has and the second has not, or less often: as often as they are too many. */
export const surplusOf = (shown: Records, known: Records | undefined): Records => {
  const surplus = new Map<string, number>()
  for (const [identity, count] of shown) {
    const more = count - (known?.get(identity) ?? 0)
    if (more > 0) surplus.set(identity, more)
  }
  return surplus
}

/** Whether one answer has a record of a day that the other has with other contents only. */
export const hasOtherContents = (page: StatementPage, other: StatementPage, day: Day): boolean => {
  const days = { from: day, to: day }
  const known = new Map<string, Set<string>>()
  for (const [, identity, index] of identitiesOf(other, days)) {
    known.set(identity, (known.get(identity) ?? new Set()).add(contentAt(other, index)))
  }
  return [...identitiesOf(page, days)].some(([, identity, index]) =>
    known.get(identity)?.has(contentAt(page, index)) === false
  )
}

function* identitiesOf(page: StatementPage, days: Period): Generator<readonly [Day, string, number]> {
  const scanned = scannedOf(page)
  if (scanned !== undefined) {
    for (let index = 0; index < scanned.count; index++) {
      const day = dayFromNumber(scanned.day[index] as number)
      if (!contains(days, day)) continue
      const txnId = wellFormed(txnIdAt(scanned, index))
      yield [day, isBlankId(txnId) ? contentAt(page, index) : txnId, index]
    }
    return
  }
  for (const [index, received] of page.records.entries()) {
    const day = dayOf(received)
    if (day === undefined || !contains(days, day)) continue
    const isNamed = received._tag === "Record" && !isBlankId(received.record.txnId)
    yield [day, isNamed ? wellFormed(received.record.txnId) : contentAt(page, index), index]
  }
}

const dayOf = (received: StatementPage["records"][number]): Day | undefined =>
  dayAtStart(received._tag === "Record" ? received.record.date : received.dateText ?? "")

/** Services repeat records within an answer: what is the same in all is taken for one, whether its id names it or not. */
const distinct = (page: StatementPage, indexes: ReadonlyArray<number>): number =>
  indexes.length === 1 ? 1 : new Set(indexes.map((index) => contentAt(page, index))).size

const contentAt = (page: StatementPage, index: number): string => {
  const received = page.records[index]
  if (received?._tag !== "Record") return page.sourceText(index)
  const { amount, balance, confirmed, date, description, type } = received.record
  return JSON.stringify([type, exact(amount), exact(balance ?? noBalance), wellFormed(description), confirmed, date])
}

/** The same number is the same however it is written. */
const exact = (value: Numeric): string => {
  const text = numericText(value)
  const parsed = Money.parse(text)
  return typeof parsed === "string" ? text : Money.format(parsed)
}
