/**
 * Answers that have no rows where some are expected.
 */
import { assert, describe, it } from "@effect/vitest"
import { dayFromNumber } from "../../src/domain/Period.ts"
import type { Density } from "../../src/plan/Density.ts"
import { isSilentAtEnd, isStrangelyEmpty } from "../../src/plan/silence.ts"
import { days, densityOf, rows } from "./answers.ts"

describe("the days 1 to 3", () => {
  const none = { before: 0, after: 0 }
  const [first, last] = [densityOf([[1, 1, "exact"]]), densityOf([[3, 1, "exact"]])]
  const cases: ReadonlyArray<
    readonly [string, Density, margins: readonly [number, number], ReadonlyArray<number>, boolean]
  > = [
    ["are silent at an end where their first day had rows and has none", first, [0, 0], [2, 3], true],
    ["are silent at an end where their last day had rows and has none", last, [0, 0], [1, 2], true],
    ["are silent at an end where no row came at all", first, [0, 0], [], true],
    ["are not silent where the first day has a row", first, [0, 0], [1], false],
    ["are not silent where the last day has a row", last, [0, 0], [3], false],
    ["are not silent at a first day that is asked for with the one before", first, [1, 0], [2, 3], false],
    ["are not silent at a last day that is asked for with the one behind", last, [0, 1], [1, 2], false],
    ["are silent at the first day whatever is asked for behind", first, [0, 1], [2, 3], true],
    ["are silent at the last day whatever is asked for before", last, [1, 0], [1, 2], true],
    ["are not silent for a day of their midst", densityOf([[2, 1, "exact"]]), [0, 0], [1, 3], false],
    ["are not silent where nothing is known of the days", densityOf([]), [0, 0], [], false],
    ["are not silent where a day had no rows before", densityOf([[1, 0, "exact"]]), [0, 0], [2], false],
    ["are silent where a day had about as many rows", densityOf([[1, 5, "likely"]]), [0, 0], [2], true],
    ["are silent where a day had more rows than were seen", densityOf([[3, 5, "at-least"]]), [0, 0], [2], true],
    ["are not silent for a share of rows that were never seen", densityOf([[1, 5, "share"]]), [0, 0], [2], false]
  ]
  for (const [name, density, [before, after], seen, expected] of cases) {
    it(name, () => {
      const answer = rows(...seen.map((day) => [day, 60] as const))
      assert.strictEqual(isSilentAtEnd(density, { days: days(1, 3), margins: { before, after } }, answer), expected)
    })
  }

  it("are strangely empty where nothing was ever seen, unless something came", () => {
    const asked = { days: days(1, 3), margins: none }
    assert.isTrue(isStrangelyEmpty(densityOf([]), asked, rows()))
    assert.isFalse(
      isStrangelyEmpty(densityOf([]), asked, { ...rows(), received: 1 }),
      "a record without a readable day"
    )
  })
})

describe("an answer without a record", () => {
  const cases: ReadonlyArray<readonly [string, Density, last: number, boolean]> = [
    ["is strange where twenty were expected", densityOf([[0, 10, "exact"]]), 2, true],
    ["is not strange where fewer were", densityOf([[0, 10, "exact"]]), 1, false],
    ["is not strange where there never was any", densityOf([[0, 0, "exact"]]), 9, false],
    ["is not strange on days whose rows were counted before", densityOf([[1, 100, "exact"]]), 1, false],
    ["is strange for the days beside them that were not", densityOf([[1, 10, "exact"]]), 3, true],
    ["is not strange for too few of these", densityOf([[1, 10, "exact"]]), 2, false],
    ["is strange on days that had about as many", densityOf([[1, 20, "likely"]]), 1, true],
    ["is strange on days that had at least as many", densityOf([[1, 20, "at-least"]]), 1, true],
    ["is strange on days that had a share of as many", densityOf([[1, 20, "share"]]), 1, true]
  ]
  for (const [name, density, last, expected] of cases) {
    it(name, () => {
      const asked = { days: { from: dayFromNumber(1), to: dayFromNumber(last) }, margins: { before: 0, after: 0 } }
      assert.strictEqual(isStrangelyEmpty(density, asked, rows()), expected)
    })
  }
})
