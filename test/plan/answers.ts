/**
 * Answers and days written by hand, as the tests of planning need them.
 */
import { type Day, dayFromNumber, type Period } from "../../src/domain/Period.ts"
import type { Answer, DaySpan } from "../../src/plan/Answer.ts"
import { type DayReading, type Edge, type Margins, unknownEdges } from "../../src/plan/DayReading.ts"
import type { DayCount, Density } from "../../src/plan/Density.ts"
import { type Habit, habitOf, noClaims } from "../../src/plan/Habit.ts"

export const hour = 3600
export const daySeconds = 24 * hour
export const hourMillis = hour * 1000

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

/** An edge of which nothing is known. */
export const anywhere = unknownEdges.from

/** An edge between two hours. */
export const between = (after: number, until: number): Edge => ({
  after: after * hourMillis,
  until: until * hourMillis
})

/** An edge in hours. */
export const edgeText = ({ after, until }: Edge): string =>
  [
    ...Number.isFinite(after) ? [`after ${after / hourMillis}`] : [],
    ...Number.isFinite(until) ? [`until ${until / hourMillis}`] : []
  ].join(" ") || "anywhere"

/** Margins as days before and behind. */
export const marginsText = ({ after, before }: Margins): string => `${before}+${after}`

/** A reading by whether its days are inside, and when they begin. */
export const readingText = ({ fromIncluded, shift, toIncluded }: DayReading): string =>
  `${fromIncluded ? "in" : "out"}-${toIncluded ? "in" : "out"} ${shift}`

const around = (millis: number): Edge => ({ after: millis - 60_000, until: millis + 60_000 })

const edge = (isLate: boolean | undefined): Edge => isLate === undefined ? anywhere : around(isLate ? 86_400_000 : 0)

/** A habit that answers showed to the minute, as far as it is not left open. */
export const shown = (fromIncluded?: boolean, toIncluded?: boolean): Habit =>
  habitOf(noClaims, {
    from: edge(fromIncluded === undefined ? undefined : !fromIncluded),
    to: edge(toIncluded)
  })

/** Which of its rows a service gives for some days: from a second of its first to one of its last, in minutes. */
export interface Days {
  readonly fromIncluded: boolean
  readonly toIncluded: boolean
  readonly shift: number
  /** Whether the midnight at which the end stands is inside, as in a comparison of instants. */
  readonly isClosed?: boolean
}

/** Whether a service gives a row of a second since 1970 for some days. */
export const covered = ({ fromIncluded, isClosed = false, shift, toIncluded }: Days, asked: Period) => {
  const start = asked.from * daySeconds + shift * 60 + (fromIncluded ? 0 : daySeconds)
  const end = asked.to * daySeconds + shift * 60 + (toIncluded ? daySeconds : 0)
  return (time: number): boolean => time >= start && (time < end || (isClosed && time === end))
}

export const dayOf = (time: number): Day => dayFromNumber(Math.floor(time / daySeconds))

/** An answer with rows at some seconds since 1970. */
export const answerOf = (rows: ReadonlyArray<number>): Answer => {
  const spans = new Map<Day, DaySpan>()
  const rowsByDay = new Map<Day, number>()
  for (const time of rows) {
    const [day, second] = [dayOf(time), time % daySeconds]
    const span = spans.get(day)
    spans.set(day, { first: Math.min(span?.first ?? second, second), last: Math.max(span?.last ?? second, second) })
    rowsByDay.set(day, (rowsByDay.get(day) ?? 0) + 1)
  }
  return { received: rows.length, rowsByDay, spans, isTimeDoubtful: false }
}
