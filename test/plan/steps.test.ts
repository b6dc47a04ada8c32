/**
 * What is asked for, one answer after the other, and where the pull stands then.
 */
import { assert, describe, it } from "@effect/vitest"
import { dayFromNumber, type Period, widen } from "../../src/domain/Period.ts"
import type { Answer } from "../../src/plan/Answer.ts"
import type { Margins } from "../../src/plan/DayReading.ts"
import * as Plan from "../../src/plan/Plan.ts"
import { days, densityOf } from "./answers.ts"
import { begin, full, got, inside, only, played, sure, unknown } from "./steps.ts"

const counted = (...counts: ReadonlyArray<readonly [number, number]>) =>
  densityOf(counts.map(([day, count]) => [day, count, "exact"] as const))

/** A pull whose first window ends on day 104, while a row of day 105 is known; some days were asked for again before. */
const put = (...repeats: ReadonlyArray<readonly [number, number]>): Plan.Plan =>
  begin(sure, {
    density: counted(),
    longest: 5,
    known: got([105, 2]).spans,
    repeats: new Map(repeats.map(([day, times]) => [dayFromNumber(day), times]))
  })

const again = (...of: ReadonlyArray<number>) => of.map(dayFromNumber)

describe("answers", () => {
  const cases: ReadonlyArray<readonly [string, Plan.Plan, ReadonlyArray<Answer>, ReadonlyArray<string>]> = [
    ["that are whole end a pull", begin(sure), [got([100, 5], [109, 8])], [
      "100..109 0+0: complete, behind 100..109 0+0",
      "done"
    ]],
    [
      "without the rows of a day at an end are asked for once more, with days around",
      begin(sure, { density: counted([100, 1]) }),
      [got([101, 5]), got([101, 5])],
      [
        "100..105 0+0: ask-again, at most 6, with 1+1, doubted",
        "100..105 1+1: complete, behind 100..105 1+1",
        "106..109 0+0"
      ]
    ],
    ["without any row are asked for once more where nothing was ever seen", begin(sure, { density: counted() }), [
      got(),
      got()
    ], [
      "100..109 0+0: ask-again, at most 10, with 1+1, doubted",
      "100..109 1+1: complete, behind 100..109 1+1",
      "done"
    ]],
    ["are asked for with as many days around as are needed anyway", begin(unknown, { density: counted() }), [
      got(),
      got()
    ], [
      "100..109 1+2: ask-again, at most 10, with 1+2, doubted",
      "100..109 1+2: complete, behind 100..109 1+2",
      "done"
    ]],
    ["that contradict each other are asked for with the days of all margins that were too narrow", begin(sure), [
      got([99, 20], [103, 5]),
      got([103, 5], [111, 2]),
      got([103, 5])
    ], [
      "100..109 0+0: ask-again, at most 10, too narrow 0+0",
      "100..109 0+2: ask-again, at most 10, too narrow 0+0, too narrow 0+2",
      "100..109 1+2: complete, behind 100..109 1+2",
      "done"
    ]],
    ["that no longer have the first day have the one before asked for again", put(), [
      got([100, 5], [104, 20]),
      got([106, 5], [109, 3]),
      got([103, 4], [104, 5], [105, 3])
    ], [
      "100..104 0+0: complete, behind 100..104 0+0",
      "105..109 0+0: ask-again, again 104, behind 100..104 1+1, 104 put in once",
      "104..104 1+1: complete, behind 100..104 1+1, 104 put in once",
      "105..109 0+1"
    ]],
    ["that show a day to lack hours are believed twice", put([104, 1], [103, 1]), [
      got([100, 5], [104, 20]),
      got([106, 5], [109, 3])
    ], [
      "100..104 0+0: complete, behind 100..104 0+0, 104 put in once, 103 put in once",
      "105..109 0+0: ask-again, again 104, behind 100..104 1+1, 104 put in twice, 103 put in once",
      "104..104 1+1"
    ]],
    ["but not for the third time", put([104, 2]), [got([100, 5], [104, 20]), got([106, 5], [109, 3])], [
      "100..104 0+0: complete, behind 100..104 0+0, 104 put in twice",
      "105..109 0+0: ask-again, at most 5, too narrow 0+0, behind 100..104 1+1, 104 put in twice",
      "105..109 1+1"
    ]],
    ["of a full day are tried without the days around, then reported", begin(unknown, only(100, 100)), [
      full(),
      full(),
      full(),
      full()
    ], [
      "100..100 1+2: ask-again, at most 1, with 1+1",
      "100..100 1+1: ask-again, at most 1, with 0+1",
      "100..100 0+1: ask-again, at most 1, with 0+0",
      "100..100 0+0: cut-off",
      "done"
    ]],
    ["that don't confirm a guess are asked for with the days again", begin(unknown, only(100, 100)), [
      full(),
      full(),
      got([101, 2]),
      full(),
      got([99, 3])
    ], [
      "100..100 1+2: ask-again, at most 1, with 1+1",
      "100..100 1+1: ask-again, at most 1, with 0+1",
      "100..100 0+1: ask-again, at most 1, tried before",
      "100..100 1+1: ask-again, at most 1, with 1+0, tried before",
      "100..100 1+0: complete, open 1+0, behind 100..100 1+1",
      "done"
    ]],
    [
      "of a day of the midst that don't confirm one leave nothing open",
      begin(unknown, { ...only(99, 101), remaining: days(100, 101), longest: 1 }),
      [full(), got([101, 2]), full(), got([99, 3])],
      [
        "100..100 1+1: ask-again, at most 1, with 0+1",
        "100..100 0+1: ask-again, at most 1, tried before",
        "100..100 1+1: ask-again, at most 1, with 1+0, tried before",
        "100..100 1+0: complete, behind 100..100 1+1",
        "101..101 0+1"
      ]
    ],
    [
      "of a day that is asked for again end that alone",
      begin(sure, { again: again(103, 105), remaining: days(107, 109) }),
      [got([103, 1]), full()],
      ["103..103 0+0: complete, again 105", "105..105 0+0: cut-off", "107..109 0+0"]
    ],
    [
      "don't have a day asked for again twice",
      { ...played(put(), [() => got([100, 5], [104, 20])]).plan, again: again(103, 104) },
      [got([102, 21], [103, 9])],
      ["103..103 0+0: ask-again, again 103 104, at most 1, too narrow 0+0, behind 100..104 0+1", "103..103 0+1"]
    ],
    [
      "that put a day in have it asked for with what it needs, and not with a guess at their own window",
      {
        ...played(begin(unknown, { longest: 6 }), [() => got([100, 5], [105, 20])]).plan,
        longest: 1
      },
      [full([105, 1], [106, 12]), full([105, 1, 20]), got([105, 1, 20])],
      [
        "106..106 1+1: ask-again, at most 1, with 0+1, behind 100..105 1+1",
        "106..106 0+1: ask-again, again 105, behind 100..105 1+2, 105 put in once",
        "105..105 1+2: complete, behind 100..105 1+2, 105 put in once",
        "106..109 1+2"
      ]
    ],
    [
      "that refute a guess and put a day in have that asked for afresh",
      {
        ...played(begin(unknown, { longest: 6 }), [() => got([100, 5], [105, 20])]).plan,
        longest: 1
      },
      [full([105, 1], [106, 12]), got([105, 1, 20]), full(), full(), full()],
      [
        "106..106 1+1: ask-again, at most 1, with 0+1, behind 100..105 1+1",
        "106..106 0+1: ask-again, again 105, behind 100..105 1+2, 105 put in once",
        "105..105 1+2: ask-again, again 105, at most 1, with 1+1, behind 100..105 1+2, 105 put in once",
        "105..105 1+1: ask-again, again 105, at most 1, with 0+1, behind 100..105 1+2, 105 put in once",
        "105..105 0+1: ask-again, again 105, at most 1, with 0+0, behind 100..105 1+2, 105 put in once",
        "105..105 0+0"
      ]
    ],
    [
      "nor one that they were asked for themselves",
      { ...played(put(), [() => got([100, 5], [104, 20])]).plan, again: again(104) },
      [got([103, 21], [104, 9])],
      ["104..104 0+0: ask-again, again 104, at most 1, too narrow 0+0, behind 100..104 0+1", "104..104 0+1"]
    ]
  ]
  for (const [name, start, answers, expected] of cases) {
    it(name, () => {
      assert.deepStrictEqual(played(start, answers.map((answer) => () => answer)).lines, expected)
    })
  }
})

