/**
 * To which currencies the rows of a wallet's windows belong that name none: a line for each window with, of each chain, its currency,
 * its balances, the rows that were taken for it, and what stands behind its days.
 */
import { assert, describe, it } from "@effect/vitest"
import type { ChainCheck } from "../../../src/continuity/chain/Continuity.ts"
import { settle } from "../../../src/continuity/wallet/settle.ts"
import type { WindowContinuity } from "../../../src/continuity/wallet/WalletContinuity.ts"
import type { WalletRow } from "../../kit/continuity.ts"
import { firstDay } from "../statements.ts"
import { inUsd, kes, nameless, row, silent, unconfirmed, usd, windowOf } from "./windows.ts"

const chainSaid = ({ closing, currency, days, opening, rows, verdict: { modulo } }: ChainCheck): string =>
  `${currency ?? "nobody's"} ${opening ?? "?"} to ${closing ?? "?"}, ${modulo.currencyAssumed} of ${rows} taken${
    days.map(({ day, open, passages }) =>
      `, ${day - firstDay}: ${open ?? passages.map(({ balance }) => balance ?? "unmoved").join("|")}`
    ).join("")
  }`

const settled = (windows: ReadonlyArray<WindowContinuity>) =>
  settle(windows, [kes, usd]).map(({ chains }) => chains.map(chainSaid).join("; "))

/** Windows of ten days each. */
const windowsOf = (...windows: ReadonlyArray<ReadonlyArray<WalletRow>>) =>
  windows.map((rows, index) => windowOf(index * 10, index * 10 + 9, rows))

const none = (day: number, from: number, to: number, second = 60) => row(day, from, to, nameless, second)

const apart = [row(0, 0, 10), row(0, 90, 100, inUsd)]
const alike = [row(0, 0, 10), row(0, 5, 10, inUsd)]

