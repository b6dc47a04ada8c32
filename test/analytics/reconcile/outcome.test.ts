/**
 * What became of every row, as a table and as a page.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import { feeRulesOf } from "../../../src/analytics/reconcile/feeRules.ts"
import { listed } from "../../../src/analytics/reconcile/listed.ts"
import { noteOutcome, outcomeRows } from "../../../src/analytics/reconcile/outcome.ts"
import { reconciledPage } from "../../../src/analytics/reconcile/reconciledPage.ts"
import { acceptedTexts, differenceOf, moreOrLess } from "../../../src/analytics/reconcile/settledByPeople.ts"
import { shownOf } from "../../../src/analytics/reconcile/shownLists.ts"
import { takenFeesTexts } from "../../../src/analytics/reconcile/takenFees.ts"
import { day, row } from "../../../src/testing/windows.ts"
import { filed, kes } from "./filed.ts"

const rows = [
  row("A", "2024-02-01 10:00:00", "-30.00", "70.00", kes),
  row("A", "2024-02-01 10:00:00", "-1.50", "68.50", kes),
  row("B", "2024-02-02 10:00:00", "40.00", "108.50", kes),
  row("C", "2024-02-05 11:00:00", "9.00", "117.50", { ...kes, description: "=cmd <b>\u202e" }),
  row("E", "2024-02-29 23:00:00", "6.00", "123.50", kes)
]

const csv = [
  "id,date,amount,reference,description",
  "A,2024-02-01,-31.50,,",
  "B,2024-02-02,41,,",
  "X,2024-02-03,-5,<script>,paid 4539578763621486",
  "E,2024-03-01,6,,",
  "F,2024-02-20,1,,"
].join("\n")

describe("what became of every row", () => {
  it.effect("is told once each with its group and why, open ones first, rows beyond the period marked", () =>
    Effect.gen(function*() {
      const { decide, heldIn } = yield* filed(rows)
      yield* decide(csv, { kind: "alone", books: ["F"], reason: "cash" }, 1_700_000_000_001)
      const told = yield* heldIn(
        csv,
        {},
        (workspace) => Effect.andThen(workspace.run(noteOutcome), Stream.runCollect(outcomeRows(workspace)))
      )
      assert.deepStrictEqual(
        told.flat().map(([state, by, group, side, , id, leg, line, time, amount, , , , inPeriod, why]) =>
          [state, by ?? "", group, side, id, leg ?? line, time, amount, inPeriod, why].join("|")
        ),
        [
          "different||1|statement|B|0|2024-02-02 10:00:00|40.00|yes|the same id or reference, and another amount: the statement has 1.00 less",
          "different||1|books|B|3|2024-02-02|41.00|yes|the same id or reference, and another amount: the statement has 1.00 less",
          "statement-only||1|statement|C|0|2024-02-05 11:00:00|9.00|yes|no row fits",
          "books-only||1|books|X|4|2024-02-03|-5.00|yes|no row of the statement has its id",
          "accepted|decision|1|books|F|6|2024-02-20|1.00|yes|decided by ann: cash",
          "matched|many-to-one|1|statement|A|0|2024-02-01 10:00:00|-1.50|yes|rows of the statement with one id sum to it",
          "matched|many-to-one|1|statement|A|1|2024-02-01 10:00:00|-30.00|yes|rows of the statement with one id sum to it",
          "matched|many-to-one|1|books|A|2|2024-02-01|-31.50|yes|rows of the statement with one id sum to it",
          "matched|id|2|statement|E|0|2024-02-29 23:00:00|6.00|yes|the same id and amount",
          "matched|id|2|books|E|5|2024-03-01|6.00|no|the same id and amount"
        ]
      )
    }))

  it.effect("says of which a fee was taken, and what that comes to", () =>
    Effect.gen(function*() {
      const { heldIn } = yield* filed(rows)
      const fees = Result.getOrThrow(feeRulesOf(["5%"]))
      const paid = "id,date,amount\nA,2024-02-01,-30\nB,2024-02-02,42.12\n"
      yield* heldIn(paid, { fees }, (workspace, reconciled) =>
        Effect.gen(function*() {
          yield* workspace.run(noteOutcome)
          const told = (yield* Stream.runCollect(outcomeRows(workspace))).flat()
          assert.deepStrictEqual(
            told.filter(([state]) => state === "matched").map(([, by, , side, , id, , , , amount, , , , , why]) =>
              [by, side, id, amount, why].join("|")
            ),
            [
              ["statement", "A", "-1.50"],
              ["statement", "A", "-30.00"],
              ["books", "A", "-30.00"]
            ].map((row) =>
              `many-to-one|${row.join("|")}|rows of the statement with one id sum to it, when the fee of 1.50 is taken`
            )
          )
          const sentence = "1 match is exact when fees are taken by the rules you gave: 1.50 together"
          assert.deepStrictEqual(takenFeesTexts(reconciled.taken, "KES"), [sentence])
          const facts = { books: "books.csv", rules: "no fee", madeAt: 0 }
          assert.include(yield* reconciledPage(workspace, reconciled, facts), `<p>${sentence}.</p>`)
        }))
    }))

  it.effect("is listed whole where a group has more rows than are read at once, and where many groups have two", () =>
    Effect.gen(function*() {
      const many = Array.from({ length: 5000 }, (_, index) => index)
      const small = row("S1", "2024-02-02 10:00:00", "0.01", "1.00", kes)
      const { heldIn } = yield* filed([
        row("L", "2024-02-01 10:00:00", "50.00", "50.00", kes),
        ...many.map((index) => ({ ...small, txnId: `S${index}` }))
      ])
      const books = [
        "id,date,amount",
        ...many.map(() => "L,2024-02-01,0.01"),
        ...many.map((at) => `S${at},2024-02-02,0.01`)
      ]
      yield* heldIn(books.join("\n"), {}, (workspace) =>
        Effect.gen(function*() {
          const whole = (yield* Stream.runCollect(listed(workspace, "matched"))).flat()
          assert.deepStrictEqual(whole.map((text) => JSON.parse(text)), [
            { statement: ["L"], books: many.map(() => "L"), by: "one-to-many" },
            ...many.map((at) => `S${at}`).toSorted().map((name) => ({ statement: [name], books: [name], by: "id" }))
          ])
          const broken = Stream.fromEffect(workspace.attempt(() => Promise.reject(new Error("no space left"))))
          const cutOff = {
            ...workspace,
            batches: (sql: string) => Stream.concat(Stream.take(workspace.batches(sql), 1), broken)
          }
          const given: Array<unknown> = []
          yield* Effect.flip(
            Stream.runForEach(listed(cutOff, "matched"), (texts) => Effect.sync(() => given.push(...texts)))
          )
          assert.deepStrictEqual(given, [], "no group of which rows were not read")
        }))
    }))

  it.effect("stands at the time of the statement's row, where one row of each side belongs together", () =>
    Effect.gen(function*() {
      const { heldIn } = yield* filed([
        row("B", "2024-02-02 10:00:00", "40.00", "40.00", kes),
        row("C", "2024-02-02 09:00:00", "9.00", "49.00", kes)
      ])
      const shown = yield* heldIn(
        "id,date,amount\nB,2024-02-01,41\nC,2024-02-03,8\n",
        {},
        (workspace) => shownOf(workspace, "different", 20)
      )
      assert.deepStrictEqual(shown.rows.map(([day, name]) => [day, name]), [["2024-02-02", "C"], ["2024-02-02", "B"]])
    }))

  it.effect("has the same order whatever the order of the books' lines, and the first ten lines of what was entered often", () =>
    Effect.gen(function*() {
      const at = "2024-02-02 10:00:00"
      const { heldIn } = yield* filed([
        ...["A", "B", "C"].map((name) => row(name, at, name === "C" ? "4.00" : "3.00", null, kes)),
        ...["D", "E"].map((name) => row(name, at, "3.00", null, { ...kes, description: "for R-77" })),
        row("Z", "2024-02-05 10:00:00", "6.00", null, kes)
      ])
      const lines = [
        ...Array.from({ length: 12 }, () => "Z,2024-02-05,6,"),
        "X,2024-02-02,3,",
        "X,2024-02-02,3,R-77",
        "X,2024-02-02,3,",
        "Y,2024-02-02,3,"
      ]
      const told = (order: ReadonlyArray<string>) =>
        heldIn(["id,date,amount,reference", ...order].join("\n"), {}, (workspace) =>
          Effect.all([
            shownOf(workspace, "doubtful", 20),
            Stream.runCollect(listed(workspace, "doubtful"))
          ]))
      const [shown, first] = yield* told(lines)
      const [, turned] = yield* told(lines.toReversed())
      assert.deepStrictEqual(turned.flat(), first.flat())
      assert.include(
        shown.rows.map(([, , , why]) => why),
        "entered 12 times in the books (lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more)"
      )
    }))

  it.effect("is a page with totals that tie, without a script, and with every text as a text", () =>
    Effect.gen(function*() {
      const { heldIn } = yield* filed(rows)
      const page = yield* heldIn(csv, {}, (workspace, reconciled) =>
        Effect.andThen(
          workspace.run(noteOutcome),
          reconciledPage(workspace, reconciled, { books: "<b>.csv", rules: "<i>", madeAt: 0 })
        ))
      assert.match(page, /^<!doctype html>\n<!-- wallet-statement reconcile -->\n<html lang="en">/)
      for (
        const text of ["=cmd &lt;b&gt;\\u{202e}", "&lt;script&gt;", "&lt;b&gt;.csv", "5 rows are open.", "E line:5 *"]
      ) {
        assert.include(page, text)
      }
      assert.include(page, "opening balance 100.00 + rows 23.50 = 123.50, the closing balance.")
      assert.include(page, "<p>1 matched row of the books is outside of the period: E, 6.00.</p>")
      assert.isBelow(page.indexOf("E line:5 *"), page.lastIndexOf(">A#1<"))
      assert.notMatch(page, /<script|<b>|4539578763621486|\u202e| (src|href)="/)
      assert.isBelow(page.indexOf("Totals"), page.indexOf("Different amounts (1)"))
      assert.isBelow(page.indexOf("Only in the books (2)"), page.indexOf("Matched (2)"))
    }))

  it.effect("says of a row that was entered twice that it was, and shows amounts and lines by which somebody can decide", () =>
    Effect.gen(function*() {
      const { heldIn } = yield* filed([...rows, row("C", "2024-02-05 11:00:00", "9.00", "132.50", kes)])
      const lines = ["A,2024-02-01,-31.50", "B,2024-02-02,41", "E,2024-02-29,6", "E,2024-02-29,6", "C,2024-02-05,9"]
      const { different, doubtful, page, table } = yield* heldIn(
        ["id,date,amount", ...lines].join("\n"),
        {},
        (workspace, reconciled) =>
          Effect.gen(function*() {
            yield* workspace.run(noteOutcome)
            return {
              different: yield* shownOf(workspace, "different", 20),
              doubtful: yield* shownOf(workspace, "doubtful", 20),
              page: yield* reconciledPage(workspace, reconciled, { books: "b.csv", rules: "no fee", madeAt: 0 }),
              table: (yield* Stream.runCollect(outcomeRows(workspace))).flat()
            }
          })
      )
      assert.deepStrictEqual(different.rows, [["2024-02-02", "B", "40.00", "B line:3", "41.00", "-1.00"]])
      const twice = "entered twice in the books (lines 4, 5)"
      assert.deepStrictEqual(doubtful.rows, [
        ["2024-02-05", "C line:6 9.00", "C 9.00, C#1 9.00", "several rows fit equally well"],
        ["2024-02-29", "E line:4 6.00, E line:5 6.00", "E 6.00", twice]
      ])
      const doubted = table.filter(([state]) => state === "doubtful")
      assert.deepStrictEqual(doubted.map(([, , , , , id, , , , , , , , , why]) => [id, why === twice]), [
        ["C", false],
        ["C", false],
        ["C", false],
        ["E", true],
        ["E", true],
        ["E", true]
      ])
      for (const text of [twice, ">E line:5<", ">C#1<"]) assert.include(page, text)
    }))

  it.effect("has what people decided in a list of its own before what is matched, with the difference and why", () =>
    Effect.gen(function*() {
      const { decide, heldIn } = yield* filed(rows)
      const reason = `the shop's typing error, ${"as it says in its letter, ".repeat(40)}end`
      yield* decide(csv, { statement: ["B"], books: ["B"], reason })
      yield* decide(csv, { kind: "alone", books: ["F"], reason: "cash" }, 1_700_000_000_001)
      const [page, settled] = yield* heldIn(csv, {}, (workspace, reconciled) =>
        Effect.andThen(
          workspace.run(noteOutcome),
          Effect.map(
            reconciledPage(workspace, reconciled, { books: "b.csv", rules: "no fee", madeAt: 0 }),
            (page) => [page, reconciled.settled] as const
          )
        ))
      const list = page.slice(page.indexOf("Decided by people (2)"), page.indexOf("Accepted as standing alone (1)"))
      for (
        const text of [
          "B (statement) 40.00; B (books) 41.00",
          ">−1.00<",
          ">ann<",
          "2023-11-14 22:13 UTC",
          "letter, end<"
        ]
      ) {
        assert.include(list, text)
      }
      assert.include(page, "<p>1 decision accepts a difference: -1.00.</p>")
      assert.deepStrictEqual(acceptedTexts([...settled, ...settled], "KES"), [
        "2 decisions accept differences: -2.00 together"
      ])
      assert.deepStrictEqual(acceptedTexts(settled, "UGX"), [])
      assert.deepStrictEqual(settled.map((decision) => moreOrLess(differenceOf(decision))), ["1.00 less", "0.00 more"])
      const march = { from: day("2024-02-15"), to: day("2024-02-29") }
      const later = yield* heldIn(csv, march, (_, reconciled) => Effect.succeed(reconciled.settled))
      assert.deepStrictEqual(later.map(({ kind }) => kind), ["alone"])
    }))

  it.effect("is cut off in a page with a sentence, but never within a group", () =>
    Effect.gen(function*() {
      const { heldIn } = yield* filed(rows)
      const many = Array.from({ length: 501 }, (_, index) => `N${index},2024-02-10,${index + 1000}`)
      const matched = Array.from({ length: 150 }, (_, index) => `M${index},2024-02-10,${index + 2000},R${index}`)
      const page = yield* heldIn(
        ["id,date,amount,reference", ...many.map((line) => `${line},`), ...matched].join("\n"),
        {},
        (workspace, reconciled) =>
          Effect.andThen(
            workspace.run(noteOutcome),
            reconciledPage(workspace, reconciled, { books: "b.csv", rules: "no fee", madeAt: 0 })
          )
      )
      assert.include(page, "<p>151 more are not shown: the CSV of <code>--csv</code> has all.</p>")
    }))
})
