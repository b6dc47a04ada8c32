/**
 * An instant for people, and for programs.
 */

/** An instant in milliseconds since 1970, ISO 8601 in UTC. */
export const isoText = (millis: number): string => new Date(millis).toISOString()

/** The same to the minute, in UTC: `2026-11-25 08:00 UTC`. */
export const instantText = (millis: number): string => `${isoText(millis).slice(0, 16).replace("T", " ")} UTC`
