/**
 * Days and periods of days, as the service's calendar has them: no hours, no zone.
 *
 * A day is the number of days since 1970-01-01, so that arithmetic is plain; its text is `YYYY-MM-DD`
 * (interface 2.3, `from_date` and `to_date`).
 */
import { Effect, Schema, SchemaGetter, SchemaIssue } from "effect"

const millisADay = 86_400_000

/** A calendar day, counted from 1970-01-01. */
export const Day = Schema.Int.pipe(Schema.brand("Day"))
export type Day = typeof Day.Type

/** Takes a count of days since 1970-01-01. */
export const dayFromNumber = (days: number): Day => days as Day

/** The day of a wall-clock time given in milliseconds since 1970-01-01 00:00 on that same clock. */
export const dayOfLocalTime = (localTime: number): Day => dayFromNumber(Math.floor(localTime / millisADay))

/** Midnight at the start of a day on the service's wall clock, in milliseconds since 1970-01-01 00:00 there. */
export const startOfDay = (day: Day): number => day * millisADay

/** Reads `YYYY-MM-DD`; undefined when it is written otherwise or the calendar has no such day. */
export const parseDay = (text: string): Day | undefined => text.length === 10 ? dayAtStart(text) : undefined

/** Reads `YYYY-MM-DD` at the start of a longer text; undefined as for `parseDay`. */
export const dayAtStart = (text: string): Day | undefined => {
  if (text.charCodeAt(4) !== hyphen || text.charCodeAt(7) !== hyphen) return undefined
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  // A NaN fails each comparison; years below 100 are writing errors.
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month))) return undefined
  return dayFromNumber(daysSince1970(year, month, day))
}

/** Years are counted from March, so that the leap day is the last; many times as fast as the runtime's calendar. */
const daysSince1970 = (year: number, month: number, day: number): number => {
  const y = month <= 2 ? year - 1 : year
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
  return 365 * y + leapDays + Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 719_469
}

const hyphen = 45

const monthLength = (year: number, month: number): number => {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** The number that two digits write; NaN when they are none. Texts are read this way several times as fast as by a pattern. */
export const twoDigits = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - 48
  const units = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : Number.NaN
}

/** Writes a day as `YYYY-MM-DD`. */
export const formatDay = (day: Day): string => new Date(day * millisADay).toISOString().slice(0, 10)

/** The same of a day that may not be known. */
export const formatDayOrNull = (day: Day | null): string | null => (day === null ? null : formatDay(day))

/** The day `count` days later, or earlier when negative. */
export const addDays = (day: Day, count: number): Day => dayFromNumber(day + count)

/** A day written `YYYY-MM-DD`, as flags, settings and files hold it. */
export const DayFromString = Schema.String.pipe(
  Schema.decodeTo(Day, {
    decode: SchemaGetter.transformEffect((text: string) => {
      const day = parseDay(text)
      return day === undefined
        ? Effect.fail(new SchemaIssue.InvalidValue({ message: "expected a day that exists, written YYYY-MM-DD" }))
        : Effect.succeed(day)
    }),
    encode: SchemaGetter.transform((day: number) => formatDay(dayFromNumber(day)))
  })
)

/** A run of days, both ends included; `from` is never after `to`. */
export interface Period {
  readonly from: Day
  readonly to: Day
}

/** The period from one day to another, both included; undefined when they stand the wrong way round. */
export const make = (from: Day, to: Day): Period | undefined => (from <= to ? { from, to } : undefined)

/** The period from one day's text to another's; undefined when one is no day, or they stand the wrong way round. */
export const parse = (from: string | null | undefined, to: string | null | undefined): Period | undefined => {
  const [first, last] = [parseDay(from ?? ""), parseDay(to ?? "")]
  return first === undefined || last === undefined ? undefined : make(first, last)
}

/** Whether two periods have the same days, or neither is there. */
export const same = (left: Period | null | undefined, right: Period | null | undefined): boolean =>
  left?.from === right?.from && left?.to === right?.to

/** How many days a period has. */
export const length = (period: Period): number => period.to - period.from + 1

/** Whether a day lies in a period. */
export const contains = (period: Period, day: Day): boolean => day >= period.from && day <= period.to

/** The days of a period, in their order. */
export function* daysOf(period: Period): Generator<Day> {
  for (let day = period.from; day <= period.to; day = addDays(day, 1)) yield day
}

/** The first and the last day that `parseDay` reads. */
const [firstDay, lastDay] = [dayFromNumber(daysSince1970(100, 1, 1)), dayFromNumber(daysSince1970(9999, 12, 31))]

