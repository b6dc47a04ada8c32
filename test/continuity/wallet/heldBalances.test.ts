/**
 * Known balances held against rows and against each other: which are contradicted, and which are left open.
 */
import { assert, describe, it } from "@effect/vitest"
import { judge } from "../../../src/continuity/wallet/judge.ts"
import type { KnownBalance } from "../../../src/continuity/wallet/KnownBalance.ts"
import type { WindowContinuity } from "../../../src/continuity/wallet/WalletContinuity.ts"
import { closing, inUsd, nameless, opening, row, saidOfBalances, silent, usd, windowOf } from "./windows.ts"

type Case = readonly [string, ReadonlyArray<WindowContinuity>, ReadonlyArray<KnownBalance>, ReadonlyArray<string>]

const jitter = { jitter: 5 }
const meeting = [windowOf(0, 2, [row(1, 0, 10)]), windowOf(3, 5, [row(3, 10, 20), row(4, 20, 25)])]
const broken = [windowOf(0, 2, [row(0, 0, 10), row(1, 10, 20)]), windowOf(3, 6, [row(3, 25, 30), row(5, 30, 35)])]
/** Rows without a balance on either side of a day without any. */
const hidden = [windowOf(0, 6, [row(1, 0, 10), row(2, 10, 12, silent), row(4, 12, 15, silent), row(5, 15, 20)])]

const silentFirst = [row(3, 5, 10, silent), row(4, 10, 12)]
/** Rows that lead nowhere, more than are told apart. */
const strewn = [1, 2, 3, 4, 5].map((index) => row(4, index * 1000, index * 1000 + 1, nameless, index))

