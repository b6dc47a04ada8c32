/**
 * How rows that name no currency can be told apart, as lines: how many chains nobody takes, then each chain with its currency, its
 * balances, its rows, those that were taken for it and those without a balance, and what stands behind its days.
 */
import { assert, describe, it } from "@effect/vitest"
import { isNamed, type Naming, namingsOf, untold } from "../../../src/continuity/wallet/namings.ts"
import { addDays } from "../../../src/domain/Period.ts"
import type { Currency } from "../../../src/domain/Wallet.ts"
import type { WalletRow } from "../../kit/continuity.ts"
import { firstDay, onDay } from "../statements.ts"
import { inUsd, kes, silent, usd, windowOf as windowBetween } from "./windows.ts"

/** A row of a day, from one balance to another; it names no currency. */
const row = (day: number, from: number, to: number, more: Partial<WalletRow> = {}): WalletRow =>
  onDay(day, 60, from, to, { txnId: `T${day}`, ...more })
const named = { currency: kes }

/** Rows that lead nowhere, more than are told apart. */
const strewn = [1, 2, 3, 4, 5].map((second) => onDay(3, second, second * 1000, second * 1000 + 1))

const windowOf = (rows: ReadonlyArray<WalletRow>) => windowBetween(0, 9, rows)

const told = ({ chains, unnamed }: Naming): ReadonlyArray<string> => [
  `${unnamed} unnamed`,
  ...chains.map((chain) => {
    const { closing, currency, days, first: begins, last, mayRest, opening, rows, verdict, ways } = chain
    const ends = days.map(({ day, hasRows, open, passages }) =>
      `${day - firstDay}${hasRows ? "" : " eve"} ${open ?? passages.map(({ balance }) => balance).join("|")}`
    )
    return [
      `${currency ?? "nobody's"} ${opening ?? "?"} to ${closing ?? "?"}`,
      `${verdict.kind}${verdict.gaps.map((gap) => ` of ${gap.currency}`).join("")}`,
      `${rows} rows, ${verdict.modulo.currencyAssumed} taken, ${verdict.modulo.noBalance} silent`,
      `${begins?.txnId ?? "?"} to ${last?.txnId ?? "?"}${verdict.rows.map((txnId) => ` ${txnId}`).join("")}`,
      ways.map((way) => `${way.opening} to ${way.closing}`).join(" or "),
      ends.join(", "),
      mayRest ? "may rest" : ""
    ].filter((part) => part !== "").join("; ")
  })
]

const daysOf = ({ currency, days }: Naming["chains"][number]): string =>
  `${currency}: ${days.map(({ day }) => day - firstDay).join(" ")}`

const cases: ReadonlyArray<
  readonly [string, ReadonlyArray<WalletRow>, ReadonlyArray<Currency>, ReadonlyArray<ReadonlyArray<string>>]
