/**
 * What may stand at the boundaries of a currency's days: rows are written as a currency, a day, a second, and the balances before
 * and behind them.
 */
import { assert, describe, it } from "@effect/vitest"
import { Standings } from "../../../src/continuity/wallet/standing.ts"
import { money } from "../statements.ts"
import { type Anchors, row, told, windowOf, type Windows } from "./standings.ts"
import { day, inUsd, kes, nameless, silent, unconfirmed, usd } from "./windows.ts"

const [a, b, c] = [row(1, 60, 0, 10), row(3, 60, 10, 20), row(1, 60, 10, 0)]

/** What there is, the boundaries from one to another, and what stands there, by the balances that are known. */
const cases: ReadonlyArray<readonly [string, Windows, from: number, to: number, string, Anchors?]> = [
  [
    "rows on either side tell",
    [windowOf(0, 2, [a]), windowOf(3, 5, [b])],
    -1,
    7,
    "not-loaded [0] [0] [10] [10] [20] [20] [20] not-loaded"
  ],
  [
    "days that were not loaded hide what is not next to rows",
    [windowOf(0, 1, [a]), windowOf(4, 5, [row(5, 60, 10, 20)])],
    0,
    6,
    "[0] [0] [10] not-loaded [10] [10] [20]"
  ],
  [
    "a row without a balance is passed where it leads from one to another",
    [windowOf(0, 2, [a, row(2, 60, 10, 12, silent)]), windowOf(3, 5, [row(3, 60, 12, 20)])],
    0,
    4,
    "[0] [0] [10] [12] [20]"
  ],
  [
    "nothing is told beyond rows without a balance at the ends",
    [windowOf(0, 5, [row(1, 60, 0, 10, silent), row(2, 60, 10, 12), row(3, 60, 12, 13, silent)])],
    -1,
    6,
    "not-loaded no-balance no-balance [10] [12] no-balance no-balance no-balance"
  ],
  [
    "nor beyond a window with none that tells one",
    [windowOf(0, 2, [row(1, 60, 0, 10, silent)]), windowOf(3, 5, [b])],
    0,
    4,
    "no-balance no-balance [10] [10] [20]"
  ],
  [
    "windows on either side of one with none that tells one tell it",
    [windowOf(0, 2, [a]), windowOf(3, 3, [row(3, 60, 10, 15, silent)]), windowOf(4, 5, [row(4, 60, 15, 20)])],
    2,
    5,
    "[10] [10] [15] [20]"
  ],
  [
    "such rows at the end of a window hide what stands before the next",
    [
      windowOf(0, 2, [a, row(2, 60, 10, 15, silent)]),
      windowOf(3, 5, [row(3, 60, 15, 40), row(3, 60, 40, 15)])
    ],
    2,
    4,
    "[10] [15 40] [15 40]"
  ],
  [
    "an unconfirmed row may have moved the balance or not",
    [windowOf(0, 2, [a]), windowOf(3, 5, [row(3, 60, 10, 20, unconfirmed)])],
    2,
    5,
    "[10] [10] [10 20] [10 20]"
  ],
  [
    "unconfirmed rows alone tell nothing",
    [windowOf(0, 2, [row(1, 60, 0, 10, unconfirmed)]), windowOf(3, 5, [])],
    2,
    4,
    "unconfirmed unconfirmed unconfirmed"
  ],
  [
    "but behind a known balance",
    [windowOf(0, 2, [row(1, 60, 0, 10, unconfirmed)]), windowOf(3, 5, [])],
    2,
    4,
    "[0 10] [0 10] [0 10]",
    { opening: money(0) }
  ],
  [
    "rows of one second that lead back may begin with either",
    [windowOf(0, 5, [a, c])],
    0,
    3,
    "[0 10] [0 10] [0 10] [0 10]"
  ],
  [
    "the rows behind them tell",
    [windowOf(0, 1, [a, c]), windowOf(2, 5, [row(3, 60, 10, 11)])],
    0,
    4,
    "[10] [10] [10] [10] [11]"
  ],
  [
    "or those before them",
    [windowOf(0, 0, [row(0, 60, 5, 10)]), windowOf(1, 5, [a, c])],
    0,
    4,
    "[5] [10] [10] [10] [10]"
  ],
  ["or a known balance before them", [windowOf(0, 1, [a, c])], 0, 2, "[10] [10] [10]", { opening: money(10) }],
  ["or one behind them", [windowOf(0, 1, [a, c])], 0, 2, "[10] [10] [10]", { closing: money(10) }],
  [
    "what both sides allow, where both tell",
    [windowOf(0, 1, [a, c]), windowOf(2, 3, [row(3, 60, 10, 30), row(3, 60, 30, 10)])],
    0,
    4,
    "[10] [10] [10] [10] [10]"
  ],
  [
    "and all that there may be where they allow none",
    [
      windowOf(0, 1, [a, c]),
      windowOf(2, 3, [row(3, 60, 10, 30), row(3, 60, 30, 10)]),
      windowOf(4, 5, [row(4, 60, 30, 31)])
    ],
    2,
    5,
    "[0 10] [0 10] [10 30] [31]"
  ],
  [
    "an unconfirmed row passes on what both may be",
    [windowOf(0, 1, [a, c]), windowOf(2, 5, [row(3, 60, 10, 11, unconfirmed)])],
    1,
    5,
    "[0 10] [0 10] [0 10] [0 10 11] [0 10 11]"
  ],
  [
    "rows at midnight may stand on either side of it within the jitter",
    [windowOf(0, 5, [row(1, 86_399, 0, 10), row(2, 0, 10, 20), row(3, 5, 20, 30)], 5)],
    1,
    4,
    "[0] [0 10 20] [20] [30]"
  ],
  [
    "in other windows, too",
    [
      windowOf(0, 1, [row(1, 86_399, 0, 10)], 5),
      windowOf(2, 5, [row(2, 1, 10, 20), row(2, 100, 20, 25)], 5)
    ],
    1,
    3,
    "[0] [0 10 20] [25]"
  ],
  ["the last one", [windowOf(0, 5, [a, row(3, 86_399, 10, 20)], 5)], 3, 5, "[10] [10 20] [20]"],
  ["and the first one", [windowOf(0, 5, [row(1, 1, 0, 10), b], 5)], 0, 2, "[0] [0 10] [10]"],
  [
    "rows that name no currency are of the one that they lead on",
    [
      windowOf(0, 2, [a, row(2, 60, 10, 20, nameless)]),
      windowOf(3, 5, [row(3, 60, 20, 30), row(3, 70, 20, 22, inUsd)])
    ],
    1,
    4,
    "[0] [10] [20] [30]"
  ],

  ["no rows tell nothing", [windowOf(0, 2, []), windowOf(3, 5, [])], 0, 5, Array(6).fill("not-loaded").join(" ")]
]

