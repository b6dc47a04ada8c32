/**
 * Pulls from services whose days begin elsewhere than at midnight, step by step: what is asked for, and that no row is lost.
 */
import { assert, describe, it } from "@effect/vitest"
import { contains, dayFromNumber, type Period } from "../../src/domain/Period.ts"
import type { Answer } from "../../src/plan/Answer.ts"
import { claimed } from "../../src/plan/Habit.ts"
import type { Plan } from "../../src/plan/Plan.ts"
import { answerOf, covered, dayOf, days, hour } from "./answers.ts"
import { begin, inside, limit, only, played, unknown } from "./steps.ts"

/** A service that begins its days so many hours behind midnight, and gives its oldest rows first. */
interface Service {
  readonly shift: number
  readonly toIncluded?: boolean
  /** Hours since the midnight of day 0. */
  readonly rows: ReadonlyArray<number>
}

const serve = ({ rows, shift, toIncluded = true }: Service) => (asked: Period): Answer =>
  answerOf(
    rows.map((at) => at * hour)
      .filter(covered({ fromIncluded: true, toIncluded, shift: shift * 60 }, asked))
      .toSorted((one, other) => one - other)
      .slice(0, limit)
  )

/** Rows at the same hours of each of some days. */
const daily = (from: number, to: number, ...hours: ReadonlyArray<number>): ReadonlyArray<number> =>
  Array.from({ length: to - from + 1 }, (_, index) => hours.map((hour) => (from + index) * 24 + hour)).flat()

/** Two rows a day, and six more on one. */
const crowded = (day: number) => [...daily(98, 106, 4, 20), ...daily(day, day, 5, 6, 7, 8, 9, 10)]

/** Where the first two days were kept already, the very first with so many days before it, and so may lack hours. */
const open = (before: number) => ({ remaining: days(102, 109), openStart: { before, after: 0 } })

