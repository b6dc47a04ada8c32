/**
 * What is known of how the service takes the days of a request: settings claim something, answers show it, and what
 * answers show counts for more.
 *
 * As long as it can be so, days are taken for those of the timestamps' own clock, and margins are kept only for what is
 * not known of the bounds. That loses nothing between neighbouring windows: when both bounds are inside, windows back to
 * back share out all of the service's time, whatever its days are, so that a row which its own window's answer lacks is
 * in a neighbour's. At the ends of what is asked for nobody would show it, and margins are kept for every reading left.
 */
import type { DateBounds } from "../domain/DateBounds.ts"
import type { Period } from "../domain/Period.ts"
import { type Answer, edgesMissed, edgesShown } from "./Answer.ts"
import {
  both,
  type DayReading,
  type Edges,
  fits,
  heardWith,
  type Margins,
  marginsFor,
  seamlessFor,
  unknownEdges,
  widest
} from "./DayReading.ts"

/** What settings say of the days of a request. */
export interface DayClaims {
  readonly dateBounds: DateBounds
  /** Minutes behind midnight of the timestamps' clock at which a day begins; undefined when nothing is said. */
  readonly dayStart: number | undefined
}

/** Settings that say nothing. */
export const noClaims: DayClaims = { dateBounds: "unknown", dayStart: undefined }

/** What settings claim, where answers showed the edges to be, and what follows from that. */
export interface Habit {
  readonly claims: DayClaims
  readonly edges: Edges
  /** All readings that answers leave, whatever settings claim; every one when answers contradict each other. */
  readonly possible: ReadonlyArray<DayReading>
  /**
   * Those that are believed: what settings claim of where days begin, else days of the timestamps' own clock, as long as
   * answers do not say otherwise.
   */
  readonly believed: ReadonlyArray<DayReading>
  /** Whether answers leave any reading at all. */
  readonly isConsistent: boolean
  /** Whether they leave one that settings claim. */
  readonly isAsClaimed: boolean
}

/** A zone's midnight lies at a quarter of an hour everywhere: from 14 hours behind one's own to 14 before it. */
const shifts = Array.from({ length: 113 }, (_, index) => (index - 56) * 15)

/** That somebody leaves the first day out and begins days at another hour as well is thought of where settings say that hour. */
const everyReading: ReadonlyArray<DayReading> = [
  ...shifts.flatMap((shift) => [true, false].map((toIncluded) => ({ fromIncluded: true, toIncluded, shift }))),
  ...[true, false].map((toIncluded) => ({ fromIncluded: false, toIncluded, shift: 0 }))
]

/** Another zone's midnight moves by an hour when one of the two has summer time. */
const summerTime = 60

const ofStart = (dayStart: number | undefined): ReadonlyArray<DayReading> => {
  if (dayStart === undefined) return everyReading
  if (dayStart === 0) return everyReading.filter(({ shift }) => shift === 0)
  return [dayStart - summerTime, dayStart, dayStart + summerTime].flatMap((shift) =>
    [true, false].flatMap((fromIncluded) => [true, false].map((toIncluded) => ({ fromIncluded, toIncluded, shift })))
  )
}

/** The habit that settings claim and answers show. */
export const habitOf = (claims: DayClaims, edges: Edges): Habit => {
  const asClaimed = ofStart(claims.dayStart).filter((reading) => fits(edges, reading))
  const others = everyReading.filter((reading) => fits(edges, reading))
  const isAsClaimed = asClaimed.length > 0
  const isConsistent = isAsClaimed || others.length > 0
  const possible = isConsistent ? [...asClaimed, ...others] : everyReading
  const plain = claims.dayStart !== undefined && isAsClaimed ? asClaimed : others.filter(({ shift }) => shift === 0)
  return { claims, edges, possible, believed: plain.length > 0 ? plain : possible, isConsistent, isAsClaimed }
}

/** The habit before any answer was seen. */
export const claimed = (claims: DayClaims): Habit => habitOf(claims, unknownEdges)

/** Which ends of all that is asked for a window has. */
export interface Ends {
  readonly first: boolean
  readonly last: boolean
}

/** The margins that make a window whole by the readings that are believed. */
export const believedMargins = ({ believed }: Habit): Margins => widest(believed.map(marginsFor))

/**
 * The margins that a window needs. Between windows it is enough that no time is left out by any reading, and no row by
 * those that are believed.
 */
export const neededMargins = (habit: Habit, { first, last }: Ends): Margins => {
  const inside = widest([believedMargins(habit), ...habit.possible.map(seamlessFor)])
  const outside = first || last ? widest(habit.possible.map(marginsFor)) : inside
  return { before: (first ? outside : inside).before, after: (last ? outside : inside).after }
}

/** The margins whose rows may be in an answer. */
export const heardMargins = (habit: Habit, margins: Margins): Margins =>
  widest(habit.believed.map((reading) => heardWith(margins, reading)))

/** Findings that go together: those made so far with the new ones, or the new ones alone. */
const joined = (habit: Habit, found: Edges, otherwise: Edges): Habit => {
  const next = habitOf(habit.claims, both(habit.edges, found))
  return next.isConsistent ? next : habitOf(habit.claims, otherwise)
}

/**
 * What an answer teaches. A row shows that its time is inside. A row that is known from elsewhere and that a whole
 * answer does not show, before its first row or behind its last one, is outside. When that can't go together with what
 * was found before, the service has changed its habit, or a row came or went: then the answer's own rows count alone.
 */
export const learn = (habit: Habit, asked: Period, answer: Answer, known: Answer["spans"] | undefined): Habit => {
  const rows = edgesShown(asked, answer)
  return joined(habit, known === undefined ? rows : both(rows, edgesMissed(asked, answer, known)), rows)
}

/** What a new answer teaches of an earlier whole one: rows behind its last one are outside of it. */
export const learnOfEarlier = (habit: Habit, asked: Period, earlier: Answer, answer: Answer): Habit => {
  if (answer.isTimeDoubtful) return habit
  const { to } = edgesMissed(asked, earlier, answer.spans)
  return joined(habit, { ...unknownEdges, to }, habit.edges)
}

/** Whether a reading has the bounds that a setting names. */
export const saysSo = (dateBounds: DateBounds, { fromIncluded, toIncluded }: Omit<DayReading, "shift">): boolean =>
  dateBounds === "unknown" || (fromIncluded && toIncluded === (dateBounds === "inclusive"))

/** The settings that answers contradict: none of the readings that these leave is as the setting says. */
export const contradicted = (habit: Habit): ReadonlyArray<keyof DayClaims> => {
  const { dateBounds, dayStart } = habit.claims
  return [
    ...(habit.possible.some((reading) => saysSo(dateBounds, reading)) ? [] : ["dateBounds" as const]),
    ...(dayStart === undefined || habit.isAsClaimed ? [] : ["dayStart" as const])
  ]
}
