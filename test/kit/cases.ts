/**
 * How many cases of a law to try: a twelfth of them, so that the tests are soon done, all with `THOROUGH=1`, and some for mutation
 * tests, which run each law thousands of times.
 */
export const cases = (count: number, underMutation = Math.max(30, Math.ceil(count / 100))): number => {
  if (isUnderMutation) return Math.min(count, underMutation)
  return isThorough ? count : Math.ceil(count / part)
}

/** One case in so many is tried where not all are. */
const part = 12

/** Whether a change to the code is looked for, thousands of times. */
export const isUnderMutation = process.env["MUTATION"] !== undefined

/** Whether all cases are tried, however long that takes. */
export const isThorough = process.env["THOROUGH"] === "1"

/** Of cases that take seconds each, all, or so few that lie as far apart. */
export const someOf = <A>(all: ReadonlyArray<A>, few: number): ReadonlyArray<A> =>
  isThorough ? all : all.filter((_, index) => index % Math.ceil(all.length / few) === 0)

/** Whether the case of a number is tried. */
export const isTried = (number: number): boolean => isThorough || number % part === 0
