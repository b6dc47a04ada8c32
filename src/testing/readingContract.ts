/**
 * What every sink gives back of the rows that it keeps.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { fromTenThousandths } from "../domain/Money.ts"
import * as Rows from "../domain/Rows.ts"
import { type Currency, WalletNo } from "../domain/Wallet.ts"
import type { SinkTest } from "./Subject.ts"
import { january, money, period, row, wallet } from "./windows.ts"

const byTime = (rows: Rows.BalancedRows) =>
  Array.from({ length: rows.count }, (_, index) => ({
    localTime: rows.localTime[index] ?? Number.NaN,
    amount: rows.amount[index],
    balance: rows.hasBalance[index] === 1 ? rows.balance[index] : null,
    isCredit: rows.credit[index],
    isConfirmed: rows.confirmed[index],
    isRepeated: rows.timeFlag[index] === Rows.repeatedTime,
    currency: rows.currencies[rows.currency[index] ?? -1]
  })).sort((left, right) => left.localTime - right.localTime)

/** Defines the tests. */
export const readingContract = (test: SinkTest): void => {
  const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
  const b = row("B", "2024-01-05 11:00:00", "-4.50", "105.50")
  const awkward = "NUL \u0000, 'quoted', 金額 😀"

  test("gives the live rows of some days as they came", (sink) =>
    Effect.gen(function*() {
      const odd = row("\u0000'", "2024-01-31 23:59:59", "99999999999999.9999", null, {
        description: awkward,
        confirmed: false,
        timeFlag: "marker-conflict"
      })
      yield* sink.commit(january({}, [a, b, odd]))
      yield* sink.commit(january({}, [a, odd]))
      const rows = yield* sink.rowsOf(wallet, period("2024-01-05", "2024-01-31"))
      assert.deepStrictEqual([...rows].sort((left, right) => left.localTime - right.localTime), [a, odd])
      const columns = Rows.toArray(yield* sink.liveRows(wallet, period("2024-01-05", "2024-01-31")))
      assert.deepStrictEqual([...columns].sort((left, right) => left.localTime - right.localTime), [a, odd])
      assert.deepStrictEqual(yield* sink.rowsOf(wallet, period("2024-01-06", "2024-01-30")), [])
      assert.deepStrictEqual(yield* sink.rowsOf(WalletNo.make("W-2"), period("2024-01-01", "2024-01-31")), [])
    }))

  test("gives of the live rows of some days what balances are checked by", (sink) =>
    Effect.gen(function*() {
      const largest = 2 ** 52
      const [fits, tooLarge] = [fromTenThousandths(BigInt(largest)), fromTenThousandths(BigInt(largest) + 1n)]
      const odd = ["KES", null, "USD", "USD", null, null, "KES"].map((currency, index) =>
        row(`C${index}`, `2024-01-06 10:00:0${index}`, index % 2 === 0 ? "1.00" : "-1.00", null, {
          currency: currency as Currency | null,
          confirmed: index !== 3,
          timeFlag: ([null, "ambiguous-local", "marker-conflict", "nonexistent-local"] as const)[index] ?? null,
          balance: [fits, tooLarge, fromTenThousandths(-BigInt(largest)), null][index] ?? money("-0.0001"),
          amount: index === 5 ? tooLarge : money("0.0001")
        })
      )
      const many = Array.from({ length: 5_000 }, (_, index) => ({
        ...row(`M${index}`, "2024-01-07 00:00:00", index % 3 === 0 ? "-1.50" : "2.25", `${index}.00`),
        localTime: Date.parse("2024-01-07T00:00:00Z") + index * 10_000
      }))
      yield* sink.commit(january({}, [a, ...odd, ...many]))
      yield* sink.commit(january({}, [...odd, ...many]))
      const balanced = yield* sink.balancedRows(wallet, period("2024-01-05", "2024-01-07"))
      assert.deepStrictEqual(byTime(balanced), byTime(Rows.from([...odd, ...many])))
      const none = yield* sink.balancedRows(WalletNo.make("W-2"), period("2024-01-01", "2024-01-31"))
      assert.deepStrictEqual(byTime(none), [])
    }))

  test("keeps texts of every length as they came", (sink) =>
    Effect.gen(function*() {
      const texts = [
        "",
        "A",
        "12345678901",
        "123456789012",
        "1234567890123",
        "é",
        "12345678901é",
        "金額金額",
        "\u007f",
        "\u0080"
      ]
      const rows = texts.map((txnId, index) =>
        row(txnId, `2024-01-05 10:00:${String(index).padStart(2, "0")}`, "1.00", null, { description: `${txnId}|` })
      )
      yield* sink.commit(january({}, rows))
      const kept = yield* sink.rowsOf(wallet, period("2024-01-05", "2024-01-05"))
      assert.deepStrictEqual([...kept].sort((left, right) => left.localTime - right.localTime), rows)
    }))
}
