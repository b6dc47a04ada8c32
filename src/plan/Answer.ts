/**
 * What the plan sees of an answer: how many records each day has, and from when to when.
 */
import { type Day, type Period, startOfDay } from "../domain/Period.ts"
import { type Edges, unknownEdges } from "./DayReading.ts"

/** The first and the last row of a day, in seconds since its midnight. */
export interface DaySpan {
  readonly first: number
  readonly last: number
}

/** An answer's records by day; those without a readable day are included in `received` only. */
export interface Answer {
  readonly received: number
  readonly rowsByDay: ReadonlyMap<Day, number>
  /**
   * From when to when each of these days has rows. Where hours can be read in two ways there is a row up to `first`, and
   * one from `last` on, in both.
   */
  readonly spans: ReadonlyMap<Day, DaySpan>
  /** Whether some hour can be read in two ways. */
  readonly isTimeDoubtful: boolean
}

const timeOf = (day: Day, second: number): number => startOfDay(day) + second * 1000

/** A row this far from the days asked for was not given because of them. */
const farthest = 1

interface Times {
  readonly first: number
  readonly last: number
}

/** All times at which rows are known, in milliseconds since 1970-01-01 00:00 on the service's wall clock. */
const timesOf = (spans: Answer["spans"]): ReadonlyArray<number> =>
  [...spans].flatMap(([day, { first, last }]) => [timeOf(day, first), timeOf(day, last)])

/** The latest time of its rows, in milliseconds since 1970-01-01 00:00 on the service's wall clock; undefined when it has none. */
export const lastTimeOf = ({ spans }: Pick<Answer, "spans">): number | undefined =>
  spans.size === 0 ? undefined : Math.max(...timesOf(spans))

const reachOf = (spans: Answer["spans"], { from, to }: Period): Times | undefined => {
  const near = [...spans].filter(([day]) => day >= from - farthest && day <= to + farthest)
  if (near.length === 0) return undefined
  return {
    first: Math.min(...near.map(([day, span]) => timeOf(day, span.first))),
    last: Math.max(...near.map(([day, span]) => timeOf(day, span.last)))
  }
}

/** The edges as far as an answer's rows show them to be outside of these rows. */
export const edgesShown = (asked: Period, { spans }: Answer): Edges => {
  const reach = reachOf(spans, asked)
  if (reach === undefined) return unknownEdges
  return {
    from: { after: Number.NEGATIVE_INFINITY, until: reach.first - startOfDay(asked.from) },
    to: { after: reach.last - startOfDay(asked.to), until: Number.POSITIVE_INFINITY }
  }
}

/**
 * The edges as far as rows known from elsewhere show them to be inside of these rows, since the answer has them not; the
 * answer must be whole. One without rows tells nothing.
 */
export const edgesMissed = (asked: Period, answer: Answer, known: Answer["spans"]): Edges => {
  const reach = reachOf(answer.spans, asked)
  if (reach === undefined || answer.isTimeDoubtful) return unknownEdges
  const times = timesOf(known)
  const before = times.filter((time) => time < reach.first)
  const behind = times.filter((time) => time > reach.last)
  return {
    from: {
      after: Math.max(Number.NEGATIVE_INFINITY, ...before) - startOfDay(asked.from),
      until: Number.POSITIVE_INFINITY
    },
    to: {
      after: Number.NEGATIVE_INFINITY,
      until: Math.min(Number.POSITIVE_INFINITY, ...behind) - startOfDay(asked.to)
    }
  }
}

/** What is known of two lots of rows together, from a day on. */
export const joinSpans = (one: Answer["spans"], other: Answer["spans"], from: Day): Answer["spans"] => {
  const joined = new Map([...one].filter(([day]) => day >= from))
  for (const [day, span] of other) {
    if (day < from) continue
    const known = joined.get(day) ?? span
    joined.set(day, { first: Math.min(known.first, span.first), last: Math.max(known.last, span.last) })
  }
  return joined
}
