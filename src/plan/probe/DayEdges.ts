/**
 * Where the days of a request begin and end: between which rows, and so whether the days asked for are inside, and
 * whether they are days of the timestamps' own clock or begin at another hour, as in a service of two time zones.
 *
 * A row that is known from another answer and missing in a whole one lies outside; a row that is there lies inside.
 * Between the two is the edge. Edges are counted in milliseconds from the midnight that begins the day asked for.
 */
import { addDays, type Day, dayFromNumber, dayOfLocalTime, type Period, startOfDay } from "../../domain/Period.ts"
import { recordsOf, type Sighting } from "./Sighting.ts"

/** The edge is later than `after` and not later than `until`; infinite where no row is known on that side. */
export interface Edge {
  readonly after: number
  readonly until: number
}

/** Both edges, as far as all answers narrow them down. */
export interface DayEdges {
  readonly from: Edge
  readonly to: Edge
  /** Answers without rows that lie between two of theirs: they tell nothing, and something is odd. */
  readonly withHoles: number
}

/** One way in which a service may take its days, consistent with the edges. */
export interface Reading {
  readonly fromIncluded: boolean
  readonly toIncluded: boolean
  /** Minutes behind midnight of the timestamps' clock at which a day begins. */
  readonly shift: number
}

const anywhere: Edge = { after: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
const dayMillis = 86_400_000
const minuteMillis = 60_000

const narrowed = (edge: Edge, after: number, until: number): Edge => ({
  after: Math.max(edge.after, after),
  until: Math.min(edge.until, until)
})

/** Narrows the edges down by every answer given, each of which must be whole; `all` holds the rows known besides. */
export const edgesOf = (whole: ReadonlyArray<Sighting>, all: ReadonlyArray<Sighting>): DayEdges => {
  const known = recordsOf(all)
  let from = anywhere
  let to = anywhere
  let withHoles = 0
  for (const { asked, rows } of whole) {
    if (rows.length === 0) continue
    const own = new Set(rows.map(({ key }) => key))
    const first = rows.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY)
    const last = rows.reduce((most, { time }) => Math.max(most, time), Number.NEGATIVE_INFINITY)
    const others = [...known].filter(([key]) => !own.has(key)).map(([, time]) => time)
    if (others.some((time) => time > first && time < last)) {
      withHoles++
      continue
    }
    // Rows of the same second as the first or the last one could lie on either side.
    const before = others.reduce((most, time) => (time < first ? Math.max(most, time) : most), Number.NEGATIVE_INFINITY)
    const behind = others.reduce(
      (least, time) => (time > last ? Math.min(least, time) : least),
      Number.POSITIVE_INFINITY
    )
    from = narrowed(from, before - startOfDay(asked.from), first - startOfDay(asked.from))
    to = narrowed(to, last - startOfDay(asked.to), behind - startOfDay(asked.to))
  }
  return { from, to, withHoles }
}

const holds = ({ after, until }: Edge, at: number): boolean => after < at && at <= until

/** A service that compares instants takes the midnight in with which the last day begins, and no more of that day. */
const holdsEnd = ({ after, until }: Edge, at: number): boolean => after <= at && at <= until

const wholeHours = Array.from({ length: 29 }, (_, index) => (index - 14) * 60)

/** The readings that fit: days beginning at whole hours, or `offset` minutes before or behind midnight. */
export const readings = ({ from, to }: DayEdges, offset: number): ReadonlyArray<Reading> =>
  [...new Set([...wholeHours, offset, -offset])].flatMap((shift) =>
    [true, false].flatMap((fromIncluded) =>
      [true, false].flatMap((toIncluded) => {
        const start = shift * minuteMillis + (fromIncluded ? 0 : dayMillis)
        const end = shift * minuteMillis + (toIncluded ? dayMillis : 0)
        const fits = holds(from, start) && (toIncluded ? holds(to, end) : holdsEnd(to, end))
        return fits ? [{ fromIncluded, toIncluded, shift: shift === 0 ? 0 : shift }] : []
      })
    )
  )

