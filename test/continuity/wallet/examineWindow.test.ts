/**
 * What the rows of one window tell, in lines: its chains, the ways to tell rows apart that name no currency, and the places of
 * all rows in the order in which they came.
 */
import { assert, describe, it } from "@effect/vitest"
import type { WalletAnchors } from "../../../src/continuity/wallet/WalletContinuity.ts"
import { examineWindow, type WalletRow } from "../../kit/continuity.ts"
import { money } from "../statements.ts"
import { day, inUsd, kes, nameless, row, silent, unconfirmed, usd } from "./windows.ts"

const window = (rows: ReadonlyArray<WalletRow>) => ({ period: { from: day(0), to: day(9) }, rows })

const said = (rows: ReadonlyArray<WalletRow>, anchors?: ReadonlyArray<WalletAnchors>): ReadonlyArray<string> => {
  const { check: { chains, shared }, places } = examineWindow(window(rows), anchors)
  return [
    ...chains.map(({ closing, currency, opening, rows: count, verdict: { gaps, kind, modulo } }) =>
      `${currency ?? "no currency"}: ${opening ?? "?"} to ${closing ?? "?"}, ${kind}${
        gaps.map(({ missing }) => ` of ${missing}`).join("")
      }, ${count} rows${modulo.currencyAssumed > 0 ? `, ${modulo.currencyAssumed} taken` : ""}`
    ),
    ...shared.map((alternative) =>
      alternative.map(({ assumed, closing, currency, opening }) =>
        `${currency ?? "some"} ${opening} to ${closing} with ${assumed}`
      ).join(" and ")
    ),
    `places ${places.map((place) => place ?? "-").join(" ")}`
  ]
}

const none = (day: number, from: number, to: number, second = 60) => row(day, from, to, nameless, second)
/** Rows that lead nowhere, more than are told apart. */
const strewn = [1, 2, 3, 4, 5].map((index) => none(3, index * 1000, index * 1000 + 1, index))

const cases: ReadonlyArray<
  readonly [string, ReadonlyArray<WalletRow>, ReadonlyArray<string>, ReadonlyArray<WalletAnchors>?]
