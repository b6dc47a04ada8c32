/**
 * A process of its own that opens a database file as a sink: `node holdOpen.ts PATH`. It says `opening`, then `open`,
 * and holds the file until it is killed.
 */
import { Effect, Layer } from "effect"
import { layerDuckDb } from "../../../src/sink/duckdb/index.ts"

const [, , path = ""] = process.argv
process.stdout.write("opening\n")
Effect.runPromise(
  Layer.build(layerDuckDb({ path })).pipe(
    Effect.andThen(Effect.sync(() => process.stdout.write("open\n"))),
    Effect.andThen(Effect.never),
    Effect.scoped
  )
).catch((cause: unknown) => process.stdout.write(`failed ${String(cause)}\n`))
setInterval(() => undefined, 60_000)
