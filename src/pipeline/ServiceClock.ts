/**
 * Which days are over on the service's wall clock, by this machine's clock and by what the service says of its own.
 *
 * A clock that is ahead makes days count as complete that are not over, so the earlier of the two counts. One that is
 * behind costs only requests.
 */
import { addDays, type Day, dayOfLocalTime } from "../domain/Period.ts"
import type { ZoneClock } from "../domain/ServiceTime.ts"
import type { StatementPage } from "../domain/StatementPage.ts"

/** Between which instants of this machine's clock an answer was asked for and came, in milliseconds since 1970. */
export interface AnswerSpan {
  readonly from: number
  readonly to: number
}

/**
 * A certificate is good for 398 days at most, so clocks that differ by more hardly ever get to talk to each other: it
 * is then the service's Date that means nothing. Where no row shows that, it is told.
 */
const mostPlausibleMillis = 400 * 86_400_000

/** Clocks that differ by less are called right. */
const toleranceMillis = 5 * 60_000

/** A row can't be of a time to come; some minutes are the clocks' own. */
const mostAheadMillis = 15 * 60_000

/** No zone is as far from another. */
const mostByZoneMillis = 2 * 86_400_000

/** A Date that was not believed. */
export interface Disbelieved {
  /** By how much this machine's clock is ahead of it. */
  readonly millis: number
  /** The last day that rows may be of if it is right, whatever zone they are written in. */
  readonly last: Day
}

/** What one wallet's pull knows of the time. */
export class ServiceClock {
  private readonly clock: ZoneClock
  private earliest: Day | undefined
  private lead = 0
  private beyond = 0
  private disbelieved: Disbelieved | undefined
  private isRefuted = false

  constructor(clock: ZoneClock) {
    this.clock = clock
  }

  /** Takes an answer in, and says which day was the last that was over when the service gave it. */
  lastSettledDay({ servedAt }: Pick<StatementPage, "servedAt">, span: AnswerSpan): Day {
    const told = believed(servedAt, span) ?? span.from
    if (servedAt !== undefined && servedAt < span.from - mostPlausibleMillis) {
      const last = dayOfLocalTime(this.clock.localTimeAt(servedAt + mostByZoneMillis))
      this.disbelieved = { millis: span.from - servedAt, last }
    }
    const dayBefore = (instant: number): Day => addDays(dayOfLocalTime(this.clock.localTimeAt(instant)), -1)
    const day = dayBefore(told)
    this.earliest = this.earliest === undefined || day < this.earliest ? day : this.earliest
    const lead = servedAt === undefined ? 0 : leadOf(servedAt, span)
    if (Math.abs(lead) > Math.abs(this.lead)) this.lead = lead
    return told > span.from ? dayBefore(span.from) : day
  }

  /** Takes the latest time in that the rows of an answer bear, on the service's wall clock. */
  sawRow(localTime: number, { servedAt }: Pick<StatementPage, "servedAt">, span: AnswerSpan): void {
    const { instant } = this.clock.resolve(localTime)
    this.beyond = Math.max(this.beyond, instant - (believed(servedAt, span) ?? span.to))
    this.isRefuted ||= servedAt !== undefined && instant - servedAt > mostByZoneMillis
  }

  /** By how many milliseconds a row was ahead of the service's clock; undefined when none was by more than clocks may differ. */
  get rowsAheadMillis(): number | undefined {
    return this.beyond > mostAheadMillis ? this.beyond : undefined
  }

  /** What is told of a Date that was not believed though no row of an answer speaks against it. */
  get disbelievedDate(): Disbelieved | undefined {
    return this.isRefuted ? undefined : this.disbelieved
  }

  /** The day that was the last to be over when the first answer came, by the service where it says; undefined before. */
  get firstSettledDay(): Day | undefined {
    return this.earliest
  }

  /** The most by which this machine's clock was ahead of the service's, in milliseconds; behind is below zero. */
  get skewMillis(): number | undefined {
    return Math.abs(this.lead) > toleranceMillis ? this.lead : undefined
  }
}

/** What the service says of its own clock, where that can be so. */
const believed = (servedAt: number | undefined, { to }: AnswerSpan): number | undefined =>
  servedAt !== undefined && Math.abs(servedAt - to) <= mostPlausibleMillis ? servedAt : undefined

/** What an answer takes, and the second that a Date is rounded to, are no lead. */
const leadOf = (servedAt: number, { from, to }: AnswerSpan): number =>
  servedAt < from ? from - servedAt : servedAt > to ? to - servedAt : 0
