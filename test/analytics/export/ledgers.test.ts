/**
 * What is exported of pulled rows: balances that are known, rows that are in them, and days that are proven.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { Ledger } from "../../../src/analytics/export/Ledger.ts"
import { ledgerReader, ledgersOf, type Selection } from "../../../src/analytics/export/LedgerReader.ts"
import * as Money from "../../../src/domain/Money.ts"
import type { StatementRecord } from "../../../src/domain/StatementRecord.ts"
import { Database, type DatabaseReader } from "../../../src/sink/duckdb/index.ts"
import { recordsOf } from "../../kit/fakeStatement.ts"
import { dayOf, inWorld, type World } from "../../kit/nights.ts"
import { layerOpen } from "../../kit/openFile.ts"
import { wallet } from "../../kit/pullSettings.ts"

const entry = (id: string, day: number, hour: number, amount: string) => ({
  id,
  at: `${dayOf(day)} ${String(hour).padStart(2, "0")}:00:00`,
  amount
})

const unconfirmed = (records: ReadonlyArray<StatementRecord>, ...ids: ReadonlyArray<string>) =>
  records.map((record) => (ids.includes(record.txnId) ? { ...record, confirmed: false } : record))

/** The ledgers of a file in which pulls of the records end up. */
const ledgersBehind = (
  records: ReadonlyArray<StatementRecord>,
  pulls: (world: World) => Effect.Effect<unknown, unknown>,
  ...selections: ReadonlyArray<Partial<Selection>>
) =>
  Effect.gen(function*() {
    let path = ""
    const found: Array<ReadonlyArray<Ledger>> = []
    yield* inWorld(
      (place) => {
        path = place
        return layerOpen(place)
      },
      records,
      (world) =>
        Effect.gen(function*() {
          yield* pulls(world)
          const database = yield* Database.openReadOnly(path)
          for (const selection of selections) {
            const all = { wallets: [wallet], from: null, to: null, mayBeUnproven: false, ...selection }
            const ledgers = yield* ledgersOf(database, all)
            for (const ledger of ledgers) yield* agreesWithItsRows(database, ledger)
            found.push(ledgers)
          }
        }).pipe(Effect.scoped)
    )
    return found
  })

const agreesWithItsRows = Effect.fnUntraced(
  function*(database: DatabaseReader, ledger: Ledger) {
    const [all = [], ...inPieces] = yield* Effect.forEach(
      [undefined, 1, 2, 3, 5],
      (mostSorted) =>
        Effect.map(Stream.runCollect(ledgerReader(database, mostSorted).rows(ledger)), (rows) => rows.flat())
    )
    for (const rows of inPieces) assert.deepStrictEqual(rows, all)
    const posted = all.filter(({ isPosted }) => isPosted)
    const sum = posted.reduce((total, { signed }) => Money.add(total, signed), Money.zero)
    assert.deepStrictEqual([posted.length, all.length - posted.length], [ledger.rows, ledger.pending])
    assert.strictEqual(sum, Money.subtract(ledger.credits, ledger.debits))
    if (ledger.unproven.length === 0) {
      assert.isNotNull(ledger.opening)
      assert.strictEqual(Money.add(ledger.opening ?? Money.zero, sum), ledger.closing, "what is proven ties")
    }
  }
)

const text = ({ closing, from, opening, pending, rows, to, unproven }: Ledger): string =>
  `${from}..${to} ${rows}+${pending} ${opening === null ? "?" : Money.format(opening)} ${
    closing === null ? "?" : Money.format(closing)
  }${unproven.length === 0 ? "" : ` ${unproven.join(" ")}`}`

const book = recordsOf(
  [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [
    entry(`A${day}`, day, 9, "100"),
    entry(`B${day}`, day, 15, `-${day + 1}`)
  ]),
  "1000"
)

describe("a ledger", () => {
  it.effect("has the row that a first pull could not place, when the rows behind it are loaded", () =>
    Effect.gen(function*() {
      const records = unconfirmed(book, "B3")
      const [[ledger] = []] = yield* ledgersBehind(
        records,
        ({ pull }) => Effect.andThen(pull({ night: 4, from: 0, to: 3 }), pull({ night: 7 })),
        {}
      )
      assert.strictEqual(ledger?.pending, 0)
      assert.deepStrictEqual(ledger?.unproven, [])
      assert.strictEqual(ledger?.days.length, 5)
    }))

  it.effect("is not called proven where its rows do not lead to its balance, whichever of two alike moved it", () =>
    Effect.gen(function*() {
      const alike = recordsOf([
        entry("A", 0, 9, "100"),
        entry("C", 1, 9, "100"),
        entry("P", 1, 10, "-50"),
        entry("D", 2, 9, "100"),
        entry("E", 3, 9, "100"),
        entry("F", 4, 9, "100")
      ], "1000")
      const [p] = alike.filter(({ txnId }) => txnId === "P")
      const records = unconfirmed([...alike, ...(p === undefined ? [] : [{ ...p, txnId: "Q" }])], "P", "Q")
      const [[ledger] = []] = yield* ledgersBehind(records, ({ pull }) => pull({ night: 5, from: 0, to: 4 }), {})
      assert.isNotEmpty(ledger?.unproven)
    }))

  it.effect("states no balance of a day that is not loaded", () =>
    Effect.gen(function*() {
      const [[wide] = [], [within] = []] = yield* ledgersBehind(
        book,
        ({ pull }) => pull({ night: 7, from: 0, to: 6 }),
        { from: dayOf(-30), to: dayOf(30), mayBeUnproven: true },
        { from: dayOf(1), to: dayOf(2) }
      )
      assert.match(text(wide as Ledger), /14\+0 \? \? 54 days are not loaded/)
      assert.strictEqual(text(within as Ledger), `${dayOf(1)}..${dayOf(2)} 4+0 1099.00 1294.00`)
    }))

  it.effect("is refused, and not left out, where only one end is given and it is proven up to before that", () =>
    Effect.gen(function*() {
      const [behind = [], before = []] = yield* ledgersBehind(
        book,
        ({ pull }) => pull({ night: 7, from: 0, to: 6 }),
        { from: dayOf(20) },
        { to: dayOf(-20) }
      )
      assert.deepStrictEqual([behind.length, before.length], [1, 1])
      assert.match(text(behind[0] as Ledger), /^2024-01-21\.\.2024-01-21 0\+0 \? \? 1 day is not loaded/)
      assert.match(text(before[0] as Ledger), /1 day is not loaded/)
    }))

  it.effect("of rows without a currency keeps no currency from being exported on other days", () =>
    Effect.gen(function*() {
      const records = book.map((record) => (record.txnId === "A5" ? { ...record, description: "Reversal" } : record))
      const [elsewhere = [], there = [], unproven = []] = yield* ledgersBehind(
        records,
        ({ pull }) => pull({ night: 7, from: 0, to: 6 }),
        { from: dayOf(1), to: dayOf(2) },
        { from: dayOf(1), to: dayOf(5) },
        { from: dayOf(1), to: dayOf(2), mayBeUnproven: true }
      )
      assert.deepStrictEqual(elsewhere.map(({ currency, unproven }) => [currency, unproven]), [["KES", []]])
      assert.deepStrictEqual(there.map(({ currency }) => currency), ["KES", null])
      assert.deepStrictEqual(unproven.map(({ currency }) => currency), ["KES", null])
    }))
})
