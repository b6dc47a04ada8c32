import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { dropDuplicates } from "../../../src/domain/duplicates.ts"
import * as Money from "../../../src/domain/Money.ts"
import * as Columns from "../../../src/domain/Rows.ts"
import type { Transaction } from "../../../src/domain/Transaction.ts"
import { contentKey } from "../../../src/sink/plan/rowContent.ts"
import { type StoredRow, unmatchedIds, type WindowDiff, windowDiff } from "../../../src/sink/plan/windowDiff.ts"
import { row, wallet } from "../../../src/testing/windows.ts"

// Few different values, so that ids, amounts and whole rows meet again and again.
const Seed = Schema.Struct({
  id: Schema.Literals(["", " ", "A", "B", "C"]),
  second: Schema.Literals([0, 1, 2]),
  amount: Schema.Literals([1, 2]),
  balance: Schema.NullOr(Schema.Literals([5, 6])),
  description: Schema.Literals(["x", "y"]),
  debit: Schema.Boolean
})
const Rows = Schema.Array(Seed).check(Schema.isMaxLength(12))
const Shuffle = Schema.Array(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))).check(
  Schema.isMinLength(12),
  Schema.isMaxLength(12)
)

const transaction = (seed: typeof Seed.Type): Transaction => ({
  walletNo: wallet,
  txnId: seed.id,
  type: seed.debit ? "Debit" : "Credit",
  amount: Money.fromTenThousandths(BigInt(seed.amount)),
  balance: seed.balance === null ? null : Money.fromTenThousandths(BigInt(seed.balance)),
  currency: null,
  description: seed.description,
  confirmed: true,
  occurredAt: seed.second * 1000,
  localTime: seed.second * 1000,
  dateText: `second ${seed.second}`,
  timeFlag: null
})

const distinct = (seeds: ReadonlyArray<typeof Seed.Type>): ReadonlyArray<Transaction> =>
  Columns.toArray(dropDuplicates(Columns.from(seeds.map(transaction))).rows)

const diffOf = (
  fetched: ReadonlyArray<Transaction>,
  inside: ReadonlyArray<StoredRow>,
  complete = true
): WindowDiff =>
  windowDiff({
    fetched: Columns.from(fetched),
    positions: fetched.map(() => null),
    complete,
    inside,
    elsewhere: [],
    freeLegs: new Map()
  })

/** The stored rows after a diff. */
const apply = (
  inside: ReadonlyArray<StoredRow>,
  fetched: ReadonlyArray<Transaction>,
  diff: WindowDiff
): Array<StoredRow> => {
  const after = new Map<StoredRow, StoredRow>()
  for (const { index, stored } of [...diff.changes, ...diff.returns]) {
    after.set(stored, { ...stored, transaction: fetched[index] ?? stored.transaction, withdrawn: false })
  }
  for (const stored of diff.withdrawals) after.set(stored, { ...stored, withdrawn: true })
  return [
    ...inside.map((stored) => after.get(stored) ?? stored),
    ...diff.inserts.flatMap(({ index, leg }) => {
      const found = fetched[index]
      return found === undefined ? [] : [{ transaction: found, leg, position: null, withdrawn: false }]
    })
  ]
}

const text = (entry: StoredRow): string =>
  `${entry.transaction.txnId}#${entry.leg} ${contentKey(entry.transaction)} ${entry.withdrawn}`
const contents = (rows: ReadonlyArray<Transaction>): Array<string> =>
  rows.map((entry) => `${entry.txnId} ${contentKey(entry)}`).sort()

/** Three windows of the same days, one after the other, each complete or cut off. */
const history = (
  windows: ReadonlyArray<readonly [ReadonlyArray<Transaction>, boolean]>
): Array<StoredRow> =>
  windows.reduce<Array<StoredRow>>(
    (stored, [fetched, complete]) => apply(stored, fetched, diffOf(fetched, stored, complete)),
    []
  )

