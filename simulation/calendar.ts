/**
 * The days and wall clocks of the simulated service, worked out by hand so that they owe nothing to the program.
 */

export const dayMillis = 86_400_000
const hourMillis = 3_600_000

/** The number of a day written `YYYY-MM-DD`, counted from 1970-01-01. */
export const dayNumber = (text: string): number => Date.parse(`${text}T00:00:00Z`) / dayMillis

const texts = new Map<number, string>()

/** A day as `YYYY-MM-DD`. */
export const dayText = (day: number): string => {
  const known = texts.get(day)
  if (known !== undefined) return known
  const text = new Date(day * dayMillis).toISOString().slice(0, 10)
  texts.set(day, text)
  return text
}

const at = (text: string): number => Date.parse(`${text}Z`)

/** From when to when Berlin has summer time, on its own wall clock as it shows it before the change. */
const berlinSummers: ReadonlyArray<readonly [from: number, to: number]> = [
  [at("2024-03-31T02:00"), at("2024-10-27T03:00")],
  [at("2025-03-30T02:00"), at("2025-10-26T03:00")],
  [at("2026-03-29T02:00"), at("2026-10-25T03:00")]
]

/** A wall-clock time of a zone: its instant, and whether the clock skips or repeats it. */
export interface Resolved {
  readonly instant: number
  readonly flag: "ambiguous-local" | "nonexistent-local" | null
}

/** The zones that simulated services live in. */
export const zones = ["Africa/Nairobi", "UTC", "Europe/Berlin"] as const
export type Zone = (typeof zones)[number]

/** The instant at which a zone's wall clock shows a time, in milliseconds. */
export const resolve = (zone: Zone, local: number): Resolved => {
  if (zone === "Africa/Nairobi") return { instant: local - 3 * hourMillis, flag: null }
  if (zone === "UTC") return { instant: local, flag: null }
  const skipped = berlinSummers.some(([from]) => local >= from && local < from + hourMillis)
  const repeated = berlinSummers.some(([, to]) => local >= to - hourMillis && local < to)
  const summer = berlinSummers.some(([from, to]) => local >= from + hourMillis && local < to)
  return {
    instant: local - (summer ? 2 : 1) * hourMillis,
    flag: skipped ? "nonexistent-local" : repeated ? "ambiguous-local" : null
  }
}

/** The day that a zone's wall clock shows at an instant. */
export const dayAt = (zone: Zone, instant: number): number => {
  const winter = zone === "Africa/Nairobi" ? 3 : zone === "UTC" ? 0 : 1
  const summer = zone === "Europe/Berlin" &&
    berlinSummers.some(([from, to]) => instant >= from - hourMillis && instant < to - 2 * hourMillis)
  return Math.floor((instant + (winter + (summer ? 1 : 0)) * hourMillis) / dayMillis)
}