const cases: ReadonlyArray<Case> = [
  ["a gap is across them", broken, [closing(1, 77), opening(3, 78)], []],
  ["they stand before a gap", broken, [opening(1, 11)], ["KES: not opening of 1 11 but 10, by none"]],
  ["they stand behind a gap", broken, [closing(3, 31)], ["KES: not closing of 3 31 but 30, by none"]],
  ["the first row does not meet the opening", meeting, [opening(1, 3), closing(2, 11)], [
    "KES: not closing of 2 11 but 10, by none"
  ]],
  ["the last row does not meet the closing", meeting, [closing(2, 11), closing(4, 24)], [
    "KES: not closing of 2 11 but 10, by none"
  ]],
  [
    "another currency has a gap across them",
    [windowOf(0, 6, [row(1, 0, 10), row(4, 10, 20), row(1, 5, 9, inUsd), row(4, 15, 19, inUsd)])],
    [closing(2, 11), closing(2, 8, usd)],
    ["KES: not closing of 2 11 but 10, by none"]
  ],
  ["two openings before the last one are wrong", [windowOf(0, 5, [row(3, 0, 10), row(4, 10, 20)])], [
    opening(0, 4),
    opening(1, 0),
    opening(2, 5),
    opening(3, 0)
  ], ["KES: not opening of 0 4 but 0, by opening of 3 0", "KES: not opening of 2 5 but 0, by opening of 3 0"]],
  ["two closings behind the first one are wrong", [windowOf(0, 9, [row(1, 0, 10)])], [
    closing(2, 10),
    closing(3, 9),
    closing(4, 10),
    closing(5, 8)
  ], ["KES: not closing of 3 9 but 10, by closing of 2 10", "KES: not closing of 5 8 but 10, by closing of 2 10"]],
  ["an opening is the closing of its eve by another", [windowOf(0, 9, [row(1, 0, 10)])], [
    closing(2, 10),
    opening(3, 9)
  ], ["KES: not opening of 3 9 but 10, by closing of 2 10"]],
  ["the same where times may be wrong", [windowOf(0, 9, [row(2, 0, 10)], jitter)], [closing(2, 10), opening(3, 9)], [
    "KES: not opening of 3 9 but 10, by closing of 2 10"
  ]],
  [
    "a row next to them may be of a day between them, as times may be wrong",
    [windowOf(0, 9, [row(2, 0, 10)], jitter)],
    [closing(2, 10), closing(3, 9)],
    ["KES: closing of 3 9 is open: order"]
  ],
  [
    "a row next to the earlier one may be of a day between them, as times may be wrong",
    [windowOf(0, 9, [row(3, 0, 10)], jitter)],
    [opening(2, 1), opening(3, 0)],
    ["KES: opening of 2 1 is open: order"]
  ],
  ["the times of one window may be wrong", [windowOf(0, 4, [row(2, 0, 10)]), windowOf(5, 9, [], jitter)], [
    closing(2, 10),
    closing(3, 9)
  ], ["KES: closing of 3 9 is open: order"]],
  ["rows stand further off than times may be wrong", [windowOf(0, 9, [row(2, 0, 10)], jitter)], [
    closing(3, 10),
    closing(4, 9)
  ], ["KES: not closing of 4 9 but 10, by closing of 3 10"]],
  [
    "a row that names no currency stands between two that differ",
    [windowOf(0, 9, [row(2, 0, 10), row(2, 5, 9, inUsd), row(4, 5, 7, nameless)])],
    [closing(2, 10), closing(5, 9)],
    ["KES: closing of 5 9 is open: no-currency"]
  ],
  ["rows leave both open, and no row stands between them", hidden, [closing(2, 12), closing(3, 13)], [
    "KES: not closing of 3 13 but 12, by closing of 2 12",
    "KES: closing of 2 12 is open: no-balance"
  ]],
  ["rows leave three open, of which two differ from the one before them", hidden, [
    closing(2, 12),
    opening(3, 13),
    closing(3, 14)
  ], [
    "KES: not opening of 3 13 but 12, by closing of 2 12",
    "KES: not closing of 3 14 but 13, by opening of 3 13",
    "KES: closing of 2 12 is open: no-balance"
  ]],
  [
    "rows leave it open, and none stands between it and what they begin with",
    [windowOf(0, 5, [row(1, 5, 10, silent), row(2, 10, 12), row(4, 12, 13)])],
    [opening(0, 10), opening(1, 5)],
    ["KES: not opening of 0 10 but 5, by opening of 1 5"]
  ],
  [
    "rows leave it open, and none stands between it and what they end with",
    [windowOf(0, 5, [row(1, 0, 10), row(2, 10, 12, silent)])],
    [closing(2, 10), closing(3, 12)],
    ["KES: not closing of 2 10 but 12, by closing of 3 12"]
  ],
  ["the same, where times may be wrong", [windowOf(0, 5, [row(1, 0, 10), row(2, 10, 12, silent)], jitter)], [
    closing(2, 10),
    closing(3, 12)
  ], ["KES: closing of 2 10 is open: no-balance"]],
  [
    "a currency without rows has one, and a window has none of any",
    [windowOf(0, 2, [row(1, 0, 10)]), windowOf(3, 5, [])],
    [opening(0, 7, usd)],
    ["USD: opening of 0 7 is open: no-rows"]
  ],
  ["the same of an earlier one and a later one", [windowOf(0, 2, [row(1, 0, 10)]), windowOf(3, 5, [])], [
    closing(0, 7, usd),
    closing(2, 7, usd)
  ], ["USD: closing of 0 7 is open: no-rows"]],
  [
    "rows leave both open, and a row stands between them",
    [windowOf(0, 9, [
      row(1, 0, 10),
      row(2, 10, 12, silent),
      row(4, 12, 15, silent),
      row(6, 15, 16, silent),
      row(7, 16, 20)
    ])],
    [closing(2, 12), closing(4, 13)],
    ["KES: closing of 2 12 is open: no-balance", "KES: closing of 4 13 is open: no-balance"]
  ],
  [
    "days between two that are open were not loaded",
    [
      windowOf(0, 1, [row(0, 0, 5), row(1, 5, 8, silent)]),
      windowOf(4, 6, [row(4, 8, 10, silent), row(5, 10, 12), row(6, 12, 13)])
    ],
    [closing(1, 7), opening(4, 9)],
    ["KES: closing of 1 7 is open: no-balance", "KES: opening of 4 9 is open: no-balance"]
  ],
  [
    "a currency without rows has one, and rows fit nowhere",
    [windowOf(0, 2, [row(1, 0, 10)]), windowOf(3, 5, [row(3, 10, 12), ...strewn])],
    [opening(0, 7, usd)],
    ["USD: opening of 0 7 is open: no-currency"]
  ],
  [
    "rows in no currency stand next to them, as times may be wrong",
    [windowOf(0, 9, [row(2, 0, 10, nameless)], jitter)],
    [closing(2, 10, null), closing(3, 9, null)],
    ["null: closing of 3 9 is open: order"]
  ],
  ["rows leave two open, on either side of one that they begin with", [windowOf(0, 5, silentFirst)], [
    opening(1, 10),
    opening(2, 5),
    opening(3, 10)
  ], ["KES: not opening of 1 10 but 5, by opening of 2 5", "KES: not opening of 3 10 but 5, by opening of 2 5"]],
  ["rows leave one open between two that they begin with", [windowOf(0, 5, silentFirst)], [
    opening(1, 5),
    opening(2, 10),
    opening(3, 5)
  ], ["KES: not opening of 2 10 but 5, by opening of 1 5"]],
  [
    "last rows without a balance do not lead to the closing",
    [windowOf(0, 5, [row(1, 0, 10), row(2, 10, 12, silent)])],
    [closing(2, 10), closing(3, 13)],
    []
  ],
  ["there is no row in any currency", [windowOf(0, 5, [])], [opening(0, 7)], []],
  [
    "a row that names no currency and is another's stands between two that differ",
    [windowOf(0, 9, [row(2, 0, 10), row(2, 5, 9, inUsd), row(4, 9, 12, nameless), row(5, 12, 13, inUsd)])],
    [closing(2, 10), closing(5, 9)],
    ["KES: closing of 5 9 is open: no-currency"]
  ],
  ["they name no currency, and rows are in two", [windowOf(2, 5, [row(2, 10, 12), row(4, 60, 61, inUsd)])], [
    opening(1, 1, null),
    closing(3, 2, null),
    closing(6, 3, null)
  ], ["null: closing of 3 2 is open: several"]]
]

describe("known balances, where", () => {
  for (const [what, windows, balances, expected] of cases) {
    it(what, () => {
      assert.deepStrictEqual(saidOfBalances(judge(windows, balances, null)), expected)
    })
  }
})
