/**
 * Which known balances the rows of a wallet are to begin and to end with, and what is said where one is none of these.
 */
import { assert, describe, it } from "@effect/vitest"
import { chainsIn, currenciesWith, outerAnchors } from "../../../src/continuity/wallet/chains.ts"
import { judge } from "../../../src/continuity/wallet/judge.ts"
import type { KnownBalance } from "../../../src/continuity/wallet/KnownBalance.ts"
import type { WindowContinuity } from "../../../src/continuity/wallet/WalletContinuity.ts"
import { firstDay, money } from "../statements.ts"
import { closing, inUsd, kes, nameless, opening, row, said, silent, usd, windowOf } from "./windows.ts"

type Case = readonly [string, ReadonlyArray<WindowContinuity>, ReadonlyArray<KnownBalance>, ReadonlyArray<string>]

const jitter = { jitter: 5 }
const silentFirst = [row(1, 5, 10, silent), row(2, 10, 12), row(4, 12, 13)]
const silentLast = [row(1, 0, 10), row(2, 10, 12), row(4, 12, 15, silent)]
const early = [windowOf(0, 5, [row(1, 0, 10, {}, 1), row(3, 10, 20)], jitter)]
const late = [windowOf(0, 5, [row(1, 0, 10), row(3, 10, 20, {}, 86_399)], jitter)]
const wrongTimes = [windowOf(0, 5, [row(1, 10, 20), row(2, 20, 30), row(3, 0, 10)])]

const cases: ReadonlyArray<Case> = [
  ["before a first row near its midnight that leads to it", early, [opening(1, 10)], [
    "proven",
    "KES is proven from 2 to 2, quiet since none"
  ]],
  ["before a first row near its midnight that begins with it", early, [opening(1, 0)], [
    "proven",
    "KES is proven from 1 to 2, quiet since none, opening known",
    "KES begins with opening of 1 0 and ends with none"
  ]],
  ["on the eve of a first row near its midnight that leads to it", early, [opening(0, 10)], [
    "gap, gap of KES -10",
    "KES is proven from none to none, quiet since none, opening known",
    "KES begins with opening of 0 10 and ends with none"
  ]],
  ["before a first row near its midnight, and neither", early, [opening(1, 7)], [
    "gap, gap of KES -7",
    "KES is proven from none to none, quiet since none, opening known",
    "KES begins with opening of 1 7 and ends with none"
  ]],
  ["behind a last row near its midnight that begins with it", late, [closing(3, 10)], [
    "proven",
    "KES is proven from 2 to 2, quiet since none"
  ]],
  ["behind a last row near its midnight that leads to it", late, [closing(3, 20)], [
    "proven",
    "KES is proven from 2 to 3, quiet since none",
    "KES begins with none and ends with closing of 3 20"
  ]],
  ["a day behind a last row near its midnight that begins with it", late, [closing(4, 10)], [
    "gap, gap of KES -10",
    "KES is proven from 2 to 2, quiet since none",
    "KES begins with none and ends with closing of 4 10"
  ]],
  ["before a first row without a balance that begins with it", [windowOf(0, 5, silentFirst)], [opening(1, 5)], [
    "ambiguous",
    "KES is proven from none to none, quiet since none, opening known",
    "KES begins with opening of 1 5 and ends with none"
  ]],
  ["before a first row without a balance, and met without it", [windowOf(0, 5, silentFirst)], [opening(1, 10)], [
    "unanchored",
    "KES is proven from none to none, quiet since none",
    "KES: opening of 1 10 is open: no-balance"
  ]],
  ["before a first row without a balance, and met neither way", [windowOf(0, 5, silentFirst)], [opening(1, 7)], [
    "gap, gap of KES 3",
    "KES is proven from none to none, quiet since none, opening known",
    "KES begins with opening of 1 7 and ends with none"
  ]],
  [
    "before a first row without a balance, and met without it, with a gap behind",
    [windowOf(0, 5, [row(1, 5, 10, silent), row(2, 10, 12), row(4, 13, 14)])],
    [opening(1, 10)],
    [
      "gap, gap of KES 1",
      "KES is proven from none to none, quiet since none",
      "KES: opening of 1 10 is open: no-balance"
    ]
  ],
  [
    "before a first row without a balance, and met without it, with a closing that is not met",
    [windowOf(0, 5, silentFirst)],
    [opening(1, 10), closing(4, 14)],
    [
      "gap, gap of KES 1",
      "KES is proven from none to none, quiet since none",
      "KES begins with none and ends with closing of 4 14",
      "KES: opening of 1 10 is open: no-balance"
    ]
  ],
  ["behind a last row without a balance that leads to it", [windowOf(0, 5, silentLast)], [closing(4, 15)], [
    "ambiguous",
    "KES is proven from none to none, quiet since none",
    "KES begins with none and ends with closing of 4 15"
  ]],
  ["behind a last row without a balance, and met without it", [windowOf(0, 5, silentLast)], [closing(4, 12)], [
    "unanchored",
    "KES is proven from none to none, quiet since none",
    "KES: closing of 4 12 is open: no-balance"
  ]],
  [
    "behind a last row without a balance, and met without it, with an opening that is not met",
    [windowOf(0, 5, silentLast)],
    [opening(1, 3), closing(4, 12)],
    [
      "gap, gap of KES -3",
      "KES is proven from none to none, quiet since none, opening known",
      "KES begins with opening of 1 3 and ends with none",
      "KES: closing of 4 12 is open: no-balance"
    ]
  ],
  ["on either side of rows without a balance that moved it, and the same", [windowOf(0, 2, [row(1, 5, 10, silent)])], [
    opening(0, 5),
    closing(2, 5)
  ], [
    "unanchored",
    "KES is proven from none to none, quiet since none",
    "KES: opening of 0 5 is open: no-balance",
    "KES: closing of 2 5 is open: no-balance"
  ]],
  ["on one side of rows without a balance alone", [windowOf(0, 2, [row(1, 5, 10, silent)])], [opening(0, 5)], [
    "unanchored",
    "KES is proven from none to none, quiet since none",
    "KES: opening of 0 5 is open: no-balance"
  ]],
  ["on either side of rows at wrong times that both meet", wrongTimes, [opening(1, 0), closing(3, 30)], [
    "proven",
    "KES is proven from 1 to 3, quiet since none, opening known",
    "KES begins with opening of 1 0 and ends with closing of 3 30"
  ]],
  ["before rows at wrong times alone", wrongTimes, [opening(1, 0)], [
    "ambiguous",
    "KES is proven from none to none, quiet since none"
  ]],
  ["in no currency of a wallet with rows in one, beside one in another", [windowOf(0, 5, [row(1, 0, 10)])], [
    opening(0, 0, null),
    opening(0, 7, usd),
    closing(5, 7, usd)
  ], [
    "proven",
    "KES is proven from 0 to 0, quiet since none, opening known",
    "KES begins with opening of 0 0 and ends with none",
    "USD begins with opening of 0 7 and ends with closing of 5 7"
  ]],
  ["in no currency of a wallet without rows, beside one in a currency", [windowOf(0, 5, [])], [
    opening(0, 7, null),
    closing(5, 7, usd)
  ], ["proven", "USD begins with opening of 0 7 and ends with closing of 5 7"]],
  ["in no currency of a wallet without rows, beside some in two", [windowOf(0, 5, [])], [
    opening(0, 7, null),
    closing(5, 8, usd),
    closing(5, 9)
  ], [
    "unanchored",
    "USD begins with none and ends with closing of 5 8",
    "KES begins with none and ends with closing of 5 9"
  ]]
]

