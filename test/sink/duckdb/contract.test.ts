import { Effect } from "effect"
import { join } from "node:path"
import { layerDuckDb } from "../../../src/sink/duckdb/index.ts"
import { sinkContract } from "../../../src/testing/index.ts"
import { fileSnapshot, folder } from "./files.ts"

sinkContract("a sink in a DuckDB file", () =>
  Effect.gen(function*() {
    const path = join(yield* folder, "statement.duckdb")
    return { layer: Effect.succeed(layerDuckDb({ path })), snapshot: fileSnapshot(path) }
  }))
