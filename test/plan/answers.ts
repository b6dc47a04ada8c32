/**
 * Answers and days written by hand, as the tests of planning need them.
 */
import { dayFromNumber, type Period } from "../../src/domain/Period.ts"
import type { Answer } from "../../src/plan/Answer.ts"
import type { DayCount, Density } from "../../src/plan/Density.ts"

export const hour = 3600

export const days = (from: number, to: number): Period => ({ from: dayFromNumber(from), to: dayFromNumber(to) })

/** A day with rows from a second to a second; with one alone where no last is given. */
export type Span = readonly [day: number, first: number, last?: number]

/** An answer with a row on each of some days. */
export const rows = (...spans: ReadonlyArray<Span>): Answer => ({
  received: spans.length,
  rowsByDay: new Map(spans.map(([day]) => [dayFromNumber(day), 1])),
  spans: new Map(spans.map(([day, first, last = first]) => [dayFromNumber(day), { first, last }])),
  isTimeDoubtful: false
})

/** Days of which so many rows are known, so surely. */
export const densityOf = (
  counts: ReadonlyArray<readonly [day: number, rows: number, certainty: DayCount["certainty"]]>
): Density => ({
  days: new Map(counts.map(([day, count, certainty]) => [dayFromNumber(day), { rows: count, certainty }]))
})
