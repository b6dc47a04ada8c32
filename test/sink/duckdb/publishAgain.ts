/**
 * A process of its own that commits a window and publishes, again and again until it is killed: `node publishAgain.ts PATH FOLDER`.
 * It says `publishing` before the first time.
 */
import { Duration, Effect } from "effect"
import { layerDuckDb, publishFolder } from "../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { row, window } from "../../../src/testing/windows.ts"

const [, , path = "", to = ""] = process.argv

const again = (number: number): Effect.Effect<never, unknown, Sink> =>
  Effect.gen(function*() {
    const rows = Array.from(
      { length: 60 },
      (_, index) => row(`${process.pid}-${number}-${index}`, `2024-0${(index % 6) + 1}-05 10:00:00`, "1.00", null)
    )
    yield* Effect.flatMap(Sink, (sink) => sink.commit(window("2024-01-01", "2024-06-30", rows, { complete: false })))
    yield* Effect.sync(() => process.stdout.write("publishing\n"))
    yield* publishFolder({ path, to, mode: 0o640, keep: Duration.seconds(2) })
    return yield* again(number + 1)
  })

await Effect.runPromise(Effect.provide(again(0), layerDuckDb({ path })))
