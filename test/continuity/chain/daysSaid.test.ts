/**
 * What stands behind the days of one chain, in lines: where several balances may, or none is told.
 */
import { assert, describe, it } from "@effect/vitest"
import type { ChainOptions } from "../../../src/continuity/chain/Continuity.ts"
import type { Anchors } from "../../../src/continuity/chain/Edges.ts"
import { check, type Row } from "../../kit/continuity.ts"
import { daysSaid, row, silent, unconfirmed } from "../said.ts"
import { money } from "../statements.ts"

type Case = readonly [string, ReadonlyArray<Row>, Anchors, ChainOptions, string]

const jitter = { jitter: 5 }
const ends: Anchors = { opening: money(0), closing: money(40) }

/** Thirteen rows on as many days, no balance of which comes twice, but that some of them bear other days. */
const withSomeOn = (days: Readonly<Record<number, number>>): ReadonlyArray<Row> =>
  Array.from(
    { length: 13 },
    (_, index) => row(days[index] ?? index, index in days ? 70 : 60, index ** 2, (index + 1) ** 2)
  )

/** Rows of one second that lead from a balance over so many others back to it. */
const circuit = (day: number, from: number, count: number): ReadonlyArray<Row> =>
  Array.from({ length: count }, (_, index) => row(day, 60, from + index, from + (index + 1) % count))

const near: ReadonlyArray<Case> = [
  [
    "a row in the first second of a day is of that day",
    [row(1, 86_399, 0, 10), row(2, 0, 10, 20)],
    {},
    {},
    "1: 10; 2: 20"
  ],
  [
    "rows near the midnight before a day without any are told of it, though none stands near its other",
    [row(1, 86_399, 0, 10), row(3, 60, 10, 20)],
    {},
    jitter,
    "1: 0 of 0 to 20 or 10 of 0 to 20; 2 eve: 10; 3: 20"
  ],
  [
    "what rows begin and end with is not told where a row is missing elsewhere",
    [row(1, 86_399, 0, 10), row(2, 0, 10, 20), row(3, 60, 20, 30), row(5, 60, 35, 40)],
    {},
    jitter,
    "1: 0 or 10 or 20; 2: 20; 3: order; 5: 40"
  ],
  [
    "an unconfirmed row to below zero is told behind that none moved the balance",
    [row(1, 60, 0, -10, unconfirmed)],
    {},
    {},
    "1: null or -10 of 0 to -10"
  ],
  [
    "unconfirmed rows to below zero are told from the lowest on, behind that none moved the balance",
    [row(1, 60, 0, -10, unconfirmed), row(1, 70, 0, -30, unconfirmed)],
    {},
    {},
    "1: null or -30 of 0 to -30 or -10 of 0 to -10"
  ],
  [
    "circuits of however many balances stand at the one that they share",
    [...circuit(1, 0, 70), ...circuit(2, 69, 70)],
    {},
    {},
    "1: 69; 2: 69"
  ],
  [
    "ways over one balance are told by what they begin and end with",
    [row(1, 60, 0, 10), row(1, 60, 10, 0), row(2, 60, 0, 5, unconfirmed), row(2, 60, 0, -5, unconfirmed)],
    {},
    {},
    "1: 0 of 0 to -5 or 0 of 0 to 0 or 0 of 0 to 5 or 10 of 10 to 10; " +
    "2: -5 of 0 to -5 or 0 of 0 to 0 or 5 of 0 to 5 or 10 of 10 to 10"
  ]
]

const outOfTime: ReadonlyArray<Case> = [
  [
    "a row too early may have been booked at any time behind the others, and adds to what the times sum to",
    [row(0, 60, 30, 40), row(1, 60, 0, 10), row(2, 60, 10, 20), row(3, 60, 20, 30)],
    ends,
    {},
    "0: 0 or 10; 1: 10 or 20; 2: 20 or 30; 3: 30 or 40"
  ],
  [
    "a row too late may have been booked at any time before the others, and wants in what the times sum to",
    [row(1, 60, 10, 20), row(2, 60, 20, 30), row(3, 60, 30, 40), row(4, 60, 0, 10)],
    ends,
    {},
    "0 eve: 0 or 10; 1: 10 or 20; 2: 20 or 30; 3: 30 or 40; 4: 40"
  ],
  [
    "balances that meet over a midnight are believed, whatever else the times leave open",
    [
      row(1, 60, 0, 10),
      row(2, 60, 20, 30),
      row(3, 60, 30, 40),
      row(4, 60, 10, 12),
      row(5, 60, 12, 20),
      row(6, 60, 40, 50)
    ],
    {},
    {},
    "1: 10 or 12 or 20 or 30 or 40; 2: 20 or 30; 3: 10 or 12 or 20 or 30 or 40; 4: 12 or 32; " +
    "5: 10 or 12 or 20 or 30 or 40; 6: 50"
  ],
  [
    "rows that lead back leave open what no neighbours confirm",
    [row(1, 60, 0, 10), row(2, 60, 20, 5), row(3, 60, 10, 20), row(4, 60, 5, 0)],
    {},
    {},
    "1: order; 2: order; 3: order; 4: 0"
  ],
  [
    "behind the last row by time the last two of the chain may have been booked or not",
    withSomeOn({ 11: 6, 12: 5 }),
    {},
    {},
    "0: 1; 1: 4; 2: 9; 3: 16; 4: 25; 5: 36 or 61; 6: 49 or 97; 7: 64 or 112; 8: 81 or 129; 9: 100 or 148; " +
    "10: 121 or 144 or 169"
  ],
  [
    "before the first row by time the first two of the chain may have been booked or not",
    withSomeOn({ 0: 6, 1: 5 }),
    {},
    {},
    "1 eve: 0 or 1 or 4; 2: 5 or 9; 3: 12 or 16; 4: 21 or 25; 5: 35 or 36; 6: 49; 7: 64; 8: 81; 9: 100; 10: 121; " +
    "11: 144; 12: 169"
  ]
]

