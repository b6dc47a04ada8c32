/**
 * How rows that name no currency can be told apart beside rows that do, as lines: each way with its chains, their balances, their
 * first and last row, how many rows they took that name none, and on which side they are open; the rows that each currency is given
 * by the likeliest way; and the rows that may have moved nothing.
 */
import { assert, describe, it } from "@effect/vitest"
import { type Alternative, share } from "../../../src/continuity/wallet/sharing.ts"
import { Currency } from "../../../src/domain/Wallet.ts"
import { asRows } from "../../kit/continuity.ts"
import { shortRows } from "../shortRows.ts"

const kes = Currency.make("KES")
const usd = Currency.make("USD")
const eur = Currency.make("EUR")

const told = (alternative: Alternative): string =>
  alternative.map(({ assumed, closing, currency, first, isOpen, isOpenBefore, last, opening }) =>
    [
      `${currency ?? "nobody's"} ${opening} to ${closing}`,
      `${first.txnId} to ${last.txnId}`,
      ...(assumed === 0 ? [] : [`${assumed} assumed`]),
      ...(isOpenBefore ? ["open before"] : []),
      ...(isOpen ? ["open behind"] : [])
    ].join(", ")
  ).join("; ")

const shared = (text: string, currencies: ReadonlyArray<Currency>, jitter?: number): ReadonlyArray<string> => {
  const rows = shortRows(text)
  const letters = (indexes: ReadonlyArray<number>): string => indexes.map((index) => rows[index]?.txnId).join("")
  const found = share(asRows(rows), currencies, jitter)
  if (found === undefined) return ["can't be told apart"]
  const { alternatives, doubtful, given } = found
  return [
    ...alternatives.map(told),
    ...Array.from(
      given,
      ([currency, indexes]) =>
        `${currency ?? "nobody"} is given ${letters(currency === null ? indexes.toSorted() : indexes)}`
    ),
    ...(doubtful.length === 0 ? [] : [`doubtful ${letters(doubtful)}`])
  ]
}

type Case = readonly [string, rows: string, ReadonlyArray<Currency>, ReadonlyArray<string>]