const cases: ReadonlyArray<readonly [string, ReadonlyArray<ReadonlyArray<WalletRow>>, ReadonlyArray<string>]> = [
  ["belong to the one whose balance they begin with", [apart, [none(11, 100, 120)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 90 to 100, 0 of 1 taken, 0: 100",
    "USD 100 to 120, 1 of 1 taken, 11: 120"
  ]],
  ["each to its own where two are in a window", [apart, [none(11, 10, 20), none(11, 100, 101)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 90 to 100, 0 of 1 taken, 0: 100",
    "KES 10 to 20, 1 of 1 taken, 11: 20; USD 100 to 101, 1 of 1 taken, 11: 101"
  ]],
  ["to nobody where they begin with no balance", [apart, [none(11, 55, 56)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 90 to 100, 0 of 1 taken, 0: 100",
    "nobody's ? to ?, 0 of 1 taken"
  ]],
  ["to the one that they lead to where they begin with none", [apart, [none(11, 55, 56)], [row(20, 56, 57, inUsd)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 90 to 100, 0 of 1 taken, 0: 100",
    "USD 55 to 56, 1 of 1 taken, 11: 56",
    "USD 56 to 57, 0 of 1 taken, 20: 57"
  ]],
  ["to the one that they lead to where nothing stands before them", [[none(1, 40, 50)], [
    row(11, 10, 20),
    row(11, 50, 60, inUsd)
  ]], ["USD 40 to 50, 1 of 1 taken, 1: 50", "KES 10 to 20, 0 of 1 taken, 11: 20; USD 50 to 60, 0 of 1 taken, 11: 60"]],
  ["to either where both stand at their balance", [alike, [none(11, 10, 20), none(12, 20, 25)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 5 to 10, 0 of 1 taken, 0: 10",
    "KES 10 to 25, 2 of 2 taken, 11: no-currency, 12: no-currency"
  ]],
  ["to the one that goes on from them where both stood at their balance", [alike, [none(11, 10, 20)], [
    row(20, 20, 30, inUsd)
  ]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 5 to 10, 0 of 1 taken, 0: 10",
    "USD 10 to 20, 1 of 1 taken, 11: 20",
    "USD 20 to 30, 0 of 1 taken, 20: 30"
  ]],
  ["not to the one that goes on from where it was", [alike, [none(11, 10, 20)], [row(20, 10, 30)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 5 to 10, 0 of 1 taken, 0: 10",
    "USD 10 to 20, 1 of 1 taken, 11: 20",
    "KES 10 to 30, 0 of 1 taken, 20: 30"
  ]],
  ["to either where both go on from them", [alike, [none(11, 10, 20)], [row(20, 20, 25), row(21, 20, 30, inUsd)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 5 to 10, 0 of 1 taken, 0: 10",
    "KES 10 to 20, 1 of 1 taken, 11: no-currency",
    "KES 20 to 25, 0 of 1 taken, 20: 25; USD 20 to 30, 0 of 1 taken, 21: 30"
  ]],
  ["to either where they lead back", [alike, [none(11, 10, 20), none(12, 20, 10)], [
    row(20, 10, 25),
    row(21, 10, 30, inUsd)
  ]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 5 to 10, 0 of 1 taken, 0: 10",
    "KES 10 to 10, 2 of 2 taken, 11: no-currency, 12: no-currency",
    "KES 10 to 25, 0 of 1 taken, 20: 25; USD 10 to 30, 0 of 1 taken, 21: 30"
  ]],
  [
    "to either, one each, where two begin with a balance that both have",
    [alike, [none(11, 10, 20), none(12, 10, 15)]],
    [
      "KES 0 to 10, 0 of 1 taken, 0: 10; USD 5 to 10, 0 of 1 taken, 0: 10",
      "KES 10 to 15, 1 of 1 taken, 12: no-currency; USD 10 to 20, 1 of 1 taken, 11: no-currency"
    ]
  ],
  ["to one with rows of its own in their window", [
    apart,
    [row(11, 10, 20), none(11, 20, 30, 90), row(11, 100, 110, inUsd)],
    [row(20, 30, 31)]
  ], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 90 to 100, 0 of 1 taken, 0: 100",
    "KES 10 to 30, 1 of 2 taken, 11: 30; USD 100 to 110, 0 of 1 taken, 11: 110",
    "KES 30 to 31, 0 of 1 taken, 20: 31"
  ]],
  ["to nobody where one with rows of its own goes on from these", [apart, [
    row(11, 10, 20),
    none(11, 20, 30, 90),
    row(11, 100, 110, inUsd)
  ], [row(20, 20, 31)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 90 to 100, 0 of 1 taken, 0: 100",
    "KES 10 to 20, 0 of 1 taken, 11: 20; USD 100 to 110, 0 of 1 taken, 11: 110; nobody's ? to ?, 0 of 1 taken",
    "KES 20 to 31, 0 of 1 taken, 20: 31"
  ]],
  [
    "to either of two with rows of their own",
    [alike, [row(11, 10, 20), none(11, 20, 30, 90), row(11, 10, 20, inUsd)]],
    [
      "KES 0 to 10, 0 of 1 taken, 0: 10; USD 5 to 10, 0 of 1 taken, 0: 10",
      "KES 10 to 30, 1 of 2 taken, 11: no-currency; USD 10 to 20, 0 of 1 taken, 11: no-currency"
    ]
  ],
  ["to the one of two with rows of their own that goes on from them", [alike, [
    row(11, 10, 20),
    none(11, 20, 30, 90),
    row(11, 10, 20, inUsd)
  ], [row(20, 30, 33, inUsd)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 5 to 10, 0 of 1 taken, 0: 10",
    "KES 10 to 20, 0 of 1 taken, 11: 20; USD 10 to 30, 1 of 2 taken, 11: 30",
    "USD 30 to 33, 0 of 1 taken, 20: 33"
  ]],
  ["to the one that stands there behind a gap", [apart, [row(11, 105, 110, inUsd)], [none(20, 110, 120)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 90 to 100, 0 of 1 taken, 0: 100",
    "USD 105 to 110, 0 of 1 taken, 11: 110",
    "USD 110 to 120, 1 of 1 taken, 20: 120"
  ]],
  [
    "to the one that an unconfirmed row may have led there",
    [apart, [row(11, 10, 14, unconfirmed)], [none(20, 14, 15)]],
    [
      "KES 0 to 10, 0 of 1 taken, 0: 10; USD 90 to 100, 0 of 1 taken, 0: 100",
      "KES ? to ?, 0 of 1 taken, 11: unmoved|14",
      "KES 14 to 15, 1 of 1 taken, 20: 15"
    ]
  ],
  ["to nobody where a row without a balance stands before them, and they begin with another balance", [apart, [
    row(11, 10, 10, silent)
  ], [none(20, 55, 56)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 90 to 100, 0 of 1 taken, 0: 100",
    "KES ? to ?, 0 of 1 taken, 10: no-balance, 11: no-balance",
    "nobody's ? to ?, 0 of 1 taken"
  ]],
  ["to either where they are not confirmed and nothing is known of one", [[row(0, 90, 100, inUsd)], [
    row(11, 0, 10, { ...nameless, ...unconfirmed })
  ]], ["USD 90 to 100, 0 of 1 taken, 0: 100", "KES ? to ?, 1 of 1 taken, 11: no-currency"]],
  ["to one by a break where else it had two", [apart, [none(11, 5, 20)], [row(20, 20, 30)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 90 to 100, 0 of 1 taken, 0: 100",
    "KES 5 to 20, 1 of 1 taken, 11: 20",
    "KES 20 to 30, 0 of 1 taken, 20: 30"
  ]],
  [
    "to the one that has its break later",
    [[row(0, 0, 10), row(0, 3, 5, inUsd)], [none(11, 5, 20)], [row(20, 20, 30)]],
    [
      "KES 0 to 10, 0 of 1 taken, 0: 10; USD 3 to 5, 0 of 1 taken, 0: 5",
      "USD 5 to 20, 1 of 1 taken, 11: 20",
      "KES 20 to 30, 0 of 1 taken, 20: 30"
    ]
  ],
  ["to nobody rather later than sooner", [apart, [none(11, 10, 20)], [none(20, 10, 30)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 90 to 100, 0 of 1 taken, 0: 100",
    "KES 10 to 20, 1 of 1 taken, 11: 20",
    "nobody's ? to ?, 0 of 1 taken"
  ]],
  ["to nobody rather than to one by a break", [apart, [none(11, 55, 20)], [row(20, 10, 30)]], [
    "KES 0 to 10, 0 of 1 taken, 0: 10; USD 90 to 100, 0 of 1 taken, 0: 100",
    "nobody's ? to ?, 0 of 1 taken",
    "KES 10 to 30, 0 of 1 taken, 20: 30"
  ]]
]

describe("rows that name no currency belong", () => {
  for (const [what, windows, expected] of cases) {
    it(what, () => {
      assert.deepStrictEqual(settled(windowsOf(...windows)), expected)
    })
  }
})

describe("windows", () => {
  it("are left as they are where no currency is known, and where every row names one", () => {
    const loose = windowsOf([none(1, 0, 10)], [row(11, 10, 20)])
    assert.strictEqual(settle(loose, []), loose)
    const named = windowsOf(apart, [row(11, 10, 20)])
    assert.strictEqual(settle(named, [kes, usd]), named)
  })

  it("leave nothing to be told apart once they are settled", () => {
    const settledWindows = settle(windowsOf(apart, [none(11, 10, 20), none(12, 100, 101)]), [kes, usd])
    assert.deepStrictEqual(settledWindows.map(({ shared }) => shared), [[], []])
  })
})
