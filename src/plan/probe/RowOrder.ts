/**
 * In which order an answer's rows come, as far as their times tell. Rows of the same second tell nothing.
 */
import type { Sighting } from "./Sighting.ts"

/** How often a row was later, and how often earlier, than the one before it in the same answer. */
export interface Steps {
  readonly later: number
  readonly earlier: number
}

/** `none`: neither order holds; `unknown`: too few rows of different times. */
export type RowOrder = "oldest-first" | "newest-first" | "none" | "unknown"

/** Fewer steps could all go one way by chance. */
const leastSteps = 5

/** The steps of some answers together; the same two rows in several answers are one. */
export const stepsOf = (sightings: ReadonlyArray<Sighting>): Steps => {
  const seen = new Set<string>()
  let later = 0
  let earlier = 0
  for (const { rows } of sightings) {
    rows.forEach(({ key, time }, index) => {
      const before = rows[index - 1]
      const pair = `${before?.key} ${key}`
      if (before === undefined || before.time === time || seen.has(pair)) return
      seen.add(pair)
      if (time > before.time) later++
      else earlier++
    })
  }
  return { later, earlier }
}

/** The order that holds for all of the steps. */
export const orderOf = ({ earlier, later }: Steps): RowOrder => {
  if (later + earlier < leastSteps) return "unknown"
  if (earlier === 0) return "oldest-first"
  return later === 0 ? "newest-first" : "none"
}