const cases: ReadonlyArray<Case> = [
  ["rows that all name one", "0>10@1KES 10>20@2KES", [kes], ["KES 0 to 20, A to B"]],
  ["rows that all name one and do not meet", "0>10@1KES 11>20@2KES", [kes], ["can't be told apart"]],
  ["rows of two", "0>10@1KES 50>60@2USD 10>20@3KES 60>70@4USD", [kes, usd], [
    "KES 0 to 20, A to C; USD 50 to 70, B to D"
  ]],
  ["rows with ways that come again, the likeliest first and given", "0>10@1? 50>60@2 0>5@3? 5>10@4? 10>11@5", [], [
    "nobody's 0 to 11, C to E, 3 assumed; nobody's 50 to 60, B to B, 1 assumed",
    "nobody's 5 to 11, D to E, 2 assumed; nobody's 50 to 60, B to B, 1 assumed",
    "nobody's 10 to 11, E to E, 1 assumed; nobody's 50 to 60, B to B, 1 assumed",
    "nobody is given BCDE",
    "doubtful ACD"
  ]],
  ["a row between that fits", "0>10@1KES 10>20@2 20>30@3KES", [kes], [
    "KES 0 to 30, A to C, 1 assumed",
    "KES is given B"
  ]],
  ["a row between that does not fit", "0>10@1KES 50>60@2 10>30@3KES", [kes], [
    "KES 0 to 30, A to C; nobody's 50 to 60, B to B, 1 assumed",
    "nobody is given B"
  ]],
  ["a row between that fits and stands in the way", "0>10@1KES 10>20@2 10>30@3KES", [kes], [
    "KES 0 to 30, A to C; nobody's 10 to 20, B to B, 1 assumed",
    "nobody is given B"
  ]],
  ["a row behind that fits", "0>10@1KES 10>20@2", [kes], [
    "KES 0 to 20, A to B, 1 assumed",
    "KES 0 to 10, A to A; nobody's 10 to 20, B to B, 1 assumed",
    "KES is given B"
  ]],
  ["a row before that fits", "0>10@1 10>20@2KES", [kes], [
    "KES 0 to 20, A to B, 1 assumed",
    "KES 10 to 20, B to B; nobody's 0 to 10, A to A, 1 assumed",
    "KES is given A"
  ]],
  ["a row behind that does not fit", "0>10@1KES 11>20@2", [kes], [
    "KES 0 to 10, A to A; nobody's 11 to 20, B to B, 1 assumed",
    "nobody is given B"
  ]],
  ["a row before that does not fit", "0>10@1 11>20@2KES", [kes], [
    "KES 11 to 20, B to B; nobody's 0 to 10, A to A, 1 assumed",
    "nobody is given A"
  ]],
  ["a row of the last second that fits", "0>10@1KES 10>20@1", [kes], [
    "KES 0 to 20, A to B, 1 assumed",
    "KES 0 to 10, A to A; nobody's 10 to 20, B to B, 1 assumed",
    "KES is given B"
  ]],
  ["a row behind the last of one, and before the last of another", "0>10@1KES 50>60@2USD 10>20@3 60>70@4USD", [
    kes,
    usd
  ], [
    "KES 0 to 20, A to C, 1 assumed; USD 50 to 70, B to D",
    "KES 0 to 10, A to A; USD 50 to 70, B to D; nobody's 10 to 20, C to C, 1 assumed",
    "KES is given C"
  ]],
  ["a row behind the first of one, and before the first of another", "0>10@1KES 10>20@2 20>30@3KES 50>60@4USD", [
    kes,
    usd
  ], ["KES 0 to 30, A to C, 1 assumed; USD 50 to 60, D to D", "KES is given B"]],
  ["a row behind the first ones and before the last ones", "0>10@1KES 50>60@1USD 10>20@2 20>30@3KES 60>70@3USD", [
    kes,
    usd
  ], ["KES 0 to 30, A to D, 1 assumed; USD 50 to 70, B to E", "KES is given C"]],
  ["a row that two may take", "0>10@1KES 5>10@2USD 10>20@3", [kes, usd], [
    "KES 0 to 20, A to C, 1 assumed; USD 5 to 10, B to B",
    "KES 0 to 10, A to A; USD 5 to 20, B to C, 1 assumed",
    "KES 0 to 10, A to A; USD 5 to 10, B to B; nobody's 10 to 20, C to C, 1 assumed",
    "KES is given C"
  ]],
  ["a row that two may take, one of which needs it", "0>10@1KES 5>10@2USD 10>20@3 20>30@4USD", [kes, usd], [
    "KES 0 to 10, A to A; USD 5 to 30, B to D, 1 assumed",
    "USD is given C"
  ]],
  ["a row that names one and meets another", "0>10@1KES 50>60@1USD 60>70@2 10>20@3 20>25@4 70>80@5KES", [kes, usd], [
    "can't be told apart"
  ]],
  ["rows to be taken by both", "0>10@1KES 50>60@1USD 60>70@2 10>20@3 20>25@4KES 70>80@5USD", [kes, usd], [
    "KES 0 to 25, A to E, 1 assumed; USD 50 to 80, B to F, 1 assumed",
    "KES is given D",
    "USD is given C"
  ]],
  ["rows beside one that is named by none", "0>10@1KES", [kes, usd], ["KES 0 to 10, A to A"]],
  ["rows between that lead back", "0>10@1KES 10>20@2 20>10@3 10>15@5KES", [kes], [
    "KES 0 to 15, A to D, 2 assumed",
    "KES is given BC"
  ]],
  ["rows between that lead back, from the first second on", "0>10@1KES 10>20@1 20>10@2 10>15@5KES", [kes], [
    "KES 0 to 15, A to D, 2 assumed",
    "KES 0 to 15, A to D; nobody's 10 to 10, B to C, 2 assumed",
    "KES is given BC"
  ]],
  [
    "rows between that lead back, before another's first",
    "0>10@1KES 10>20@2 20>10@3 50>60@4USD 60>61@9USD 10>15@9KES",
    [kes, usd],
    [
      "KES 0 to 15, A to F, 2 assumed; USD 50 to 61, D to E",
      "KES 0 to 15, A to F; USD 50 to 61, D to E; nobody's 10 to 10, B to C, 2 assumed",
      "KES 0 to 15, A to F; USD 50 to 61, D to E; nobody's 10 to 20, B to B, 1 assumed; nobody's 20 to 10, C to C, 1 assumed",
      "KES is given BC"
    ]
  ],
  [
    "rows between that lead back, behind another's last",
    "50>60@0USD 0>10@1KES 10>20@2 20>10@3 10>15@5KES",
    [kes, usd],
    [
      "KES 0 to 15, B to E, 2 assumed; USD 50 to 60, A to A",
      "KES 0 to 15, B to E; USD 50 to 60, A to A; nobody's 10 to 10, C to D, 2 assumed",
      "KES 0 to 15, B to E; USD 50 to 60, A to A; nobody's 10 to 20, C to C, 1 assumed; nobody's 20 to 10, D to D, 1 assumed",
      "KES is given CD"
    ]
  ],
  ["rows between that lead back, in whatever order they came", "10>15@5KES 20>10@3 10>20@2 0>10@1KES", [kes], [
    "KES 0 to 15, D to A, 2 assumed",
    "KES is given CB"
  ]],
  ["rows between that lead back, beside one without rows", "0>10@1KES 10>20@2 20>10@3 10>15@5KES", [kes, usd], [
    "KES 0 to 15, A to D, 2 assumed",
    "KES 0 to 15, A to D; USD 10 to 10, B to C, 2 assumed",
    "KES 0 to 15, A to D; USD 10 to 20, B to B, 1 assumed; nobody's 20 to 10, C to C, 1 assumed",
    "KES 0 to 15, A to D; USD 20 to 10, C to C, 1 assumed; nobody's 10 to 20, B to B, 1 assumed",
    "KES 0 to 15, A to D; nobody's 10 to 10, B to C, 2 assumed",
    "KES 0 to 15, A to D; nobody's 10 to 20, B to B, 1 assumed; nobody's 20 to 10, C to C, 1 assumed",
    "KES is given BC"
  ]],
  ["a row of the last second, beside one that leads nowhere", "0>10@1KES 10>10@5KES 10>20@5", [kes], [
    "KES 0 to 20, A to C, 1 assumed",
    "KES 0 to 10, A to B; nobody's 10 to 20, C to C, 1 assumed",
    "KES is given C"
  ]],
  ["a row of the last second, behind the first", "0>10@1KES 10>15@5KES 15>20@5", [kes], [
    "KES 0 to 20, A to C, 1 assumed",
    "KES 0 to 15, A to B; nobody's 15 to 20, C to C, 1 assumed",
    "KES is given C"
  ]],
  ["rows of one second that make up two", "0>10@1 50>60@1", [], [
    "nobody's 0 to 10, A to A, 1 assumed; nobody's 50 to 60, B to B, 1 assumed",
    "nobody is given AB"
  ]],
  ["rows alone", "0>10@1 10>20@2", [], [
    "nobody's 0 to 20, A to B, 2 assumed",
    "nobody's 0 to 10, A to A, 1 assumed; nobody's 10 to 20, B to B, 1 assumed",
    "nobody is given AB"
  ]],
  ["rows alone that make up two", "0>10@1 50>60@2 10>20@3 60>70@4", [], [
    "nobody's 0 to 20, A to C, 2 assumed; nobody's 50 to 70, B to D, 2 assumed",
    "nobody is given ABCD"
  ]],
  ["rows alone that make up three", "0>10@1 50>60@2 90>95@3", [], [
    "nobody's 0 to 10, A to A, 1 assumed; nobody's 50 to 60, B to B, 1 assumed; nobody's 90 to 95, C to C, 1 assumed",
    "nobody is given ABC"
  ]],
  ["rows alone that make up four", "0>10@1 50>60@2 90>95@3 80>85@4", [], ["can't be told apart"]],
  ["rows alone that may be one or two", "0>10@1 10>0@2", [], [
    "nobody's 0 to 0, A to B, 2 assumed",
    "nobody's 0 to 10, A to A, 1 assumed; nobody's 10 to 0, B to B, 1 assumed",
    "nobody is given AB"
  ]],
  ["rows beside one that make up three", "0>10@1KES 50>60@2 90>95@3 80>85@4", [kes], [
    "KES 0 to 10, A to A; nobody's 50 to 60, B to B, 1 assumed; nobody's 80 to 85, D to D, 1 assumed; nobody's 90 to 95, C to C, 1 assumed",
    "nobody is given BCD"
  ]],
  ["rows beside one that make up four", "0>10@1KES 50>60@2 90>95@3 80>85@4 70>75@5", [kes], ["can't be told apart"]],
  ["an unconfirmed row", "0>10@1KES 10>20@2?", [kes], [
    "KES 0 to 20, A to B, 1 assumed",
    "KES 0 to 10, A to A",
    "KES 0 to 10, A to A; nobody's 10 to 20, B to B, 1 assumed",
    "KES is given B",
    "doubtful B"
  ]],
  ["an unconfirmed row that names one", "0>10@1KES 10>20@2?KES", [kes], [
    "KES 0 to 20, A to B",
    "KES 0 to 10, A to A",
    "doubtful B"
  ]],
  ["an unconfirmed row that another needs", "0>10@1KES 10>20@2? 20>30@3KES", [kes], [
    "KES 0 to 30, A to C, 1 assumed",
    "KES is given B"
  ]],
  ["unconfirmed rows that lead back", "0>10@1KES 10>20@2?KES 20>10@3?KES", [kes], [
    "KES 0 to 10, A to C, open behind",
    "KES 0 to 20, A to B",
    "doubtful BC"
  ]],
  ["unconfirmed rows that lead back before another", "0>10@1KES 10>20@2?KES 20>10@3?KES 10>15@4KES", [kes], [
    "KES 0 to 15, A to D",
    "doubtful BC"
  ]],
  ["rows without balances alone", "0>10@1_ 10>20@2_KES", [kes], [""]],
  ["no row", "", [kes], [""]]
]

