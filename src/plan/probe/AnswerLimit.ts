/**
 * How many records the service really gives at once: an answer that has fewer than were asked for, and lacks rows of
 * the midst of its days that other answers show, was cut off by a limit of the service's own.
 */
import { addDays, contains, dayOfLocalTime, make, type Period } from "../../domain/Period.ts"
import { recordsOf, type Sighting } from "./Sighting.ts"

/** What is known of the limit. */
export type AnswerLimit =
  /** As many as asked for came, and it was the most that may be asked for. */
  | { readonly _tag: "AsAsked"; readonly limit: number }
  /** No answer has more, though there were more and more were asked for. */
  | { readonly _tag: "Lower"; readonly limit: number }
  /** Answers hold more than was asked for. */
  | { readonly _tag: "Ignored"; readonly received: number; readonly limit: number }
  /** There were never more than so many to give. */
  | { readonly _tag: "NotMet"; readonly largest: number }

/** Days that an answer has to cover whatever the service makes of the bounds and whenever its days begin. */
const surelyInside = ({ from, to }: Period): Period | undefined => make(addDays(from, 2), addDays(to, -2))

const lacksRows = (sighting: Sighting, known: ReadonlyMap<string, number>): boolean => {
  const inside = surelyInside(sighting.asked)
  if (inside === undefined) return false
  const own = new Set(sighting.rows.map(({ key }) => key))
  for (const [key, time] of known) {
    if (!own.has(key) && contains(inside, dayOfLocalTime(time))) return true
  }
  return false
}

/** What some answers tell of the limit; `most` is the most that was ever asked for. */
export const answerLimit = (sightings: ReadonlyArray<Sighting>, most: number): AnswerLimit => {
  const over = sightings.find(({ limit, received }) => received > limit)
  if (over !== undefined) return { _tag: "Ignored", received: over.received, limit: over.limit }
  if (sightings.some(({ limit, received }) => limit === most && received === limit)) {
    return { _tag: "AsAsked", limit: most }
  }
  const known = recordsOf(sightings)
  const cut = sightings.filter((sighting) => sighting.received < sighting.limit && lacksRows(sighting, known))
  const largest = Math.max(0, ...sightings.map(({ received }) => received))
  // A row that was changed in between looks like one left out, but then other answers hold more.
  return cut.some(({ received }) => received === largest)
    ? { _tag: "Lower", limit: largest }
    : { _tag: "NotMet", largest }
}

/** Whether an answer may be cut off, by the limit it asked for or by the service's own. */
export const mayBeCutOff = ({ limit, received }: Sighting, known: AnswerLimit): boolean =>
  known._tag !== "Ignored" && received >= (known._tag === "Lower" ? Math.min(limit, known.limit) : limit)
