/**
 * What the plan is told of a page: its records by the day their date names, and from when to when each day has some. The
 * marker never moves a time to another day.
 */
import type { Day } from "../domain/Period.ts"
import { dayAt, isRecord } from "../domain/Records.ts"
import { contradicts, secondByMarker } from "../domain/ServiceTime.ts"
import type { StatementPage } from "../domain/StatementPage.ts"
import type { Answer, DaySpan } from "../plan/Answer.ts"

/** Counts a page's records; those that are none by their shape count for no day. */
export const countsOf = ({ records }: StatementPage): Answer => {
  const { afternoon, count, second } = records
  const counts = new Counts()
  for (let index = 0; index < count; index++) {
    const day = dayAt(records, index)
    if (day === undefined || !isRecord(records, index)) continue
    const ofDay = counts.addTo(day)
    ofDay.rows++
    const written = second[index] as number
    if (written >= 0) counts.addTime(ofDay, written, afternoon[index] === 1)
  }
  return counts.answer(count)
}

/** A day's records: how many, and their times by the hour as written and by the marker. */
interface DayCounts {
  rows: number
  first: number
  last: number
  firstByMarker: number
  lastByMarker: number
}

class Counts {
  private readonly days = new Map<Day, DayCounts>()
  private day: Day | undefined
  private counts: DayCounts | undefined
  private conflicts = 0
  /** Hours that only a 24-hour clock writes. */
  private hoursOf24 = 0

  /** Adds a record of a day; records of a day mostly come together. */
  addTo(day: Day): DayCounts {
    if (day === this.day && this.counts !== undefined) return this.counts
    const none = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
    const counts = this.days.get(day) ??
      { rows: 0, ...none, firstByMarker: none.first, lastByMarker: none.last }
    this.days.set(day, counts)
    this.day = day
    this.counts = counts
    return counts
  }

  addTime(counts: DayCounts, second: number, isAfternoon: boolean): void {
    const hour = Math.floor(second / 3600)
    const byMarker = secondByMarker(second, isAfternoon)
    if (hour === 0 || hour > 12) this.hoursOf24++
    else if (contradicts(hour, isAfternoon)) this.conflicts++
    if (second < counts.first) counts.first = second
    if (second > counts.last) counts.last = second
    if (byMarker < counts.firstByMarker) counts.firstByMarker = byMarker
    if (byMarker > counts.lastByMarker) counts.lastByMarker = byMarker
  }

  answer(received: number): Answer {
    const isTimeDoubtful = this.conflicts > 0 && this.hoursOf24 === 0
    const spanOf = ({ first, firstByMarker, last, lastByMarker }: DayCounts): DaySpan =>
      isTimeDoubtful
        ? { first: Math.max(first, firstByMarker), last: Math.min(last, lastByMarker) }
        : { first, last }
    return {
      received,
      rowsByDay: new Map([...this.days].map(([day, { rows }]) => [day, rows])),
      spans: new Map([...this.days].filter(([, { last }]) => last >= 0).map(([day, counts]) => [day, spanOf(counts)])),
      isTimeDoubtful
    }
  }
}
