/**
 * Rows whose wall-clock time was repeated, skipped or contradicted by its marker, on their way into a file written as services do and
 * as they might.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { parseDay } from "../../src/domain/Period.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Database, verifyAudit } from "../../src/sink/duckdb/index.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { pageOfBody, type Writing, written } from "../kit/bodyPage.ts"
import { layerOpen } from "../kit/openFile.ts"
import { clockOf, pullSettings } from "../kit/pullSettings.ts"
import { ask, folder } from "../sink/duckdb/files.ts"

/** A skipped hour, a repeated one, and markers that contradict the hour, in Berlin. */
const times: ReadonlyArray<readonly [date: string, flag: string | null]> = [
  ["2023-10-29 01:30:00 AM", null],
  ["2023-10-29 02:30:00 AM", "ambiguous-local"],
  ["2023-10-29 02:30:01 AM", "ambiguous-local"],
  ["2024-03-31 02:15:00 AM", "nonexistent-local"],
  ["2024-03-31 02:15:00 PM", "marker-conflict"],
  ["2024-03-31 12:00:00 AM", "marker-conflict"],
  ["2024-03-31 12:00:00 PM", null]
]

const answer = (shown: typeof times): string =>
  `{"success":true,"data":[${
    shown.map(([date], index) =>
      `{"txnId":"T${index}","type":"Credit","amount":1.00,"balance":${index + 1}.00,"description":"KES1.00 in",` +
      `"confirmed":true,"date":"${date}"}`
    ).join(",")
  }]}`

/** A service that shows so many of them. */
const service = (shown: Ref.Ref<number>, way: Writing): Layer.Layer<Statement> =>
  Statement.layerTest((request) =>
    Effect.map(Ref.get(shown), (count) => pageOfBody(request, written(way, answer(times.slice(0, count)))))
  )

const settings = pullSettings({
  clock: clockOf("Europe/Berlin"),
  limit: 5000,
  from: Option.fromUndefinedOr(parseDay("2023-10-01")),
  to: Option.fromUndefinedOr(parseDay("2024-03-31"))
})

describe("the flag of a time", () => {
  for (const way of ["usual", "unusual"] as const) {
    it.effect(`is kept in the file, by ${way}, and the file is what was hashed`, () =>
      Effect.gen(function*() {
        yield* TestClock.setTime(Date.parse("2024-06-01T12:00:00Z"))
        const path = join(yield* folder, "x.duckdb")
        const shown = yield* Ref.make(times.length)
        const pull = Pull.run.pipe(
          Effect.provide(service(shown, way)),
          Effect.provideService(PullSettings, settings),
          Effect.provide(layerOpen(path))
        )
        const verify = Effect.scoped(Effect.flatMap(Database.openReadOnly(path), verifyAudit))
        const flags = ask(path, "SELECT date_text, time_flag FROM transactions ORDER BY date_text")
        yield* pull
        assert.deepStrictEqual(yield* flags, times.toSorted())
        assert.isNull((yield* verify).difference)
        const { report } = yield* pull
        assert.strictEqual(report.wallets[0]?.rows.unchanged, times.length)
        yield* Ref.set(shown, 3)
        yield* pull
        assert.isNull((yield* verify).difference)
      }))
  }
})