/** The same period with some days more in front and behind, as far as there are any. */
export const widen = (period: Period, before: number, after: number): Period => ({
  from: dayFromNumber(Math.max(period.from - before, firstDay)),
  to: dayFromNumber(Math.min(period.to + after, lastDay))
})

/** The days two periods share, if any. */
export const overlap = (left: Period, right: Period): Period | undefined =>
  make(dayFromNumber(Math.max(left.from, right.from)), dayFromNumber(Math.min(left.to, right.to)))

/** A period's days up to a last one, if any. */
export const upTo = ({ from, to }: Period, last: Day): Period | undefined => make(from, last < to ? last : to)

/** What is left of a period when some days are taken out of it: nothing, one part or two. */
export const without = (period: Period, days: Period): ReadonlyArray<Period> => {
  if (overlap(period, days) === undefined) return [period]
  const before = make(period.from, addDays(days.from, -1))
  const after = make(addDays(days.to, 1), period.to)
  return [before, after].flatMap((rest) => rest ?? [])
}

/** What is left of some periods when the days of others are taken out of them. */
export const outside = (periods: ReadonlyArray<Period>, others: ReadonlyArray<Period>): ReadonlyArray<Period> =>
  others.reduce((left, days) => left.flatMap((period) => without(period, days)), periods)

/** The smallest period that holds all days of some periods; undefined when there are none. */
export function hull(periods: readonly [Period, ...Array<Period>]): Period
export function hull(periods: ReadonlyArray<Period>): Period | undefined
export function hull([first, ...others]: ReadonlyArray<Period>): Period | undefined {
  if (first === undefined) return undefined
  let { from, to } = first
  for (const period of others) {
    if (period.from < from) from = period.from
    if (period.to > to) to = period.to
  }
  return { from, to }
}

/** The same days in as few periods as hold them, in order. */
export const union = (periods: ReadonlyArray<Period>): ReadonlyArray<Period> => {
  const joined: Array<Period> = []
  for (const period of [...periods].sort((left, right) => left.from - right.from)) {
    const last = joined.at(-1)
    if (last === undefined || period.from > addDays(last.to, 1)) joined.push(period)
    else if (period.to > last.to) joined[joined.length - 1] = { from: last.from, to: period.to }
  }
  return joined
}

/** The days between periods that none of them has, in order. */
export const gapsIn = (periods: ReadonlyArray<Period>): ReadonlyArray<Period> =>
  union(periods).flatMap(({ from }, index, joined) => {
    const before = joined[index - 1]
    return before === undefined ? [] : [{ from: addDays(before.to, 1), to: addDays(from, -1) }]
  })

/** The first day from one on that no period has; the periods stand in the order of their first days. */
export const firstOutside = (periods: ReadonlyArray<Period>, from: Day): Day => {
  let open = from
  for (const period of periods) if (contains(period, open)) open = addDays(period.to, 1)
  return open
}

/** The days of a period by calendar months, in order; the first and the last may be parts of one. */
export const monthsOf = (period: Period): ReadonlyArray<Period> => {
  const [months, last]: [Array<Period>, Day] = [[], period.to]
  for (let from = period.from; from <= last;) {
    const date = new Date(startOfDay(from))
    const end = dayOfLocalTime(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))
    months.push({ from, to: end < last ? end : last })
    from = addDays(end, 1)
  }
  return months
}

/** Whether a day is the last one of its month. */
export const endsMonth = (day: Day): boolean => new Date(startOfDay(addDays(day, 1))).getUTCDate() === 1

/** A day with those before and behind it in a period that are like it; the day alone when it is not so itself. */
export const stretchAround = (day: Day, within: Period, isSo: (day: Day) => boolean): Period =>
  isSo(day) ? stretch({ from: day, to: day }, within, isSo) : { from: day, to: day }

/** Some days, whatever they are, with those before and behind them in a period that are so. */
export const stretch = (days: Period, within: Period, isSo: (day: Day) => boolean): Period => {
  let { from, to } = days
  while (from > within.from && isSo(addDays(from, -1))) from = addDays(from, -1)
  while (to < within.to && isSo(addDays(to, 1))) to = addDays(to, 1)
  return { from, to }
}

/** The first `days` days of a period and what is left of it. */
export const takeDays = (period: Period, days: number): readonly [Period, Period | undefined] => {
  const last = addDays(period.from, Math.max(days, 1) - 1)
  return last >= period.to
    ? [period, undefined]
    : [{ from: period.from, to: last }, { from: addDays(last, 1), to: period.to }]
}

/** Writes a period as `YYYY-MM-DD..YYYY-MM-DD`, or one day alone. */
export const format = (period: Period): string =>
  period.from === period.to ? formatDay(period.from) : `${formatDay(period.from)}..${formatDay(period.to)}`
