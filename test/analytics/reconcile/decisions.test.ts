/**
 * What people decide about rows: kept in the file, applied before all else, and found again the next night.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readDecisions } from "../../../src/analytics/reconcile/decisions.ts"
import type { Asked } from "../../../src/analytics/reconcile/newDecisions.ts"
import { passedOverTexts } from "../../../src/analytics/reconcile/settledByPeople.ts"
import { Database, reopenRows } from "../../../src/sink/duckdb/index.ts"
import { day, row } from "../../../src/testing/windows.ts"
import { filed, kes, rows } from "./filed.ts"

const refusal = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)

describe("a decision that rows belong together", () => {
  it.effect("comes before every pass, with who, when and why, until it is taken back", () =>
    Effect.gen(function*() {
      const csv = "date,amount,reference\n2024-02-02,40,x\n2024-02-02,40,y\n2024-02-01,-31.50,\n"
      const { decide, held, path } = yield* filed()
      assert.strictEqual((yield* held(csv)).lists["doubtful"]?.length, 1)
      const decisions = yield* decide(csv, { statement: ["C"], books: ["2"] })
      const { lists, totals } = yield* held(csv)
      assert.deepStrictEqual(lists["matched"], [
        { statement: ["A", "A#1"], books: ["4"], by: "many-to-one" },
        { statement: ["C"], books: ["2"], by: "decision", decision: decisions[0]?.id },
        { statement: ["B"], books: ["3"], by: "time" }
      ])
      assert.deepStrictEqual(totals.map(({ list, rows, side }) => [side, list, rows]), [
        ["books", "matched", 3],
        ["statement", "matched", 4]
      ])
      const reading = (which: "in force" | "all") =>
        Effect.scoped(Effect.flatMap(Database.openReadOnly(path), (reader) => readDecisions(reader, which)))
      assert.deepStrictEqual(yield* reading("in force"), decisions)
      const reopened = { by: "bob", reason: null, at: 1_700_000_001_000 }
      yield* reopenRows({ path }, (reader) => readDecisions(reader, "in force"), reopened)
      assert.deepStrictEqual(yield* reading("in force"), [])
      assert.deepStrictEqual(yield* reading("all"), decisions.map((each) => ({ ...each, reopened })))
      assert.strictEqual((yield* held(csv)).lists["doubtful"]?.length, 1)
    }))

  it.effect("may join other amounts, several rows and other days: the difference is told, and only the period is summed", () =>
    Effect.gen(function*() {
      const csv = "id,date,amount\nX,2024-02-20,38\nY,2024-03-20,9\n"
      const { decide, held } = yield* filed()
      const [first] = yield* decide(csv, { statement: ["B", "A"], books: ["X"] })
      const [second] = yield* decide(csv, { statement: ["D"], books: ["Y"] })
      const { lists, totals } = yield* held(csv)
      assert.deepStrictEqual(lists["matched"], [
        { statement: ["A", "B"], books: ["X"], by: "decision", decision: first?.id, difference: "0.50" }
      ])
      const march = yield* held(csv, { from: day("2024-03-01"), to: day("2024-03-31") })
      assert.deepStrictEqual(march.lists["matched"], [
        { statement: ["D"], books: ["Y"], by: "decision", decision: second?.id, difference: "-2.00" }
      ])
      assert.deepStrictEqual(march.totals.map(({ side, total }) => [side, total]), [["books", "9.0000"]])
      assert.deepStrictEqual(totals.filter(({ list }) => list === "matched").map(({ total }) => total), [
        "38.0000",
        "38.5000"
      ])
    }))

  it.effect("keeps the other row of its id from being taken for another payment", () =>
    Effect.gen(function*() {
      const stored = [
        row("A", "2024-02-01 10:00:00", "40.00", "140.00", kes),
        row("B", "2024-02-02 10:00:00", "40.00", "180.00", kes)
      ]
      const csv = "id,date,amount\nA,2024-02-01,40\nA,2024-02-01,40\n"
      const { decide, held } = yield* filed(stored)
      yield* decide(csv, { statement: ["A"], books: ["line:3"] })
      const { lists } = yield* held(csv)
      assert.deepStrictEqual([lists["statementOnly"], lists["booksOnly"], lists["doubtful"]], [["B"], ["A"], []])
    }))
})

describe("a decision that a row stands alone", () => {
  it.effect("takes it from what is open, each row by a decision of its own", () =>
    Effect.gen(function*() {
      const csv =
        "id,date,amount\nA,2024-02-01,-31.50\nB,2024-02-02,40\nC,2024-02-02,40\nX,2024-02-03,5\nX,2024-02-03,5\n"
      const { decide, held } = yield* filed()
      const [one, two] = yield* decide(csv, { kind: "alone", books: ["line:5", "line:6"] })
      assert.notStrictEqual(one?.id, two?.id)
      const { lists, totals } = yield* held(csv)
      assert.deepStrictEqual(
        new Set(lists["accepted"]?.map((each) => JSON.stringify(each))),
        new Set(
          [one, two].map((each) => JSON.stringify({ statement: [], books: ["X"], by: "decision", decision: each?.id }))
        )
      )
      assert.deepStrictEqual(lists["booksOnly"], [])
      assert.deepStrictEqual(totals.filter(({ list }) => list === "accepted").map(({ rows, total }) => [rows, total]), [
        [2, "10.0000"]
      ])
    }))
})

describe("the next night", () => {
  it.effect("finds rows again by their ids or by all that is told of them, on whatever line", () =>
    Effect.gen(function*() {
      const { decide, held } = yield* filed()
      const ids = yield* decide("id,date,amount\nX,2024-02-02,40\n", { statement: ["B"], books: ["X"] })
      const contents = yield* decide("id,date,amount,reference\n,2024-02-08,41,r\n", { statement: ["C"], books: ["2"] })
      const { lists, unfit } = yield* held(
        "id,date,amount,reference\nN,2024-02-09,1,\n,2024-02-08,41,r\n,2024-02-08,41,other\nX,2024-02-12,40,changed\n"
      )
      assert.deepStrictEqual(unfit, [])
      assert.deepStrictEqual(
        lists["matched"]?.filter((each) => JSON.stringify(each).includes("decision")),
        [
          { statement: ["B"], books: ["X"], by: "decision", decision: ids[0]?.id },
          { statement: ["C"], books: ["3"], by: "decision", decision: contents[0]?.id, difference: "-1.00" }
        ]
      )
    }))

  it.effect("tells which decisions that no longer fit are needed no more, as their rows match without them", () =>
    Effect.gen(function*() {
      const twice = "id,date,amount\nB,2024-02-02,40\nB,2024-02-02,40\nC,2024-02-02,4\nZ,2024-02-02,3\n"
      const { decide, heldIn } = yield* filed()
      const [once] = yield* decide(twice, { statement: ["B"], books: ["line:2"] }, 1)
      const [corrected] = yield* decide(twice, { statement: ["C"], books: ["C"] }, 2)
      const [open] = yield* decide(twice, { statement: ["A"], books: ["Z"] }, 3)
      const mended = "id,date,amount\nB,2024-02-02,40\nC,2024-02-02,40\nZ,2024-02-02,4\n"
      const { needless, unfit } = yield* heldIn(mended, {}, (_, reconciled) => Effect.succeed(reconciled))
      assert.deepStrictEqual(unfit.map(({ decision, why }) => [decision.id, why]), [
        [once?.id, "the books have 1 row like B and had 2"],
        [corrected?.id, "the amount of C was 4.00 and is 40.00"],
        [open?.id, "the amount of Z was 3.00 and is 4.00"]
      ])
      assert.deepStrictEqual([...needless], [once?.id, corrected?.id])
    }))

  it.effect("tells of decisions whose rows are gone or have another amount, and does not apply them", () =>
    Effect.gen(function*() {
      const before = "id,date,amount,reference\nX,2024-02-02,40,\n,2024-02-08,41,r\nZ,2024-02-02,3,\n"
      const { commit, decide, held } = yield* filed()
      const [first] = yield* decide(before, { statement: ["B"], books: ["X"] }, 1)
      const [second] = yield* decide(before, { statement: ["C"], books: ["3"] }, 2)
      const [third] = yield* decide(before, { statement: ["A"], books: ["Z"] }, 3)
      const why = (csv: string) => Effect.map(held(csv), ({ unfit }) => unfit)
      assert.deepStrictEqual(yield* why(before), [])
      assert.deepStrictEqual(yield* why("id,date,amount,reference\nX,2024-02-02,42,\n,2024-02-09,41,r\n"), [
        [first?.id, "the amount of X was 40.00 and is 42.00"],
        [second?.id, "the row of 2024-02-08 over 41.00 with the reference r is no longer in the books"],
        [third?.id, "Z is no longer in the books"]
      ])
      assert.deepStrictEqual(
        yield* why(`${before}X,2024-02-02,40,\n,2024-02-08,41,r\n`),
        [
          [first?.id, "the books have 2 rows with the id X"],
          [second?.id, "the books have 2 rows like the row of 2024-02-08 over 41.00 with the reference r and had 1"]
        ]
      )
      assert.deepStrictEqual(
        (yield* held(`${before}N,2024-03-10,1,\n`, { from: day("2024-03-10"), to: day("2024-03-11") })).unfit,
        []
      )
      yield* commit([
        ...rows.filter(({ txnId }) => txnId !== "B" && txnId !== "A"),
        row("A", "2024-02-01 10:00:00", "-29.00", "71.00", kes)
      ])
      assert.deepStrictEqual(yield* why(before), [
        [first?.id, "B is no longer in the statement"],
        [third?.id, "the amount of A was -1.50 and is -29.00"]
      ])
    }))
})

describe("a decision is refused", () => {
  it.effect("where a row is not there, not the only one of its name, or decided about already", () =>
    Effect.gen(function*() {
      const csv =
        "id,date,amount,currency\nX,2024-02-02,40,KES\nX,2024-02-02,40,KES\n4,2024-02-02,40,UGX\n,2024-02-05,8,KES\n"
      const { decide } = yield* filed()
      const why = (asked: Partial<Asked>) => refusal(decide(csv, asked))
      assert.match(yield* why({ statement: ["B", "Q"] }), /^The statement has no row "Q"/)
      assert.match(yield* why({ statement: ["B"], books: ["Q"] }), /^The books have no row "Q"/)
      assert.match(
        yield* why({ books: ["X"] }),
        /^The books have several rows "X", in lines 2, 3: .* --books line:2\.$/
      )
      assert.match(yield* why({ statement: ["B"], books: ["4"] }), /^Rows in KES and UGX don't belong together/)
      assert.match(yield* why({ statement: ["B", "B"] }), /^B is named twice/)
      const [kept] = yield* decide(csv, { statement: ["B", "A#1"], books: ["5"] })
      assert.match(
        yield* why({ statement: ["A#1"], books: ["id:4"] }),
        new RegExp(`^A#1 stands in decision ${kept?.id}: .*reopen`)
      )
      assert.match(yield* why({ statement: ["C"], books: ["line:5"] }), new RegExp(`stands in decision ${kept?.id}`))
    }))
})

describe("a decision about the books of a profile", () => {
  it.effect("is passed over with another one or none, and that is said", () =>
    Effect.gen(function*() {
      const shop = "id,date,amount\nX,2024-02-20,38\n"
      const loans = "id,date,amount\nL,2024-02-20,5\n"
      const { decide, held } = yield* filed()
      const [ofShop] = yield* decide(shop, { statement: ["B"], books: ["X"], profile: "shop" })
      const own = yield* held(shop, { profile: "shop" })
      assert.deepStrictEqual(own.lists["matched"], [
        { statement: ["B"], books: ["X"], by: "decision", decision: ofShop?.id, difference: "2.00" }
      ])
      for (const profile of [{ profile: "loans" }, {}]) {
        const other = yield* held(loans, profile)
        assert.deepStrictEqual([other.lists["matched"], other.unfit], [[], []])
        assert.deepStrictEqual(other.passedOver, [1, ["shop"]])
      }
      assert.deepStrictEqual(own.passedOver, [0, []])
      const two = [ofShop, ofShop].flatMap((each, place) =>
        each === undefined ? [] : [{ ...each, profile: place === 0 ? "shop" : "loans" }]
      )
      assert.deepStrictEqual(passedOverTexts(two), [
        "2 decisions were passed over, which are about the books of --profile shop, loans"
      ])
      // The same row of the statement may stand in other books in another way.
      const [ofLoans] = yield* decide(loans, { statement: ["B"], books: ["L"], profile: "loans" })
      assert.notStrictEqual(ofLoans?.id, ofShop?.id)
      const again = decide(shop, { statement: ["B"], books: ["X"], profile: "shop" })
      assert.include(yield* refusal(again), `B stands in decision ${ofShop?.id}`)
      assert.include(yield* refusal(decide(shop, { kind: "alone", statement: ["B"] })), "B stands in decision")
    }))
})
