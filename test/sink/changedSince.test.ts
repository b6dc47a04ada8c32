/**
 * Which rows are otherwise since a window: the answer of a file to the question in SQL, held against that of events in memory over
 * histories that nobody chose.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { join } from "node:path"
import type { Transaction } from "../../src/domain/Transaction.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { period, row, wallet, window } from "../../src/testing/windows.ts"
import { cases } from "../kit/cases.ts"
import { layerOpen } from "../kit/openFile.ts"
import { folder } from "./duckdb/files.ts"

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

/** A row of a day, one of few ids, so that it may be another night's row that changed, moved, went or came back. */
const Shown = Schema.Struct({
  id: upTo(4),
  day: upTo(5),
  amount: upTo(1),
  balance: upTo(1),
  currency: upTo(2),
  confirmed: Schema.Boolean
})

const Night = Schema.Struct({
  from: upTo(5),
  length: upTo(5),
  cutOff: upTo(3),
  rows: Schema.Array(Shown).check(Schema.isMaxLength(6))
})

const Nights = Schema.Array(Night).check(Schema.isMinLength(2), Schema.isMaxLength(7))

const dayAt = (index: number): string => `2024-03-0${index + 1}`
const currencies = [null, Currency.make("KES"), Currency.make("USD")]

const rowOf = ({ amount, balance, confirmed, currency, day, id }: typeof Shown.Type): Transaction =>
  row(`T${id}`, `${dayAt(day)} 10:00:00`, amount === 0 ? "1.25" : "-2.00", balance === 0 ? "7.00" : null, {
    currency: currencies[currency] ?? null,
    confirmed
  })

const windowOf = ({ cutOff, from, length, rows }: typeof Night.Type, index: number) => {
  const to = Math.min(from + length, 5)
  const shown = rows.filter(({ day }) => day >= from && day <= to).map(rowOf)
  return window(dayAt(from), dayAt(to), shown, { complete: cutOff > 0, runId: `run-${index}` })
}

describe("the rows that are otherwise since a window", () => {
  it.effect.prop(
    "are the same by a file's question as by what windows did to rows",
    [Nights],
    ([nights]) =>
      Effect.gen(function*() {
        const path = join(yield* folder, "x.duckdb")
        const asked = nights.flatMap((_, sequence) =>
          [["2024-03-01", "2024-03-06"], ["2024-03-02", "2024-03-03"], ["2024-03-04", "2024-03-04"]].map(
            ([from = "", to = ""]) => ({ days: period(from, to), sequence })
          )
        )
        const told = (layer: Layer.Layer<Sink, unknown>) =>
          Effect.gen(function*() {
            const sink = yield* Sink
            yield* Effect.forEach(nights.map(windowOf), (each) => sink.commit(each))
            return yield* sink.changedSince(wallet, asked)
          }).pipe(Effect.provide(layer))
        const [inMemory, inFile] = [yield* told(Layer.fresh(Sink.layerMemory)), yield* told(layerOpen(path))]
        assert.deepStrictEqual(inFile, inMemory)
      }).pipe(Effect.scoped),
    { arbitrary: { seed: 20_261_127, runs: cases(60) }, timeout: 300_000 }
  )
})