describe("rows that name no currency are told apart, or not", () => {
  for (const [what, rows, currencies, expected] of cases) {
    it(what, () => {
      assert.deepStrictEqual(shared(rows, currencies), expected)
    })
  }
})

const day = 86_400

type Open = readonly [string, rows: string, jitter: number | undefined, ReadonlyArray<string>]

const open: ReadonlyArray<Open> = [
  ["by a row without a balance behind it", "0>10@50KES 10>20@60KES 20>30@70_KES", undefined, [
    "KES 0 to 20, A to B, open behind"
  ]],
  ["by one in its last second", "0>10@50KES 10>20@60KES 20>30@60_KES", undefined, ["KES 0 to 20, A to B, open behind"]],
  ["by one before it", "0>10@50KES 10>20@60KES 20>30@40_KES", undefined, ["KES 0 to 20, A to B, open before"]],
  ["by one in its first second", "0>10@50KES 10>20@60KES 20>30@50_KES", undefined, [
    "KES 0 to 20, A to B, open before"
  ]],
  ["by none between", "0>10@50KES 10>20@60KES 20>30@55_KES", undefined, ["KES 0 to 20, A to B"]],
  ["by one that names none", "0>10@50KES 10>20@60KES 20>30@70_", undefined, ["KES 0 to 20, A to B, open behind"]],
  ["by none that names another", "0>10@50KES 10>20@60KES 20>30@70_USD", undefined, ["KES 0 to 20, A to B"]],
  ["by one twice as far as the jitter before its end", "0>10@10KES 10>20@60KES 20>30@50_KES", 5, [
    "KES 0 to 20, A to B, open behind"
  ]],
  ["by none farther than that", "0>10@10KES 10>20@60KES 20>30@49_KES", 5, ["KES 0 to 20, A to B"]],
  ["by one twice as far as the jitter behind its beginning", "0>10@50KES 10>20@90KES 20>30@60_KES", 5, [
    "KES 0 to 20, A to B, open before"
  ]],
  ["by none farther behind than that", "0>10@50KES 10>20@90KES 20>30@61_KES", 5, ["KES 0 to 20, A to B"]],
  ["by jitter at the end of its last day", `0>10@50KES 10>20@${day - 5}KES`, 5, ["KES 0 to 20, A to B, open behind"]],
  ["by none before that", `0>10@50KES 10>20@${day - 6}KES`, 5, ["KES 0 to 20, A to B"]],
  ["by jitter at the beginning of its first day", "0>10@4KES 10>20@60KES", 5, ["KES 0 to 20, A to B, open before"]],
  ["by none behind that", "0>10@5KES 10>20@60KES", 5, ["KES 0 to 20, A to B"]],
  ["not by jitter at the beginning of its last day", `0>10@50KES 10>20@${day}KES`, 5, ["KES 0 to 20, A to B"]],
  ["not by a midnight where times are right", `0>10@0KES 10>20@${day - 1}KES`, undefined, ["KES 0 to 20, A to B"]]
]