/** How the service takes the days of a request: the readings that are left agree on it. */
export interface DayHabit extends Reading {
  /** Only this reading is left; otherwise days may also begin up to an hour earlier or later. */
  readonly exact: boolean
}

/**
 * What the readings that are left amount to; undefined while they differ. An hour more or less is let pass, unless that
 * is what lies between the service's zone and UTC, which is the likeliest other clock.
 */
export const habitOf = (left: ReadonlyArray<Reading>, offset: number): DayHabit | undefined => {
  const [first] = left
  if (first === undefined) return undefined
  if (left.length === 1) return { ...first, exact: true }
  const { fromIncluded, toIncluded } = first
  const agreed = left.every((one) => one.fromIncluded === fromIncluded && one.toIncluded === toIncluded)
  const near = left.every(({ shift }) => Math.abs(shift) <= 60 && (shift === 0 || Math.abs(shift) !== Math.abs(offset)))
  return agreed && near && left.some(({ shift }) => shift === 0)
    ? { fromIncluded, toIncluded, shift: 0, exact: false }
    : undefined
}

/** A midnight between two rows, and how far they are from it. */
interface Midnight {
  readonly day: Day
  readonly before: number
  readonly behind: number
}

/** The midnights between rows of neighbouring days. */
const midnightsOf = (known: ReadonlyMap<string, number>): ReadonlyArray<Midnight> => {
  const firsts = new Map<number, number>()
  const lasts = new Map<number, number>()
  for (const time of known.values()) {
    const day = dayOfLocalTime(time)
    firsts.set(day, Math.min(firsts.get(day) ?? time, time))
    lasts.set(day, Math.max(lasts.get(day) ?? time, time))
  }
  return [...firsts].flatMap(([day, first]) => {
    const last = lasts.get(day - 1)
    const midnight = startOfDay(dayFromNumber(day))
    return last === undefined ? [] : [{ day: dayFromNumber(day), before: midnight - last, behind: first - midnight }]
  })
}

/** Those with the nearest rows first, on the side where the edge, supposed at `at`, is known least. */
const nearest = (midnights: ReadonlyArray<Midnight>, { after, until }: Edge, at: number): ReadonlyArray<Midnight> => {
  const side = at - after > until - at ? "before" : "behind"
  return midnights.toSorted((left, right) => left[side] - right[side])
}

/**
 * The days to ask for next, so that the answer narrows the edges most: two midnights that have rows near, have not
 * been asked about, and are no more than `longest` days apart. Undefined when there are no such.
 */
export const nextQuestion = (
  edges: DayEdges,
  sightings: ReadonlyArray<Sighting>,
  longest: number
): Period | undefined => {
  const midnights = midnightsOf(recordsOf(sightings))
  const fromLater = edges.from.after > dayMillis / 2 ? 1 : 0
  const toLater = edges.to.until > dayMillis / 2 ? 1 : 0
  const froms = new Set(sightings.map(({ asked }) => asked.from))
  const tos = new Set(sightings.map(({ asked }) => asked.to))
  const starts = nearest(midnights, edges.from, fromLater * dayMillis)
    .map(({ day }) => addDays(day, -fromLater)).filter((day) => !froms.has(day)).slice(0, candidates)
  const ends = nearest(midnights, edges.to, toLater * dayMillis)
    .map(({ day }) => addDays(day, -toLater)).filter((day) => !tos.has(day)).slice(0, candidates)
  const pairs = starts.flatMap((from, rank) => ends.map((to, other) => ({ from, to, rank: rank + other })))
  // A day between the two has rows whatever the bounds are; without any row an answer tells nothing.
  const shortest = Math.min(2, longest - 1)
  return pairs.filter(({ from, to }) => to - from >= shortest && to - from < longest)
    .toSorted((left, right) => left.rank - right.rank)[0]
}

/** Midnights that are thought of for each side. */
const candidates = 60
