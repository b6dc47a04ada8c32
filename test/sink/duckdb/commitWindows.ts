/**
 * A process of its own that commits one window after another until it is killed: `node commitWindows.ts PATH`. It says
 * `committed N` after each, N being the window's number in the file.
 */
import { Effect } from "effect"
import { addDays, formatDay } from "../../../src/domain/Period.ts"
import { layerDuckDb } from "../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { day, row, window } from "../../../src/testing/windows.ts"

const [, , path = "", first = "0"] = process.argv

const commitFrom = (number: number): Effect.Effect<never, unknown, Sink> =>
  Effect.gen(function*() {
    const date = formatDay(addDays(day("2020-01-01"), number))
    const rows = Array.from(
      { length: 200 },
      (_, index) => row(`${number}-${index}`, `${date} 10:00:00`, "1.00", null, { description: "text ".repeat(20) })
    )
    yield* Effect.flatMap(Sink, (sink) => sink.commit(window(date, date, rows)))
    yield* Effect.sync(() => process.stdout.write(`committed ${number + 1}\n`))
    return yield* commitFrom(number + 1)
  })

Effect.runPromise(commitFrom(Number(first)).pipe(Effect.provide(layerDuckDb({ path })))).catch((cause: unknown) =>
  process.stdout.write(`failed ${String(cause)}\n`)
)