describe("a pull from a service", () => {
  const evening = [...daily(98, 112, 9, 15), 105 * 24 + 20]
  const resumed = { ...only(105, 109), earliest: dayFromNumber(100) }
  const late = [...daily(98, 112, 4), ...daily(103, 112, 1)]
  const cases: ReadonlyArray<readonly [string, Plan, Service, ReadonlyArray<string>]> = [
    ["asks for a window's last day again when days turn out to begin earlier", begin(unknown), {
      shift: -5,
      rows: evening
    }, [
      "100..109 1+2: ask-again, at most 9, 1 cut off",
      "100..101 1+1: complete, behind 100..101 1+1",
      "102..105 0+0: complete, behind 102..105 0+0",
      "106..109 0+1: ask-again, again 105, behind 102..105 0+1, 105 put in once",
      "105..105 0+1: complete, behind 102..105 0+1, 105 put in once",
      "106..106 0+1: complete, behind 106..106 0+1, 105 put in once",
      "107..109 0+1: complete, behind 107..109 0+1, 105 put in once",
      "done"
    ]],
    ["asks for it with a day more where the last day is outside, too", begin(unknown), {
      shift: -5,
      toIncluded: false,
      rows: evening
    }, [
      "100..109 1+2: ask-again, at most 9, 1 cut off",
      "100..101 1+1: complete, behind 100..101 1+1",
      "102..105 0+1: complete, behind 102..105 0+1",
      "106..109 0+2: ask-again, again 105, behind 102..105 0+2, 105 put in once",
      "105..105 0+2: complete, behind 102..105 0+2, 105 put in once",
      "106..106 0+2: complete, behind 106..106 0+2, 105 put in once",
      "107..109 0+2: complete, behind 107..109 0+2, 105 put in once",
      "done"
    ]],
    ["asks for no day again when days turn out to begin later", begin(unknown), {
      shift: 3,
      rows: daily(98, 112, 1, 15)
    }, [
      "100..109 1+2: ask-again, at most 9, 1 cut off",
      "100..101 1+1: complete, behind 100..101 1+1",
      "102..104 1+0: complete, behind 102..104 1+0",
      "105..107 1+0: complete, behind 105..107 1+0",
      "108..109 1+0: complete, behind 108..109 1+0",
      "done"
    ]],
    ["asks for the day before the first when an earlier run had asked for it", begin(unknown, resumed), {
      shift: -5,
      rows: daily(98, 112, 20)
    }, [
      "105..109 1+2: complete, again 104, behind 105..109 1+2, 104 put in once",
      "104..104 0+2: complete, behind 105..109 1+2, 104 put in once",
      "done"
    ]],
    ["does not when nobody had", begin(unknown, only(105, 109)), { shift: -5, rows: daily(98, 112, 20) }, [
      "105..109 1+2: complete, behind 105..109 1+2",
      "done"
    ]],
    ["nor when days begin at midnight", begin(unknown, resumed), { shift: 0, rows: daily(98, 112, 20) }, [
      "105..109 1+2: complete, behind 105..109 1+2",
      "done"
    ]],
    ["nor when the last day is outside of days that begin at midnight", begin(unknown, resumed), {
      shift: 0,
      toIncluded: false,
      rows: daily(98, 112, 20)
    }, ["105..109 1+2: complete, behind 105..109 1+2", "done"]],
    ["nor when days begin later", begin(unknown, resumed), { shift: 3, rows: daily(98, 112, 2) }, [
      "105..109 1+2: complete, behind 105..109 1+2",
      "done"
    ]],
    ["nor when settings had said so", begin(claimed({ dateBounds: "unknown", dayStart: -300 }), resumed), {
      shift: -5,
      rows: daily(98, 112, 20)
    }, ["105..109 1+2: complete, behind 105..109 1+2", "done"]],
    ["keeps a full first day without the day before it, and leaves that open", begin(unknown, only(100, 103)), {
      shift: 0,
      rows: crowded(100)
    }, [
      "100..103 1+2: ask-again, at most 3, 1 cut off",
      "100..102 1+1: ask-again, at most 2, 2 cut off",
      "100..101 1+1: ask-again, at most 1, 3 cut off",
      "100..100 1+1: ask-again, at most 1, with 0+1, 3 cut off",
      "100..100 0+1: ask-again, at most 1, with 0+0, 3 cut off",
      "100..100 0+0: complete, open 0+0, behind 100..100 0+0",
      "101..101 0+0: complete, open 0+0, behind 101..101 0+0",
      "102..102 0+0: complete, open 0+0, behind 102..102 0+0",
      "103..103 0+1: complete, open 0+0, behind 103..103 0+1",
      "done"
    ]],
    ["keeps another so, and leaves nothing open", begin(unknown, { ...only(100, 103), remaining: days(101, 103) }), {
      shift: 0,
      rows: crowded(101)
    }, [
      "101..103 1+2: ask-again, at most 2, 1 cut off",
      "101..101 0+1: ask-again, at most 1, with 0+0, 1 cut off",
      "101..101 0+0: complete, behind 101..101 0+0",
      "102..102 0+0: complete, behind 102..102 0+0",
      "103..103 0+1: complete, behind 103..103 0+1",
      "done"
    ]],
    ["asks for an open first day again when days begin later", begin(inside, open(0)), { shift: 3, rows: late }, [
      "102..109 0+1: ask-again, at most 7, 1 cut off, open 0+0",
      "102..106 0+0: ask-again, again 100, 100 put in once",
      "100..100 1+0: complete, 100 put in once",
      "102..109 1+0: ask-again, at most 7, 1 cut off, 100 put in once",
      "102..104 1+0: complete, behind 102..104 1+0, 100 put in once",
      "105..107 1+0: complete, behind 105..107 1+0, 100 put in once",
      "108..109 1+0: complete, behind 108..109 1+0, 100 put in once",
      "done"
    ]],
    ["does not when it was asked for with the day before", begin(inside, open(1)), { shift: 3, rows: late }, [
      "102..109 0+1: ask-again, at most 7, 1 cut off, open 1+0",
      "102..106 0+0: ask-again, at most 4, 2 cut off, open 1+0",
      "102..104 1+0: complete, open 1+0, behind 102..104 1+0",
      "105..109 1+0: ask-again, at most 4, 1 cut off, open 1+0, behind 102..104 1+0",
      "105..106 1+0: complete, open 1+0, behind 105..106 1+0",
      "107..109 1+0: complete, open 1+0, behind 107..109 1+0",
      "done"
    ]],
    [
      "nor when days begin earlier",
      begin(inside, open(0)),
      { shift: -5, rows: [...daily(98, 112, 4), 101 * 24 + 20] },
      [
        "102..109 0+1: ask-again, again 101, open 0+0, 101 put in once",
        "101..101 0+1: complete, open 0+0, 101 put in once",
        "102..109 0+1: ask-again, at most 7, 1 cut off, open 0+0, 101 put in once",
        "102..106 0+1: complete, open 0+0, behind 102..106 0+1, 101 put in once",
        "107..109 0+1: complete, open 0+0, behind 107..109 0+1, 101 put in once",
        "done"
      ]
    ]
  ]
  for (const [name, start, service, expected] of cases) {
    it(name, () => {
      const { kept, lines } = played(start, Array.from({ length: 20 }, () => serve(service)))
      assert.deepStrictEqual(lines, expected)
      for (const [day, own] of Map.groupBy(service.rows, (at) => dayOf(at * hour))) {
        if (contains(start.remaining ?? start.period, day)) assert.strictEqual(kept.get(day), own.length, `day ${day}`)
      }
    })
  }
})