describe("balances that are known", () => {
  for (const [what, windows, balances, expected] of cases) {
    it(what, () => {
      assert.deepStrictEqual(said(judge(windows, balances, null)), expected)
    })
  }
})

describe("currencies of a wallet", () => {
  it("are those that rows or balances name, in their order", () => {
    const windows = [windowOf(0, 2, [row(1, 0, 10, inUsd), row(1, 5, 10, nameless)])]
    assert.deepStrictEqual(currenciesWith(windows, [opening(1, 0, null), opening(1, 0)]), [kes, usd])
    assert.deepStrictEqual(currenciesWith([windowOf(0, 2, [])], []), [])
  })

  it("are one without a name where nothing names any", () => {
    assert.deepStrictEqual(chainsIn([windowOf(0, 2, [])], []).currencies, [null])
    assert.deepStrictEqual(chainsIn([windowOf(0, 2, [])], [opening(1, 0)]).currencies, [kes])
    assert.deepStrictEqual(chainsIn([windowOf(0, 2, [row(1, 0, 10)])], [opening(1, 0, usd)]).currencies, [kes, usd])
  })

  it("may have rows on all days between those that name none", () => {
    const between = windowOf(0, 9, [row(2, 0, 10), row(4, 10, 12, nameless), row(6, 12, 13)])
    assert.deepStrictEqual(chainsIn([between], []).namelessDays.map((each) => each - firstDay), [2, 6])
    const alone = windowOf(0, 9, [row(2, 0, 10, nameless), row(4, 10, 12, nameless)])
    assert.deepStrictEqual(chainsIn([alone], []).namelessDays.map((each) => each - firstDay), [2, 4])
    assert.deepStrictEqual(chainsIn([windowOf(0, 9, [row(2, 0, 10)])], []).namelessDays, [])
  })
})

const meeting = [windowOf(0, 2, [row(1, 0, 10)]), windowOf(3, 5, [row(3, 10, 20)])]

const anchors = (...balances: ReadonlyArray<KnownBalance>) => outerAnchors(meeting, balances)

describe("what a wallet's rows begin and end with", () => {
  it("is the nearest balance that is known on either side", () => {
    assert.deepStrictEqual(anchors(), [])
    assert.deepStrictEqual(anchors(opening(0, 4), opening(1, 0)), [{ currency: kes, opening: money(0) }])
    assert.deepStrictEqual(anchors(closing(4, 20), closing(5, 21)), [{ currency: kes, closing: money(20) }])
    assert.deepStrictEqual(anchors(opening(1, 0), closing(5, 21)), [
      { currency: kes, opening: money(0), closing: money(21) }
    ])
    assert.deepStrictEqual(anchors(closing(2, 10), opening(-3, 0), closing(9, 20)), [])
  })

  it("is looked for in windows in any order", () => {
    assert.deepStrictEqual(outerAnchors(meeting.toReversed(), [opening(1, 0), closing(5, 20)]), [
      { currency: kes, opening: money(0), closing: money(20) }
    ])
  })
})
