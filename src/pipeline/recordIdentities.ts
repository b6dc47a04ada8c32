/**
 * Which records an answer holds, so that it can be held against another one: a record is told by its day and its id, and by
 * its contents where the id names nothing. The same id on the same day with other contents is the same record, changed.
 */
import { isBlankId } from "../domain/duplicates.ts"
import * as Money from "../domain/Money.ts"
import { type Day, dayAtStart, dayFromNumber, type Period } from "../domain/Period.ts"
import { txnIdAt } from "../domain/RowColumns.ts"
import { scannedOf } from "../domain/ScannedRecords.ts"
import type { StatementPage } from "../domain/StatementPage.ts"
import { type Numeric, numericText } from "../domain/StatementRecord.ts"

/** For each day how often each record is there; one that came twice with the same id and contents is there once. */
export type RecordsByDay = ReadonlyMap<Day, ReadonlyMap<string, number>>

/** The records of an answer on some days; those without a readable day belong to none. */
export const recordsOn = (page: StatementPage, days: Period): RecordsByDay => {
  const places = new Map<Day, Map<string, Array<number>>>()
  const add = (day: Day, identity: string, index: number): void => {
    const ofDay = places.get(day) ?? new Map<string, Array<number>>()
    ofDay.set(identity, [...(ofDay.get(identity) ?? []), index])
    places.set(day, ofDay)
  }
  const scanned = scannedOf(page)
  if (scanned === undefined) {
    for (const [index, received] of page.records.entries()) {
      const text = received._tag === "Record" ? received.record.date : received.dateText ?? ""
      const day = dayAtStart(text)
      if (day !== undefined && isWithin(days, day)) add(day, identityAt(page, index), index)
    }
  } else {
    for (let index = 0; index < scanned.count; index++) {
      const day = dayFromNumber(scanned.day[index] as number)
      if (!isWithin(days, day)) continue
      const txnId = txnIdAt(scanned, index)
      add(day, isBlankId(txnId) ? contentAt(page, index) : txnId, index)
    }
  }
  return new Map([...places].map(([day, identities]) => [
    day,
    new Map([...identities].map(([identity, indexes]) => [identity, distinct(page, indexes)]))
  ]))
}

/** How many records an answer holds. */
export const receivedIn = (page: StatementPage): number => scannedOf(page)?.count ?? page.records.length

/** How many records the first has that the second has not, or less often. */
export const surplusOf = (shown: RecordsByDay, known: RecordsByDay): number => {
  let surplus = 0
  for (const [day, records] of shown) {
    const before = known.get(day)
    for (const [identity, count] of records) surplus += Math.max(0, count - (before?.get(identity) ?? 0))
  }
  return surplus
}

const isWithin = ({ from, to }: Period, day: Day): boolean => day >= from && day <= to

const distinct = (page: StatementPage, indexes: ReadonlyArray<number>): number => {
  if (indexes.length === 1) return 1
  const [first = 0] = indexes
  const received = page.records[first]
  // A blank id names nothing, and without a balance two payments look like one: such records are all different.
  const isTold = received?._tag === "Record" && !isBlankId(received.record.txnId)
  return isTold ? new Set(indexes.map((index) => contentAt(page, index))).size : indexes.length
}

const identityAt = (page: StatementPage, index: number): string => {
  const received = page.records[index]
  return received?._tag === "Record" && !isBlankId(received.record.txnId)
    ? received.record.txnId
    : contentAt(page, index)
}

const contentAt = (page: StatementPage, index: number): string => {
  const received = page.records[index]
  if (received?._tag !== "Record") return page.sourceText(index)
  const { amount, balance, confirmed, date, description, type } = received.record
  return JSON.stringify([type, exact(amount), exact(balance ?? "-"), description, confirmed, date])
}

/** The same number is the same however it is written. */
const exact = (value: Numeric): string => {
  const text = numericText(value)
  const parsed = Money.parse(text)
  return typeof parsed === "string" ? text : Money.format(parsed)
}
