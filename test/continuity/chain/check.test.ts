/**
 * What is said of the rows of one chain, in lines: the verdict with its gaps, the balances that it may lead between, and what stands
 * behind its days.
 */
import { assert, describe, it } from "@effect/vitest"
import type { ChainOptions } from "../../../src/continuity/chain/Continuity.ts"
import type { Anchors } from "../../../src/continuity/chain/Edges.ts"
import { check, type Row } from "../../kit/continuity.ts"
import { row, said, silent, unconfirmed } from "../said.ts"
import { money } from "../statements.ts"

type Case = readonly [string, ReadonlyArray<Row>, Anchors, ChainOptions, ReadonlyArray<string>]

const cases: ReadonlyArray<Case> = [
  ["no row", [], {}, {}, ["unanchored", "? to ?, by nothing", ""]],
  ["no row and a known balance", [], { opening: money(5) }, {}, ["unanchored", "5 to 5, by 5 to 5", ""]],
  ["no row and two that differ", [], { opening: money(5), closing: money(6) }, {}, [
    "gap, gap of 1 between null and null",
    "5 to 6, by 5 to 6",
    ""
  ]],
  ["one row", [row(1, 60, 0, 10)], {}, {}, ["unanchored", "0 to 10, by 0 to 10", "1: 10"]],
  ["one row with its ends", [row(1, 60, 0, 10)], { opening: money(0), closing: money(10) }, {}, [
    "proven",
    "0 to 10, by 0 to 10",
    "1: 10"
  ]],
  ["one row with another opening", [row(1, 60, 0, 10)], { opening: money(3) }, {}, [
    "gap, gap of -3 between null and 1/60/10",
    "3 to 10, by 3 to 10",
    "1: 10"
  ]],
  ["rows of three days", [row(1, 60, 0, 10), row(2, 60, 10, 20), row(4, 60, 20, 30)], {}, {}, [
    "unanchored",
    "0 to 30, by 0 to 30",
    "1: 10; 2: 20; 4: 30"
  ]],
  ["a gap", [row(1, 60, 0, 10), row(2, 60, 15, 20), row(4, 60, 20, 30)], {}, {}, [
    "gap, gap of 5 between 1/60/10 and 2/60/20",
    "0 to 30, by 0 to 30",
    "1: order; 2: 20; 4: 30"
  ]],
  ["two gaps", [row(1, 60, 0, 10), row(2, 60, 15, 20), row(4, 60, 22, 30)], {}, {}, [
    "gap, gap of 5 between 1/60/10 and 2/60/20, gap of 2 between 2/60/20 and 4/60/30",
    "0 to 30, by 0 to 30",
    "1: order; 2: order; 4: 30"
  ]],
  ["a row at a wrong time", [row(1, 60, 0, 10), row(2, 60, 20, 30), row(3, 60, 10, 20), row(4, 60, 30, 31)], {}, {}, [
    "unanchored, outOfTime 3",
    "0 to 31, by 0 to 31",
    "1: 10 or 20 or 30; 2: 10 or 20 or 30; 3: 10 or 20 or 30; 4: 31"
  ]],
  ["a circuit of one second", [row(1, 60, 0, 10), row(1, 60, 10, 0)], {}, {}, [
    "unanchored",
    "? to ?, by 0 to 0 or 10 to 10",
    "1: 0 of 0 to 0 or 10 of 10 to 10"
  ]],
  ["a circuit of one second, its opening known", [row(1, 60, 0, 10), row(1, 60, 10, 0)], { opening: money(10) }, {}, [
    "unanchored",
    "10 to 10, by 10 to 10",
    "1: 10"
  ]],
  ["a circuit of one second before another row", [row(1, 60, 0, 10), row(1, 60, 10, 0), row(2, 60, 10, 12)], {}, {}, [
    "unanchored",
    "10 to 12, by 10 to 12",
    "1: 10; 2: 12"
  ]],
  ["a circuit of two seconds", [row(1, 60, 0, 10), row(1, 61, 10, 0)], {}, {}, [
    "unanchored",
    "0 to 0, by 0 to 0 or 10 to 10 out of time",
    "1: 0"
  ]],
  ["a circuit of two seconds, its opening known", [row(1, 60, 0, 10), row(1, 61, 10, 0)], { opening: money(10) }, {}, [
    "ambiguous, order between null and 1/60/10",
    "10 to 0, by 10 to 0 or 10 to 10 out of time",
    "0 eve: 0 or 10; 1: 0 or 10"
  ]],
  ["a circuit of two days", [row(1, 60, 0, 10), row(2, 60, 10, 0)], {}, {}, [
    "unanchored",
    "0 to 0, by 0 to 0 or 10 to 10 out of time",
    "1: 10; 2: 0"
  ]],
  ["a circuit of two days, wrong by seconds", [row(1, 86399, 0, 10), row(2, 1, 10, 0)], {}, { jitter: 5 }, [
    "unanchored",
    "? to ?, by 0 to 0 or 10 to 10",
    "1: 0 of 0 to 0 or 0 of 10 to 10 or 10 of 0 to 0 or 10 of 10 to 10; 2: 0 of 0 to 0 or 10 of 10 to 10"
  ]],
  ["an unconfirmed row", [row(1, 60, 0, 10), row(2, 60, 10, 20, unconfirmed)], {}, {}, [
    "unanchored, unconfirmed 1",
    "0 to ?, by 0 to 20 or 0 to 10",
    "1: 10; 2: 10 of 0 to 10 or 20 of 0 to 20"
  ]],
  ["an unconfirmed row first", [row(1, 60, 0, 10, unconfirmed), row(2, 60, 10, 20)], {}, {}, [
    "unanchored, unconfirmed 1",
    "? to 20, by 0 to 20 or 10 to 20",
    "1: 10; 2: 20"
  ]],
  [
    "an unconfirmed row that moved nothing",
    [row(1, 60, 0, 10), row(2, 60, 10, 20, unconfirmed), row(3, 60, 10, 12)],
    {},
    {},
    ["unanchored, unconfirmed 1", "0 to 12, by 0 to 12", "1: 10; 2: 10; 3: 12"]
  ],
  [
    "an unconfirmed row that moved it",
    [row(1, 60, 0, 10), row(2, 60, 10, 20, unconfirmed), row(3, 60, 20, 22)],
    {},
    {},
    ["unanchored, unconfirmed 1", "0 to 22, by 0 to 22", "1: 10; 2: 20; 3: 22"]
  ],
  ["an unconfirmed row alone", [row(1, 60, 0, 10, unconfirmed)], {}, {}, [
    "unanchored, unconfirmed 1",
    "? to ?, may rest, by 0 to 10",
    "1: null or 10 of 0 to 10"
  ]],
  ["an unconfirmed row alone, its opening known", [row(1, 60, 0, 10, unconfirmed)], { opening: money(0) }, {}, [
    "unanchored, unconfirmed 1",
    "? to ?, may rest, by 0 to 10",
    "1: 0 of 0 to 0 or 10 of 0 to 10"
  ]],
  [
    "two unconfirmed rows at the end",
    [row(1, 60, 0, 10), row(2, 60, 10, 20, unconfirmed), row(3, 60, 20, 22, unconfirmed)],
    {},
    {},
    [
      "unanchored, unconfirmed 2",
      "0 to ?, by 0 to 22 or 0 to 20 or 0 to 10",
      "1: 10; 2: 10 of 0 to 10 or 20 of 0 to 20 or 20 of 0 to 22; 3: 10 of 0 to 10 or 20 of 0 to 20 or 22 of 0 to 22"
    ]
  ],
  [
    "an unconfirmed row, its closing known",
    [row(1, 60, 0, 10), row(2, 60, 10, 20, unconfirmed)],
    { closing: money(10) },
    {},
    ["unanchored, unconfirmed 1", "0 to 10, by 0 to 10", "1: 10; 2: 10"]
  ],
  ["an unconfirmed row and a gap", [row(1, 60, 0, 10), row(2, 60, 10, 20, unconfirmed), row(3, 60, 15, 22)], {}, {}, [
    "gap, gap of 5 between 1/60/10 and 3/60/22, unconfirmed 1",
    "0 to 22, by 0 to 22",
    "1: order; 2: order; 3: 22"
  ]],
  [
    "an unconfirmed row beside a circuit",
    [row(1, 60, 0, 10), row(1, 60, 10, 0), row(2, 60, 0, 5, unconfirmed)],
    {},
    {},
    [
      "unanchored, unconfirmed 1",
      "? to ?, by 0 to 5 or 0 to 0 or 10 to 10",
      "1: 0 of 0 to 0 or 0 of 0 to 5 or 10 of 10 to 10; 2: 0 of 0 to 0 or 5 of 0 to 5 or 10 of 10 to 10"
    ]
  ],
  ["rows around a midnight", [row(1, 86399, 0, 10), row(2, 0, 10, 20), row(3, 60, 20, 30)], {}, { jitter: 5 }, [
    "unanchored",
    "0 to 30, by 0 to 30",
    "1: 0 of 0 to 30 or 10 of 0 to 30 or 20 of 0 to 30; 2: 20; 3: 30"
  ]],
  ["rows around a midnight, in the other order", [row(1, 86399, 10, 20), row(2, 0, 0, 10), row(3, 60, 20, 30)], {}, {
    jitter: 5
  }, ["unanchored", "0 to 30, by 0 to 30", "1: 0 of 0 to 30 or 10 of 0 to 30 or 20 of 0 to 30; 2: 20; 3: 30"]],
  ["a row at the end of the last day", [row(1, 60, 0, 10), row(2, 86397, 10, 20)], {}, { jitter: 5 }, [
    "unanchored",
    "0 to 20, by 0 to 20",
    "1: 10; 2: 10 of 0 to 20 or 20 of 0 to 20; 3 eve: 20"
  ]],
  ["a row at the beginning of the first day", [row(1, 2, 0, 10), row(2, 60, 10, 20)], {}, { jitter: 5 }, [
    "unanchored",
    "0 to 20, by 0 to 20",
    "0 eve: 0 of 0 to 20 or 10 of 0 to 20; 1: 10; 2: 20"
  ]],
  [
    "rows around two midnights that follow each other",
    [row(1, 86399, 0, 10), row(2, 86399, 10, 20)],
    {},
    { jitter: 5 },
    [
      "unanchored",
      "0 to 20, by 0 to 20",
      "1: 0 of 0 to 20 or 10 of 0 to 20; 2: 10 of 0 to 20 or 20 of 0 to 20; 3 eve: 20"
    ]
  ],
  ["a day between rows around midnights", [row(1, 86399, 0, 10), row(3, 1, 10, 20)], {}, { jitter: 5 }, [
    "unanchored",
    "0 to 20, by 0 to 20",
    "1: 0 of 0 to 20 or 10 of 0 to 20; 2 eve: 10 of 0 to 20 or 20 of 0 to 20; 3: 20"
  ]],
  ["a row without a balance between", [row(1, 60, 0, 10), row(2, 60, 10, 20, silent), row(3, 60, 20, 22)], {}, {}, [
    "ambiguous, rows 2/60/20, noBalance 1",
    "0 to 22, by 0 to 22",
    "1: order; 2: order; 3: 22"
  ]],
  [
    "a row without a balance of another amount between",
    [row(1, 60, 0, 10), row(2, 60, 10, 21, silent), row(3, 60, 20, 22)],
    {},
    {},
    [
      "gap, gap of 10 between 1/60/10 and 3/60/22, noBalance 1",
      "0 to 22, by 0 to 22",
      "1: order; 2: order; 3: 22",
      "silent 0 before and 0 behind"
    ]
  ],
  ["a row without a balance first", [row(1, 60, 0, 10, silent), row(2, 60, 10, 20)], {}, {}, [
    "unanchored, noBalance 1",
    "10 to 20, by 10 to 20",
    "0 eve: no-balance; 1: 10; 2: 20",
    "silent 1 before and 0 behind"
  ]],
  ["a row without a balance last", [row(1, 60, 0, 10), row(2, 60, 10, 20, silent)], {}, {}, [
    "unanchored, noBalance 1",
    "0 to 10, by 0 to 10",
    "1: 10; 2: no-balance",
    "silent 0 before and 1 behind"
  ]],
  ["a row without a balance at a midnight", [row(1, 86399, 0, 10), row(2, 1, 10, 20, silent), row(3, 60, 20, 30)], {}, {
    jitter: 5
  }, ["ambiguous, rows 2/1/20, noBalance 1", "0 to 30, by 0 to 30", "0 eve: no-balance; 1: midnight; 2: order; 3: 30"]],
  ["rows without balances alone", [row(1, 60, 0, 10, silent), row(2, 60, 10, 20, silent)], {}, {}, [
    "unanchored, noBalance 2",
    "? to ?, by nothing",
    "0 eve: no-balance; 1: no-balance; 2: no-balance",
    "silent 0 before and 2 behind"
  ]],
  [
    "rows without balances alone, their ends known",
    [row(1, 60, 0, 10, silent), row(2, 60, 10, 20, silent)],
    { opening: money(0), closing: money(20) },
    {},
    [
      "ambiguous, rows 1/60/10 2/60/20, noBalance 2",
      "0 to 20, by 0 to 20",
      "0 eve: no-balance; 1: no-balance; 2: no-balance"
    ]
  ],
  [
    "a payment whose balance contains its fee",
    [
      { ...row(1, 60, 100, 50), txnId: "P", balance: money(45) },
      { ...row(1, 60, 50, 45), txnId: "P" },
      row(2, 60, 45, 40)
    ],
    { opening: money(100) },
    {},
    ["unanchored, feesContained 1", "100 to 40, by 100 to 40", "1: 45; 2: 40"]
  ],
  [
    "rows of one amount",
    [row(1, 5, 0, 10), row(1, 5, 10, 20), row(1, 5, 20, 30), row(1, 9, 30, 40), row(1, 9, 40, 50)],
    {},
    {},
    ["unanchored", "0 to 50, by 0 to 50", "1: 50"]
  ],
  [
    "rows of a second in an order that their balances tell",
    [row(1, 60, 20, 30), row(1, 60, 0, 10), row(1, 60, 10, 20), row(2, 60, 30, 35)],
    {},
    {},
    ["unanchored", "0 to 35, by 0 to 35", "1: 30; 2: 35"]
  ],
  [
    "rows out of time between known ends",
    [row(1, 60, 10, 20), row(2, 60, 0, 10), row(3, 60, 20, 25)],
    { opening: money(0), closing: money(25) },
    {},
    ["proven, outOfTime 3", "0 to 25, by 0 to 25", "0 eve: 0 or 10 or 20; 1: 0 or 10 or 20; 2: 0 or 10 or 20; 3: 25"]
  ],
  [
    "a row without a balance that wrong times alone keep out of the gap that it fills",
    [row(1, 60, 0, 10), row(1, 59, 10, 13, silent), row(1, 100, 13, 20)],
    {},
    { jitter: 5 },
    ["ambiguous, rows 1/59/13, noBalance 1", "0 to 20, by 0 to 20", "0 eve: no-balance; 1: 20"]
  ],
  [
    "the same twice as far as one time may be wrong, and a second more",
    [
      row(1, 60, 0, 10),
      row(1, 50, 10, 13, silent),
      row(1, 100, 13, 20),
      row(1, 109, 20, 25, silent),
      row(1, 120, 26, 30)
    ],
    {},
    { jitter: 5 },
    [
      "gap, gap of 6 between 1/100/20 and 1/120/30, rows 1/50/13, noBalance 2",
      "0 to 30, by 0 to 30",
      "0 eve: no-balance; 1: 30",
      "silent 0 before and 0 behind"
    ]
  ],
  [
    "a last row without a balance that wrong times alone put before the last that tells one",
    [row(1, 60, 0, 10), row(1, 50, 10, 13, silent)],
    { closing: money(13) },
    { jitter: 5 },
    ["ambiguous, rows 1/50/13, noBalance 1", "0 to 10, by 0 to 10", "0 eve: no-balance; 1: no-balance"]
  ],
  [
    "the same where nothing is known",
    [row(1, 60, 0, 10), row(1, 50, 10, 13, silent)],
    {},
    { jitter: 5 },
    [
      "unanchored, noBalance 1",
      "0 to 10, by 0 to 10",
      "0 eve: no-balance; 1: no-balance",
      "silent 1 before and 0 behind"
    ]
  ],
  [
    "the same a second further away",
    [row(1, 60, 0, 10), row(1, 49, 10, 13, silent)],
    {},
    { jitter: 5 },
    ["unanchored, noBalance 1", "0 to 10, by 0 to 10", "0 eve: no-balance; 1: 10", "silent 1 before and 0 behind"]
  ]
]

describe("what is said of the rows of a chain", () => {
  for (const [what, rows, anchors, options, expected] of cases) {
    it(what, () => {
      assert.deepStrictEqual(said(check(rows, anchors, options)), expected)
    })
  }

  it("is the same whatever order the rows came in", () => {
    for (const [, rows, anchors, options, expected] of cases) {
      assert.deepStrictEqual(said(check(rows.toReversed(), anchors, options)), expected)
    }
  })
})