describe("what stands between days", () => {
  for (const [what, windows, from, to, expected, anchors] of cases) {
    it(what, () => {
      assert.strictEqual(told(windows, from, to, anchors), expected)
    })
  }

  it("is that of the currency", () => {
    const windows = [windowOf(0, 2, [a]), windowOf(3, 5, [b, row(4, 70, 1, 2, inUsd)])]
    assert.strictEqual(told(windows, 3, 5, {}, usd), "[1] [1] [2]")
  })
})

const isBeyond = (windows: Windows, number: number, balance: number): boolean =>
  new Standings(windows, kes, {}).isBeyondEnd(day(number), money(balance))
const isSilent = (windows: Windows) => {
  const standings = new Standings(windows, kes, {})
  return [0, 1, 2, 3, 4, 5].map((number) => standings.isSilentEnd(day(number)))
}

describe("the ends of a currency's rows", () => {
  it("may lie on the other side of a boundary by the jitter of a row that stands near its midnight", () => {
    const late = [windowOf(0, 5, [a, row(3, 86_399, 10, 20)], 5)]
    assert.deepStrictEqual([20, 10, 0].map((balance) => isBeyond(late, 4, balance)), [false, true, false])
    assert.isFalse(isBeyond(late, 5, 10))
    const early = [windowOf(0, 5, [row(1, 1, 0, 10), b], 5)]
    assert.deepStrictEqual([0, 10, 20].map((balance) => isBeyond(early, 1, balance)), [false, true, false])
    assert.isFalse(isBeyond(early, 0, 10))
    const plain = [windowOf(0, 5, [a, b])]
    assert.deepStrictEqual(
      [[1, 0], [1, 10], [4, 20], [4, 10]].map(([number = 0, of = 0]) => isBeyond(plain, number, of)),
      [
        false,
        false,
        false,
        false
      ]
    )
    assert.isFalse(isBeyond([windowOf(0, 5, [])], 1, 0))
  })

  it("are silent where rows without a balance stand between them and the rows that tell one", () => {
    assert.deepStrictEqual(
      isSilent([windowOf(0, 5, [row(1, 60, 0, 10, silent), row(2, 60, 10, 12), row(3, 60, 12, 13, silent)])]),
      [true, true, false, false, true, true]
    )
    assert.deepStrictEqual(isSilent([windowOf(0, 5, [a, b])]), Array(6).fill(false))
    assert.deepStrictEqual(isSilent([windowOf(0, 5, [])]), Array(6).fill(false))
  })

  it("may lie anywhere where more rows stand near a midnight than can be told apart", () => {
    const late = Array.from({ length: 10 }, (_, index) => row(2, 86_399, 10 + index, 11 + index))
    const windows = [windowOf(0, 5, [a, ...late], 5)]
    assert.deepStrictEqual([12, 99, 20].map((balance) => isBeyond(windows, 3, balance)), [true, true, false])
    assert.isFalse(isBeyond(windows, 4, 12))
  })

  it("are silent from the day on that a row without a balance stands behind the others", () => {
    const windows = [windowOf(0, 5, [a, row(1, 90, 10, 12, silent)])]
    assert.deepStrictEqual(isSilent(windows), [false, false, true, true, true, true])
  })

  it("are silent where a first row without a balance stands near a midnight, and not where others do", () => {
    const early = [windowOf(0, 5, [row(1, 1, 0, 10, silent), row(2, 60, 10, 20)], 5)]
    assert.deepStrictEqual(isSilent(early), [true, true, false, false, false, false])
    const many = Array.from({ length: 10 }, (_, index) => row(1, 1, index, 1 + index))
    assert.deepStrictEqual(isSilent([windowOf(0, 5, many, 5)]), Array(6).fill(false))
  })
})
