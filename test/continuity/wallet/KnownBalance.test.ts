import { assert, describe, it } from "@effect/vitest"
import {
  balancesOf,
  boundaryOf,
  isLoaded,
  type KnownBalance,
  place,
  rowDaysOf
} from "../../../src/continuity/wallet/KnownBalance.ts"
import { toldDaysOf } from "../../../src/continuity/wallet/toldDays.ts"
import type { Day } from "../../../src/domain/Period.ts"
import type { ChainEnd } from "../../../src/domain/Verdict.ts"
import type { Currency } from "../../../src/domain/Wallet.ts"
import type { WalletRow } from "../../kit/continuity.ts"
import { firstDay } from "../statements.ts"
import { closing, day, kes, opening, row, silent, usd, windowOf } from "./windows.ts"

const known = (number: number, end: ChainEnd, currency: Currency | null = kes): KnownBalance =>
  (end === "opening" ? opening : closing)(number, 0, currency)

/** A row of a day; without a balance where it says so. */
const on = (number: number, currency: Currency | null = kes, isTold = true): WalletRow =>
  row(number, number, number + 1, { currency, ...(isTold ? {} : silent) })

const numbers = (days: ReadonlyArray<Day>): ReadonlyArray<number> => days.map((each) => each - firstDay)
const sources = (balances: ReadonlyArray<KnownBalance>) => balances.map(({ source }) => source)

describe("a balance that is known of a day", () => {
  it("stands before a day's first row or behind its last", () => {
    assert.strictEqual(boundaryOf(known(3, "opening")), day(3))
    assert.strictEqual(boundaryOf(known(3, "closing")), day(4))
  })

  it("is of its own currency, and without one of a wallet's only chain", () => {
    const balances = [known(1, "opening", kes), known(2, "opening", usd), known(3, "opening", null)]
    const of = (currency: Currency | null, ...all: ReadonlyArray<Currency>) =>
      sources(balancesOf(balances, currency, all))
    assert.deepStrictEqual(of(kes, kes), ["opening of 1", "opening of 3"])
    assert.deepStrictEqual(of(kes, kes, usd), ["opening of 1"])
    assert.deepStrictEqual(of(usd, kes, usd), ["opening of 2"])
    assert.deepStrictEqual(of(null), ["opening of 3"])
    assert.deepStrictEqual(of(null, kes), [])
  })
})

describe("the days of a currency's rows", () => {
  const windows = [
    windowOf(4, 6, [on(5), on(6, usd), on(4, usd)]),
    windowOf(0, 3, [on(1, kes, false), on(2), on(3, kes, false)])
  ]

  it("are those of all windows, in their order", () => {
    assert.deepStrictEqual(numbers(rowDaysOf(windows, kes)), [1, 2, 3, 5])
    assert.deepStrictEqual(numbers(rowDaysOf(windows, usd)), [4, 6])
    assert.deepStrictEqual(rowDaysOf(windows, null), [])
  })

  it("tell a balance from the first that does to the last", () => {
    assert.deepStrictEqual(numbers(toldDaysOf(windows, kes)), [2, 5])
    assert.deepStrictEqual(numbers(toldDaysOf(windows, usd)), [4, 6])
    const between = [windowOf(0, 9, [on(1), on(2, kes, false), on(3), on(4, kes, false), on(0, kes, false)])]
    assert.deepStrictEqual(numbers(toldDaysOf(between, kes)), [1, 2, 3])
    assert.deepStrictEqual(toldDaysOf([windowOf(0, 9, [on(1, kes, false), on(2, kes, false)])], kes), [])
  })
})

describe("days that were loaded", () => {
  it("are all from one to another, which is left out", () => {
    const windows = [windowOf(0, 2, []), windowOf(3, 3, []), windowOf(5, 8, [])]
    const loaded = (from: number, until: number) => isLoaded(windows, day(from), day(until))
    assert.deepStrictEqual([loaded(0, 3), loaded(0, 4), loaded(0, 5), loaded(1, 4)], [true, true, false, true])
    assert.deepStrictEqual([loaded(4, 5), loaded(4, 4), loaded(5, 9), loaded(5, 10)], [false, true, true, false])
    assert.isTrue(isLoaded([windowOf(0, 9, []), windowOf(2, 3, [])], day(1), day(10)))
    assert.isFalse(isLoaded([windowOf(4, 9, [])], day(3), day(6)))
  })
})

const placed = (windows: Parameters<typeof place>[0], ...balances: ReadonlyArray<KnownBalance>) => {
  const { before, behind, between } = place(windows, kes, balances)
  return [sources(before), sources(between), sources(behind)]
}

describe("the place of balances that are known of a chain", () => {
  it("is before the first row, between rows or behind the last one, the nearest to them first or last", () => {
    const windows = [windowOf(0, 3, [on(2), on(3)]), windowOf(4, 9, [on(5)])]
    assert.deepStrictEqual(
      placed(
        windows,
        known(7, "closing"),
        known(5, "closing"),
        known(3, "opening"),
        known(5, "opening"),
        known(2, "opening"),
        known(1, "opening"),
        known(2, "closing"),
        known(1, "closing"),
        known(6, "opening")
      ),
      [
        ["opening of 1", "closing of 1", "opening of 2"],
        ["closing of 2", "opening of 3", "opening of 5"],
        ["closing of 5", "opening of 6", "closing of 7"]
      ]
    )
  })

  it("is none where days between it and the rows were not loaded", () => {
    const windows = [windowOf(0, 0, []), windowOf(2, 4, [on(3)]), windowOf(6, 9, [])]
    assert.deepStrictEqual(
      placed(windows, known(0, "opening"), known(2, "opening"), known(4, "closing"), known(6, "closing")),
      [
        ["opening of 2"],
        [],
        ["closing of 4"]
      ]
    )
  })

  it("is at either end of what was loaded where there is no row", () => {
    const windows = [windowOf(2, 4, []), windowOf(5, 6, [])]
    assert.deepStrictEqual(
      placed(
        windows,
        known(6, "closing"),
        known(2, "opening"),
        known(1, "opening"),
        known(1, "closing"),
        known(7, "closing"),
        known(5, "opening")
      ),
      [["opening of 2", "opening of 5"], [], ["closing of 1", "closing of 6"]]
    )
    assert.deepStrictEqual(placed([], known(2, "opening"), known(3, "closing")), [[], [], []])
  })
})