const storedAs = (stored: Transaction, leg: number, withdrawn = false): StoredRow => ({
  transaction: stored,
  leg,
  position: null,
  withdrawn
})

describe("the difference of a window", () => {
  it.effect.prop(
    "is empty when the same window comes again",
    [Rows, Rows, Schema.Boolean],
    ([first, second, whole]) =>
      Effect.sync(() => {
        const fetched = distinct(second)
        const stored = history([[distinct(first), true], [fetched, whole]])
        const again = diffOf(fetched, stored, whole)
        assert.strictEqual(again.unchanged.length, fetched.length)
        assert.deepStrictEqual(apply(stored, fetched, again), stored)
      }),
    { arbitrary: { seed: 7, runs: 500 } }
  )

  it.effect.prop(
    "leaves exactly the fetched rows live when the window is complete",
    [Rows, Rows, Rows],
    (windows) =>
      Effect.sync(() => {
        const fetched = windows.map(distinct)
        const stored = history(fetched.map((rows) => [rows, true] as const))
        const live = stored.filter((entry) => !entry.withdrawn).map((entry) => entry.transaction)
        assert.deepStrictEqual(contents(live), contents(fetched.at(-1) ?? []))
      }),
    { arbitrary: { seed: 7, runs: 500 } }
  )

  it.effect.prop(
    "does not depend on the order of arrival",
    [Rows, Rows, Shuffle],
    ([first, second, shuffle]) =>
      Effect.sync(() => {
        const stored = history([[distinct(first), true], [distinct(first.slice(1)), true]])
        const fetched = distinct(second)
        const shuffled = fetched
          .map((entry, index) => ({ entry, key: shuffle[index] ?? 0 }))
          .sort((left, right) => left.key - right.key)
          .map(({ entry }) => entry)
        const one = apply(stored, fetched, diffOf(fetched, stored))
        const other = apply(stored, shuffled, diffOf(shuffled, stored))
        assert.deepStrictEqual(other.map(text).sort(), one.map(text).sort())
      }),
    { arbitrary: { seed: 7, runs: 500 } }
  )

  it.effect.prop(
    "withdraws nothing when the window may be cut off",
    [Rows, Rows],
    ([first, second]) =>
      Effect.sync(() => {
        const fetched = distinct(second)
        const stored = history([[distinct(first), true]])
        const diff = diffOf(fetched, stored, false)
        assert.deepStrictEqual(diff.withdrawals, [])
        assert.isTrue(apply(stored, fetched, diff).every((entry) => !entry.withdrawn))
      }),
    { arbitrary: { seed: 7, runs: 300 } }
  )

  it.effect.prop("accounts for every row, deletes none and gives each its own leg", [Rows, Rows, Schema.Boolean], (
    [first, second, whole]
  ) =>
    Effect.sync(() => {
      const fetched = distinct(second)
      const stored = history([[distinct(first), true]])
      const diff = diffOf(fetched, stored, whole)
      const { changes, inserts, returns, unchanged, withdrawals } = diff
      assert.strictEqual(inserts.length + changes.length + returns.length + unchanged.length, fetched.length)
      const indices = [...inserts, ...changes, ...returns, ...unchanged].map(({ index }) => index)
      assert.strictEqual(new Set(indices).size, fetched.length)
      const touched = [...[...changes, ...returns, ...unchanged].map((match) => match.stored), ...withdrawals]
      assert.strictEqual(new Set(touched).size, touched.length)
      const after = apply(stored, fetched, diff)
      assert.strictEqual(after.length, stored.length + inserts.length)
      const identities = after.map((entry) => `${entry.transaction.txnId}#${entry.leg}`)
      assert.strictEqual(new Set(identities).size, identities.length)
    }), { arbitrary: { seed: 7, runs: 500 } })

  it.effect.prop(
    "looks on other days only for ids it has not found",
    [Rows, Rows],
    ([first, second]) =>
      Effect.sync(() => {
        const fetched = distinct(second)
        const stored = history([[distinct(first), true]])
        const diff = diffOf(fetched, stored)
        const unmatched = unmatchedIds(Columns.from(fetched), stored)
        for (const { index } of [...diff.inserts, ...diff.changes]) {
          assert.isTrue(unmatched.has(fetched[index]?.txnId ?? "?"))
        }
        if (diff.inserts.length + diff.changes.length === 0) assert.strictEqual(unmatched.size, 0)
      }),
    { arbitrary: { seed: 7, runs: 300 } }
  )

  const base = row("A", "2024-01-05 10:00:00", "10.00", "110.00")

  it("pairs a changed row with the stored row that it resembles most", () => {
    const payment = storedAs(base, 0)
    const fee = storedAs({ ...base, type: "Debit", amount: Money.fromTenThousandths(1000n) }, 1)
    const diff = diffOf([{ ...fee.transaction, description: "fee, corrected" }, base], [payment, fee])
    assert.deepStrictEqual(diff.changes, [{ stored: fee, index: 0 }])
    assert.deepStrictEqual(diff.unchanged, [{ stored: payment, index: 1 }])
  })

  it("prefers a live row to a withdrawn one that is as like", () => {
    const [one, other] = [base, { ...base, confirmed: false }]
    for (
      const [gone, live] of [[storedAs(one, 0, true), storedAs(other, 1)], [
        storedAs(other, 0, true),
        storedAs(one, 1)
      ]] as const
    ) {
      const diff = diffOf([{ ...base, description: "corrected" }], [gone, live])
      assert.deepStrictEqual(diff.changes.map(({ stored }) => stored), [live])
      assert.deepStrictEqual(diff.returns, [])
    }
  })

  it("never takes a row with a blank id for one that moved", () => {
    const blank = { ...base, txnId: "" }
    const diff = windowDiff({
      fetched: Columns.from([blank]),
      positions: [null],
      complete: true,
      inside: [],
      elsewhere: [storedAs({ ...blank, localTime: 0 }, 0)],
      freeLegs: new Map([["", 1]])
    })
    assert.deepStrictEqual(diff.inserts, [{ index: 0, leg: 1 }])
  })

  it("takes a row of other days for another leg when its amount, balance or description differ, or have no balance", () => {
    const elsewhere = (transaction: Transaction) =>
      windowDiff({
        fetched: Columns.from([{ ...base, balance: transaction.balance === null ? null : base.balance }]),
        positions: [null],
        complete: true,
        inside: [],
        elsewhere: [storedAs(transaction, 0)],
        freeLegs: new Map([["A", 1]])
      })
    const earlier = { ...base, localTime: 0 }
    assert.strictEqual(elsewhere(earlier).changes.length, 1)
    for (
      const other of [
        { ...earlier, amount: Money.zero },
        { ...earlier, balance: Money.zero },
        { ...earlier, description: "other" },
        { ...earlier, balance: null }
      ]
    ) assert.deepStrictEqual(elsewhere(other).inserts, [{ index: 0, leg: 1 }])
  })

  it("does not take a blank id for the same transaction when only the description agrees", () => {
    const blank = { ...base, txnId: "" }
    const diff = diffOf([{ ...blank, amount: Money.zero }], [storedAs(blank, 0)])
    assert.deepStrictEqual([diff.inserts, diff.withdrawals.length], [[{ index: 0, leg: 1 }], 1])
  })
})

describe("duplicates", () => {
  it("are rows with the same id that agree in every field", () => {
    const base = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
    const other = { ...base, confirmed: false }
    const { duplicates, rows } = dropDuplicates(Columns.from([base, other, { ...base }, { ...other }, base]))
    assert.deepStrictEqual([Columns.toArray(rows), duplicates], [[base, other], 3])
  })

  it("are never rows with a blank id", () => {
    const blank = row(" ", "2024-01-05 10:00:00", "10.00", "110.00")
    assert.strictEqual(dropDuplicates(Columns.from([blank, blank])).rows.count, 2)
  })
})
