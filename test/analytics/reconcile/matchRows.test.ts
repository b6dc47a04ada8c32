/**
 * What speaks for two rows belonging together, pass by pass.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { feeRulesOf } from "../../../src/analytics/reconcile/feeRules.ts"
import type { BooksRow, StatementRow } from "./books.ts"
import { matched } from "./matched.ts"

const of = (txnId: string, at: string, amount: number, description = "", leg = 0): StatementRow => ({
  txnId,
  leg,
  at: at.length === 10 ? `${at} 10:00:00` : at,
  amount,
  description
})

const entry = (day: string, amount: number, id: string | null = null, reference: string | null = null): BooksRow => ({
  id,
  day,
  amount,
  reference
})

const found = (
  statement: ReadonlyArray<StatementRow>,
  books: ReadonlyArray<BooksRow>,
  days = 3,
  fees: ReadonlyArray<string> = []
) =>
  Effect.map(
    matched(statement, books, days, Result.getOrThrow(feeRulesOf(fees))),
    (groups) =>
      groups.map(({ books, by, difference, list, statement }) => [
        by ?? list,
        statement,
        books,
        ...(difference === null ? [] : [difference])
      ])
  )

describe("rows of one id", () => {
  it.effect("belong together with the same amount, on whatever day", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* found(
          [of("A", "2025-01-01", 100), of("B", "2025-01-01", -100)],
          [entry("2025-03-01", -100, "B"), entry("2025-01-01", 100, "A")]
        ),
        [["id", [1], [0]], ["id", [0], [1]]]
      )
    }))

  it.effect("are different with another amount, also when a row of that amount is beside", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* found([of("A", "2025-01-01", 100), of("C", "2025-01-01", 90)], [entry("2025-01-01", 90, "A")]),
        [["different", [0], [0], "0.1000"]]
      )
    }))

  it.effect("may be a payment and its fee, or parts of one", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* found(
          [
            of("A", "2025-01-01", -1000),
            of("A", "2025-01-01", -25, "fee", 1),
            of("B", "2025-01-01", 500),
            of("C", "2025-01-01", -300),
            of("C", "2025-01-01", -5, "fee", 1)
          ],
          [
            entry("2025-01-01", -1025, "A"),
            entry("2025-01-01", 200, "B"),
            entry("2025-01-01", 300, "B"),
            entry("2025-01-01", -100, "C"),
            entry("2025-01-01", -200, "C")
          ]
        ),
        [["many-to-one", [0, 1], [0]], ["one-to-many", [2], [1, 2]], ["one-to-many", [3], [3, 4]]]
      )
    }))

  it.effect("are doubtful where nothing tells them apart", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* found(
          [of("A", "2025-01-01", 100), of("B", "2025-01-01", 70), of("B", "2025-01-01", 70, "", 1)],
          [entry("2025-01-01", 100, "A"), entry("2025-01-01", 100, "A"), entry("2025-01-01", 70, "B")]
        ),
        [["doubtful", [0], [0, 1]], ["doubtful", [1, 2], [2]]]
      )
    }))

  it.effect("that is typed wrongly by a letter are known by amount and day, another id is another payment", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* found(
          [of("QAB123", "2025-01-01", 100), of("QAB777", "2025-01-01", 500), of("QXY900", "2025-01-01", 900)],
          [entry("2025-01-01", 100, "QAB123"), entry("2025-01-02", 500, "QAB77"), entry("2025-01-01", 900, "QXY955")]
        ),
        [["id", [0], [0]], ["time", [1], [1]]]
      )
    }))
})

describe("rows with a reference", () => {
  it.effect("are found by whole words of the description, and by the id", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* found(
          [
            of("A", "2025-01-01", 100, "From Ann for inv. 12/7"),
            of("B", "2025-01-01", 100, "From Ann for INV 12/77"),
            of("C", "2025-01-01", 100, "From Ann")
          ],
          [entry("2025-01-09", 100, "1", "INV-12-77")]
        ),
        [["reference", [1], [0]]]
      )
      assert.deepStrictEqual(
        yield* found([of("QC1", "2025-01-01", 100), of("QC2", "2025-01-01", 100)], [
          entry("2025-01-01", 100, "7", "QC2")
        ]),
        [["reference", [1], [0]]]
      )
    }))

  it.effect("that comes every month are told apart by their days", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* found(
          [of("A", "2025-01-05", 100, "ACC-17"), of("B", "2025-02-05", 100, "ACC-17")],
          [entry("2025-02-04", 100, null, "ACC-17"), entry("2025-03-05", 100, null, "ACC-17")]
        ),
        [["reference", [1], [0]]]
      )
    }))

  it.effect("are orders that are settled together", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* found(
          [of("A", "2025-01-05", 600, "settlement S-2025-1")],
          [100, 200, 300].map((amount) => entry("2025-01-04", amount, null, "S-2025-1"))
        ),
        [["one-to-many", [0], [0, 1, 2]]]
      )
    }))

  it.effect("that many have are one doubtful group, and those with another amount are not in it", () =>
    Effect.gen(function*() {
      const many = Array.from({ length: 25 }, (_, index) => index)
      const groups = yield* found(
        [...many.map((index) => of(`A${index}`, "2025-01-05", 100, "ACC-17")), of("B", "2025-01-05", 70, "ACC-17")],
        [...many.map(() => entry("2025-01-05", 100, null, "ACC-17")), entry("2025-01-05", 70, null, "ACC-17")]
      )
      assert.deepStrictEqual(groups, [["doubtful", many, many], ["reference", [25], [25]]])
    }))

  it.effect("are different with another amount, and found when it is typed wrongly", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* found(
          [of("A", "2025-01-05", 600, "INV-10001"), of("B", "2025-01-05", 50, "INV-20002")],
          [entry("2025-01-05", 660, null, "INV-10001"), entry("2025-01-05", 50, null, "INV-20020")]
        ),
        [["different", [0], [0], "-0.6000"], ["reference", [1], [1]]]
      )
    }))
})

describe("rows of one amount", () => {
  it.effect("belong together when they are few days apart and there is no other", () =>
    Effect.gen(function*() {
      const statement = [of("A", "2025-01-05", 100)]
      assert.deepStrictEqual(yield* found(statement, [entry("2025-01-08", 100)]), [["time", [0], [0]]])
      assert.deepStrictEqual(yield* found(statement, [entry("2025-01-09", 100)]), [])
      assert.deepStrictEqual(yield* found(statement, [entry("2025-01-09", 100)], 4), [["time", [0], [0]]])
      assert.deepStrictEqual(yield* found(statement, [entry("2025-01-05", 101)]), [])
    }))

  it.effect("are doubtful when there is another, on the same day or not", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* found([of("A", "2025-01-05", 100), of("B", "2025-01-07", 100)], [entry("2025-01-05", 100)]),
        [["doubtful", [0, 1], [0]]]
      )
      assert.deepStrictEqual(
        yield* found([of("A", "2025-01-05", 100)], [entry("2025-01-05", 100), entry("2025-01-03", 100)]),
        [["doubtful", [0], [0, 1]]]
      )
    }))

  it.effect("are told apart by a time to the second", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* found(
          [of("A", "2025-01-05 10:00:00", 100), of("B", "2025-01-05 10:00:01", 100)],
          [entry("2025-01-05 10:00:01", 100), entry("2025-01-05 10:00:00", 100)]
        ),
        [["time", [1], [0]], ["time", [0], [1]]]
      )
    }))

  it.effect("may be a payment with its fee, unless a row of it is claimed alone too", () =>
    Effect.gen(function*() {
      const statement = [of("A", "2025-01-05", -1000), of("A", "2025-01-05", -25, "fee", 1)]
      assert.deepStrictEqual(yield* found(statement, [entry("2025-01-05", -1025)]), [["many-to-one", [0, 1], [0]]])
      assert.deepStrictEqual(yield* found(statement, [entry("2025-01-05", -1025), entry("2025-01-05", -1000)]), [
        ["doubtful", [0, 1], [0]],
        ["doubtful", [0], [1]]
      ])
    }))

  it.effect("that are many are one doubtful group where they reach each other, and matches beyond", () =>
    Effect.gen(function*() {
      const many = Array.from({ length: 30 }, () => 0)
      const statement = [...many.map((_, index) => of(`A${index}`, "2025-01-05", 100)), of("B", "2025-01-08", 100)]
      const books = [...many.map(() => entry("2025-01-04", 100)), entry("2025-01-11", 100)]
      const [first, second, ...others] = yield* found(statement, books)
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(first, ["doubtful", many.map((_, index) => index), many.map((_, index) => index)])
      assert.deepStrictEqual(second, ["time", [30], [30]])
    }))
})

const many = (count: number, amount: number, name: string) =>
  Array.from({ length: count }, (_, place) => of(`${name}${place}`, "2025-01-01", amount))

describe("payments of which a fee is kept", () => {
  const fee = ["1.5%"]

  it.effect("are exact when it is taken, by id, by reference and by time", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* found(
          [
            of("A", "2025-01-01", 98_500),
            of("B", "2025-01-01", 197_000, "for INV-7001"),
            of("C", "2025-01-01", 295_500),
            of("D", "2025-01-01", -101_500)
          ],
          [
            entry("2025-01-20", 100_000, "A"),
            entry("2025-01-02", 200_000, null, "INV-7001"),
            entry("2025-01-02", 300_000),
            entry("2025-01-02", -100_000)
          ],
          3,
          fee
        ),
        [
          ["id", [0], [0], "-15.0000"],
          ["reference", [1], [1], "-30.0000"],
          ["time", [2], [2], "-45.0000"],
          ["time", [3], [3], "-15.0000"]
        ]
      )
    }))

  it.effect("have their fee in a row of its own, which is theirs unless another row of the books is the fee's", () =>
    Effect.gen(function*() {
      const statement = [
        of("A", "2025-01-01", 100_000, "for INV-7001"),
        of("A", "2025-01-01", -1500, "fee", 1)
      ]
      for (
        const books of [
          entry("2025-01-01", 100_000, "A"),
          entry("2025-01-01", 100_000, null, "INV-7001"),
          entry("2025-01-01", 100_000)
        ]
      ) {
        assert.deepStrictEqual(yield* found(statement, [books], 3, fee), [["many-to-one", [0, 1], [0], "-15.0000"]])
      }
      assert.deepStrictEqual(
        yield* found(statement, [entry("2025-01-01", 100_000, "A"), entry("2025-01-01", -1500, "A")], 3, fee),
        [["id", [0], [0]], ["id", [1], [1]]]
      )
      assert.deepStrictEqual(
        yield* found(statement, [entry("2025-01-01", 100_000), entry("2025-01-01", -1500)], 3, fee),
        [["time", [0], [0]], ["time", [1], [1]]]
      )
    }))

  it.effect("are known by their id beside other rows of it: a charge that is no part of it, a reversal, another payment", () =>
    Effect.gen(function*() {
      const kept = of("A", "2025-01-01", 98_500)
      const books = [entry("2025-01-01", 100_000, "A")]
      assert.deepStrictEqual(yield* found([kept, of("A", "2025-01-01", -48, "charge", 1)], books, 3, fee), [
        ["id", [0], [0], "-15.0000"]
      ])
      assert.deepStrictEqual(yield* found([kept, of("A", "2025-01-02", -98_500, "reversal", 1)], books, 3, fee), [
        ["id", [0], [0], "-15.0000"]
      ])
      const both = [...books, entry("2025-01-01", -48, "A")]
      assert.deepStrictEqual(yield* found([kept, of("A", "2025-01-01", -48, "charge", 1)], both, 3, fee), [
        ["id", [0], [0], "-15.0000"],
        ["id", [1], [1]]
      ])
      // What sums exactly is no payment of which something was kept.
      assert.deepStrictEqual(yield* found([kept, of("A", "2025-01-01", 1500, "rest", 1)], books, 3, fee), [
        ["many-to-one", [0, 1], [0]]
      ])
    }))

  it.effect("are settled together less the fee of each", () =>
    Effect.gen(function*() {
      const settled = [of("S", "2025-01-05", 9_900 + 99 + 49_500, "settlement SETTLE-12")]
      const orders = [10_000, 100, 50_000].map((amount) => entry("2025-01-03", amount, null, "SETTLE-12"))
      assert.deepStrictEqual(
        yield* found(settled, orders, 3, ["1%"]),
        [["one-to-many", [0], [0, 1, 2], "-6.0100"]]
      )
    }))

  it.effect("are doubtful where the amount itself fits another row as well as what is left of it", () =>
    Effect.gen(function*() {
      const rows = [of("A", "2025-01-01", 100_000), of("B", "2025-01-01", 98_500)]
      assert.deepStrictEqual(yield* found(rows, [entry("2025-01-01", 100_000)], 3, fee), [["doubtful", [0, 1], [0]]])
      assert.deepStrictEqual(
        yield* found([...rows, of("C", "2025-01-01", 98_500)], [entry("2025-01-01", 100_000)], 3, fee),
        [["doubtful", [0, 1, 2], [0]]]
      )
      assert.deepStrictEqual(
        yield* found(
          [of("A", "2025-01-01", 98_500)],
          [entry("2025-01-01", 100_000, "A"), entry("2025-01-01", 100_000, "A")],
          3,
          fee
        ),
        [["doubtful", [0], [0, 1]]]
      )
    }))

  it.effect("keep their sign, are something, and leave something", () =>
    Effect.gen(function*() {
      const ten = ["10.00"]
      const pairs: ReadonlyArray<readonly [number, number]> = [[500, -500], [0, -1000], [1000, 0], [1, -999]]
      for (const [entered, stated] of pairs) {
        for (const id of ["A", null]) {
          const all = yield* found([of("A", "2025-01-01", stated)], [entry("2025-01-01", entered, id)], 3, ten)
          assert.notInclude(all.map(([how]) => how), "id", `${entered} ${stated}`)
          assert.notInclude(all.map(([how]) => how), "time", `${entered} ${stated}`)
        }
      }
    }))

  it.effect("take no fee that another row of the books may be, also where that was entered twice", () =>
    Effect.gen(function*() {
      const statement = [of("A", "2025-01-01", 100_000), of("A", "2025-01-01", -1500, "fee", 1)]
      assert.deepStrictEqual(
        yield* found(statement, [entry("2025-01-01", 100_000, "A"), entry("2025-01-02", -1500)], 3, fee),
        [["id", [0], [0]], ["time", [1], [1]]]
      )
      assert.deepStrictEqual(
        yield* found(
          statement,
          [entry("2025-01-01", 100_000), entry("2025-01-01", -1500), entry("2025-01-01", -1500)],
          3,
          fee
        ),
        [["time", [0], [0]], ["doubtful", [1], [1, 2]]]
      )
    }))

  it.effect("are told apart by a time to the second, with the fee beside", () =>
    Effect.gen(function*() {
      const statement = [of("A", "2025-01-01", 100_000), of("A", "2025-01-01", -1500, "fee", 1)]
      const other = [of("B", "2025-01-01 11:00:00", 100_000), of("B", "2025-01-01 11:00:00", -1500, "fee", 1)]
      assert.deepStrictEqual(
        yield* found(
          [...statement, ...other],
          [entry("2025-01-01 10:00:00", 100_000), entry("2025-01-01 11:00:00", 100_000)],
          3,
          fee
        ),
        [["many-to-one", [0, 1], [0], "-15.0000"], ["many-to-one", [2, 3], [1], "-15.0000"]]
      )
    }))

  it.effect("that are many are one doubtful group with all that they may be, with their fees and without", () =>
    Effect.gen(function*() {
      const books = Array.from({ length: 25 }, () => entry("2025-01-01", 100_000))
      const groups = [
        [...many(25, 100_000, "A"), ...many(1, 98_500, "N")],
        [...many(25, 100_000, "A"), ...many(25, 98_500, "N")],
        [...many(1, 100_000, "A"), ...many(25, 98_500, "N")]
      ]
      for (const statement of groups) {
        assert.deepStrictEqual(yield* found(statement, books, 3, fee), [
          ["doubtful", statement.map((_, place) => place), books.map((_, place) => place)]
        ])
      }
    }))

  it.effect("are another amount by a hundredth", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* found([of("A", "2025-01-01", 98_501)], [entry("2025-01-01", 100_000, "A")], 3, fee),
        [["different", [0], [0], "-14.9900"]]
      )
    }))
})

const orders = (prefix: string, count: number, amountOf: (place: number) => number) =>
  Array.from({ length: count }, (_, place) => entry("2025-01-02", amountOf(place), null, `${prefix}-${5000 + place}`))
const payments = (count: number, describe: (place: number) => string, amountOf: (place: number) => number) =>
  Array.from({ length: count }, (_, place) => of(`P${place}`, "2025-01-01", amountOf(place), describe(place)))

describe("numbers of the books' own", () => {
  it.effect("rule nothing out where none of their shape is in the statement, beside references that are", () =>
    Effect.gen(function*() {
      const statement = [
        ...payments(20, (place) => `for INV-${5000 + place}`, (place) => 100 + place),
        ...payments(20, () => "", (place) => 1000 + place).map((row) => ({ ...row, txnId: `Q${row.txnId}` }))
      ]
      const books = [...orders("INV", 20, (place) => 100 + place), ...orders("ORD", 20, (place) => 1000 + place)]
      const by = (yield* found(statement, books)).map(([how]) => how)
      assert.deepStrictEqual([
        by.filter((how) => how === "reference").length,
        by.filter((how) => how === "time").length
      ], [
        20,
        20
      ])
    }))

  it.effect("of a shape that is found name other payments where they are not, and so do few of another shape", () =>
    Effect.gen(function*() {
      const statement = [
        ...payments(30, (place) => place < 20 ? `for INV-${5000 + place}` : "", (place) => 100 + place)
      ]
      const found30 = yield* found(statement, orders("INV", 30, (place) => 100 + place))
      assert.deepStrictEqual([...new Set(found30.map(([how]) => how))], ["reference"])
      const few = [...orders("INV", 20, (place) => 100 + place), ...orders("ORD", 5, (place) => 120 + place)]
      assert.strictEqual((yield* found(statement, few)).length, 20)
    }))
})
