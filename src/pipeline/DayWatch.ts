/**
 * What a wallet's pull learns of how the service takes the days of a request, from one plan to the next, and what of it
 * has to be told.
 */
import { DateBounds } from "../domain/DateBounds.ts"
import { describeDayStart, formatDayStart } from "../domain/DayStart.ts"
import { type Doubt, doubtOf } from "../domain/Finding.ts"
import { contradicted, type Habit, saysSo } from "../plan/Habit.ts"

/** Keeps the habit of one pull, and tells each thing once. */
export class DayWatch {
  private readonly told = new Set<string>()
  /** What answers have shown so far. */
  habit: Habit

  constructor(habit: Habit) {
    this.habit = habit
  }

  /** The settings that the answers contradict, as far as that is news. */
  findings(): ReadonlyArray<Doubt> {
    return contradicted(this.habit).filter((name) => this.noteOnce(name)).map((name) =>
      doubtOf(
        "contradiction",
        name === "dateBounds" ? boundsText(this.habit) : startText(this.habit),
        undefined,
        name
      )
    )
  }

  /** What is worth knowing where settings say nothing. */
  notes(): ReadonlyArray<string> {
    const { believed, claims } = this.habit
    if (claims.dayStart !== undefined || believed.some(({ shift }) => shift === 0) || !this.noteOnce("shift")) return []
    return [
      `The service's days begin ${
        startsText(this.habit)
      } by the clock of its timestamps. They were asked for with days ` +
      `more around them, so that no row near midnight is left out. ${startAdvice(this.habit)}`
    ]
  }

  /** Notes that something is told; false where it was told before. */
  private noteOnce(what: string): boolean {
    if (this.told.has(what)) return false
    this.told.add(what)
    return true
  }
}

const wide = "More days were asked for instead, so that no row is left out for that reason."

const boundsText = ({ believed, claims }: Habit): string => {
  const right = DateBounds.literals.find((bounds) =>
    bounds !== "unknown" && believed.every((reading) => saysSo(bounds, reading))
  )
  return `DATE_BOUNDS=${claims.dateBounds} is not what the service's answers show. ${wide} ` +
    `Set DATE_BOUNDS=${right ?? "unknown"}.`
}

const startText = (habit: Habit): string =>
  `DAY_START=${formatDayStart(habit.claims.dayStart ?? 0)} is not what the service's answers show: its days begin ` +
  `${startsText(habit)} by the clock of its timestamps. ${wide} ${startAdvice(habit)}`

/** The hour at which days begin, where only one is left; undefined where answers leave several. */
const hourOf = ({ believed }: Habit): number | undefined => {
  const shifts = new Set(believed.map(({ shift }) => shift))
  const hours = shifts.size === 1 ? [...shifts] : [...shifts].filter((shift) => shift % 60 === 0)
  return hours.length === 1 ? hours[0] : undefined
}

const startsText = (habit: Habit): string => {
  const hour = hourOf(habit)
  if (hour !== undefined) return `at ${describeDayStart(hour)}`
  const shifts = habit.believed.map(({ shift }) => shift)
  return `somewhere from ${describeDayStart(Math.min(...shifts))} to ${describeDayStart(Math.max(...shifts))}`
}

const startAdvice = (habit: Habit): string => {
  const hour = hourOf(habit)
  return hour === undefined ? "`probe` measures it, for DAY_START." : `Set DAY_START=${formatDayStart(hour)}.`
}
