/**
 * Lengths of time in one word each, as people say them.
 */
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** `40 s`, `12 min`, `26 h`, `9 d`, rounded down; nothing less than no time. */
export const agoText = (millis: number): string => {
  const length = Math.max(millis, 0)
  if (length < 2 * minute) return `${Math.floor(length / 1000)} s`
  if (length < 2 * hour) return `${Math.floor(length / minute)} min`
  return length < 3 * day ? `${Math.floor(length / hour)} h` : `${Math.floor(length / day)} d`
}
