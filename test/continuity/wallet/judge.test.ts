/**
 * What is said of a wallet from its windows and the balances that somebody knows, in a line for each thing that is said.
 */
import { assert, describe, it } from "@effect/vitest"
import { judge } from "../../../src/continuity/wallet/judge.ts"
import type { KnownBalance } from "../../../src/continuity/wallet/KnownBalance.ts"
import { closing, day, inUsd, nameless, opening, row, said, silent, unconfirmed, usd, windowOf } from "./windows.ts"

type Windows = Parameters<typeof judge>[0]

type Case = readonly [
  string,
  Windows,
  balances: ReadonlyArray<KnownBalance>,
  settledTo: number | null,
  ReadonlyArray<string>
]

const two = [windowOf(0, 2, [row(1, 0, 10)]), windowOf(3, 5, [row(3, 10, 20), row(4, 20, 25)])]

const cases: ReadonlyArray<Case> = [
  ["nothing", [], [], null, ["unanchored"]],
  ["windows without rows", [windowOf(0, 2, []), windowOf(3, 5, [])], [], 4, ["unanchored"]],
  [
    "windows without rows and balances that agree",
    [windowOf(0, 2, []), windowOf(3, 5, [])],
    [opening(0, 7), closing(5, 7)],
    5,
    ["proven", "KES begins with opening of 0 7 and ends with closing of 5 7"]
  ],
  [
    "windows without rows and balances that do not",
    [windowOf(0, 2, []), windowOf(3, 5, [])],
    [opening(0, 7), closing(5, 8)],
    5,
    ["gap, gap of KES 1", "KES begins with opening of 0 7 and ends with closing of 5 8"]
  ],
  ["rows that meet", two, [], null, ["proven", "KES is proven from 2 to 3, quiet since none"]],
  ["rows that meet, settled to their end", two, [], 5, ["proven", "KES is proven from 2 to 3, quiet since 5"]],
  ["rows that meet, settled to a day with rows", two, [], 4, ["proven", "KES is proven from 2 to 3, quiet since none"]],
  ["rows that meet, settled beyond what was loaded", two, [], 9, [
    "proven",
    "KES is proven from 2 to 3, quiet since 5"
  ]],
  ["an opening", two, [opening(1, 0)], 5, [
    "proven",
    "KES is proven from 1 to 3, quiet since 5, opening known",
    "KES begins with opening of 1 0 and ends with none"
  ]],
  ["a closing", two, [closing(4, 25)], 5, [
    "proven",
    "KES is proven from 2 to 4, quiet since 5",
    "KES begins with none and ends with closing of 4 25"
  ]],
  ["both", two, [opening(0, 0), closing(5, 25)], 5, [
    "proven",
    "KES is proven from 0 to 5, quiet since 5, opening known",
    "KES begins with opening of 0 0 and ends with closing of 5 25"
  ]],
  ["both, in no currency", two, [opening(0, 0, null), closing(5, 25, null)], 5, [
    "proven",
    "KES is proven from 0 to 5, quiet since 5, opening known",
    "KES begins with opening of 0 0 and ends with closing of 5 25"
  ]],
  ["an opening that is wrong", two, [opening(1, 3)], 5, [
    "gap, gap of KES -3",
    "KES is proven from none to none, quiet since 5, opening known",
    "KES begins with opening of 1 3 and ends with none"
  ]],
  ["a closing that is wrong", two, [closing(4, 24)], 5, [
    "gap, gap of KES -1",
    "KES is proven from 2 to 3, quiet since 5",
    "KES begins with none and ends with closing of 4 24"
  ]],
  ["two openings that agree", two, [opening(0, 0), opening(1, 0)], 5, [
    "proven",
    "KES is proven from 0 to 3, quiet since 5, opening known",
    "KES begins with opening of 1 0 and ends with none"
  ]],
  ["two openings that do not", two, [opening(0, 4), opening(1, 0)], 5, [
    "unanchored",
    "KES is proven from none to none, quiet since 5, opening known",
    "KES begins with opening of 1 0 and ends with none",
    "KES: not opening of 0 4 but 0, by opening of 1 0"
  ]],
  ["two closings that do not", two, [closing(4, 25), closing(5, 24)], 5, [
    "unanchored",
    "KES is proven from 2 to 4, quiet since 5",
    "KES begins with none and ends with closing of 4 25",
    "KES: not closing of 5 24 but 25, by closing of 4 25"
  ]],
  [
    "two closings that do not, of rows that may lead to either",
    [windowOf(0, 2, [row(1, 0, 10)]), windowOf(3, 5, [row(3, 10, 20, unconfirmed)])],
    [closing(4, 20), closing(5, 10)],
    5,
    [
      "unanchored",
      "KES is proven from 2 to 2, quiet since 4",
      "KES begins with none and ends with closing of 4 20",
      "KES: not closing of 5 10 but 20, by closing of 4 20"
    ]
  ],
  [
    "the same exchanged",
    [windowOf(0, 2, [row(1, 0, 10)]), windowOf(3, 5, [row(3, 10, 20, unconfirmed)])],
    [opening(0, 0), closing(4, 10), closing(5, 20)],
    5,
    [
      "unanchored",
      "KES is proven from 0 to 2, quiet since 4, opening known",
      "KES begins with opening of 0 0 and ends with closing of 4 10",
      "KES: not closing of 5 20 but 10, by closing of 4 10"
    ]
  ],
  [
    "three closings, of which rows that may lead to two bear out the first and the last",
    [windowOf(0, 2, [row(1, 0, 10)]), windowOf(3, 7, [row(3, 10, 20, unconfirmed)])],
    [closing(4, 20), closing(5, 11), closing(6, 20)],
    7,
    [
      "unanchored",
      "KES is proven from 2 to 4, quiet since 4",
      "KES begins with none and ends with closing of 4 20",
      "KES: not closing of 5 11 but 20, by closing of 4 20"
    ]
  ],
  ["a balance between that is right", two, [closing(2, 10)], 5, ["proven", "KES is proven from 2 to 3, quiet since 5"]],
  ["a balance between that is wrong", two, [closing(2, 11)], 5, [
    "unanchored",
    "KES is proven from none to none, quiet since 5",
    "KES: not closing of 2 11 but 10, by none"
  ]],
  ["two that are wrong between", two, [opening(3, 11), closing(3, 21)], 5, [
    "unanchored",
    "KES is proven from 2 to 2, quiet since 5",
    "KES: not opening of 3 11 but 10, by none",
    "KES: not closing of 3 21 but 20, by none"
  ]],
  ["balances of days that were not loaded", two, [opening(-2, 1), closing(8, 1)], 5, [
    "proven",
    "KES is proven from 2 to 3, quiet since 5"
  ]],
  [
    "a gap",
    [windowOf(0, 2, [row(1, 0, 10)]), windowOf(3, 5, [row(3, 15, 20), row(4, 20, 25)])],
    [opening(0, 0), closing(5, 25)],
    5,
    [
      "gap, gap of KES 5",
      "KES is proven from 0 to 0, quiet since 5, opening known",
      "KES begins with opening of 0 0 and ends with closing of 5 25"
    ]
  ],
  [
    "a gap, and a balance within it",
    [windowOf(0, 2, [row(1, 0, 10)]), windowOf(3, 5, [row(3, 15, 20), row(4, 20, 25)])],
    [closing(2, 12)],
    5,
    ["gap, gap of KES 5", "KES is proven from none to none, quiet since 5"]
  ],
  [
    "a gap before an unconfirmed row that the next window goes on from",
    [
      windowOf(0, 2, [row(0, 0, 10), row(1, 15, 20), row(2, 20, 30, unconfirmed)]),
      windowOf(3, 5, [row(3, 30, 40)])
    ],
    [],
    5,
    ["gap, gap of KES 5", "KES is proven from none to none, quiet since 4"]
  ],
  [
    "eleven unconfirmed rows, none of which the next window goes on from",
    [
      windowOf(0, 2, [row(1, 0, 1)]),
      windowOf(3, 5, Array.from({ length: 11 }, (_, index) => row(3, index + 1, index + 2, unconfirmed, index))),
      windowOf(6, 8, [row(6, 1, 50)])
    ],
    [opening(0, 0), closing(8, 50)],
    8,
    [
      "proven",
      "KES is proven from 0 to 8, quiet since 7, opening known",
      "KES begins with opening of 0 0 and ends with closing of 8 50"
    ]
  ],
  ["a gap within a window", [windowOf(0, 9, [row(1, 0, 10), row(4, 15, 20), row(6, 20, 25)])], [closing(6, 25)], 9, [
    "gap, gap of KES 5",
    "KES is proven from none to none, quiet since 7",
    "KES begins with none and ends with closing of 6 25"
  ]],
  [
    "a hole between windows whose rows meet",
    [windowOf(0, 1, [row(1, 0, 10)]), windowOf(4, 6, [row(5, 10, 20)])],
    [opening(0, 0)],
    6,
    [
      "proven",
      "KES is proven from 0 to 1, quiet since 6, opening known",
      "KES begins with opening of 0 0 and ends with none",
      "never loaded: 2 to 3"
    ]
  ],
  [
    "a hole, and a balance within it",
    [windowOf(0, 1, [row(1, 0, 10)]), windowOf(4, 6, [row(5, 10, 20)])],
    [closing(2, 10)],
    6,
    [
      "unanchored",
      "KES is proven from none to none, quiet since 6",
      "KES: closing of 2 10 is open: not-loaded",
      "never loaded: 2 to 3"
    ]
  ],
  [
    "a hole before what is proven",
    [windowOf(0, 1, []), windowOf(3, 4, [row(3, 0, 10)]), windowOf(5, 6, [row(5, 10, 20)])],
    [opening(3, 0)],
    6,
    [
      "proven",
      "KES is proven from 3 to 4, quiet since 6, opening known",
      "KES begins with opening of 3 0 and ends with none",
      "never loaded: 2 to 2"
    ]
  ],
  ["windows in any order", two.toReversed(), [opening(1, 0), closing(4, 25)], 5, [
    "proven",
    "KES is proven from 1 to 4, quiet since 5, opening known",
    "KES begins with opening of 1 0 and ends with closing of 4 25"
  ]],
  [
    "a window that was cut off",
    [
      windowOf(0, 2, [row(1, 0, 10)]),
      windowOf(3, 5, [row(3, 10, 20)], { truncated: true }),
      windowOf(6, 8, [row(7, 20, 25)])
    ],
    [opening(0, 0), closing(8, 25)],
    8,
    [
      "truncated",
      "KES is proven from 0 to 2, quiet since 8, opening known",
      "KES begins with opening of 0 0 and ends with closing of 8 25"
    ]
  ],
  [
    "a row without a balance in its place",
    [windowOf(0, 2, [row(1, 0, 10), row(2, 10, 12, silent)]), windowOf(3, 5, [row(3, 12, 20)])],
    [opening(0, 0)],
    5,
    [
      "ambiguous",
      "KES is proven from 0 to 0, quiet since 4, opening known",
      "KES begins with opening of 0 0 and ends with none"
    ]
  ],
  [
    "a row without a balance out of place",
    [windowOf(0, 2, [row(1, 0, 10), row(2, 10, 13, silent)]), windowOf(3, 5, [row(3, 12, 20)])],
    [opening(0, 0), closing(5, 20)],
    5,
    [
      "gap, gap of KES 2",
      "KES is proven from 0 to 0, quiet since 4, opening known",
      "KES begins with opening of 0 0 and ends with closing of 5 20"
    ]
  ],
  [
    "a first row without a balance",
    [windowOf(0, 2, [row(1, 5, 10, silent), row(2, 10, 12)]), windowOf(3, 5, [row(3, 12, 20)])],
    [opening(1, 5)],
    5,
    [
      "ambiguous",
      "KES is proven from none to none, quiet since 4, opening known",
      "KES begins with opening of 1 5 and ends with none"
    ]
  ],
  [
    "a first row without a balance and a wrong opening",
    [windowOf(0, 2, [row(1, 5, 10, silent), row(2, 10, 12)]), windowOf(3, 5, [row(3, 12, 20)])],
    [opening(1, 10)],
    5,
    ["unanchored", "KES is proven from none to none, quiet since 4", "KES: opening of 1 10 is open: no-balance"]
  ],
  [
    "a last row without a balance",
    [windowOf(0, 2, [row(1, 5, 10), row(2, 10, 12, silent)])],
    [opening(1, 5), closing(2, 12)],
    2,
    [
      "ambiguous",
      "KES is proven from none to none, quiet since none, opening known",
      "KES begins with opening of 1 5 and ends with closing of 2 12"
    ]
  ],
  [
    "a last row without a balance, given none of its amount",
    [windowOf(0, 2, [row(1, 5, 10), row(2, 10, 12, silent)])],
    [closing(2, 10)],
    2,
    ["unanchored", "KES is proven from none to none, quiet since none", "KES: closing of 2 10 is open: no-balance"]
  ],
  ["rows without balances alone", [windowOf(0, 2, [row(1, 5, 10, silent)])], [opening(0, 5), closing(2, 10)], 2, [
    "ambiguous",
    "KES is proven from none to none, quiet since 2, opening known",
    "KES begins with opening of 0 5 and ends with closing of 2 10"
  ]],
  [
    "rows without balances alone, and ends that do not fit",
    [windowOf(0, 2, [row(1, 5, 10, silent)])],
    [opening(0, 5), closing(2, 11)],
    2,
    [
      "gap, gap of KES 6",
      "KES is proven from none to none, quiet since 2, opening known",
      "KES begins with opening of 0 5 and ends with closing of 2 11"
    ]
  ],
  [
    "an unconfirmed row, and another balance",
    [windowOf(0, 2, [row(1, 0, 10)]), windowOf(3, 5, [row(3, 10, 20, unconfirmed)])],
    [closing(5, 15)],
    5,
    [
      "gap, gap of KES -5",
      "KES is proven from 2 to 2, quiet since 4",
      "KES begins with none and ends with closing of 5 15"
    ]
  ],
  ["only an unconfirmed row", [windowOf(0, 2, [row(1, 0, 10, unconfirmed)])], [opening(0, 0), closing(2, 0)], 2, [
    "proven",
    "KES is proven from 0 to 2, quiet since 2, opening known",
    "KES begins with opening of 0 0 and ends with closing of 2 0"
  ]],
  [
    "two currencies",
    [
      windowOf(0, 2, [row(1, 0, 10), row(2, 100, 130, inUsd)]),
      windowOf(3, 5, [row(3, 10, 20), row(4, 130, 150, inUsd)])
    ],
    [opening(0, 0), opening(0, 100, usd), closing(5, 151, usd)],
    5,
    [
      "gap, gap of USD 1",
      "KES is proven from 0 to 2, quiet since 4, opening known",
      "USD is proven from 0 to 3, quiet since 5, opening known",
      "KES begins with opening of 0 0 and ends with none",
      "USD begins with opening of 0 100 and ends with closing of 5 151"
    ]
  ],
  [
    "two currencies, and a balance in none",
    [
      windowOf(0, 2, [row(1, 0, 10), row(2, 100, 130, inUsd)]),
      windowOf(3, 5, [row(3, 10, 20), row(4, 130, 150, inUsd)])
    ],
    [opening(0, 0, null), opening(9, 0, null)],
    5,
    [
      "unanchored",
      "KES is proven from 2 to 2, quiet since 4",
      "USD is proven from 3 to 3, quiet since 5",
      "null: opening of 0 0 is open: several"
    ]
  ],
  ["a balance in a currency without rows", two, [opening(0, 7, usd)], 5, [
    "unanchored",
    "KES is proven from 2 to 3, quiet since 5",
    "USD begins with opening of 0 7 and ends with none",
    "USD: opening of 0 7 is open: no-rows"
  ]],
  ["two in a currency without rows that agree", two, [opening(0, 7, usd), closing(5, 7, usd)], 5, [
    "proven",
    "KES is proven from 2 to 3, quiet since 5",
    "USD begins with opening of 0 7 and ends with closing of 5 7"
  ]],
  ["two in a currency without rows that do not", two, [opening(0, 7, usd), closing(5, 8, usd)], 5, [
    "gap, gap of USD 1",
    "KES is proven from 2 to 3, quiet since 5",
    "USD begins with opening of 0 7 and ends with closing of 5 8"
  ]],
  [
    "a balance in a currency without rows beside rows in none",
    [windowOf(0, 2, [row(1, 0, 10), row(2, 100, 130, nameless)])],
    [opening(0, 100, usd)],
    2,
    [
      "unanchored",
      "KES is proven from none to none, quiet since 2",
      "USD is proven from 0 to 1, quiet since none, opening known",
      "USD begins with opening of 0 100 and ends with none"
    ]
  ],
  [
    "rows in none of a wallet with one currency",
    [windowOf(0, 2, [row(1, 0, 10, nameless)]), windowOf(3, 5, [row(3, 10, 20)])],
    [opening(0, 0)],
    5,
    [
      "proven",
      "KES is proven from 0 to 2, quiet since 4, opening known",
      "KES begins with opening of 0 0 and ends with none"
    ]
  ],
  [
    "rows in none alone",
    [windowOf(0, 2, [row(1, 0, 10, nameless)]), windowOf(3, 5, [row(3, 10, 20, nameless)])],
    [opening(0, 0, null), closing(5, 20, null)],
    5,
    [
      "proven",
      "null is proven from 0 to 5, quiet since 4, opening known",
      "null begins with opening of 0 0 and ends with closing of 5 20"
    ]
  ],
  [
    "rows in none that fit nowhere",
    [
      windowOf(0, 2, [row(1, 0, 10), row(1, 100, 130, inUsd), row(2, 50, 60, nameless)]),
      windowOf(3, 5, [row(3, 10, 20), row(4, 130, 150, inUsd)])
    ],
    [opening(0, 0), closing(2, 10), closing(5, 20)],
    5,
    [
      "ambiguous",
      "KES is proven from none to none, quiet since 4, opening known",
      "USD is proven from none to none, quiet since 5",
      "KES begins with opening of 0 0 and ends with closing of 5 20"
    ]
  ],
  [
    "a row that a currency takes, and a balance between",
    [
      windowOf(0, 2, [row(1, 0, 10), row(1, 100, 130, inUsd), row(2, 10, 15, nameless)]),
      windowOf(3, 5, [row(3, 15, 20), row(4, 130, 150, inUsd)])
    ],
    [opening(0, 0), closing(1, 10), closing(2, 15)],
    5,
    [
      "unanchored",
      "KES is proven from 0 to 0, quiet since 4, opening known",
      "USD is proven from 2 to 3, quiet since 5",
      "KES begins with opening of 0 0 and ends with none",
      "KES: closing of 1 10 is open: no-currency"
    ]
  ],
  [
    "a last row near its midnight, and what stands before it",
    [windowOf(0, 5, [row(1, 0, 10), row(3, 10, 20, {}, 86_399)], { jitter: 5 })],
    [opening(0, 0), closing(3, 10)],
    5,
    [
      "proven",
      "KES is proven from 0 to 2, quiet since 4, opening known",
      "KES begins with opening of 0 0 and ends with none"
    ]
  ],
  [
    "a first row near its midnight, and what stands behind it",
    [windowOf(0, 5, [row(1, 0, 10, {}, 1), row(3, 10, 20)], { jitter: 5 })],
    [opening(1, 10), closing(5, 20)],
    5,
    ["proven", "KES is proven from 2 to 5, quiet since 4", "KES begins with none and ends with closing of 5 20"]
  ],
  [
    "rows near a midnight, and the balance there",
    [windowOf(0, 5, [row(1, 0, 10, {}, 86_399), row(2, 10, 20, {}, 1)], { jitter: 5 })],
    [opening(2, 20)],
    5,
    ["unanchored", "KES is proven from none to none, quiet since 3"]
  ],
  [
    "rows near a midnight, and another balance there",
    [windowOf(0, 5, [row(1, 0, 10, {}, 86_399), row(2, 10, 20, {}, 1)], { jitter: 5 })],
    [opening(2, 30)],
    5,
    ["unanchored", "KES is proven from none to none, quiet since 3", "KES: not opening of 2 30 but 0, by none"]
  ],
  [
    "two balances between rows, of which these contradict one",
    [windowOf(0, 5, [row(1, 0, 10), row(4, 10, 20)], { jitter: 5 })],
    [closing(2, 10), opening(3, 11)],
    5,
    ["unanchored", "KES is proven from 2 to 2, quiet since 5", "KES: not opening of 3 11 but 10, by none"]
  ],
  [
    "rows that lead back, and a balance that tells where they begin",
    [windowOf(0, 2, [row(1, 0, 10), row(1, 10, 0)]), windowOf(3, 5, [])],
    [opening(0, 10), closing(4, 0)],
    5,
    [
      "unanchored",
      "KES is proven from 0 to 0, quiet since 2, opening known",
      "KES begins with opening of 0 10 and ends with none",
      "KES: not closing of 4 0 but 10, by none"
    ]
  ],
  [
    "rows at wrong times",
    [windowOf(0, 5, [row(1, 0, 10), row(2, 20, 30), row(3, 10, 20), row(4, 30, 31)])],
    [opening(0, 0), closing(2, 20), closing(5, 31)],
    5,
    [
      "proven",
      "KES is proven from 0 to 5, quiet since 5, opening known",
      "KES begins with opening of 0 0 and ends with closing of 5 31"
    ]
  ]
]

describe("what is said of a wallet", () => {
  for (const [what, windows, balances, settledTo, expected] of cases) {
    it(what, () => {
      assert.deepStrictEqual(
        said(judge(windows, balances, settledTo === null ? null : day(settledTo))),
        expected
      )
    })
  }
})

describe("a row that is not confirmed and names no currency", () => {
  it("has moved the balance of a currency that it leads on, though it seems to have moved nothing beside a row of another", () => {
    const none = { ...nameless, ...unconfirmed }
    const windows = [
      windowOf(0, 1, [row(1, 0, 10), row(1, 90, 100, inUsd)]),
      windowOf(2, 2, [row(2, 100, 100, nameless), row(2, 10, 7, none, 80)]),
      windowOf(3, 4, [row(3, 7, 8), row(3, 100, 110, inUsd)])
    ]
    const { proofs, verdict } = judge(windows, [], null)
    assert.deepStrictEqual([verdict.kind, verdict.gaps, verdict.modulo.unconfirmed, verdict.modulo.zeroAmount], [
      "proven",
      [],
      1,
      1
    ])
    assert.deepStrictEqual(proofs.map(({ to }) => to), [day(2), day(2)])
  })
})
