/**
 * The ways in which a service may take the days that a request names: whether both are inside, and at which time by the
 * timestamps' clock a day begins. It may be midnight, another hour, or the midnight of another zone.
 *
 * Whatever the way, an answer covers all times between two edges. Edges are counted in milliseconds from the midnight
 * that begins the day asked for.
 */
import type { Day, Period } from "../domain/Period.ts"
import { addDays, startOfDay } from "../domain/Period.ts"

const minuteMillis = 60_000
const dayMillis = 86_400_000

/** One way to take the days of a request. */
export interface DayReading {
  readonly fromIncluded: boolean
  readonly toIncluded: boolean
  /** Minutes behind midnight of the timestamps' clock at which a day begins; negative before it. */
  readonly shift: number
}

/** An edge is later than `after` and not later than `until`; infinite where nothing is known on that side. */
export interface Edge {
  readonly after: number
  readonly until: number
}

/** Where an answer begins, and where it ends. */
export interface Edges {
  readonly from: Edge
  readonly to: Edge
}

const anywhere: Edge = { after: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

/** Nothing known. */
export const unknownEdges: Edges = { from: anywhere, to: anywhere }

const meet = (left: Edge, right: Edge): Edge => ({
  after: Math.max(left.after, right.after),
  until: Math.min(left.until, right.until)
})

/** What two findings say together. */
export const both = (left: Edges, right: Edges): Edges => ({
  from: meet(left.from, right.from),
  to: meet(left.to, right.to)
})

const startOf = ({ fromIncluded, shift }: DayReading): number => shift * minuteMillis + (fromIncluded ? 0 : dayMillis)
const endOf = ({ shift, toIncluded }: DayReading): number => shift * minuteMillis + (toIncluded ? dayMillis : 0)

/**
 * Whether a reading has its edges where they were found. A service that compares instants takes the midnight in with
 * which the last day begins, and no more of that day.
 */
export const fits = ({ from, to }: Edges, reading: DayReading): boolean => {
  const start = startOf(reading)
  const end = endOf(reading)
  return from.after < start && start <= from.until && end <= to.until &&
    (reading.toIncluded ? to.after < end : to.after <= end)
}

/** Days that a request asks for beyond its window, on each side. */
export interface Margins {
  readonly before: number
  readonly after: number
}

/** The margins that leave nothing of a window out. */
export const marginsFor = (reading: DayReading): Margins => ({
  before: Math.max(0, Math.ceil(startOf(reading) / dayMillis)),
  after: Math.max(0, Math.ceil(1 - endOf(reading) / dayMillis))
})

/** The margins with which windows back to back leave no time out between them, wherever days begin. */
export const seamlessFor = ({ fromIncluded, toIncluded }: DayReading): Margins => ({
  before: fromIncluded ? 0 : 1,
  after: toIncluded ? 0 : 1
})

/** Days beyond a window, on each side, of which an answer to a request with some margins holds rows, in whole or in part. */
export const heardWith = (margins: Margins, reading: DayReading): Margins => ({
  before: Math.max(0, margins.before - Math.floor(startOf(reading) / dayMillis)),
  after: Math.max(0, margins.after + Math.ceil(endOf(reading) / dayMillis) - 1)
})

/** Whether an answer to a request for some days has all of a day in it. */
export const covers = (reading: DayReading, asked: Period, day: Day): boolean =>
  startOfDay(asked.from) + startOf(reading) <= startOfDay(day) &&
  startOfDay(addDays(day, 1)) <= startOfDay(asked.to) + endOf(reading)

/** The greater of each. */
export const widest = (margins: ReadonlyArray<Margins>): Margins => ({
  before: Math.max(0, ...margins.map(({ before }) => before)),
  after: Math.max(0, ...margins.map(({ after }) => after))
})
