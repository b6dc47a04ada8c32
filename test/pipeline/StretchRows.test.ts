import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { addDays, contains, type Period } from "../../src/domain/Period.ts"
import { dayOf, type Transaction } from "../../src/domain/Transaction.ts"
import { StretchRows } from "../../src/pipeline/StretchRows.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { step } from "../continuity/statements.ts"
import { first } from "../kit/nights.ts"
import { wallet } from "../kit/pullSettings.ts"

const rowOf = (day: number): Transaction => ({
  ...step(`R${day}`, day, day + 1, 0),
  walletNo: wallet,
  localTime: addDays(first, day) * 86_400_000,
  occurredAt: addDays(first, day) * 86_400_000,
  currency: null,
  description: "",
  dateText: "",
  timeFlag: null
})

const days = (from: number, to: number): Period => ({ from: addDays(first, from), to: addDays(first, to) })

/** Rows of a hundred days, one a day, each of which the sink counts as so many, or gives as often; and what is read of them. */
const reading = Effect.fnUntraced(function*(rowsADay: number, given: "one" | "all" = "one") {
  const rows = Array.from({ length: 100 }, (_, day) => rowOf(day))
  const read: Array<string> = []
  const sink = Sink.of({
    ...yield* Sink,
    rowsByDay: (_wallet, period) =>
      Effect.succeed(new Map(rows.map(dayOf).filter((day) => contains(period, day)).map((day) => [day, rowsADay]))),
    rowsOf: (_wallet, period) =>
      Effect.sync(() => {
        const found = rows.filter((row) => contains(period, dayOf(row)))
        read.push(...found.map(({ txnId }) => txnId))
        return given === "one" ? found : found.flatMap((row) => Array.from({ length: rowsADay }, () => row))
      })
  })
  const stored = new StretchRows(wallet)
  return {
    read,
    of: (period: Period) => Effect.provideService(stored.of(period), Sink, sink),
    around: (period: Period) => Effect.provideService(stored.around(period), Sink, sink)
  }
})

describe("rows that are looked at again and again", () => {
  it.effect("are not told around some days when what may be read is used up", () =>
    Effect.gen(function*() {
      const fresh = yield* reading(4900, "all")
      assert.lengthOf((yield* fresh.around(days(10, 49))) ?? [], 4 * 4900)
      const used = yield* reading(4900, "all")
      assert.lengthOf((yield* used.of(days(10, 49))) ?? [], 40 * 4900)
      assert.isUndefined(yield* used.around(days(10, 49)))
    }).pipe(Effect.provide(Sink.layerMemory)))

  it.effect("are read once, and given for the days that are asked for", () =>
    Effect.gen(function*() {
      const { around, of, read } = yield* reading(1)
      assert.lengthOf((yield* of(days(40, 44))) ?? [], 5)
      assert.lengthOf((yield* of(days(42, 47))) ?? [], 6)
      assert.lengthOf((yield* around(days(42, 47))) ?? [], 62)
      assert.lengthOf((yield* around(days(40, 44))) ?? [], 62)
      assert.strictEqual(new Set(read).size, read.length)
    }).pipe(Effect.provide(Sink.layerMemory)))

  it.effect("are not read where they are too many", () =>
    Effect.gen(function*() {
      const { around, of, read } = yield* reading(50_000)
      assert.isUndefined(yield* of(days(0, 4)))
      assert.isUndefined(yield* around(days(40, 44)))
      assert.deepStrictEqual(read, [])
      assert.lengthOf((yield* of(days(0, 3))) ?? [], 4)
    }).pipe(Effect.provide(Sink.layerMemory)))

  it.effect("are the nearest around some days where all would be too many", () =>
    Effect.gen(function*() {
      const { around } = yield* reading(2000)
      const found = (yield* around(days(40, 44))) ?? []
      assert.sameMembers(
        found.map(({ txnId }) => txnId),
        [35, 36, 37, 38, 39, 45, 46, 47, 48, 49].map((day) => `R${day}`)
      )
    }).pipe(Effect.provide(Sink.layerMemory)))
})
