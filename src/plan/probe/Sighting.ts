/**
 * What an answer of the service showed, kept for measuring its habits: which rows, when, in which order.
 *
 * Rows are told apart by all they say but their description. The same row in two answers counts once.
 */
import { type Period, startOfDay } from "../../domain/Period.ts"
import { dayAt, isRecord, type Records, sourceText } from "../../domain/Records.ts"
import { dateTextAt, txnIdAt } from "../../domain/Rows.ts"
import { secondByMarker } from "../../domain/ServiceTime.ts"
import type { StatementPage } from "../../domain/StatementPage.ts"

/** A row: who it is and its time, in milliseconds since 1970-01-01 00:00 on the service's wall clock. */
export interface SeenRow {
  readonly key: string
  readonly time: number
  /** The same where the marker is believed, when that is another one. */
  readonly byMarker?: number
}

/** An answer to a request for some days. */
export interface Sighting {
  readonly asked: Period
  readonly limit: number
  /** Records in the answer, those without a readable time included. */
  readonly received: number
  /** Those with a readable time, in the order they came. */
  readonly rows: ReadonlyArray<SeenRow>
}

/** Who a record is; one whose money can't be read is told by its text. */
const keyOf = (records: Records, index: number): string => {
  const { amount, balance, credit, hasBalance, rejected } = records
  if (rejected.has(index)) return sourceText(records, index)
  const money = [amount[index], hasBalance[index] === 1 ? balance[index] : null]
  return JSON.stringify([dateTextAt(records, index), txnIdAt(records, index), credit[index], ...money.map(String)])
}

/** What a page showed. */
export const sightingOf = ({ records, request: { limit } }: StatementPage, asked: Period): Sighting => {
  const rows: Array<SeenRow> = []
  for (let index = 0; index < records.count; index++) {
    const [day, second] = [dayAt(records, index), records.second[index] as number]
    if (day === undefined || second < 0 || !isRecord(records, index)) continue
    const midnight = startOfDay(day)
    const row = { key: keyOf(records, index), time: midnight + 1000 * second }
    const byMarker = midnight + 1000 * secondByMarker(second, records.afternoon[index] === 1)
    rows.push(byMarker === row.time ? row : { ...row, byMarker })
  }
  return { asked, limit, received: records.count, rows }
}

/** The same answer with its times as they are where the marker is believed. */
export const byMarker = (sighting: Sighting): Sighting => ({
  ...sighting,
  rows: sighting.rows.map(({ byMarker: marked, key, time }) => ({ key, time: marked ?? time }))
})

/** All rows of some answers, each once. */
export const recordsOf = (sightings: ReadonlyArray<Sighting>): ReadonlyMap<string, number> =>
  new Map(sightings.flatMap(({ rows }) => rows.map(({ key, time }) => [key, time] as const)))
