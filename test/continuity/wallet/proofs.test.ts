/**
 * How far the currencies of a wallet are proven, by their windows, the balances that somebody knows, and the last day that is over.
 */
import { assert, describe, it } from "@effect/vitest"
import { judge } from "../../../src/continuity/wallet/judge.ts"
import type { KnownBalance } from "../../../src/continuity/wallet/KnownBalance.ts"
import type { WindowContinuity } from "../../../src/continuity/wallet/WalletContinuity.ts"
import { closing, day, inUsd, nameless, opening, row, said, silent, unconfirmed, usd, windowOf } from "./windows.ts"

type Case = readonly [
  string,
  ReadonlyArray<WindowContinuity>,
  ReadonlyArray<KnownBalance>,
  settledTo: number | null,
  ReadonlyArray<string>
]

const cut = { truncated: true }
const either = [row(1, 0, 10), row(3, 10, 20, unconfirmed)]
const back = [row(1, 0, 10), row(1, 10, 0)]

const cases: ReadonlyArray<Case> = [
  [
    "not before the first row without a known balance, nor behind the last",
    [windowOf(0, 9, [row(1, 0, 10), row(4, 10, 20), row(6, 20, 21)])],
    [],
    null,
    ["proven", "KES is proven from 2 to 5, quiet since none"]
  ],
  ["nothing where rows are of one day", [windowOf(0, 9, [row(1, 0, 10)])], [], null, [
    "unanchored",
    "KES is proven from none to none, quiet since none"
  ]],
  [
    "from a known balance on, whatever was cut off before it",
    [windowOf(0, 1, [], cut), windowOf(2, 5, [row(3, 0, 10), row(5, 10, 11)])],
    [opening(3, 0)],
    null,
    [
      "truncated",
      "KES is proven from 3 to 4, quiet since none, opening known",
      "KES begins with opening of 3 0 and ends with none"
    ]
  ],
  [
    "nothing where the window with the first day was cut off",
    [windowOf(0, 3, [row(3, 0, 10)], cut), windowOf(4, 5, [row(5, 10, 11)])],
    [opening(3, 0)],
    null,
    [
      "truncated",
      "KES is proven from none to none, quiet since none, opening known",
      "KES begins with opening of 3 0 and ends with none"
    ]
  ],
  [
    "nothing where days next to the first row were not loaded",
    [windowOf(0, 1, [row(1, 0, 10)]), windowOf(4, 6, [row(4, 10, 20), row(6, 20, 21)])],
    [],
    null,
    ["unanchored", "KES is proven from none to none, quiet since none", "never loaded: 2 to 3"]
  ],
  [
    "up to days that were not loaded",
    [windowOf(0, 3, [row(1, 0, 10), row(2, 10, 12)]), windowOf(6, 8, [row(6, 12, 20), row(8, 20, 21)])],
    [],
    null,
    ["proven", "KES is proven from 2 to 3, quiet since none", "never loaded: 4 to 5"]
  ],
  [
    "no quiet day where the last row is on the last day that was loaded",
    [windowOf(0, 4, [row(1, 0, 10), row(4, 10, 20)])],
    [],
    9,
    ["proven", "KES is proven from 2 to 3, quiet since none"]
  ],
  ["quiet days that are over", [windowOf(0, 9, [row(1, 0, 10), row(4, 10, 20)])], [], 5, [
    "proven",
    "KES is proven from 2 to 3, quiet since 5"
  ]],
  [
    "up to the window in which a row without a balance fills a gap",
    [
      windowOf(0, 2, [row(0, 0, 10), row(1, 10, 20)]),
      windowOf(3, 6, [row(3, 20, 25), row(4, 25, 27, silent), row(5, 27, 30)])
    ],
    [],
    null,
    ["ambiguous", "KES is proven from 1 to 2, quiet since none"]
  ],
  [
    "as far as it is, though another currency has such a window",
    [
      windowOf(0, 2, [row(0, 0, 10), row(1, 10, 20), row(1, 0, 1, inUsd)]),
      windowOf(3, 6, [
        row(3, 20, 25),
        row(5, 25, 30),
        row(3, 1, 2, inUsd),
        row(4, 2, 4, { ...inUsd, ...silent }),
        row(5, 4, 5, inUsd)
      ])
    ],
    [],
    null,
    ["ambiguous", "KES is proven from 1 to 4, quiet since none", "USD is proven from 2 to 2, quiet since none"]
  ],
  [
    "up to the first of two closings that differ, whatever days are between them",
    [windowOf(0, 9, [row(1, 0, 10), row(3, 10, 20)])],
    [closing(4, 20), closing(8, 19)],
    9,
    [
      "unanchored",
      "KES is proven from 2 to 4, quiet since 4",
      "KES begins with none and ends with closing of 4 20",
      "KES: not closing of 8 19 but 20, by closing of 4 20"
    ]
  ],
  [
    "less where rows may lead to either of two closings that differ",
    [windowOf(0, 9, either)],
    [closing(4, 20), closing(8, 10)],
    9,
    [
      "unanchored",
      "KES is proven from 2 to 2, quiet since 4",
      "KES begins with none and ends with closing of 4 20",
      "KES: not closing of 8 10 but 20, by closing of 4 20"
    ]
  ],
  [
    "up to the first of two closings where a known opening leaves one that rows may lead to",
    [windowOf(0, 9, back)],
    [opening(1, 0), closing(2, 0), closing(5, 10)],
    9,
    [
      "unanchored",
      "KES is proven from 1 to 2, quiet since 2, opening known",
      "KES begins with opening of 1 0 and ends with closing of 2 0",
      "KES: not closing of 5 10 but 0, by closing of 2 0"
    ]
  ],
  ["nothing where no known opening does", [windowOf(0, 9, back)], [closing(2, 0), closing(5, 10)], 9, [
    "unanchored",
    "KES is proven from none to none, quiet since 2",
    "KES begins with none and ends with closing of 2 0",
    "KES: not closing of 5 10 but 0, by closing of 2 0"
  ]],
  [
    "each currency by itself where rows of one may lead to either of two closings",
    [windowOf(0, 9, [...either, row(1, 5, 9, inUsd), row(3, 9, 12, inUsd)])],
    [closing(4, 20), closing(8, 10), closing(8, 12, usd)],
    9,
    [
      "unanchored",
      "KES is proven from 2 to 2, quiet since 4",
      "USD is proven from 2 to 8, quiet since 4",
      "KES begins with none and ends with closing of 4 20",
      "USD begins with none and ends with closing of 8 12",
      "KES: not closing of 8 10 but 20, by closing of 4 20"
    ]
  ],
  [
    "nothing by the day of a row that another currency takes, behind",
    [
      windowOf(0, 0, [row(0, 0, 12, inUsd)]),
      windowOf(1, 4, [row(1, 0, 10), row(2, 10, 12), row(3, 12, 20, nameless)]),
      windowOf(5, 6, [row(5, 20, 30, inUsd)])
    ],
    [],
    null,
    ["unanchored", "USD is proven from 1 to 4, quiet since none", "KES is proven from none to none, quiet since none"]
  ],
  [
    "the same of a row that names it",
    [
      windowOf(0, 0, [row(0, 0, 12, inUsd)]),
      windowOf(1, 4, [row(1, 0, 10), row(2, 10, 12), row(3, 12, 20, inUsd)]),
      windowOf(5, 6, [row(5, 20, 30, inUsd)])
    ],
    [],
    null,
    ["unanchored", "USD is proven from 1 to 4, quiet since none", "KES is proven from none to none, quiet since none"]
  ],
  [
    "nothing by the day of a row that another currency takes, before",
    [
      windowOf(0, 0, [row(0, 0, 5, inUsd)]),
      windowOf(1, 5, [
        row(1, 5, 10, nameless),
        row(2, 10, 20),
        row(3, 20, 30),
        row(2, 10, 12, inUsd),
        row(3, 12, 15, inUsd)
      ]),
      windowOf(6, 7, [row(6, 30, 31)])
    ],
    [],
    null,
    ["proven", "USD is proven from 1 to 2, quiet since none", "KES is proven from 3 to 5, quiet since none"]
  ],
  [
    "no more for a closing that is left open",
    [windowOf(0, 9, [row(2, 0, 10), row(2, 5, 9, inUsd), row(4, 9, 12, nameless), row(5, 12, 13, inUsd)])],
    [closing(2, 10), closing(5, 9)],
    null,
    [
      "unanchored",
      "KES is proven from none to none, quiet since none",
      "USD is proven from 3 to 4, quiet since none",
      "KES begins with none and ends with closing of 2 10",
      "KES: closing of 5 9 is open: no-currency"
    ]
  ],
  [
    "nothing by a row that another currency takes, where a row of its own is left out",
    [
      windowOf(0, 0, [row(0, 0, 10), row(0, 10, 20, inUsd)]),
      windowOf(1, 4, [row(1, 12, 20, unconfirmed), row(3, 20, 30, nameless)]),
      windowOf(5, 6, [row(5, 30, 40, inUsd)])
    ],
    [],
    null,
    ["unanchored", "KES is proven from none to none, quiet since none", "USD is proven from 1 to 4, quiet since none"]
  ],
  [
    "nothing by a row that may be another currency's as well",
    [windowOf(0, 1, []), windowOf(2, 2, [row(2, 0, 2, nameless)])],
    [closing(0, 0), closing(0, 0, usd)],
    null,
    [
      "unanchored",
      "KES is proven from none to none, quiet since none, opening known",
      "KES begins with closing of 0 0 and ends with none",
      "USD begins with none and ends with closing of 0 0",
      "USD: closing of 0 0 is open: no-rows"
    ]
  ],
  [
    "nothing of an unconfirmed row that an opening behind it contradicts",
    [windowOf(0, 2, [row(0, 0, 1, unconfirmed)])],
    [opening(2, 3)],
    null,
    [
      "unanchored",
      "KES is proven from none to none, quiet since none",
      "KES begins with none and ends with opening of 2 3"
    ]
  ],
  [
    "nothing on days with rows of its own that may be left out",
    [windowOf(0, 2, [row(0, 0, 1, unconfirmed), row(2, 0, 2, nameless)])],
    [closing(0, 1), opening(2, 0, usd)],
    null,
    [
      "unanchored",
      "KES is proven from none to none, quiet since none",
      "USD begins with opening of 2 0 and ends with none",
      "KES: closing of 0 1 is open: no-currency",
      "USD: opening of 2 0 is open: no-rows"
    ]
  ],
  [
    "nothing from a row without a balance on that fills what stands before and behind an unconfirmed one",
    [
      windowOf(0, 2, [row(0, 39, 35, silent), row(2, 35, 33, unconfirmed)]),
      windowOf(3, 5, [row(3, 35, 40)])
    ],
    [opening(0, 39), closing(5, 40)],
    null,
    [
      "ambiguous",
      "KES is proven from none to none, quiet since none, opening known",
      "KES begins with opening of 0 39 and ends with closing of 5 40"
    ]
  ],
  [
    "the same where the unconfirmed row has moved the balance",
    [
      windowOf(0, 2, [row(0, 39, 35, silent), row(2, 35, 33, unconfirmed)]),
      windowOf(3, 5, [row(3, 33, 40)])
    ],
    [opening(0, 39), closing(5, 40)],
    null,
    [
      "ambiguous",
      "KES is proven from none to none, quiet since none, opening known",
      "KES begins with opening of 0 39 and ends with closing of 5 40"
    ]
  ],
  [
    "not from the day of an unconfirmed row on that nothing meets",
    [windowOf(1, 4, [row(1, 27, 34, unconfirmed), row(3, 24, 19)]), windowOf(5, 6, [row(5, 19, 20)])],
    [],
    null,
    ["proven", "KES is proven from 4 to 4, quiet since none"]
  ],
  [
    "nor where it is in a window of its own",
    [windowOf(1, 2, [row(1, 27, 34, unconfirmed)]), windowOf(3, 4, [row(3, 24, 19)]), windowOf(5, 6, [row(5, 19, 20)])],
    [],
    null,
    ["proven", "KES is proven from 4 to 4, quiet since none"]
  ],
  [
    "from the day of an unconfirmed row on that leads to the next, or tells what stands before it",
    [windowOf(1, 2, [row(1, 14, 24, unconfirmed)]), windowOf(3, 4, [row(3, 24, 19)]), windowOf(5, 6, [row(5, 19, 20)])],
    [],
    null,
    ["proven", "KES is proven from 2 to 4, quiet since none"]
  ],
  [
    "the same of its balance before it",
    [windowOf(1, 2, [row(1, 24, 34, unconfirmed)]), windowOf(3, 4, [row(3, 24, 19)]), windowOf(5, 6, [row(5, 19, 20)])],
    [],
    null,
    ["proven", "KES is proven from 2 to 4, quiet since none"]
  ],
  [
    "not up to the day of an unconfirmed row that goes on from nothing",
    [windowOf(1, 4, [row(1, 0, 10), row(2, 10, 19), row(4, 19, 20)]), windowOf(5, 9, [row(7, 40, 50, unconfirmed)])],
    [],
    null,
    ["proven", "KES is proven from 2 to 3, quiet since none"]
  ],
  [
    "nothing of rows none of which is confirmed and that known balances don't meet",
    [windowOf(0, 3, []), windowOf(4, 6, [row(6, 13, 12, unconfirmed)])],
    [opening(0, 7)],
    null,
    [
      "unanchored",
      "KES is proven from none to none, quiet since none, opening known",
      "KES begins with opening of 0 7 and ends with none"
    ]
  ],
  [
    "nothing behind a known opening that the next rows don't go on from, with an unconfirmed one between that tells of it",
    [windowOf(0, 5, []), windowOf(6, 7, [row(6, 22, 21, unconfirmed)]), windowOf(8, 9, [row(8, 22, 26)])],
    [opening(0, 29)],
    null,
    [
      "gap, gap of KES -7",
      "KES is proven from none to none, quiet since none, opening known",
      "KES begins with opening of 0 29 and ends with none"
    ]
  ],
  [
    "less where rows may lead to either of two closings, though another currency has a gap",
    [windowOf(0, 9, [...either, row(1, 5, 9, inUsd), row(3, 10, 12, inUsd)])],
    [closing(4, 20), closing(8, 10)],
    9,
    [
      "gap, gap of USD 1",
      "KES is proven from 2 to 2, quiet since 4",
      "USD is proven from none to none, quiet since 4",
      "KES begins with none and ends with closing of 4 20",
      "KES: not closing of 8 10 but 20, by closing of 4 20"
    ]
  ]
]

describe("what is proven of a currency:", () => {
  for (const [what, windows, balances, settledTo, expected] of cases) {
    it(what, () => {
      assert.deepStrictEqual(said(judge(windows, balances, settledTo === null ? null : day(settledTo))), expected)
    })
  }
})
