/**
 * How a simulated service takes the days of a request: which of the two are inside, when a day begins by the clock of its
 * timestamps, and by which clock it writes hours. Services and settings may change their mind.
 */
import { dayMillis } from "./calendar.ts"
import { Chance } from "./Chance.ts"

/** Which of the two days that a request names the service counts as inside. */
export interface Habit {
  readonly name: "inclusive" | "exclusive-end" | "exclusive-start" | "exclusive"
  /** Days by which the answer begins after, and ends before, the days that were asked for. */
  readonly after: 0 | 1
  readonly before: 0 | 1
}

/** A service's days. */
export interface ServiceDays {
  readonly habit: Habit
  /** Minutes behind midnight at which a day begins. */
  readonly shift: number
  /** Whether the instant with which the days end is inside, as where instants are compared. */
  readonly isClosed: boolean
}

/** What settings say of a service's days. */
export interface Claims {
  readonly dateBounds: "unknown" | "inclusive" | "exclusive-end"
  readonly dayStart: number | null
}

/** What of a seed's circumstances is about days and clocks; left out where nothing is unusual. */
export interface Unusual {
  readonly days?: Omit<ServiceDays, "habit">
  /** What the service does from this run on. */
  readonly change?: ServiceDays & { readonly run: number }
  /** What settings say, right or wrong. */
  readonly claims?: Claims
  /** What they say from this run on. */
  readonly laterClaims?: Claims & { readonly run: number }
  /** Whether hours are written by a 12-hour clock. */
  readonly twelveHours?: true
}

const inclusive: Habit = { name: "inclusive", after: 0, before: 0 }
const exclusiveEnd: Habit = { name: "exclusive-end", after: 0, before: 1 }

const shiftOf = (chance: Chance): number => chance.pick([180, 180, -300, 210, -720])

const drawClaims = (chance: Chance): Claims => ({
  dateBounds: chance.pick(["unknown", "inclusive", "exclusive-end"]),
  dayStart: chance.pick([null, 0, 180, -300])
})

/** Draws what is unusual about a seed's days. */
export const drawUnusual = (seed: number, habit: Habit): Unusual => {
  const days = Chance.named(seed, "days")
  const isShifted = days.happens(0.25) && habit.after === 0
  const shift = shiftOf(days)
  const isClosed = days.happens(0.5) && habit.before === 1
  const change = Chance.named(seed, "changed days")
  const isChanged = change.happens(0.12)
  const to: ServiceDays & { readonly run: number } = {
    run: change.between(2, 4),
    habit: change.pick([inclusive, exclusiveEnd]),
    shift: change.pick([0, 0, 180, -300]),
    isClosed: false
  }
  const claims = Chance.named(seed, "claimed days")
  const isClaimed = claims.happens(0.15)
  const said = drawClaims(claims)
  const laterClaims = Chance.named(seed, "days claimed later")
  return {
    ...(isShifted || isClosed ? { days: { shift: isShifted ? shift : 0, isClosed } } : {}),
    ...(isChanged ? { change: to } : {}),
    ...(isClaimed ? { claims: said } : {}),
    ...(laterClaims.happens(0.12)
      ? { laterClaims: { run: laterClaims.between(2, 4), ...drawClaims(laterClaims) } }
      : {}),
    ...(Chance.named(seed, "twelve hours").happens(0.12) ? { twelveHours: true } : {})
  }
}

/** A service's days in a run, counted from 1. */
export const daysIn = (
  { change, days, habit }: Unusual & { readonly habit: Habit },
  run: number
): ServiceDays => (change !== undefined && run >= change.run ? change : { habit, shift: 0, isClosed: false, ...days })

/** What settings say of the days in a run. */
export const claimsIn = (
  { claims, dateBounds, laterClaims }: Unusual & Pick<Claims, "dateBounds">,
  run: number
): Claims => (laterClaims !== undefined && run >= laterClaims.run
  ? laterClaims
  : { dateBounds, dayStart: null, ...claims })

/** Whether days have been the timestamps' own all the time, as settings may know. */
export const isPlain = ({ change, claims, days, laterClaims }: Unusual): boolean =>
  [change, claims, days, laterClaims].every((each) => each === undefined)

/** All times between two instants of the timestamps' clock, in milliseconds; the last one may be inside or not. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly isClosed: boolean
}

/** The times that a request for some days covers. */
export const spanOf = ({ habit, isClosed, shift }: ServiceDays, from: number, to: number): Span => ({
  start: (from + habit.after) * dayMillis + shift * 60_000,
  end: (to + 1 - habit.before) * dayMillis + shift * 60_000,
  isClosed
})

/** Whether a time lies in a span. */
export const isIn = ({ end, isClosed, start }: Span, time: number): boolean =>
  time >= start && (time < end || (isClosed && time === end))
