/** The hashes of a file while a sink of the same process writes it, of much text in little memory, and of many identities that repeat. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { addDays, formatDay } from "../../../../src/domain/Period.ts"
import { firstWrongHash } from "../../../../src/sink/duckdb/audit/auditHashes.ts"
import { repeatedIdentities } from "../../../../src/sink/duckdb/audit/auditQueries.ts"
import { Database, type DatabaseReader } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { day, money, rejection, row, window } from "../../../../src/testing/windows.ts"
import { layerFile } from "../../../kit/emptyFile.ts"
import { suspectsIn } from "../../../kit/suspects.ts"
import { tamper } from "../../../kit/tamper.ts"
import { folder } from "../files.ts"

const dateOf = (number: number): string => formatDay(addDays(day("2010-01-01"), number))

const rowOf = (number: number, index: number, description: string) =>
  row(`T${number}-${index}`, `${dateOf(number)} 10:00:00`, "1.00", null, { description })

const windowOf = (number: number, rows: number, description: string, more = {}) =>
  window(
    dateOf(number),
    dateOf(number),
    Array.from({ length: rows }, (_, index) => rowOf(number, index, description)),
    more
  )

const meanwhile = {
  "a row changes": windowOf(3, 1, "another"),
  "something is declared for the first time": windowOf(9, 1, "new", {
    declarations: [{
      kind: "anchor",
      currency: null,
      day: day("2010-01-01"),
      end: "opening",
      balance: money("1"),
      source: "ledger"
    }]
  }),
  "something is quarantined for the first time": windowOf(9, 1, "new", { rejections: [rejection("{}", null)] })
} as const

/** Commits before one of the questions. */
const committing = (reader: DatabaseReader, at: number, commit: Effect.Effect<unknown>): DatabaseReader => {
  let asked = 0
  return {
    ...reader,
    query: (sql, values) => Effect.andThen(++asked === at ? commit : Effect.void, reader.query(sql, values))
  }
}

/** Puts many rows into a window, each time the same ones. */
const many = (sequence: number) =>
  `INSERT INTO transactions SELECT t.* REPLACE (t.txn_id || i AS txn_id, ${sequence} AS window_sequence)
   FROM transactions t, range(60000) AS r(i) WHERE txn_id = 'T0-0' ORDER BY hash(i)`

describe("the hashes of a file", () => {
  it.effect.each(Object.keys(meanwhile) as ReadonlyArray<keyof typeof meanwhile>)(
    "are those that were committed also where a sink is at work and %s",
    (name) =>
      Effect.gen(function*() {
        for (const at of [2, 3, 4, 5]) {
          const path = join(yield* folder, `${at}.duckdb`)
          yield* Effect.gen(function*() {
            const sink = yield* Sink
            for (let number = 0; number < 6; number++) yield* sink.commit(windowOf(number, 1, "first"))
            const reader = yield* Database.openReadOnly(path)
            const commit = Effect.orDie(sink.commit(meanwhile[name]))
            assert.isUndefined(
              yield* firstWrongHash(committing(reader, at, commit), new Set()),
              `before question ${at}`
            )
            assert.isUndefined(yield* firstWrongHash(reader, new Set()))
          }).pipe(Effect.scoped, Effect.provide(layerFile(path)))
        }
      })
  )

  it.effect("take the memory that a check has, however long the texts are", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "long.duckdb")
      const description = "x".repeat(4_000)
      yield* Effect.flatMap(Sink, (sink) =>
        Effect.forEach(Array.from({ length: 120 }), (_, number) => {
          const each = windowOf(number, 300, description)
          return sink.commit({ ...each, receipt: { ...each.receipt, bytes: 300 * (description.length + 200) } })
        })).pipe(Effect.provide(layerFile(path)))
      const check = Effect.flatMap(Database.openToCheck(path), (reader) => firstWrongHash(reader, new Set()))
      assert.isUndefined(yield* Effect.scoped(check))
    }))

  it.effect("of identities name the first window of which a row repeats one, however many do", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "repeated.duckdb")
      yield* Effect.flatMap(
        Sink,
        (sink) => Effect.forEach(Array.from({ length: 3 }), (_, number) => sink.commit(windowOf(number, 1, "once")))
      ).pipe(
        Effect.provide(layerFile(path))
      )
      yield* tamper(path, many(1))
      yield* tamper(
        path,
        "INSERT INTO transactions SELECT t.* REPLACE ('P' AS txn_id) FROM transactions t, range(2) WHERE txn_id = 'T1-0'"
      )
      yield* tamper(path, many(3))
      const question = Effect.flatMap(
        Database.openToCheck(path),
        (reader) =>
          Effect.flatMap(
            suspectsIn(reader),
            (hashes) => reader.query(`SELECT count(*), min(s) FROM (${repeatedIdentities(hashes).sql}) AS found(s)`)
          )
      )
      assert.deepStrictEqual((yield* Effect.scoped(question)).rows, [["10000", "2"]])
    }))
})