const borrowed: ReadonlyArray<Case> = [
  [
    "a row that may belong to another chain is left out where it meets nothing",
    [row(1, 60, 0, 10), row(3, 60, 10, 12, unconfirmed), row(2, 60, 500, 600)],
    {},
    { borrowedFrom: 2 },
    "1: 10; 3: 10 of 0 to 10 or 12 of 0 to 12"
  ],
  [
    "one that found its place counts, beside one that did not",
    [row(1, 60, 0, 10), row(3, 60, 20, 22, unconfirmed), row(4, 60, 20, 25), row(2, 60, 500, 600), row(2, 60, 10, 20)],
    {},
    { borrowedFrom: 3 },
    "1: 10; 2: 20; 3: 20; 4: 25"
  ]
]

const withSilent: ReadonlyArray<Case> = [
  [
    "a row without a balance near a midnight may be of either day",
    [row(1, 60, 0, 10), row(2, 1, 10, 20, silent), row(3, 60, 20, 30)],
    {},
    jitter,
    "1: midnight; 2: order; 3: 30"
  ],
  [
    "one in the second of the last row may stand behind it",
    [row(1, 60, 0, 10), row(1, 60, 10, 13, silent)],
    {},
    {},
    "0 eve: no-balance; 1: no-balance"
  ],
  [
    "one before it does not",
    [row(1, 60, 0, 10), row(1, 59, -3, 0, silent)],
    {},
    {},
    "0 eve: no-balance; 1: 10"
  ],
  [
    "one that is before it by no more than the jitter may",
    [row(1, 60, 0, 10), row(1, 55, 10, 13, silent)],
    {},
    jitter,
    "0 eve: no-balance; 1: no-balance"
  ],
  [
    "one in the second of the first row may stand before it",
    [row(2, 60, 10, 13, silent), row(2, 60, 13, 20)],
    {},
    {},
    "1 eve: no-balance; 2: no-balance"
  ],
  [
    "one behind it does not",
    [row(2, 61, 20, 23, silent), row(2, 60, 13, 20)],
    {},
    {},
    "2: no-balance"
  ],
  [
    "one that is behind it by no more than the jitter may",
    [row(2, 65, 10, 13, silent), row(2, 60, 13, 20)],
    {},
    jitter,
    "1 eve: no-balance; 2: no-balance"
  ],
  [
    "a last row near the midnight may be of the next day, and tells nothing of this one behind a row without a balance",
    [row(1, 60, 0, 10), row(1, 86_300, 10, 13, silent), row(1, 86_398, 13, 20)],
    {},
    jitter,
    "1: midnight; 2 eve: 20"
  ],
  [
    "a last row that is of this day tells what stands behind it",
    [row(1, 60, 0, 10), row(1, 86_300, 10, 13, silent), row(1, 86_398, 13, 20)],
    {},
    {},
    "1: 20"
  ],
  [
    "a first row near the midnight may be of the day before, and tells nothing of that before a row without a balance",
    [row(2, 2, 10, 20), row(2, 100, 20, 23, silent)],
    {},
    jitter,
    "1 eve: midnight; 2: no-balance"
  ],
  [
    "an unconfirmed row near the midnight tells nothing for certain before a row without a balance",
    [row(1, 60, 0, 10), row(1, 86_398, 10, 12, unconfirmed), row(2, 100, 10, 15, silent), row(2, 200, 15, 20)],
    {},
    jitter,
    "1: midnight; 2: 20"
  ],
  [
    "an unconfirmed row near the midnight tells nothing for certain behind a row without a balance",
    [row(1, 60, 0, 10), row(1, 100, 10, 15, silent), row(2, 2, 10, 12, unconfirmed), row(2, 200, 15, 20)],
    {},
    jitter,
    "1: midnight; 2: 20"
  ],
  [
    "an unconfirmed row in the second of the next row tells nothing for certain",
    [row(1, 60, 0, 10), row(1, 100, 10, 13, silent), row(2, 60, 13, 15), row(2, 60, 15, 20, unconfirmed)],
    {},
    {},
    "1: no-balance; 2: 15 or 20"
  ],
  [
    "an unconfirmed row in the second of the last row tells nothing for certain",
    [row(1, 60, 0, 10), row(1, 60, 10, 13, unconfirmed), row(2, 60, 13, 15, silent)],
    {},
    {},
    "1: no-balance; 2: no-balance"
  ],
  [
    "an unconfirmed last row tells nothing behind a row without a balance",
    [row(1, 60, 0, 10), row(1, 100, 10, 13, silent), row(1, 200, 13, 15, unconfirmed)],
    {},
    {},
    "1: no-balance"
  ]
]

const cases = { near, outOfTime, borrowed, withSilent }

describe("what stands behind the days of a chain", () => {
  for (const [what, rows, anchors, options, expected] of Object.values(cases).flat()) {
    it(what, () => {
      assert.strictEqual(daysSaid(check(rows, anchors, options).days), expected)
    })
  }

  it("is the same whatever order the rows came in", () => {
    for (const [what, rows, anchors, options, expected] of [near, outOfTime, withSilent].flat()) {
      assert.strictEqual(daysSaid(check(rows.toReversed(), anchors, options).days), expected, what)
    }
  })
})
