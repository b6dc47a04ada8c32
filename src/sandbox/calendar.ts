/**
 * The simulated service's calendar: days counted from 1970-01-01, seconds of its own wall clock, and the texts the
 * interface writes them in. No time zone: the service names none.
 */

/** Seconds in a day. */
export const daySeconds = 86_400

/** The day a `YYYY-MM-DD` names, counted from 1970-01-01; undefined when it is no such text or no such day. */
export const dayNumber = (text: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const millis = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(millis)) return undefined
  const day = millis / (daySeconds * 1000)
  return dayText(day) === text ? day : undefined
}

/** Writes a day as `YYYY-MM-DD`. */
export const dayText = (day: number): string => new Date(day * daySeconds * 1000).toISOString().slice(0, 10)

/** 0 for Monday to 6 for Sunday; 1970-01-01 was a Thursday. */
export const weekday = (day: number): number => (((day + 3) % 7) + 7) % 7

const two = (value: number): string => (value < 10 ? `0${value}` : String(value))

/** The hour of day, 0 to 23. */
export const hourOf = (second: number): number => Math.floor((second % daySeconds) / 3600)

let lastDay = 0
let lastText = dayText(0)

/** Writes a wall-clock second as `YYYY-MM-DD HH:MM:SS`. */
export const timeText = (second: number): string => {
  const day = Math.floor(second / daySeconds)
  if (day !== lastDay) {
    lastDay = day
    lastText = dayText(day)
  }
  const rest = second - day * daySeconds
  const hour = Math.floor(rest / 3600)
  return `${lastText} ${two(hour)}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`
}

/** The wall-clock second a `YYYY-MM-DD HH:MM:SS` names; undefined when it is none. */
export const secondNumber = (text: string): number | undefined => {
  const match = /^(\S{10}) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text)
  const day = match === null ? undefined : dayNumber(match[1] ?? "")
  if (match === null || day === undefined) return undefined
  return day * daySeconds + Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4])
}

/** A time of the service's clock. */
export interface Present {
  /** The second that the wall clock shows. */
  readonly second: number
  /** The same as an instant, in milliseconds since 1970. */
  readonly instant: number
}

/** The time that a `YYYY-MM-DDTHH:MM:SS+HH:MM` names; undefined when it is none. */
export const presentOf = (text: string): Present | undefined => {
  const match = /^(\S{10})T(\S{8})(?:Z|[+-]\d\d:\d\d)$/.exec(text)
  const second = secondNumber(`${match?.[1]} ${match?.[2]}`)
  const instant = Date.parse(text)
  return second === undefined || Number.isNaN(instant) ? undefined : { second, instant }
}
