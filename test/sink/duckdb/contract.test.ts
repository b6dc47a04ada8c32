import { Effect } from "effect"
import { join } from "node:path"
import { sinkContract } from "../../../src/testing/index.ts"
import { layerOpen } from "../../kit/openFile.ts"
import { fileSnapshot, folder } from "./files.ts"

sinkContract("a sink in a DuckDB file", () =>
  Effect.gen(function*() {
    const path = join(yield* folder, "statement.duckdb")
    return { layer: Effect.succeed(layerOpen(path)), snapshot: fileSnapshot(path) }
  }))
