/**
 * The service's timestamps: `2024-03-05 14:03:22 PM`, a 24-hour clock with a marker behind it and no time zone
 * (interface 2.5, `date`).
 *
 * The hour and the marker can contradict each other (`09:00:00 PM`, `12:00:00 AM`): a policy decides, and the row
 * says so. A wall clock can also skip an hour or show it twice: such times get the instant that most calendars give
 * them (a skipped time is moved on by the length of the gap, a repeated one is taken the first time round) and the
 * row says so too.
 */
import { Schema } from "effect"
import { dayAtStart, startOfDay, twoDigits } from "./Period.ts"
import type { TimeFlag } from "./Transaction.ts"

/** What to do when hour and marker contradict each other: believe the hour, believe the marker, or refuse the row. */
export const MarkerPolicy = Schema.Literals(["trust-24h", "trust-marker", "reject"])
export type MarkerPolicy = typeof MarkerPolicy.Type

/** A time read from a timestamp. */
export interface LocalTime {
  /** Milliseconds since 1970-01-01 00:00 on the service's wall clock. */
  readonly localTime: number
  readonly markerConflict: boolean
}

/** Why a timestamp could not be read. */
export type TimeProblem = "time-malformed" | "time-marker-conflict"

/** Reads a timestamp as the service writes it. Hour 0 and 13 to 23 settle the clock. */
export const parse = (text: string, policy: MarkerPolicy): LocalTime | TimeProblem => {
  if (text.length !== 22 || text[10] !== " " || text[13] !== ":" || text[16] !== ":" || text[19] !== " ") {
    return "time-malformed"
  }
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  const marker = text[20]
  const m = text[21]
  const pm = marker === "P" || marker === "p"
  const day = dayAtStart(text)
  // A NaN fails each comparison.
  if (!(hour <= 23 && minute <= 59 && second <= 59) || day === undefined) return "time-malformed"
  if ((!pm && marker !== "A" && marker !== "a") || (m !== "M" && m !== "m")) return "time-malformed"
  const markerConflict = contradicts(hour, pm)
  if (markerConflict && policy === "reject") return "time-marker-conflict"
  const trusted = markerConflict && policy === "trust-marker" ? (hour + 12) % 24 : hour
  return {
    localTime: startOfDay(day) + ((trusted * 60 + minute) * 60 + second) * 1000,
    markerConflict
  }
}

/** Whether an hour and the marker behind it contradict each other: 1 to 11 PM and 12 AM do. */
export const contradicts = (hour: number, pm: boolean): boolean => pm ? hour >= 1 && hour <= 11 : hour === 12

/** The second of the day that a written one means where the marker is believed. */
export const secondByMarker = (second: number, pm: boolean): number =>
  contradicts(Math.floor(second / 3600), pm) ? (second + 43_200) % 86_400 : second

/** A wall-clock time as an instant; `flag` says when the zone's clock skipped or repeated it. */
export interface ResolvedTime {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly instant: number
  readonly flag: Exclude<TimeFlag, "marker-conflict"> | null
}

/** The clock of a zone, for as many times as one likes; keeps what it learned about each day. */
export interface ZoneClock {
  readonly zone: string
  /** The instant at which the zone's wall clock shows `localTime`. */
  readonly resolve: (localTime: number) => ResolvedTime
  /** What the zone's wall clock shows at an instant. */
  readonly localTimeAt: (instant: number) => number
}

const hourMillis = 3_600_000
const dayMillis = 24 * hourMillis

/** The clock of an IANA zone such as `Africa/Nairobi`; undefined when this runtime knows no such zone. */
export const zoneClock = (zone: string): ZoneClock | undefined => {
  const wallClock = wallClockOf(zone)
  if (wallClock === undefined) return undefined
  const offsetsOfDays = new Map<number, ReadonlyArray<number>>()

  const offsetsAtStarts = new Map<number, number>()

  const offsetAtStart = (day: number): number => {
    const known = offsetsAtStarts.get(day)
    if (known !== undefined) return known
    const offset = wallClock(day * dayMillis) - day * dayMillis
    offsetsAtStarts.set(day, offset)
    return offset
  }

  /** Every offset in force from a day before to two days after the start of `day`. */
  const offsetsAround = (day: number): ReadonlyArray<number> => {
    const known = offsetsOfDays.get(day)
    if (known !== undefined) return known
    const [from, to] = [day - 1, day + 2]
    const found = new Set([offsetAtStart(from), offsetAtStart(to)])
    // No zone has ever changed its offset and changed it back within these days.
    if (found.size > 1) {
      for (let instant = from * dayMillis; instant <= to * dayMillis; instant += hourMillis) {
        found.add(wallClock(instant) - instant)
      }
    }
    const offsets = [...found]
    offsetsOfDays.set(day, offsets)
    return offsets
  }

  const resolve = (localTime: number): ResolvedTime => {
    const offsets = offsetsAround(Math.floor(localTime / dayMillis))
    const [first = 0] = offsets
    if (offsets.length === 1) return { instant: localTime - first, flag: null }
    const instants = offsets.map((offset) => localTime - offset)
    const shown = instants.filter((instant) => wallClock(instant) === localTime)
    if (shown.length === 0) {
      // Counted with the offset before the gap, which moves the time on by the gap's length.
      const after = instants.filter((instant) => wallClock(instant) > localTime)
      return { instant: Math.min(...after), flag: "nonexistent-local" }
    }
    const earliest = Math.min(...shown)
    return { instant: earliest, flag: Math.max(...shown) > earliest ? "ambiguous-local" : null }
  }

  return { zone, resolve, localTimeAt: wallClock }
}

/** What the wall clock of a zone shows at an instant, by way of the runtime's calendar. */
const wallClockOf = (zone: string): ((instant: number) => number) | undefined => {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "iso8601",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric"
    })
  } catch {
    return undefined
  }
  return (instant) => {
    const parts: Record<string, number> = {}
    for (const part of format.formatToParts(instant)) {
      parts[part.type] = Number(part.value)
    }
    const { day = 1, hour = 0, minute = 0, month = 1, second = 0, year = 1970 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }
}
