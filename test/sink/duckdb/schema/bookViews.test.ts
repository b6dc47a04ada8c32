/**
 * What people keep books by: categories, counterparties, fees, reversals and a statement for each month.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { Currency } from "../../../../src/domain/Wallet.ts"
import { describe as sandboxText, shapes } from "../../../../src/sandbox/description.ts"
import { nameIn, textOf } from "../../../../src/sink/duckdb/schema/partyNames.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { row, window } from "../../../../src/testing/windows.ts"
import { layerOpen } from "../../../kit/openFile.ts"
import { tamper } from "../../../kit/tamper.ts"
import { ask, folder } from "../files.ts"

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const namesOf = Effect.fnUntraced(function*(texts: ReadonlyArray<string>) {
  const path = join(yield* folder, "x.duckdb")
  yield* Effect.provide(Effect.asVoid(Sink), layerOpen(path))
  const found = yield* ask(
    path,
    `SELECT ${nameIn(textOf("d"))} FROM (VALUES ${
      texts.map((text, place) => `(${place}, ${quoted(text)})`).join(", ")
    }) AS t(place, d) ORDER BY place`
  )
  return found.map(([name]) => name)
})

describe("the name in a description", () => {
  const cases: ReadonlyArray<readonly [string, string | null]> = [
    ["Credited KES10.00 from Ann", "Ann"],
    ["Debited KES 4.50 to Bob", "Bob"],
    ["KES1,204.50 payment to Green Valley Dairy, invoice 4711", "Green Valley Dairy"],
    ["Debited USD12 for school fees (Sunrise Academy)", "Sunrise Academy"],
    ["Credited KES99.00 from O'Brien Imports for rent", "O'Brien Imports"],
    ["Credited KES99.00 from +254 712 345 678", null],
    ["Credited KES99.00 from JANE WANJIKU 254712345678", "JANE WANJIKU"],
    ["Debited KES5.00 reversal, Zawadi Boutique", "Zawadi Boutique"],
    ["Debited KES5.00 to Müller & Söhne ref: QK81-22/7", "Müller & Söhne"],
    ["Salary", "Salary"],
    ["Debited KES5.00", null],
    ["Paid to Shop 24 (7)", "Shop 24 (7)"],
    ["received from Tumaini \"Quick\" Foods", "Tumaini \"Quick\" Foods"]
  ]

  it.effect("is what is left without directions, invoices, references and telephone numbers", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* namesOf(cases.map(([text]) => text)), cases.map(([, name]) => name))
    }))

  it.effect("of what the sandbox writes is one of sixteen", () =>
    Effect.gen(function*() {
      const texts = Array.from({ length: 4096 }, (_, place) =>
        sandboxText({
          debit: place % 3 === 0,
          shape: shapes[place % 7 === 0 ? 2 : 0] ?? "payment",
          currency: "KES",
          amount: "1204.50",
          bits: (place * 2_654_435_761) >>> 0
        }))
      assert.strictEqual(new Set(yield* namesOf(texts)).size, 16)
    }))
})

const kes = { currency: Currency.make("KES") }
const rows = [
  row("A", "2024-01-05 10:00:00", "-100.00", "900.00", { ...kes, description: "Debited KES100.00 to Kilimo Ltd" }),
  row("A", "2024-01-05 10:00:00", "-2.50", "897.50", { ...kes, description: "Debited KES2.50 transaction fee" }),
  row("B", "2024-01-31 09:00:00", "40.00", "937.50", {
    ...kes,
    description: "Credited KES40.00 from KILIMO LTD for rent"
  }),
  row("B", "2024-02-01 09:00:00", "-40.00", "897.50", { ...kes, description: "Debited KES40.00 reversal, Kilimo Ltd" }),
  row("C", "2024-02-02 10:00:00", "7.00", "904.50", { ...kes, description: "Credited KES7.00 from Ann" }),
  row(" ", "2024-02-03 10:00:00", "-1.00", "903.50", { ...kes, description: "Debited KES1.00 transaction fee" }),
  row(" ", "2024-02-03 11:00:00", "-9.00", "894.50", { ...kes, description: "Debited KES9.00 to Bob" })
]

const file = Effect.gen(function*() {
  const path = join(yield* folder, "x.duckdb")
  yield* Effect.flatMap(
    Sink,
    (sink) => sink.commit(window("2024-01-01", "2024-03-10", rows, { positions: [0, 1, 0, 0, 0, 0, 1] }))
  ).pipe(
    Effect.provide(layerOpen(path))
  )
  return path
})

const rule = (number: number, ...values: ReadonlyArray<string | number | null>): string =>
  `INSERT INTO category_rules VALUES (${number}, ${
    values.map((value) => (typeof value === "string" ? quoted(value) : String(value ?? "NULL"))).join(", ")
  }, 'rules.toml', now());`

describe("a row's category", () => {
  it.effect("is that of the first rule that fits its description, type and amount, and the program's behind these", () =>
    Effect.gen(function*() {
      const path = yield* file
      yield* tamper(
        path,
        [
          rule(1, "*kilimo*", "Credit", null, 39.99, "Small", null),
          rule(2, "to kilimo ltd", null, 100, 100, "Stock", "Kilimo"),
          rule(3, "*rent", "Credit", null, null, "Rent", null),
          rule(4, "from a_n", null, null, null, "Wrong", null),
          rule(5, "from a?n", null, null, null, null, "Annie")
        ].join("\n")
      )
      assert.deepStrictEqual(
        yield* ask(
          path,
          "SELECT txn_id, leg, category, counterparty, rule < 1000 FROM categorised ORDER BY local_time, leg"
        ),
        [
          ["A", "0", "Stock", "Kilimo", "true"],
          ["A", "1", "Fees", null, "false"],
          ["B", "0", "Rent", "KILIMO LTD", "true"],
          ["B", "1", "Reversals", "Kilimo Ltd", "false"],
          ["C", "0", null, "Annie", "true"],
          [" ", "0", "Fees", null, "false"],
          [" ", "1", null, "Bob", null]
        ]
      )
      assert.deepStrictEqual(
        yield* ask(path, "SELECT month, category, rows, net FROM categories ORDER BY month, category NULLS LAST"),
        [
          ["2024-01-01", "Fees", "1", "-2.5000"],
          ["2024-01-01", "Rent", "1", "40.0000"],
          ["2024-01-01", "Stock", "1", "-100.0000"],
          ["2024-02-01", "Fees", "1", "-1.0000"],
          ["2024-02-01", "Reversals", "1", "-40.0000"],
          ["2024-02-01", null, "2", "-2.0000"]
        ]
      )
    }))

  it.effect("changes no counterparty where no rule says one, which are one whatever their letters' case", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* ask(
          yield* file,
          "SELECT counterparty, rows, net, days_missing FROM counterparties ORDER BY counterparty"
        ),
        [
          ["Ann", "1", "7.0000", "0"],
          ["Bob", "1", "-9.0000", "0"],
          ["KILIMO LTD", "3", "-100.0000", "0"],
          [null, "2", "-3.5000", "0"]
        ]
      )
    }))
})

describe("the sums of categories and counterparties", () => {
  const totals = `count(*) AS "rows", coalesce(sum(amount) FILTER (type = 'Debit'), 0) AS debit_total,
    coalesce(sum(amount) FILTER (type = 'Credit'), 0) AS credit_total, sum(signed_amount) AS net`
  const sums: ReadonlyArray<readonly [view: string, ofRows: string]> = [
    [
      "SELECT * EXCLUDE days_missing FROM counterparties",
      `SELECT wallet_no, currency, min(counterparty) AS counterparty, ${totals}, min(local_time) AS first_at,
         max(local_time) AS last_at
       FROM categorised GROUP BY wallet_no, currency, lower(counterparty)`
    ],
    [
      "SELECT * FROM categories",
      `SELECT wallet_no, currency, date_trunc('month', local_time)::DATE AS month, category, ${totals}
       FROM categorised GROUP BY ALL`
    ]
  ]

  it.effect("are those of the rows, whichever amounts rules ask for", () =>
    Effect.gen(function*() {
      const path = yield* file
      const sets = [
        [],
        [rule(1, "*kilimo*", null, null, null, "Stock", "")],
        [rule(1, "*kilimo*", null, 50, null, "Stock", "Farm"), rule(2, null, null, null, 2.5, "Small", "FARM")],
        [rule(1, null, null, 2.5001, 9, "Some", null), rule(2, null, "Debit", 9, 9, "Never", null)],
        [rule(1, "reversal*", "Debit", 40, 40, null, "Back"), rule(2, "transaction*", null, 1.01, 3, "Fees", "Bank")]
      ]
      for (const set of sets) {
        yield* tamper(path, ["DELETE FROM category_rules;", ...set].join("\n"))
        for (const [view, ofRows] of sums) {
          const found = yield* ask(path, `FROM (${view}) ORDER BY ALL`)
          assert.isNotEmpty(found)
          assert.deepStrictEqual(found, yield* ask(path, `FROM (${ofRows}) ORDER BY ALL`), set.join(" "))
        }
      }
    }))

  it.effect("have the types that they had", () =>
    Effect.gen(function*() {
      const path = yield* file
      for (const [view, ofRows] of sums) {
        const typesOf = (question: string) => ask(path, `SELECT column_name, column_type FROM (DESCRIBE ${question})`)
        assert.deepStrictEqual(yield* typesOf(view), yield* typesOf(ofRows))
      }
    }))
})

describe("fees and reversals", () => {
  it.effect("stand beside the row of their id, and beside none where the id is blank", () =>
    Effect.gen(function*() {
      const path = yield* file
      assert.deepStrictEqual(
        yield* ask(
          path,
          "SELECT txn_id, leg, amount, principal_leg, principal_type, principal_amount FROM fees ORDER BY local_time"
        ),
        [["A", "1", "2.5000", "0", "Debit", "100.0000"], [" ", "0", "1.0000", null, null, null]]
      )
      assert.deepStrictEqual(
        yield* ask(path, "SELECT txn_id, leg, type, amount, original_leg, original_time FROM reversals"),
        [["B", "1", "Debit", "40.0000", "0", "2024-01-31 09:00:00"]]
      )
    }))
})

describe("the statement of a month", () => {
  it.effect("goes from its opening to its closing balance, which is the next one's opening", () =>
    Effect.gen(function*() {
      const path = yield* file
      const statement =
        "SELECT month, opening, credits, debits, fees, closing, rows, days_missing, verdict FROM monthly_statement"
      assert.deepStrictEqual(yield* ask(path, `${statement} ORDER BY month`), [
        ["2024-01-01", "1000.0000", "40.0000", "102.5000", "2.5000", "937.5000", "3", "0", "unanchored"],
        ["2024-02-01", "937.5000", "7.0000", "50.0000", "1.0000", "894.5000", "4", "0", "unanchored"],
        ["2024-03-01", "894.5000", "0.0000", "0.0000", "0.0000", "894.5000", "0", "21", "unanchored"]
      ])
      yield* tamper(
        path,
        `INSERT INTO proofs VALUES ('W-1', 'KES', DATE '2024-01-05', DATE '2024-02-20', NULL, true, now(), 'r');
         INSERT INTO continuity_gaps VALUES (1, 'W-1', 'KES', 'B', 'C', TIMESTAMP '2024-02-29 10:00:00', TIMESTAMP '2024-03-01 10:00:00',
           1, 'open', now(), 'r', NULL, NULL)`
      )
      assert.deepStrictEqual(yield* ask(path, "SELECT month, verdict FROM monthly_statement ORDER BY month"), [
        ["2024-01-01", "proven"],
        ["2024-02-01", "gap"],
        ["2024-03-01", "gap"]
      ])
    }))

  it.effect("says that it may lack rows where days are not loaded between others", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* Effect.flatMap(Sink, (sink) =>
        Effect.andThen(
          sink.commit(window("2024-01-01", "2024-01-10", rows.slice(0, 2), { positions: [0, 1] })),
          sink.commit(window("2024-01-12", "2024-02-29", rows.slice(2), { positions: [0, 0, 0, 0, 1] }))
        )).pipe(Effect.provide(layerOpen(path)))
      assert.deepStrictEqual(
        yield* ask(path, "SELECT month, opening, closing, days_missing, verdict FROM monthly_statement ORDER BY month"),
        [
          ["2024-01-01", "1000.0000", "937.5000", "1", "truncated"],
          ["2024-02-01", "937.5000", "894.5000", "0", "unanchored"]
        ]
      )
    }))

  it.effect("has a curve that says how low and how high each day went", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* ask(
          yield* file,
          `SELECT day, opening_balance, lowest, highest, closing_balance FROM balance_curve
           WHERE day IN (DATE '2024-01-05', DATE '2024-01-06', DATE '2024-02-03') ORDER BY day`
        ),
        [
          ["2024-01-05", "1000.0000", "897.5000", "1000.0000", "897.5000"],
          ["2024-01-06", "897.5000", "897.5000", "897.5000", "897.5000"],
          ["2024-02-03", "904.5000", "894.5000", "904.5000", "894.5000"]
        ]
      )
    }))
})
