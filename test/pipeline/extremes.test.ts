/**
 * Balances at both ends of what an amount may be, all the way into a file, as services write answers and as they might.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import * as Money from "../../src/domain/Money.ts"
import { parseDay } from "../../src/domain/Period.ts"
import { AcceptWithdrawals } from "../../src/pipeline/AcceptWithdrawals.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { verifyContinuity } from "../../src/pipeline/verifyContinuity.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Database, layerDuckDbReadOnly, verifyAudit } from "../../src/sink/duckdb/index.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { pageOfBody, type Writing, written } from "../kit/bodyPage.ts"
import { isThorough } from "../kit/cases.ts"
import { layerOpen } from "../kit/openFile.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"
import { ask, brokenIn, folder, reading } from "../sink/duckdb/files.ts"

const most = "99999999999999.9999"

type Shown = readonly [type: "Credit" | "Debit", amount: string, balance: string]

/** Rows whose balances, or what they begin or end with, are as large as can be or larger. */
const statements: ReadonlyArray<readonly [string, ReadonlyArray<Shown>]> = [
  ["a balance of as little as can be after a credit", [["Credit", "5", "-99999999999999.99"]]],
  ["a balance of as little as can be after the largest credit", [["Credit", most, `-${most}`]]],
  ["a balance of as much as can be after the largest debit", [["Debit", most, most]]],
  ["a whole statement at the lower end", [["Debit", most, `-${most}`], ["Credit", most, "0"], ["Debit", "1", "-1"]]],
  ["a whole statement at the upper end", [["Credit", most, most], ["Debit", most, "0"], ["Credit", "1", "1"]]],
  ["gaps from one end to the other", [["Credit", most, `-${most}`], ["Debit", most, most], [
    "Credit",
    most,
    `-${most}`
  ]]]
]

const answer = (shown: ReadonlyArray<Shown>, hidden: number, from: string, to: string): string =>
  `{"success":true,"data":[${
    shown.flatMap(([type, amount, balance], index) => {
      const day = `2024-01-0${index + 1}`
      return index < hidden || day < from || day > to ? [] : [
        `{"txnId":"T${index}","type":"${type}","amount":"${amount}","balance":"${balance}","description":"KES${amount}",` +
        `"confirmed":true,"date":"${day} 10:00:00 AM"}`
      ]
    }).join(",")
  }]}`

const service = (
  rows: ReadonlyArray<Shown>,
  hidden: Ref.Ref<number>,
  way: Writing
): Layer.Layer<Statement> =>
  Statement.layerTest((request) =>
    Effect.map(
      Ref.get(hidden),
      (count) => pageOfBody(request, written(way, answer(rows, count, request.fromDate, request.toDate)))
    )
  )

const money = (text: string): string => Money.format(Money.parse(text) as Money.Money)

const day = (text: string) => Option.fromUndefinedOr(parseDay(text))

describe("a statement", () => {
  for (const [at, way] of (["usual", "unusual"] as const).entries()) {
    for (const [what, rows] of statements.filter((_, index) => isThorough || index % 2 === at)) {
      it.effect(`with ${what} is loaded, and is what was committed, by ${way}`, () =>
        Effect.gen(function*() {
          yield* TestClock.setTime(Date.parse("2024-06-01T12:00:00Z"))
          const path = join(yield* folder, "x.duckdb")
          const hidden = yield* Ref.make(0)
          const pull = (from: string, to: string) =>
            Pull.run.pipe(
              Effect.provide(service(rows, hidden, way)),
              Effect.provideService(PullSettings, pullSettings({ limit: 5000, from: day(from), to: day(to) })),
              Effect.provide(layerOpen(path))
            )
          const isSound = reading(
            path,
            Effect.gen(function*() {
              const { difference } = yield* Effect.scoped(Effect.flatMap(Database.openToCheck(path), verifyAudit))
              assert.isNull(difference, difference?.what.join("; "))
              assert.deepStrictEqual(yield* brokenIn(path), [])
              const { differing } = yield* Effect.provide(verifyContinuity(wallet), layerDuckDbReadOnly({ path }))
              assert.deepStrictEqual(differing, [])
            })
          )
          // A day at a time, so that what one ends with has to meet what the next begins with, and then at once.
          for (const [index] of rows.entries()) yield* pull(`2024-01-0${index + 1}`, `2024-01-0${index + 1}`)
          yield* isSound
          const { report } = yield* pull("2024-01-01", "2024-01-31")
          assert.deepInclude(report.wallets[0]?.rows, { unchanged: rows.length, changed: 0, inserted: 0 })
          yield* Ref.set(hidden, 1)
          yield* pull("2024-01-01", "2024-01-31")
          yield* isSound
          // What is left of a single row is an empty answer: held before, and accepted now.
          yield* Effect.provideService(pull("2024-01-01", "2024-01-31"), AcceptWithdrawals, true)
          yield* isSound
          const stored = yield* ask(path, "SELECT type, amount, balance FROM transactions ORDER BY local_time")
          assert.deepStrictEqual(
            stored.map(([type, ...amounts]) => [type, ...amounts.map((amount) => money(amount ?? ""))]),
            rows.map(([type, ...amounts]) => [type, ...amounts.map(money)])
          )
          const all = { from: parseDay("2024-01-01") ?? assert.fail(), to: parseDay("2024-12-31") ?? assert.fail() }
          const read = yield* Effect.provide(
            Effect.flatMap(Sink, (sink) => sink.rowsOf(wallet, all)),
            layerDuckDbReadOnly({ path })
          )
          assert.lengthOf(read, rows.length - 1)
        }))
    }
  }
})
