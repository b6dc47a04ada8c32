/**
 * A file's statement against books of a period: its borders, wallets and currencies.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { matchedBeyondTexts } from "../../../src/analytics/reconcile/beyondPeriod.ts"
import { leftOutTexts } from "../../../src/analytics/reconcile/leftOut.ts"
import { listed, listNames } from "../../../src/analytics/reconcile/listed.ts"
import { missingDaysTexts, nothingOpenText } from "../../../src/analytics/reconcile/missingDays.ts"
import { reconcile, type ReconcileOptions } from "../../../src/analytics/reconcile/reconcile.ts"
import { ruledOutTexts } from "../../../src/analytics/reconcile/ruledOut.ts"
import { periodText } from "../../../src/analytics/reconcile/sums.ts"
import { turnedSignsTexts } from "../../../src/analytics/reconcile/turnedSigns.ts"
import { openWorkspace } from "../../../src/analytics/Workspace.ts"
import { Currency, WalletNo } from "../../../src/domain/Wallet.ts"
import { Database } from "../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { day, row, window } from "../../../src/testing/windows.ts"
import { layerOpen } from "../../kit/openFile.ts"
import { folder } from "../../sink/duckdb/files.ts"
import { booksAt } from "./booksAt.ts"

const kes = { currency: Currency.make("KES"), description: "" }
const rows = [
  row("E1", "2024-01-31 23:00:00", "10.00", "110.00", kes),
  row("A", "2024-02-01 10:00:00", "-30.00", "80.00", kes),
  row("A", "2024-02-01 10:00:00", "-1.50", "78.50", kes),
  row("B", "2024-02-29 10:00:00", "40.00", "118.50", kes),
  row("E2", "2024-03-01 01:00:00", "20.00", "138.50", kes)
]

const against = Effect.fnUntraced(function*(
  given: ReadonlyArray<Parameters<typeof row>>,
  csv: string,
  options: Partial<ReconcileOptions> = {}
) {
  const place = yield* folder
  const path = join(place, "x.duckdb")
  const stored = given.length === 0 ? rows : given.map((each) => row(...each))
  yield* Effect.flatMap(Sink, (sink) => sink.commit(window("2024-01-01", "2024-03-31", stored))).pipe(
    Effect.provide(layerOpen(path))
  )
  const books = join(place, "b.csv")
  writeFileSync(books, csv)
  const workspace = yield* openWorkspace
  const { balances, leftOut, matchedBeyond, missingDays, period, takenEnds, totals, turnedSigns, walletTotals } =
    yield* reconcile(
      workspace,
      (read) => Effect.scoped(Effect.flatMap(Database.openReadOnly(path), read)),
      {
        books: booksAt(books),
        wallet: null,
        from: null,
        to: null,
        days: 3,
        fees: [],
        ...options
      }
    )
  const lists: Record<string, unknown> = {}
  for (const name of listNames) {
    const members = yield* Stream.runCollect(listed(workspace, name))
    lists[name] = members.flat().map((text) => JSON.parse(text) as unknown)
  }
  return { balances, leftOut, matchedBeyond, missingDays, period, takenEnds, turnedSigns, walletTotals, lists, totals }
}, Effect.scoped)

const refused = (csv: string, options: Partial<ReconcileOptions>) =>
  Effect.map(Effect.flip(against([], csv, options)), ({ message }) => message)

const february = { from: day("2024-02-01"), to: day("2024-02-29") }

const told = (...takenEnds: ReadonlyArray<"from" | "to">) => periodText({ period: february, takenEnds })

const signs = (csv: string) => Effect.map(against([], csv, { from: day("2024-01-01") }), (found) => found.turnedSigns)

describe("books whose signs are turned", () => {
  it.effect("are noticed by the days and by the ids of their rows", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        yield* signs("date,amount\n2024-01-31,-10.00\n2024-02-01,30\n2024-02-29,-40\n2024-03-01,-20\n"),
        4
      )
      assert.strictEqual(
        yield* signs("id,date,amount\nE1,2024-01-31,-10.00\nB,2024-02-28,-40\nE2,2024-03-02,-20\n"),
        3
      )
      assert.deepStrictEqual(turnedSignsTexts(1234), [
        "1,234 rows of the books have the amount of a row of the statement with the other sign. What comes in is positive here: where the " +
        "books have it the other way round, exchange `in` and `out` with --column, or turn the sign of their amount"
      ])
    }))

  it.effect("are not noticed of a few rows, of other days, wallets or currencies, or where more rows match", () =>
    Effect.gen(function*() {
      const three = ["2024-01-31,-10.00", "2024-02-29,-40", "2024-03-01,-20"]
      const withColumn = (name: string, value: string) =>
        signs([`date,amount,${name}`, ...three.map((line) => `${line},${value}`), ""].join("\n"))
      assert.deepStrictEqual(
        [
          yield* withColumn("currency", "KES"),
          yield* withColumn("currency", "USD"),
          yield* withColumn("wallet", "W-9")
        ],
        [3, 0, 0]
      )
      assert.strictEqual(yield* signs("date,amount\n2024-01-31,-10\n2024-01-31,-10\n2024-01-31,-10\n2024-02-01,9\n"), 0)
      assert.strictEqual(yield* signs("date,amount\n2024-01-31,-10.00\n2024-02-29,-40\n2024-03-20,-20\n"), 0)
      assert.strictEqual(
        yield* signs(
          "date,amount\n2024-01-31,10.00\n2024-02-01,-30\n2024-02-01,-1.5\n2024-01-31,-10\n2024-02-01,30\n2024-02-01,1.5\n"
        ),
        0
      )
      assert.deepStrictEqual(turnedSignsTexts(0), [])
    }))
})

describe("books of a period", () => {
  it.effect("are matched over its borders, and only its own rows are listed and summed", () =>
    Effect.gen(function*() {
      const { balances, lists, matchedBeyond, totals, walletTotals } = yield* against(
        [],
        "id,date,amount\nE1,2024-02-01,10.00\nA,2024-02-01,-31.50\nB,2024-03-02,40\nE2,2024-03-01,20\nX,2024-03-03,5\nY,2024-02-29,7.25\n",
        february
      )
      assert.deepStrictEqual(lists, {
        matched: [
          { statement: ["E1"], books: ["E1"], by: "id" },
          { statement: ["A", "A#1"], books: ["A"], by: "many-to-one" },
          { statement: ["B"], books: ["B"], by: "id" }
        ],
        statementOnly: [],
        booksOnly: ["Y"],
        different: [],
        doubtful: [],
        accepted: []
      })
      assert.deepStrictEqual(totals.map(({ list, rows, side, total }) => [side, list, rows, total]), [
        ["books", "matched", 2, "-21.5000"],
        ["books", "only", 1, "7.2500"],
        ["statement", "matched", 3, "8.5000"]
      ])
      assert.deepStrictEqual(matchedBeyondTexts(matchedBeyond, "KES"), [
        "1 matched row of the statement is outside of the period: E1, 10.00",
        "1 matched row of the books is outside of the period: B, 40.00"
      ])
      assert.deepStrictEqual(matchedBeyondTexts(matchedBeyond, "UGX"), [])
      assert.deepStrictEqual(walletTotals.map(({ total }) => total), ["8.5000"])
      assert.deepStrictEqual(balances, [
        { wallet: "W-1", currency: "KES", opening: "110.0000", closing: "118.5000" }
      ])
    }))

  it.effect("have the days of the books where nobody says others", () =>
    Effect.gen(function*() {
      const { lists, period, takenEnds } = yield* against(
        [],
        "date,amount,reference\n2024-02-01,-30,\n2024-02-01,-1.50,\n"
      )
      assert.deepStrictEqual(takenEnds, ["from", "to"])
      assert.deepStrictEqual(period, { from: day("2024-02-01"), to: day("2024-02-01") })
      assert.deepStrictEqual(lists, {
        matched: [
          { statement: ["A"], books: ["3"], by: "time" },
          { statement: ["A#1"], books: ["2"], by: "time" }
        ],
        statementOnly: [],
        booksOnly: [],
        different: [],
        doubtful: [],
        accepted: []
      })
    }))

  it.effect("are refused with the reason and the remedy where no row of them is left", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        yield* refused("date,amount\n", february),
        "b.csv has no row below the names of its columns: name a file with the rows of the books"
      )
      const wallet = { ...february, wallet: WalletNo.make("W-1") }
      const rounded = "date,amount,wallet\n2024-02-01,10.00,2.547E+11\n2024-02-02,10.00,2.547E+11\n"
      for (const options of [wallet, { wallet: WalletNo.make("W-1") }]) {
        assert.strictEqual(
          yield* refused(rounded, options),
          "No row of the books is of wallet \"W-1\", so nothing was matched. 2 rows of the books are left out, of another wallet: " +
            "\"2.547E+11\". Write \"W-1\" in the books' column of wallets, as text where a spreadsheet shortens numbers, or name with " +
            "--wallet the one that they have."
        )
      }
      assert.strictEqual(
        yield* refused("date,amount\n2023-02-01,10.00\n", february),
        "No row of the books is of the days from 2024-02-01 to 2024-02-29, so nothing was matched. 1 row of the books is left out, " +
          "outside of the period: on 2023-02-01. Say with --from and --to which days are meant, or name the books of these days."
      )
      const both = yield* refused(`${rounded}2023-02-01,10.00,W-1\n`, wallet)
      assert.match(both, /^No row of the books is of wallet "W-1" and of the days from/)
      const backwards = yield* refused("date,amount\n2024-02-01,10.00\n", { from: day("2024-02-02") })
      assert.match(backwards, /The books are from 2024-02-01 to 2024-02-01: say with --from and --to/)
    }))

  it.effect("name the first of many matched rows outside of it, with the sum of all", () =>
    Effect.gen(function*() {
      const ids = ["P", "Q", "R", "S", "T", "U"]
      const { matchedBeyond } = yield* against(
        ids.map((id, index) => [id, "2024-02-29 10:00:00", `${index + 1}.00`, null, kes]),
        ["id,date,amount", ...ids.map((id, index) => `${id},2024-03-01,${index + 1}`)].join("\n"),
        february
      )
      assert.deepStrictEqual(matchedBeyondTexts(matchedBeyond, "KES"), [
        "6 matched rows of the books are outside of the period, 21.00 together: P, 1.00; Q, 2.00; R, 3.00; S, 4.00; T, 5.00; and 1 more"
      ])
    }))

  it("have it told where it was taken from them", () => {
    assert.strictEqual(
      told("from", "to"),
      "Period taken from the books: 2024-02-01 to 2024-02-29; --from and --to name it."
    )
    assert.strictEqual(told("to"), "From 2024-02-01 to 2024-02-29, the last day taken from the books; --to names it.")
    assert.strictEqual(told(), "From 2024-02-01 to 2024-02-29")
  })

  it.effect("tell how many of their rows are left out, and why", () =>
    Effect.gen(function*() {
      const wallets = ["W-2", "W-3", "W-4", "W-5"].map((name) => `2024-02-02,1.00,${name}`)
      const { leftOut } = yield* against(
        [],
        [
          "date,amount,wallet",
          "2024-02-01,-30,W-1",
          "2024-03-01,20,W-1",
          "2024-03-02,3,W-1",
          "2023-02-01,5,W-1",
          ...wallets
        ].join(
          "\n"
        ),
        { ...february, wallet: WalletNo.make("W-1") }
      )
      assert.deepStrictEqual(leftOutTexts(leftOut), [
        "4 rows of the books are left out, of other wallets: \"W-2\", \"W-3\", \"W-4\" and 1 more",
        "3 rows of the books are left out, outside of the period: from 2023-02-01 to 2024-03-02"
      ])
      assert.deepStrictEqual((yield* against([], "date,amount\n2024-02-01,-30\n", february)).leftOut, {
        otherWallets: 0,
        wallets: [],
        walletCount: 0,
        outsidePeriod: 0,
        days: null
      })
    }))

  it.effect("are told which days of the period the statement may lack rows of", () =>
    Effect.gen(function*() {
      const csv = "date,amount\n2024-02-01,-30\n"
      const whole = yield* against([], csv, { from: day("2024-01-01"), to: day("2024-03-31") })
      assert.deepStrictEqual(whole.missingDays, [])
      assert.strictEqual(nothingOpenText(whole), "Nothing is open.")
      const beyond = { from: day("2023-12-30"), to: day("2024-04-01") }
      const { missingDays, period } = yield* against([], csv, beyond)
      assert.deepStrictEqual(missingDays, [{
        wallet: "W-1",
        days: [{ from: day("2023-12-30"), to: day("2023-12-31") }, { from: day("2024-04-01"), to: day("2024-04-01") }]
      }])
      assert.deepStrictEqual(missingDaysTexts(missingDays, period), [
        "Wallet W-1: no complete answer covers 3 of the period's 94 days: 2023-12-30 to 2023-12-31, 2024-04-01. " +
        "What the books have on such days need not be in the statement; " +
        "`wallet-statement pull` with --wallet, --from and --to asks for them"
      ])
      assert.strictEqual(nothingOpenText({ missingDays }), "Nothing is open, as far as complete answers go.")
      const ruledOut = [{ field: "id" as const, rows: 2 }]
      assert.include(
        ruledOutTexts({ missingDays, ruledOut })[0],
        "amounts and days, or stand on days that no complete answer covers;"
      )
      assert.include(ruledOutTexts({ missingDays: [], ruledOut })[0], "amounts and days; where")
    }))

  it.effect("keep to wallets and currencies where they name them", () =>
    Effect.gen(function*() {
      const ugx = { ...kes, currency: Currency.make("UGX") }
      const two: ReadonlyArray<Parameters<typeof row>> = [
        ["A", "2024-02-01 10:00:00", "10.00", null, kes],
        ["B", "2024-02-01 10:00:00", "10.00", null, ugx]
      ]
      const { lists } = yield* against(
        two,
        "date,amount,currency,wallet\n2024-02-01,10,UGX,W-1\n2024-02-01,10,KES,W-9\n"
      )
      assert.deepStrictEqual(lists["matched"], [{ statement: ["B"], books: ["2"], by: "time" }])
      assert.deepStrictEqual([lists["statementOnly"], lists["booksOnly"]], [["A"], ["3"]])
      const { message } = yield* Effect.flip(against(two, "date,amount\n2024-02-01,10\n"))
      assert.match(message, /^The statement has rows in KES, UGX: the books need a column `currency`/)
      const only = yield* against(two, "date,amount,currency,wallet\n2024-02-01,10,UGX,W-9\n2024-02-01,10,KES,W-1\n", {
        wallet: WalletNo.make("W-1")
      })
      assert.deepStrictEqual([only.lists["statementOnly"], only.lists["booksOnly"]], [["B"], []])
    }))
})
