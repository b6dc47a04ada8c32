import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { Currency, WalletNo } from "../../../../src/domain/Wallet.ts"
import { viewColumns } from "../../../../src/sink/duckdb/schema/viewColumns.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { rejection, row, window } from "../../../../src/testing/windows.ts"
import { layerOpen } from "../../../kit/openFile.ts"
import { ask, folder } from "../files.ts"

const kes = { currency: Currency.make("KES") }
const rows = [
  row("A", "2024-01-05 10:00:00", "10.00", "110.00", { ...kes, description: "Credited KES10.00 from Ann" }),
  row("B", "2024-01-05 11:00:00", "-4.50", "105.50", { ...kes, description: "Debited KES 4.50 to Bob" }),
  row("C", "2024-01-31 09:00:00", "0.25", "105.75", { ...kes, description: "KES0.25 from Ann" }),
  row("D", "2024-02-01 09:00:00", "1.00", "106.75", { ...kes, description: "Salary" }),
  row("E", "2024-02-01 10:00:00", "1.00", "107.75", { ...kes, description: "Salary" }),
  row("X", "2024-02-02 10:00:00", "7.00", "114.75", kes)
]
const file = Effect.gen(function*() {
  const path = join(yield* folder, "x.duckdb")
  yield* Effect.flatMap(Sink, (sink) =>
    Effect.gen(function*() {
      const first = window("2024-01-01", "2024-02-29", rows, { rejections: [rejection("{}", null)] })
      yield* sink.commit(first)
      yield* sink.commit(window("2024-01-01", "2024-02-29", rows.slice(0, 5), { positions: [0, 1, 2, 3, 4] }))
    })).pipe(Effect.provide(layerOpen(path)))
  return path
})

const zeros = ["0.0000", "0.0000", "0.0000"]

const daysBetween = (from: string, to: string): Array<string> => {
  const days: Array<string> = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days
}

/** How days end: one with a row that has a place and one that has none, two with such rows alone, and the next row on a given day. */
const closings = (next: string) =>
  Effect.gen(function*() {
    const path = join(yield* folder, "x.duckdb")
    const unplaced = { ...kes, confirmed: false }
    yield* Effect.flatMap(Sink, (sink) =>
      Effect.gen(function*() {
        const early = [
          row("A", "2024-01-05 10:00:00", "10.00", "110.00", kes),
          row("U", "2024-01-05 11:00:00", "-4.00", "110.00", unplaced),
          row("V", "2024-01-06 11:00:00", "-4.00", "110.00", unplaced),
          row("W", "2024-01-07 11:00:00", "-4.00", "110.00", unplaced)
        ]
        yield* sink.commit(window("2024-01-05", "2024-01-07", early, { positions: [0, null, null, null] }))
        const late = [row("B", `${next} 10:00:00`, "1.00", "111.00", kes)]
        yield* sink.commit(window(next, next, late, { positions: [0] }))
      })).pipe(Effect.provide(layerOpen(path)))
    const found = yield* ask(path, "SELECT closing_balance FROM daily_balance ORDER BY day")
    return found.map(([closing]) => closing)
  })