> = [
  ["one that is named", [row(1, 0, 10, named)], [kes], [[
    "0 unnamed",
    "KES 0 to 10; unanchored; 1 rows, 0 taken, 0 silent; T1 to T1; 0 to 10; 1 10"
  ]]],
  ["rows of a wallet with one currency", [row(1, 0, 10), row(2, 10, 30)], [kes], [[
    "0 unnamed",
    "KES 0 to 30; unanchored; 2 rows, 2 taken, 0 silent; T1 to T2; 0 to 30; 1 10, 2 30"
  ]]],
  ["rows of a wallet with two", [row(1, 0, 10), row(2, 10, 30)], [kes, usd], [
    ["0 unnamed", "KES 0 to 30; unanchored; 2 rows, 2 taken, 0 silent; T1 to T2; 0 to 30; 1 10, 2 30"],
    ["0 unnamed", "USD 0 to 30; unanchored; 2 rows, 2 taken, 0 silent; T1 to T2; 0 to 30; 1 10, 2 30"],
    ["1 unnamed", "nobody's ? to ?; ambiguous; 2 rows, 0 taken, 0 silent; ? to ? T1 T2"]
  ]],
  ["rows of a wallet with none that is known", [row(1, 0, 10), row(2, 10, 30)], [], [[
    "1 unnamed",
    "nobody's ? to ?; ambiguous; 2 rows, 0 taken, 0 silent; ? to ? T1 T2"
  ]]],
  ["rows with a gap, of a wallet with one", [row(1, 0, 10), row(2, 15, 30)], [kes], [
    [
      "1 unnamed",
      "KES 0 to 10; unanchored; 1 rows, 1 taken, 0 silent; T1 to T1; 0 to 10; 1 10",
      "nobody's ? to ?; ambiguous; 1 rows, 0 taken, 0 silent; ? to ? T2"
    ],
    [
      "1 unnamed",
      "KES 15 to 30; unanchored; 1 rows, 1 taken, 0 silent; T2 to T2; 15 to 30; 2 30",
      "nobody's ? to ?; ambiguous; 1 rows, 0 taken, 0 silent; ? to ? T1"
    ],
    ["2 unnamed", "nobody's ? to ?; ambiguous; 2 rows, 0 taken, 0 silent; ? to ? T1 T2"],
    ["0 unnamed", "KES 0 to 30; gap of KES; 2 rows, 2 taken, 0 silent; T1 to T2; 0 to 30; 1 order, 2 30"]
  ]],
  ["rows with a gap, of a wallet with two", [row(1, 0, 10), row(2, 15, 30)], [kes, usd], [
    [
      "0 unnamed",
      "KES 0 to 10; unanchored; 1 rows, 1 taken, 0 silent; T1 to T1; 0 to 10; 1 10",
      "USD 15 to 30; unanchored; 1 rows, 1 taken, 0 silent; T2 to T2; 15 to 30; 2 30"
    ],
    [
      "1 unnamed",
      "KES 0 to 10; unanchored; 1 rows, 1 taken, 0 silent; T1 to T1; 0 to 10; 1 10",
      "nobody's ? to ?; ambiguous; 1 rows, 0 taken, 0 silent; ? to ? T2"
    ],
    [
      "0 unnamed",
      "USD 0 to 10; unanchored; 1 rows, 1 taken, 0 silent; T1 to T1; 0 to 10; 1 10",
      "KES 15 to 30; unanchored; 1 rows, 1 taken, 0 silent; T2 to T2; 15 to 30; 2 30"
    ],
    [
      "1 unnamed",
      "USD 0 to 10; unanchored; 1 rows, 1 taken, 0 silent; T1 to T1; 0 to 10; 1 10",
      "nobody's ? to ?; ambiguous; 1 rows, 0 taken, 0 silent; ? to ? T2"
    ],
    [
      "1 unnamed",
      "KES 15 to 30; unanchored; 1 rows, 1 taken, 0 silent; T2 to T2; 15 to 30; 2 30",
      "nobody's ? to ?; ambiguous; 1 rows, 0 taken, 0 silent; ? to ? T1"
    ],
    [
      "1 unnamed",
      "USD 15 to 30; unanchored; 1 rows, 1 taken, 0 silent; T2 to T2; 15 to 30; 2 30",
      "nobody's ? to ?; ambiguous; 1 rows, 0 taken, 0 silent; ? to ? T1"
    ],
    ["2 unnamed", "nobody's ? to ?; ambiguous; 2 rows, 0 taken, 0 silent; ? to ? T1 T2"],
    ["1 unnamed", "nobody's ? to ?; ambiguous; 2 rows, 0 taken, 0 silent; ? to ? T1 T2"]
  ]],
  ["rows of two that take turns", [row(1, 0, 10), row(2, 100, 130), row(3, 10, 12), row(4, 130, 150)], [kes, usd], [
    [
      "0 unnamed",
      "KES 0 to 12; unanchored; 2 rows, 2 taken, 0 silent; T1 to T3; 0 to 12; 1 no-currency, 3 12",
      "USD 100 to 150; unanchored; 2 rows, 2 taken, 0 silent; T2 to T4; 100 to 150; 2 no-currency, 4 150"
    ],
    [
      "1 unnamed",
      "KES 0 to 12; unanchored; 2 rows, 2 taken, 0 silent; T1 to T3; 0 to 12; 1 no-currency, 3 12",
      "nobody's ? to ?; ambiguous; 2 rows, 0 taken, 0 silent; ? to ? T2 T4"
    ],
    [
      "0 unnamed",
      "USD 0 to 12; unanchored; 2 rows, 2 taken, 0 silent; T1 to T3; 0 to 12; 1 no-currency, 3 12",
      "KES 100 to 150; unanchored; 2 rows, 2 taken, 0 silent; T2 to T4; 100 to 150; 2 no-currency, 4 150"
    ],
    [
      "1 unnamed",
      "USD 0 to 12; unanchored; 2 rows, 2 taken, 0 silent; T1 to T3; 0 to 12; 1 no-currency, 3 12",
      "nobody's ? to ?; ambiguous; 2 rows, 0 taken, 0 silent; ? to ? T2 T4"
    ],
    [
      "1 unnamed",
      "KES 100 to 150; unanchored; 2 rows, 2 taken, 0 silent; T2 to T4; 100 to 150; 2 no-currency, 4 150",
      "nobody's ? to ?; ambiguous; 2 rows, 0 taken, 0 silent; ? to ? T1 T3"
    ],
    [
      "1 unnamed",
      "USD 100 to 150; unanchored; 2 rows, 2 taken, 0 silent; T2 to T4; 100 to 150; 2 no-currency, 4 150",
      "nobody's ? to ?; ambiguous; 2 rows, 0 taken, 0 silent; ? to ? T1 T3"
    ],
    ["2 unnamed", "nobody's ? to ?; ambiguous; 4 rows, 0 taken, 0 silent; ? to ? T1 T3 T2 T4"],
    ["1 unnamed", "nobody's ? to ?; ambiguous; 4 rows, 0 taken, 0 silent; ? to ? T1 T4"]
  ]],
  [
    "a row between two of a currency that leads from one to the other",
    [row(1, 0, 10, named), row(2, 10, 30), row(3, 30, 35, named)],
    [kes, usd],
    [[
      "0 unnamed",
      "KES 0 to 35; unanchored; 3 rows, 1 taken, 0 silent; T1 to T3; 0 to 35; 1 no-currency, 2 no-currency, 3 35"
    ]]
  ],
  ["a row between two of a currency that does not", [row(1, 0, 10, named), row(2, 100, 130), row(3, 10, 35, named)], [
    kes,
    usd
  ], [[
    "0 unnamed",
    "KES 0 to 35; unanchored; 2 rows, 0 taken, 0 silent; T1 to T3; 0 to 35; 1 no-currency, 3 35",
    "USD 100 to 130; unanchored; 1 rows, 1 taken, 0 silent; T2 to T2; 100 to 130; 2 130"
  ], [
    "1 unnamed",
    "KES 0 to 35; unanchored; 2 rows, 0 taken, 0 silent; T1 to T3; 0 to 35; 1 no-currency, 3 35",
    "nobody's ? to ?; ambiguous; 1 rows, 0 taken, 0 silent; ? to ? T2"
  ]]],
  ["a row without a balance among them", [row(1, 0, 10), row(2, 10, 30, silent), row(3, 30, 31)], [kes, usd], [
    ["0 unnamed", "KES 0 to 31; ambiguous; 3 rows, 3 taken, 1 silent; T1 to T3 T2; 0 to 31; 1 order, 2 order, 3 31"],
    ["0 unnamed", "USD 0 to 31; ambiguous; 3 rows, 3 taken, 1 silent; T1 to T3 T2; 0 to 31; 1 order, 2 order, 3 31"],
    ["1 unnamed", "nobody's ? to ?; ambiguous; 3 rows, 0 taken, 0 silent; ? to ? T1 T3"]
  ]],
  [
    "a row without a balance beside two that take turns",
    [row(1, 0, 10), row(2, 100, 130), row(3, 10, 12), row(4, 130, 150), row(5, 1, 2, silent)],
    [kes, usd],
    [
      [
        "0 unnamed",
        "KES 0 to 12; unanchored; 3 rows, 2 taken, 1 silent; T1 to T3; 0 to 12; 1 no-currency, 3 no-currency",
        "USD 100 to 150; unanchored; 2 rows, 2 taken, 0 silent; T2 to T4; 100 to 150; 2 no-currency, 4 no-currency"
      ],
      [
        "1 unnamed",
        "KES 0 to 12; unanchored; 3 rows, 2 taken, 1 silent; T1 to T3; 0 to 12; 1 no-currency, 3 no-currency",
        "nobody's ? to ?; ambiguous; 2 rows, 0 taken, 0 silent; ? to ? T2 T4"
      ],
      [
        "0 unnamed",
        "USD 0 to 12; unanchored; 3 rows, 2 taken, 1 silent; T1 to T3; 0 to 12; 1 no-currency, 3 no-currency",
        "KES 100 to 150; unanchored; 2 rows, 2 taken, 0 silent; T2 to T4; 100 to 150; 2 no-currency, 4 no-currency"
      ],
      [
        "1 unnamed",
        "USD 0 to 12; unanchored; 3 rows, 2 taken, 1 silent; T1 to T3; 0 to 12; 1 no-currency, 3 no-currency",
        "nobody's ? to ?; ambiguous; 2 rows, 0 taken, 0 silent; ? to ? T2 T4"
      ],
      [
        "1 unnamed",
        "KES 100 to 150; unanchored; 3 rows, 2 taken, 1 silent; T2 to T4; 100 to 150; 2 no-currency, 4 no-currency",
        "nobody's ? to ?; ambiguous; 2 rows, 0 taken, 0 silent; ? to ? T1 T3"
      ],
      [
        "1 unnamed",
        "USD 100 to 150; unanchored; 3 rows, 2 taken, 1 silent; T2 to T4; 100 to 150; 2 no-currency, 4 no-currency",
        "nobody's ? to ?; ambiguous; 2 rows, 0 taken, 0 silent; ? to ? T1 T3"
      ],
      ["2 unnamed", "nobody's ? to ?; ambiguous; 5 rows, 0 taken, 1 silent; ? to ? T1 T3 T2 T4"],
      ["1 unnamed", "nobody's ? to ?; ambiguous; 5 rows, 0 taken, 0 silent; ? to ? T1 T4"]
    ]
  ],
  [
    "a row behind which a currency has one without a balance",
    [row(1, 0, 10, named), row(2, 10, 30), row(3, 30, 33, { ...named, ...silent })],
    [kes],
    [[
      "0 unnamed",
      "KES 0 to 30; unanchored; 3 rows, 1 taken, 1 silent; T1 to T2; 0 to 30; 1 no-currency, 2 no-currency, 3 no-balance"
    ], [
      "1 unnamed",
      "KES 0 to 10; unanchored; 2 rows, 0 taken, 1 silent; T1 to T1; 0 to 10; 1 no-currency, 2 no-balance, 3 no-balance",
      "nobody's ? to ?; ambiguous; 1 rows, 0 taken, 0 silent; ? to ? T2"
    ]]
  ],
  ["a row that one with a row on its eve takes", [row(1, 5, 10), row(2, 10, 30, named), row(4, 1, 2, silent)], [kes], [[
    "0 unnamed",
    "KES 5 to 30; unanchored; 3 rows, 1 taken, 1 silent; T1 to T2; 5 to 30; 1 no-currency, 2 no-currency"
  ], [
    "1 unnamed",
    "KES 10 to 30; unanchored; 2 rows, 0 taken, 1 silent; T2 to T2; 10 to 30; 2 no-currency",
    "nobody's ? to ?; ambiguous; 1 rows, 0 taken, 0 silent; ? to ? T1"
  ]]],
  ["rows that lead nowhere beside one of a currency", [row(1, 0, 10, named), ...strewn], [kes, usd], [[
    "1 unnamed",
    "KES 0 to 10; unanchored; 1 rows, 0 taken, 0 silent; T1 to T1; 0 to 10; 1 10",
    "nobody's ? to ?; ambiguous; 5 rows, 0 taken, 0 silent; 3/1/1001 to 3/5/5001 3/1/1001 3/2/2001 3/3/3001 3/4/4001 3/5/5001; 3 5001"
  ]]],
  [
    "a row behind those of a currency that begin with one without a balance",
    [row(1, 3, 5, { ...named, ...silent }), row(2, 0, 10, named), onDay(2, 90, 10, 20)],
    [kes],
    [[
      "0 unnamed",
      "KES 0 to 20; unanchored; 3 rows, 1 taken, 1 silent; T2 to 2/90/20; 0 to 20; 0 eve no-balance, 1 no-currency, 2 20"
    ], [
      "1 unnamed",
      "KES 0 to 10; unanchored; 2 rows, 0 taken, 1 silent; T2 to T2; 0 to 10; 0 eve no-balance, 1 no-currency, 2 10",
      "nobody's ? to ?; ambiguous; 1 rows, 0 taken, 0 silent; ? to ? 2/90/20"
    ]]
  ]
]

