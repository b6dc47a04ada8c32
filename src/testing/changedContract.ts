/**
 * What every sink tells of rows that are otherwise since a window.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Money from "../domain/Money.ts"
import { format } from "../domain/Period.ts"
import type { Transaction } from "../domain/Transaction.ts"
import { type Currency, WalletNo } from "../domain/Wallet.ts"
import type { ChangedRows, Sink } from "../sink/Sink.ts"
import type { SinkTest } from "./Subject.ts"
import { february, january, money, period, row, wallet, window } from "./windows.ts"

const kes = "KES" as Currency

const inKes = (txnId: string, at: string, amount: string, more: Partial<Transaction> = {}): Transaction =>
  row(txnId, at, amount, null, { currency: kes, ...more })

const [a, b, c] = [
  inKes("A", "2024-01-05 10:00:00", "10.00"),
  inKes("B", "2024-01-06 10:00:00", "-2.00"),
  inKes("C", "2024-02-03 10:00:00", "4.00")
]

/** What is otherwise, for people to compare. */
const text = (
  {
    changes,
    currency,
    days,
    merelyCarried,
    merelyConfirmed,
    moved,
    named,
    pending,
    pendingMoved,
    place,
    rows,
    unconfirmed
  }: ChangedRows
): string =>
  `${place} ${currency} ${rows} of ${changes}: ${named.join(" ")} ${Money.format(moved)} ${format(days)}${
    merelyCarried === 0 ? "" : `, ${merelyCarried} carried`
  }${merelyConfirmed === 0 ? "" : `, ${merelyConfirmed} confirmed`}${
    unconfirmed === 0 ? "" : `, ${unconfirmed} unconfirmed`
  }${pending === 0 ? "" : `, ${pending} pending ${Money.format(pendingMoved)}`}`

const inJanuary = period("2024-01-01", "2024-01-31")

/** What is otherwise in January since its first window. */
const since = (sink: Sink["Service"], sequence = 1) =>
  Effect.map(sink.changedSince(wallet, [{ days: inJanuary, sequence }]), (changed) => changed.map(text))

const both = (rows: ReadonlyArray<Transaction>) => window("2024-01-01", "2024-02-29", rows)