describe("the views", () => {
  it.effect("give each day's totals and balances, without withdrawn rows, and days without rows", () =>
    Effect.gen(function*() {
      const found = yield* ask(
        yield* file,
        `SELECT currency, day, "rows", debit_total, credit_total, net, opening_balance, closing_balance, days_missing
         FROM daily_balance ORDER BY day`
      )
      assert.deepStrictEqual(found.map(([, day]) => day), daysBetween("2024-01-05", "2024-02-29"))
      assert.deepStrictEqual(found.filter(([, , count]) => count !== "0"), [
        ["KES", "2024-01-05", "2", "4.5000", "10.0000", "5.5000", "100.0000", "105.5000", "0"],
        ["KES", "2024-01-31", "1", "0.0000", "0.2500", "0.2500", "105.5000", "105.7500", "0"],
        ["KES", "2024-02-01", "2", "0.0000", "2.0000", "2.0000", "105.7500", "107.7500", "0"]
      ])
      assert.deepStrictEqual(found.at(-1), ["KES", "2024-02-29", "0", ...zeros, "107.7500", "107.7500", "0"])
    }))

  it.effect("show days that are not loaded, and know no balance on them nor behind them until the next row", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const unconfirmed = row("U", "2024-01-12 08:00:00", "1.00", "108.75", { ...kes, confirmed: false })
      yield* Effect.flatMap(Sink, (sink) =>
        Effect.gen(function*() {
          yield* sink.commit(window("2024-01-01", "2024-01-06", rows.slice(0, 2), { positions: [0, 1] }))
          yield* sink.commit(
            window("2024-01-09", "2024-01-12", [row("D", "2024-01-11 09:00:00", "1.00", "107.75", kes), unconfirmed], {
              positions: [0, 0]
            })
          )
          yield* sink.commit(
            window("2024-01-13", "2024-01-13", [row("E", "2024-01-13 09:00:00", "1.00", "109.75", kes)], {
              complete: false,
              positions: [0]
            })
          )
        })).pipe(Effect.provide(layerOpen(path)))
      assert.deepStrictEqual(
        yield* ask(
          path,
          "SELECT day, \"rows\", opening_balance, closing_balance, days_missing FROM daily_balance ORDER BY day"
        ),
        [
          ["2024-01-05", "2", "100.0000", "105.5000", "0"],
          ["2024-01-06", "0", "105.5000", "105.5000", "0"],
          ["2024-01-07", "0", "105.5000", null, "1"],
          ["2024-01-08", "0", null, null, "1"],
          ["2024-01-09", "0", null, null, "0"],
          ["2024-01-10", "0", null, null, "0"],
          ["2024-01-11", "1", "106.7500", "107.7500", "0"],
          ["2024-01-12", "1", "107.7500", "108.7500", "0"],
          ["2024-01-13", "1", "108.7500", null, "1"]
        ]
      )
      assert.deepStrictEqual(yield* ask(path, "SELECT DISTINCT days_missing FROM counterparties"), [["2"]])
    }))

  it.effect("take no day for loaded that was not over when it was asked for, and know what the last one comes to so far", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const today = window("2024-01-01", "2024-03-31", rows.slice(0, 3), {
        lastSettledDay: "2024-01-30",
        positions: [0, 1, 0]
      })
      yield* Effect.flatMap(Sink, (sink) => sink.commit(today)).pipe(Effect.provide(layerOpen(path)))
      assert.deepStrictEqual(
        yield* ask(
          path,
          "SELECT day, closing_balance, days_missing FROM daily_balance WHERE day > '2024-01-29' ORDER BY day"
        ),
        [["2024-01-30", "105.5000", "0"], ["2024-01-31", "105.7500", "1"]]
      )
      assert.deepStrictEqual(
        yield* ask(
          path,
          "SELECT month, \"rows\", closing, days_missing, verdict FROM monthly_statement ORDER BY month"
        ),
        [["2024-01-01", "3", "105.7500", "1", "unanchored"]]
      )
      assert.deepStrictEqual(yield* ask(path, "SELECT closing_balance, days_missing FROM wallet_summary"), [
        ["105.7500", "0"]
      ])
    }))

  it.effect("know the end of a day with rows that moved nothing by the next row alone, and by none behind a hole", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* closings("2024-01-08"), ["110.0000", "110.0000", "110.0000", "111.0000"])
      assert.deepStrictEqual(yield* closings("2024-01-09"), [null, null, null, null, "111.0000"])
    }))

  it.effect("tell months with days that are not loaded, and months without a row", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const shown = [
        row("A", "2024-01-20 10:00:00", "1.00", "1.00", kes),
        row("B", "2024-05-05 10:00:00", "2.00", "3.00")
      ]
      yield* Effect.flatMap(Sink, (sink) =>
        Effect.gen(function*() {
          yield* sink.commit(window("2024-01-15", "2024-02-10", shown.slice(0, 1)))
          yield* sink.commit(window("2024-02-05", "2024-02-12", []))
          yield* sink.commit(window("2024-04-01", "2024-04-30", []))
          yield* sink.commit(window("2024-05-01", "2024-05-31", shown.slice(1), { complete: false }))
        })).pipe(Effect.provide(layerOpen(path)))
      assert.deepStrictEqual(
        yield* ask(
          path,
          "SELECT currency, month, \"rows\", net, days_missing FROM monthly_cashflow ORDER BY currency NULLS LAST, month"
        ),
        [
          ["KES", "2024-01-01", "1", "1.0000", "14"],
          ["KES", "2024-02-01", "0", "0.0000", "17"],
          ["KES", "2024-03-01", "0", "0.0000", "31"],
          ["KES", "2024-04-01", "0", "0.0000", "0"],
          [null, "2024-01-01", "0", "0.0000", "14"],
          [null, "2024-02-01", "0", "0.0000", "17"],
          [null, "2024-03-01", "0", "0.0000", "31"],
          [null, "2024-04-01", "0", "0.0000", "0"],
          [null, "2024-05-01", "1", "2.0000", "31"]
        ]
      )
      assert.deepStrictEqual(yield* ask(path, "SELECT DISTINCT days_missing FROM wallet_summary"), [["48"]])
    }))

  it.effect("say of each of their columns what it holds", () =>
    Effect.gen(function*() {
      const columns = yield* ask(
        yield* file,
        `SELECT c.table_name, c.column_name, c.comment FROM duckdb_columns() c JOIN duckdb_views() v ON v.view_name = c.table_name
         WHERE NOT v.internal ORDER BY c.table_name, c.column_index`
      )
      assert.deepStrictEqual(columns.filter(([, , comment]) => comment === null), [])
      assert.deepStrictEqual(
        Object.entries(viewColumns).sort().flatMap(([view, own]) => own.map(([name]) => `${view}.${name}`)),
        columns.map(([view, name]) => `${view}.${name}`)
      )
    }))

  it.effect("leave a closing balance out when the day's last row is not known", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const close = "SELECT day, closing_balance FROM daily_balance WHERE \"rows\" > 0 ORDER BY day"
      yield* Effect.flatMap(
        Sink,
        (sink) =>
          sink.commit(window("2024-01-01", "2024-02-29", rows.slice(0, 5), { positions: [null, 1, 0, 0, null] }))
      ).pipe(Effect.provide(layerOpen(path)))
      assert.deepStrictEqual(yield* ask(path, close), [
        ["2024-01-05", "105.5000"],
        ["2024-01-31", "105.7500"],
        ["2024-02-01", null]
      ])
    }))

  it.effect("give months, counterparties and a summary", () =>
    Effect.gen(function*() {
      const path = yield* file
      assert.deepStrictEqual(
        yield* ask(
          path,
          "SELECT month, \"rows\", debit_total, credit_total, net, days_missing FROM monthly_cashflow ORDER BY month"
        ),
        [["2024-01-01", "3", "4.5000", "10.2500", "5.7500", "0"], [
          "2024-02-01",
          "2",
          "0.0000",
          "2.0000",
          "2.0000",
          "0"
        ]]
      )
      assert.deepStrictEqual(
        yield* ask(path, "SELECT counterparty, \"rows\", net FROM counterparties ORDER BY counterparty"),
        [["Ann", "2", "10.2500"], ["Bob", "1", "-4.5000"], ["Salary", "2", "2.0000"]]
      )
      assert.deepStrictEqual(
        yield* ask(
          path,
          `SELECT wallet_no, currency, "rows", net, closing_balance, withdrawn, complete_from, complete_to, quarantined, gaps
           FROM wallet_summary`
        ),
        [["W-1", "KES", "5", "7.7500", "107.7500", "1", "2024-01-01", "2024-02-29", "0", "0"]]
      )
      assert.deepStrictEqual(yield* ask(path, "SELECT count(*) FROM current_transactions"), [["5"]])
    }))

  it.effect("give a summary of a wallet that has no rows, or none any longer", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const other = WalletNo.make("W-2")
      const empty = window("2024-01-01", "2024-01-31", [], { rejections: [rejection("{}", null)] })
      const first = window("2024-01-01", "2024-01-31", rows.slice(0, 2).map((each) => ({ ...each, walletNo: other })))
      yield* Effect.flatMap(Sink, (sink) =>
        Effect.gen(function*() {
          yield* sink.commit(empty)
          yield* sink.commit({ ...first, walletNo: other })
          yield* sink.commit({ ...window("2024-01-01", "2024-01-31", []), walletNo: other })
        })).pipe(Effect.provide(layerOpen(path)))
      assert.deepStrictEqual(
        yield* ask(
          path,
          `SELECT wallet_no, currency, "rows", debit_total, credit_total, net, closing_balance, withdrawn, complete_to,
             quarantined FROM wallet_summary ORDER BY wallet_no`
        ),
        [
          ["W-1", null, "0", "0.0000", "0.0000", "0.0000", null, "0", "2024-01-31", "1"],
          ["W-2", "KES", "0", "0.0000", "0.0000", "0.0000", null, "2", "2024-01-31", "0"]
        ]
      )
    }))
})