describe("rows that name no currency", () => {
  for (const [what, rows, known, expected] of cases) {
    it(`are told apart in all ways that there are: ${what}`, () => {
      assert.deepStrictEqual(namingsOf(windowOf(rows), known).map(told), expected)
    })
  }

  it("stay untaken once no currency took them", () => {
    const [first] = namingsOf(windowOf([row(1, 0, 10), row(2, 10, 30)]), [kes, usd]).toReversed()
    const untaken = { chains: first?.chains ?? [], shared: [] }
    assert.deepStrictEqual(untaken.chains.map(({ currency }) => currency), [null])
    assert.deepStrictEqual(namingsOf(untaken, [kes, usd]), [{ chains: untaken.chains, unnamed: 1 }])
    assert.deepStrictEqual(namingsOf(untaken, [kes]), [{ chains: untaken.chains, unnamed: 1 }])
  })

  it("stand in the order of days with those of a currency that takes them from before its own", () => {
    const dollars = [row(2, 10, 12, { ...inUsd, txnId: "U2" }), row(3, 12, 15, { ...inUsd, txnId: "U3" })]
    const shillings = [row(2, 10, 20, named), row(3, 20, 30, named)]
    const [inShillings, inDollars] = namingsOf(windowOf([row(1, 5, 10), ...shillings, ...dollars]), [kes, usd])
    assert.deepStrictEqual(inShillings?.chains.map(daysOf), ["KES: 1 2 3", "USD: 2 3"])
    assert.strictEqual(inDollars?.chains.map(daysOf)[1], "USD: 1 2 3")
  })

  it("leave open what stood before rows of the currency that takes them, where these stand near a midnight", () => {
    const rows = [onDay(1, 1, 0, 10, named), onDay(1, 90, 10, 20)]
    const [taken] = namingsOf(windowBetween(0, 9, rows, { jitter: 5 }), [kes])
    const [eve, day] = taken?.chains[0]?.days ?? []
    assert.deepStrictEqual([eve?.day, eve?.hasRows, eve?.open, eve?.passages], [firstDay, false, "no-currency", []])
    assert.deepStrictEqual([day?.day, day?.hasRows, day?.open], [addDays(firstDay, 1), true, null])
  })

  it("are not counted with those of a currency that tells no balance where another takes them", () => {
    const [, inDollars] = namingsOf(windowOf([row(1, 10, 12, { ...named, ...silent }), row(2, 0, 10)]), [kes, usd])
    assert.deepStrictEqual(inDollars?.chains.map(({ currency, rows, ways }) => [currency, rows, ways.length]), [
      [kes, 1, 0],
      [usd, 1, 1]
    ])
  })

  it("are none where every chain bears a name", () => {
    assert.isTrue(isNamed(windowOf([row(1, 0, 10, named)])))
    assert.isTrue(isNamed(windowOf([])))
    assert.isFalse(isNamed(windowOf([row(1, 0, 10, named), row(2, 100, 130)])))
    assert.isFalse(isNamed(windowOf([row(1, 0, 10)])))
    const window = windowOf([row(1, 0, 10, named)])
    assert.isFalse(isNamed({ ...window, shared: [[]] }))
  })

  it("leave open what stands behind a day, from one on", () => {
    const [chain] = windowOf([row(1, 0, 10, named), row(2, 10, 20, named), row(3, 20, 30, named)]).chains
    if (chain === undefined) return assert.fail()
    const opens = (from: number) => untold(chain, from).days.map(({ hasRows, open }) => `${hasRows} ${open}`)
    const [known, open] = ["true null", "true no-currency"]
    assert.deepStrictEqual([0, 1, 2, 3].map(opens), [
      [open, open, open],
      [known, open, open],
      [known, known, open],
      [known, known, known]
    ])
    assert.deepStrictEqual(untold(chain, 1).days[1]?.passages, [])
  })
})
