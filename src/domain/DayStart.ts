/**
 * When the days begin that the service is asked for, by the clock of its timestamps: minutes behind midnight, or before it
 * when negative. Written `HH:MM`, with a minus for the day before: `-05:00` is 19:00 of the day before.
 */

const written = /^([+-]?)([01]\d|2[0-3]):([0-5]\d)$/

/** Reads a text; undefined when it is written otherwise. */
export const parseDayStart = (text: string): number | undefined => {
  const [, sign, hours, minutes] = written.exec(text) ?? []
  if (hours === undefined) return undefined
  const count = Number(hours) * 60 + Number(minutes)
  return sign === "-" && count > 0 ? -count : count
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`

/** Writes it as settings hold it. */
export const formatDayStart = (minutes: number): string => `${minutes < 0 ? "-" : ""}${clock(Math.abs(minutes))}`

/** Writes it for people, as a time of the day or of the day before. */
export const describeDayStart = (minutes: number): string =>
  minutes === 0 ? "midnight" : minutes < 0 ? `${clock(minutes + 1440)} of the day before` : clock(minutes)
