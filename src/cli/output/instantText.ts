/**
 * An instant for people, and for programs.
 */
import type { ZoneClock } from "../../domain/ServiceTime.ts"

/** An instant in milliseconds since 1970, ISO 8601 in UTC. */
export const isoText = (millis: number): string => new Date(millis).toISOString()

/** What a wallet's clock shows at an instant, `2026-11-25 11:00:00`, as times of rows are told; with its zone where that is UTC for want of a clock. */
export const localText = (millis: number, clock: ZoneClock | undefined): string =>
  `${isoText(clock?.localTimeAt(millis) ?? millis).slice(0, 19).replace("T", " ")}${clock === undefined ? " UTC" : ""}`

/** An instant to the minute, in UTC: `2026-11-25 08:00 UTC`. */
export const instantText = (millis: number): string => `${isoText(millis).slice(0, 16).replace("T", " ")} UTC`
