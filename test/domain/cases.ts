/**
 * How many cases of a law to try: all, but for mutation tests, which run each law thousands of times.
 */
export const cases = (count: number, underMutation = Math.max(30, Math.ceil(count / 100))): number =>
  process.env["MUTATION"] === undefined ? count : Math.min(count, underMutation)