> = [
  ["no rows", [], ["places "]],
  ["rows of one currency", [row(1, 0, 10), row(1, 10, 20, {}, 70), row(2, 20, 30)], [
    "KES: 0 to 30, unanchored, 3 rows",
    "places 0 1 0"
  ]],
  ["rows that came in another order", [row(2, 20, 30), row(1, 10, 20, {}, 70), row(1, 0, 10)], [
    "KES: 0 to 30, unanchored, 3 rows",
    "places 0 1 0"
  ]],
  ["rows of one second that came in another order", [row(1, 20, 30), row(1, 10, 20), row(1, 0, 10)], [
    "KES: 0 to 30, unanchored, 3 rows",
    "places 2 1 0"
  ]],
  ["rows of one amount and one second", [row(1, 0, 10), row(1, 10, 0), row(1, 0, 10), row(1, 10, 0)], [
    "KES: ? to ?, unanchored, 4 rows",
    "places - - - -"
  ]],
  ["rows with a gap", [row(1, 0, 10), row(1, 15, 20, {}, 70), row(2, 20, 30)], [
    "KES: 0 to 30, gap of 5, 3 rows",
    "places 0 1 0"
  ]],
  ["a row without a balance", [row(1, 0, 10), row(1, 10, 12, silent, 65), row(1, 12, 20, {}, 70)], [
    "KES: 0 to 20, ambiguous, 3 rows",
    "places 0 - 1"
  ]],
  ["a row without a balance that came out of its order", [
    row(1, 12, 20, {}, 70),
    row(1, 10, 12, silent, 65),
    row(1, 0, 10)
  ], ["KES: 0 to 20, ambiguous, 3 rows", "places 1 - 0"]],
  ["a row that is not confirmed", [row(1, 0, 10), row(1, 10, 20, unconfirmed, 70), row(1, 10, 30, {}, 80)], [
    "KES: 0 to 30, unanchored, 3 rows",
    "places 0 - 1"
  ]],
  ["rows of two currencies that take turns", [
    row(1, 0, 10),
    row(1, 90, 100, inUsd, 65),
    row(1, 10, 20, {}, 70),
    row(1, 100, 101, inUsd, 75)
  ], ["KES: 0 to 20, unanchored, 2 rows", "USD: 90 to 101, unanchored, 2 rows", "places 0 0 1 1"]],
  ["rows in none", [none(1, 0, 10), none(1, 10, 20, 70)], ["no currency: 0 to 20, unanchored, 2 rows", "places 0 1"]],
  ["rows in none with a gap", [none(1, 0, 10), none(1, 15, 20, 70)], [
    "no currency: 0 to 20, gap of 5, 2 rows",
    "some 0 to 10 with 1 and some 15 to 20 with 1",
    "places 0 1"
  ]],
  ["rows in none that lead nowhere", strewn, [
    "no currency: 1000 to 5001, gap of 999 of 999 of 999 of 999, 5 rows",
    "places 0 1 2 3 4"
  ]],
  ["a row in none between two of a currency", [row(1, 0, 10), none(1, 10, 20, 65), row(1, 20, 30, {}, 70)], [
    "KES: 0 to 30, unanchored, 3 rows, 1 taken",
    "KES 0 to 30 with 1",
    "places 0 - 1"
  ]],
  ["a row in none behind those of a currency", [row(1, 0, 10), row(1, 10, 20, {}, 65), none(1, 20, 30, 70)], [
    "KES: 0 to 30, unanchored, 3 rows, 1 taken",
    "KES 0 to 30 with 1",
    "KES 0 to 20 with 0 and some 20 to 30 with 1",
    "places 0 - -"
  ]],
  ["a row in none that leads on neither", [row(1, 0, 10), row(1, 90, 100, inUsd), none(1, 55, 60, 70)], [
    "KES: 0 to 10, unanchored, 1 rows",
    "USD: 90 to 100, unanchored, 1 rows",
    "no currency: ? to ?, ambiguous, 1 rows",
    "KES 0 to 10 with 0 and USD 90 to 100 with 0 and some 55 to 60 with 1",
    "places - - -"
  ]],
  ["a row in none that leads on both", [row(1, 0, 10), row(1, 5, 10, inUsd), none(1, 10, 20, 70)], [
    "KES: 0 to 20, unanchored, 2 rows, 1 taken",
    "USD: 5 to 10, unanchored, 1 rows",
    "KES 0 to 20 with 1 and USD 5 to 10 with 0",
    "KES 0 to 10 with 0 and USD 5 to 20 with 1",
    "KES 0 to 10 with 0 and USD 5 to 10 with 0 and some 10 to 20 with 1",
    "places - - -"
  ]],
  ["a row in none that leads on both, of which one goes on from it", [
    row(1, 0, 10),
    row(1, 5, 10, inUsd),
    none(1, 10, 20, 70),
    row(1, 20, 30, inUsd, 80)
  ], [
    "KES: 0 to 10, unanchored, 1 rows",
    "USD: 5 to 30, unanchored, 3 rows, 1 taken",
    "KES 0 to 10 with 0 and USD 5 to 30 with 1",
    "places - 0 - 1"
  ]],
  ["rows in none that lead nowhere beside some of a currency", [row(1, 0, 10), row(2, 10, 20), ...strewn], [
    "KES: 0 to 20, unanchored, 2 rows",
    "no currency: ? to ?, ambiguous, 5 rows",
    "places 0 0 - - - - -"
  ]],
  ["rows in none of which some fit and most lead nowhere", [
    row(1, 0, 10),
    none(1, 10, 20, 70),
    ...strewn,
    row(4, 20, 30)
  ], ["KES: 0 to 30, unanchored, 3 rows, 1 taken", "no currency: ? to ?, ambiguous, 5 rows", "places - - - - - - - 0"]],
  ["rows in none that fit two currencies, taken by the first, beside some that lead nowhere", [
    row(1, 0, 10),
    none(1, 10, 20, 70),
    ...strewn,
    row(4, 20, 30),
    row(1, 0, 10, inUsd),
    row(4, 20, 30, inUsd)
  ], [
    "KES: 0 to 30, unanchored, 3 rows, 1 taken",
    "USD: 0 to 30, gap of 10, 2 rows",
    "no currency: ? to ?, ambiguous, 5 rows",
    "places - - - - - - - 0 - 0"
  ]],
  ["rows that are not confirmed beside one in none", [
    row(1, 0, 10),
    row(1, 10, 20, unconfirmed, 70),
    none(2, 20, 25),
    row(3, 25, 30)
  ], ["KES: 0 to 30, unanchored, 4 rows, 1 taken", "KES 0 to 30 with 1", "places 0 1 - 0"]],
  ["rows that are not confirmed beside one in none, which may have moved nothing", [
    row(1, 0, 10),
    row(1, 10, 20, unconfirmed, 70),
    none(2, 10, 15),
    row(3, 15, 30)
  ], ["KES: 0 to 30, unanchored, 4 rows, 1 taken", "KES 0 to 30 with 1", "places 0 - - 0"]],
  ["rows that are not confirmed beside some in none that lead nowhere", [
    row(1, 0, 10),
    row(1, 10, 20, unconfirmed, 70),
    ...strewn,
    row(4, 20, 30)
  ], ["KES: 0 to 30, unanchored, 3 rows", "no currency: ? to ?, ambiguous, 5 rows", "places 0 - - - - - - 0"]],
  ["a balance that is known", [row(1, 0, 10)], ["KES: 1 to 10, gap of -1, 1 rows", "places 0"], [{
    opening: money(1),
    closing: money(10)
  }]],
  ["a balance that is known of the currency", [row(1, 0, 10)], ["KES: 0 to 10, proven, 1 rows", "places 0"], [{
    opening: money(1)
  }, { currency: kes, opening: money(0), closing: money(10) }]],
  ["a balance that is known of another currency", [row(1, 0, 10)], ["KES: 0 to 10, unanchored, 1 rows", "places 0"], [{
    currency: usd,
    opening: money(1),
    closing: money(10)
  }]],
  ["a balance that is known of some one of two", [row(1, 0, 10), row(1, 90, 100, inUsd)], [
    "KES: 0 to 10, unanchored, 1 rows",
    "USD: 90 to 100, unanchored, 1 rows",
    "places 0 0"
  ], [{ opening: money(1), closing: money(10) }]],
  ["a balance that is known of each of two", [row(1, 0, 10), row(1, 90, 100, inUsd)], [
    "KES: 1 to 10, gap of -1, 1 rows",
    "USD: 90 to 100, proven, 1 rows",
    "places 0 0"
  ], [{ currency: usd, opening: money(90), closing: money(100) }, {
    currency: kes,
    opening: money(1),
    closing: money(10)
  }]],
  ["a balance that is known of rows in none", [none(1, 0, 10)], [
    "no currency: 0 to 10, proven, 1 rows",
    "places 0"
  ], [{ opening: money(0), closing: money(10) }]]
]

describe("a window with", () => {
  for (const [what, rows, expected, anchors] of cases) {
    it(what, () => {
      assert.deepStrictEqual(said(rows, anchors), expected)
    })
  }
})
