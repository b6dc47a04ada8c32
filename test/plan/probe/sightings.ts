/**
 * Answers as a probe keeps them, written by hand.
 */
import type { Period } from "../../../src/domain/Period.ts"
import type { SeenRow, Sighting } from "../../../src/plan/probe/Sighting.ts"
import { hourMillis } from "../answers.ts"

export const dayMillis = 24 * hourMillis

export const row = (time: number, key = String(time)): SeenRow => ({ key, time })

/** An answer to a request for some days that has just these rows. */
export const sighting = (asked: Period, rows: ReadonlyArray<SeenRow>, limit = 5000): Sighting => ({
  asked,
  limit,
  received: rows.length,
  rows
})
