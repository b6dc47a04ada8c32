/**
 * What an answer of the service showed, kept for measuring its habits: which rows, when, in which order.
 *
 * Rows are told apart by all they say but their description. The same row in two answers counts once.
 */
import type { Period } from "../../domain/Period.ts"
import { parse } from "../../domain/ServiceTime.ts"
import type { StatementPage } from "../../domain/StatementPage.ts"
import { numericText, type StatementRecord } from "../../domain/StatementRecord.ts"

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

const keyOf = ({ amount, balance, date, txnId, type }: StatementRecord): string =>
  JSON.stringify([date, txnId, type, numericText(amount), balance == null ? null : numericText(balance)])

/** What a page showed. */
export const sightingOf = (page: StatementPage, asked: Period): Sighting => ({
  asked,
  limit: page.request.limit,
  received: page.records.length,
  rows: page.records.flatMap((received) => {
    if (received._tag !== "Record") return []
    const time = parse(received.record.date, "trust-24h")
    const marked = parse(received.record.date, "trust-marker")
    if (typeof time === "string" || typeof marked === "string") return []
    const row = { key: keyOf(received.record), time: time.localTime }
    return [time.markerConflict ? { ...row, byMarker: marked.localTime } : row]
  })
})

/** The same answer with its times as they are where the marker is believed. */
export const byMarker = (sighting: Sighting): Sighting => ({
  ...sighting,
  rows: sighting.rows.map(({ byMarker: marked, key, time }) => ({ key, time: marked ?? time }))
})

/** All rows of some answers, each once. */
export const recordsOf = (sightings: ReadonlyArray<Sighting>): ReadonlyMap<string, number> =>
  new Map(sightings.flatMap(({ rows }) => rows.map(({ key, time }) => [key, time] as const)))
