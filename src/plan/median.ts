/**
 * The middle of some numbers.
 */

/** The middle one of the numbers, or the mean of the middle two; 0 when there are none. */
export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((left, right) => left - right)
  const above = sorted[Math.floor(sorted.length / 2)] ?? 0
  const below = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0
  return (above + below) / 2
}