/** The margins of what is asked for after others were too narrow. */
const askedAfter = (...tooNarrow: ReadonlyArray<Margins>) => Plan.nextAsk(begin(sure, { tooNarrow }))?.margins

const isEnough = (of: Period, margins: Margins): boolean =>
  Plan.isSure(begin(inside), { days: of, asked: widen(of, margins.before, margins.after), margins })

describe("a window", () => {
  it("is asked for with margins that were too narrow once there are two, which would go on in turns", () => {
    assert.deepStrictEqual(askedAfter({ before: 0, after: 2 }), { before: 0, after: 0 })
    assert.deepStrictEqual(askedAfter({ before: 0, after: 2 }, { before: 1, after: 0 }), { before: 1, after: 2 })
  })

  const cases: ReadonlyArray<readonly [string, from: number, to: number, needed: string]> = [
    ["needs days around at neither end within the period", 101, 108, "0+0"],
    ["needs a day before the first of the period", 100, 108, "1+0"],
    ["needs a day behind the last", 101, 109, "0+1"],
    ["needs both where it is all of it", 100, 109, "1+1"],
    ["needs a day before days in front of the period", 99, 99, "1+0"],
    ["needs a day behind days that follow it", 110, 110, "0+1"]
  ]
  for (const [name, from, to, needed] of cases) {
    it(`${name}, where days are inside and begin at an unknown hour`, () => {
      const enough = [[0, 0], [1, 0], [0, 1], [1, 1]].filter(([before = 0, after = 0]) =>
        isEnough(days(from, to), { before, after })
      )
      assert.strictEqual(enough[0]?.join("+"), needed)
    })
  }
})
