import { assert, describe, it } from "@effect/vitest"
import { dayPlaces } from "../../../src/continuity/chain/dayPlaces.ts"
import { Money, parse } from "../../../src/domain/Money.ts"
import { dayFromNumber } from "../../../src/domain/Period.ts"
import { Currency } from "../../../src/domain/Wallet.ts"
import { examineWindow, type WalletRow } from "../../kit/continuity.ts"

const money = (text: string): Money => Money.make(parse(text) as bigint)

const row = (
  day: number,
  second: number,
  amount: string,
  balance: string | null,
  more: Partial<WalletRow> = {}
): WalletRow => ({
  txnId: `${day}.${second}`,
  type: amount.startsWith("-") ? "Debit" : "Credit",
  amount: money(amount.replace("-", "")),
  balance: balance === null ? null : money(balance),
  confirmed: true,
  localTime: day * 86_400_000 + second * 1000,
  currency: null,
  ...more
})

const places = (rows: ReadonlyArray<WalletRow>) =>
  examineWindow({ period: { from: dayFromNumber(0), to: dayFromNumber(9) }, rows }).places

const on = (...days: ReadonlyArray<number>) => days.map((day) => day * 86_400_000 + 5000)

describe("places within days", () => {
  it("are counted from the days' own order, not from the order of the chain", () => {
    const given = { members: Int32Array.of(2, 0, 1, 3), positions: [0, 1, 2, 3] }
    assert.deepStrictEqual(dayPlaces(on(1, 2, 2, 9), given), [0, 0, 1, 0])
  })

  it("are unknown where the balances put a row among those of another day", () => {
    const given = { members: Int32Array.of(0, 1, 2, 3), positions: [2, 1, 0, 3] }
    assert.deepStrictEqual(dayPlaces(on(1, 1, 2, 2), given), [null, 1, null, 1])
  })

  it("are unknown for rows that are no part of the chain, and not counted", () => {
    const given = { members: Int32Array.of(1, 2), positions: [0, 0, 1] }
    assert.deepStrictEqual(dayPlaces(on(1, 2, 2), given), [null, 0, 1])
    assert.deepStrictEqual(dayPlaces(on(1, 2, 3), { ...given, positions: [null, 0, null] }), [null, 0, null])
  })

  it("are neither given to rows that name no currency nor taken by them", () => {
    const given = { members: Int32Array.of(0, 3, 1, 4, 2), positions: [0, 2, 4, 1, 3] }
    assert.deepStrictEqual(dayPlaces(on(1, 1, 2, 1, 2), given, 3), [0, 1, 0, null, null])
  })

  it("begin anew each day and follow the balances, whatever order the rows came in", () => {
    assert.deepStrictEqual(
      places([row(1, 2, "2", "3"), row(2, 1, "5", "8"), row(1, 1, "1", "1"), row(2, 1, "1", "9")]),
      [1, 0, 0, 1]
    )
  })

  it("are not moved by a row without a balance on an earlier day", () => {
    assert.deepStrictEqual(
      places([row(1, 1, "1", "1"), row(1, 2, "7", null), row(2, 1, "5", "6"), row(2, 2, "1", "7")]),
      [0, null, 0, 1]
    )
  })

  it("count each currency by itself", () => {
    const [kes, usd] = [{ currency: Currency.make("KES") }, { currency: Currency.make("USD") }]
    assert.deepStrictEqual(
      places([
        row(1, 1, "1", "1", kes),
        row(1, 2, "9", "90", usd),
        row(1, 3, "1", "2", kes),
        row(1, 4, "9", "99", usd)
      ]),
      [0, 0, 1, 1]
    )
  })

  it("are unknown for rows of one second that could be exchanged", () => {
    assert.deepStrictEqual(
      places([row(1, 1, "1", "1"), row(1, 2, "1", "2"), row(1, 2, "-1", "1"), row(1, 2, "1", "2")]),
      [0, null, 2, null]
    )
  })
})