describe("a chain of rows that are told apart is open", () => {
  for (const [what, rows, jitter, expected] of open) {
    it(what, () => {
      assert.deepStrictEqual(shared(rows, [kes], jitter), expected)
    })
  }

  it("for each currency by itself", () => {
    assert.deepStrictEqual(shared("0>10@10KES 50>60@20USD 10>20@30_KES 90>95@5", [kes, usd, eur]), [
      "EUR 90 to 95, D to D, 1 assumed; KES 0 to 10, A to A, open behind; USD 50 to 60, B to B",
      "KES 0 to 10, A to A, open behind; USD 50 to 60, B to B; nobody's 90 to 95, D to D, 1 assumed",
      "EUR is given D"
    ])
  })
})

describe("ways to tell rows apart", () => {
  it("are thirty-two at most", () => {
    const rows = Array.from({ length: 9 }, (_, at) => `${at}>${at + 1}@${at}?`).join(" ")
    assert.strictEqual(share(asRows(shortRows(rows)), [kes])?.alternatives.length, 32)
  })

  it("allow for times that are wrong by the jitter", () => {
    const apart = "KES 0 to 10, B to B; nobody's 10 to 20, A to A, 1 assumed"
    assert.deepStrictEqual(shared("10>20@1 0>10@3KES", [kes]), [apart, "nobody is given A"])
    assert.deepStrictEqual(shared("10>20@101 0>10@103KES", [kes], 1), [
      "KES 0 to 20, B to A, 1 assumed",
      apart,
      "KES is given A"
    ])
  })
})
