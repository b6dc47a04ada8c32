/**
 * Answers that show a record whole, and others that show it broken.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { parseDay } from "../../src/domain/Period.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { pageOfBody } from "../kit/bodyPage.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"
import { sinks } from "../kit/sinks.ts"
import { folder } from "../sink/duckdb/files.ts"

const record = (txnId: string, day: number): string =>
  `{"txnId":"${txnId}","type":"Credit","amount":1,"balance":${day},"description":"","confirmed":true,` +
  `"date":"2024-01-0${day} 10:00:00 AM"}`

const records = ["A", "B", "C", "D"].map((txnId, index) => record(txnId, index + 1))
const days = { from: parseDay("2024-01-01"), to: parseDay("2024-01-04") }

/** Four records are as many as one answer may hold, so the answer about all days is followed by smaller ones. */
const service = (isBroken: (isWhole: boolean) => boolean) =>
  Statement.layerTest((request) =>
    Effect.sync(() => {
      const { fromDate, toDate } = request
      const isWhole = fromDate <= "2024-01-01" && toDate >= "2024-01-04"
      const shown = records.filter((text) => {
        const date = /"date":"(.{10})/.exec(text)?.[1] ?? ""
        return date >= fromDate && date <= toDate
      }).map((text) => text.includes("\"B\"") && isBroken(isWhole) ? text.replace("\"amount\":1,", "") : text)
      return pageOfBody(request, `{"success":true,"data":[${shown.join(",")}]}`)
    })
  )

describe.each(sinks)("a record that some answers show broken, with a sink in %s", (_, sinkAt) => {
  it.effect.each([
    { showing: "the smaller answers", isBroken: (isWhole: boolean) => !isWhole },
    { showing: "the dropped answer", isBroken: (isWhole: boolean) => isWhole }
  ])(
    "is loaded when it is $showing that do",
    ({ isBroken }) =>
      Effect.gen(function*() {
        yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
        yield* Effect.gen(function*() {
          yield* Pull.run
          const sink = yield* Sink
          const { from, to } = days
          if (from === undefined || to === undefined) return assert.fail("no days")
          const stored = yield* sink.rowsOf(wallet, { from, to })
          assert.deepStrictEqual(stored.map(({ txnId }) => txnId), ["A", "B", "C", "D"])
          // What was shown broken is kept as well: nobody can tell that it is the same.
          assert.strictEqual(yield* sink.openQuarantine(wallet), 1)
        }).pipe(
          Effect.provide(Layer.merge(sinkAt(join(yield* folder, "x.duckdb")), service(isBroken))),
          Effect.provideService(
            PullSettings,
            pullSettings({ limit: 4, to: Option.fromUndefinedOr(days.to) })
          )
        )
      })
  )
})
