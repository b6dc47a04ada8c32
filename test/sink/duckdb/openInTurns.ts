/**
 * A process of its own that makes or opens a database file and leaves it without a commit, some times, and commits a window at last:
 * `node openInTurns.ts PATH TIMES`. It tries again at once while another process has the file, and says `committed` or what failed.
 */
import { Effect } from "effect"
import { layerDuckDb } from "../../../src/sink/duckdb/index.ts"
import { Sink, SinkError } from "../../../src/sink/Sink.ts"
import { row, window } from "../../../src/testing/windows.ts"

const [, , path = "", times = "0"] = process.argv
const rows = [row(String(process.pid), "2024-01-05 10:00:00", "10.00", null)]

const inTurn = (commits: boolean): Effect.Effect<void, unknown> =>
  Effect.flatMap(
    Sink,
    (sink) => commits ? sink.commit(window("2024-01-01", "2024-01-31", rows, { complete: false })) : Effect.void
  ).pipe(
    Effect.provide(layerDuckDb({ path, removeUnused: true }), { local: true }),
    Effect.asVoid,
    Effect.catchIf(
      (error) => error instanceof SinkError && error.reason._tag === "Locked",
      () => Effect.andThen(Effect.sleep("1 millis"), inTurn(commits))
    )
  )

Effect.runPromise(Effect.andThen(Effect.repeat(inTurn(false), { times: Number(times) - 1 }), inTurn(true))).then(
  () => process.stdout.write("committed\n"),
  (cause: unknown) => process.stdout.write(`failed ${String(cause)}\n`)
)