/** Defines the tests. */
export const changedContract = (test: SinkTest): void => {
  test("tells rows apart whose balance alone is another", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january({}, [a, { ...b, balance: money("8.00") }]))
      const late = inKes("Z", "2024-01-05 12:00:00", "7.50")
      const carried = { ...b, balance: money("15.50"), confirmed: !b.confirmed }
      yield* sink.commit(january({}, [a, late, carried]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 2 of 2: Z B 7.50 2024-01-05, 1 carried"])
      yield* sink.commit(january({}, [a, carried]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 1 of 3: B 0.00 2024-01-06, 1 carried"])
    }))

  test("tells which rows of some days came, went or changed behind a window, and by how much", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january({}, [a, b]))
      yield* sink.commit(february({}, [c]))
      assert.deepStrictEqual(yield* since(sink), [])
      const late = inKes("D", "2024-01-31 23:59:59", "7.50")
      yield* sink.commit(january({}, [{ ...a, amount: money("11.25") }, late]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 3 of 3: A B D 10.75 2024-01-05..2024-01-31"])
      assert.deepStrictEqual(yield* since(sink, 3), [])
      yield* sink.commit(january({}, [{ ...a, amount: money("11.25") }, b, late]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 2 of 4: A D 8.75 2024-01-05..2024-01-31"])
      assert.deepStrictEqual(yield* since(sink, 3), ["0 KES 1 of 1: B -2.00 2024-01-06"])
      assert.deepStrictEqual(
        yield* sink.changedSince(WalletNo.make("W-2"), [{ days: inJanuary, sequence: 0 }]),
        []
      )
    }))

  test("tells nothing of rows that came and went again, or are again what they were", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january({}, [a, b]))
      yield* sink.commit(january({}, [{ ...a, description: "other" }, b, inKes("D", "2024-01-07 10:00:00", "1.00")]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 2 of 2: A D 1.00 2024-01-05..2024-01-07"])
      yield* sink.commit(january({}, [a, b]))
      assert.deepStrictEqual(yield* since(sink), [])
      yield* sink.commit(january({}, [a]))
      // What windows did is counted, also of rows that are again what they were.
      assert.deepStrictEqual(yield* since(sink), ["0 KES 1 of 5: B 2.00 2024-01-06"])
    }))

  test("tells nothing of a row that was taken for another one with its id until it was shown again", (sink) =>
    Effect.gen(function*() {
      const other = inKes("A", "2024-02-04 10:00:00", "-3.00")
      yield* sink.commit(both([a, b]))
      yield* sink.commit(both([b, other]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 1 of 1: A -10.00 2024-01-05"])
      yield* sink.commit(both([a, b, other]))
      assert.deepStrictEqual(yield* since(sink), [])
      yield* sink.commit(both([a, a, b, other]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 1 of 3: A 10.00 2024-01-05"])
      yield* sink.commit(both([{ ...a, balance: money("10.00") }, b, other]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 2 of 5: A A 0.00 2024-01-05"])
    }))

  test("tells by themselves of rows that are merely confirmed since, behind the others", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january({}, [{ ...a, confirmed: false }, b]))
      yield* sink.commit(january({}, [a, b]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 1 of 1: A 0.00 2024-01-05, 1 confirmed"])
      yield* sink.commit(january({}, [a, { ...b, description: "other" }]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 2 of 2: B A 0.00 2024-01-06, 1 confirmed"])
      assert.deepStrictEqual(yield* since(sink, 2), ["0 KES 1 of 1: B 0.00 2024-01-06"])
    }))

  test("takes a row for moved by its amount that tells a balance since it is confirmed, or no longer", (sink) =>
    Effect.gen(function*() {
      const pending = inKes("P", "2024-01-07 10:00:00", "50.00", { confirmed: false })
      const booked = { ...pending, confirmed: true, balance: money("60.00") }
      yield* sink.commit(january({}, [a, b, pending]))
      yield* sink.commit(january({}, [a, b, { ...pending, balance: money("60.00") }]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 1 of 1: P 0.00 2024-01-07"])
      yield* sink.commit(january({}, [a, b, booked]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 1 of 2: P 50.00 2024-01-07"])
      yield* sink.commit(january({}, [a, b, pending]))
      assert.deepStrictEqual(yield* since(sink), [])
      assert.deepStrictEqual(yield* since(sink, 3), ["0 KES 1 of 1: P -50.00 2024-01-07"])
      yield* sink.commit(january({}, [a, b, inKes("P", "2024-01-07 10:00:00", "50.00")]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 1 of 4: P 0.00 2024-01-07, 1 confirmed"])
    }))

  test("sums by themselves rows that were never confirmed, also in another currency", (sink) =>
    Effect.gen(function*() {
      const pending = inKes("P", "2024-01-07 10:00:00", "50.00", { confirmed: false })
      yield* sink.commit(january({}, [a, b]))
      yield* sink.commit(january({}, [a, b, pending]))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 1 of 1: P 0.00 2024-01-07, 1 unconfirmed, 1 pending 50.00"])
      yield* sink.commit(january({}, [a, { ...b, amount: money("3.00") }, { ...pending, amount: money("40.00") }]))
      assert.deepStrictEqual(yield* since(sink), [
        "0 KES 2 of 3: B P -1.00 2024-01-06..2024-01-07, 1 unconfirmed, 1 pending 40.00"
      ])
      assert.deepStrictEqual(yield* since(sink, 2), [
        "0 KES 2 of 2: B P -1.00 2024-01-06..2024-01-07, 1 unconfirmed, 1 pending -10.00"
      ])
      yield* sink.commit(january({}, [a, b, { ...pending, currency: "USD" as Currency }]))
      assert.deepStrictEqual(yield* since(sink, 2), [
        "0 KES 1 of 4: P 0.00 2024-01-07, 1 unconfirmed, 1 pending -50.00",
        "0 USD 1 of 2: P 0.00 2024-01-07, 1 unconfirmed, 1 pending 50.00"
      ])
      yield* sink.commit(january({}, [a, b, { ...pending, amount: money("60.00"), confirmed: true }]))
      assert.deepStrictEqual(yield* since(sink, 2), ["0 KES 1 of 5: P 10.00 2024-01-07"])
      yield* sink.commit(january({}, [a, b]))
      assert.deepStrictEqual(yield* since(sink, 2), [
        "0 KES 1 of 6: P 0.00 2024-01-07, 1 unconfirmed, 1 pending -50.00"
      ])
      const later = inKes("Q", "2024-01-08 10:00:00", "1.00")
      yield* sink.commit(january({}, [a, b, { ...pending, description: "KES told otherwise" }, later]))
      assert.deepStrictEqual(yield* since(sink, 2), [
        "0 KES 2 of 8: Q P 1.00 2024-01-07..2024-01-08, 1 unconfirmed"
      ])
    }))

  test("tells of each currency by itself, and of a row that has another one now in both", (sink) =>
    Effect.gen(function*() {
      const usd = "USD" as Currency
      yield* sink.commit(january({}, [a, b]))
      yield* sink.commit(
        january({}, [a, { ...b, currency: usd }, inKes("D", "2024-01-07 10:00:00", "1.00", { currency: null })])
      )
      assert.deepStrictEqual(yield* since(sink), [
        "0 null 1 of 1: D 1.00 2024-01-07",
        "0 KES 1 of 1: B 2.00 2024-01-06",
        "0 USD 1 of 1: B -2.00 2024-01-06"
      ])
    }))

  test("tells of a row that moved to another day where it was and where it is, each asked for by itself", (sink) =>
    Effect.gen(function*() {
      const moving = { ...a, balance: money("110.00") }
      yield* sink.commit(january({}, [moving, b]))
      yield* sink.commit(
        february({ runId: "run-2" }, [{ ...moving, localTime: Date.parse("2024-02-02T10:00:00Z") }, c])
      )
      const asked = [
        { days: inJanuary, sequence: 1 },
        { days: period("2024-02-01", "2024-02-29"), sequence: 1 },
        { days: period("2024-01-01", "2024-02-29"), sequence: 1 },
        { days: period("2024-02-03", "2024-02-03"), sequence: 2 },
        { days: period("2024-01-06", "2024-01-31"), sequence: 0 }
      ]
      assert.deepStrictEqual((yield* sink.changedSince(wallet, asked)).map(text), [
        "0 KES 1 of 1: A -10.00 2024-01-05",
        "1 KES 2 of 2: A C 14.00 2024-02-02..2024-02-03",
        "2 KES 2 of 2: A C 4.00 2024-02-02..2024-02-03",
        "4 KES 1 of 1: B -2.00 2024-01-06"
      ])
      assert.deepStrictEqual(yield* sink.changedSince(wallet, []), [])
    }))

  test("names the first three of many rows by day and id, and counts all", (sink) =>
    Effect.gen(function*() {
      yield* sink.commit(january())
      const many = ["\u{1f600}", "\uffee", "Z", "A", "Y"].map((txnId, index) =>
        inKes(txnId, `2024-01-0${index === 3 ? 4 : 5} 10:00:0${index}`, "1.00")
      )
      yield* sink.commit(january({}, many))
      assert.deepStrictEqual(yield* since(sink), ["0 KES 5 of 5: A Y Z 5.00 2024-01-04..2024-01-05"])
    }))
}
