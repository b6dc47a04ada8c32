import { Effect } from "effect"
import { join } from "node:path"
import { sinkContract } from "../../../src/testing/index.ts"
import { layerFile } from "../../kit/emptyFile.ts"
import { fileSnapshot, folder } from "./files.ts"

sinkContract("a sink in a DuckDB file", () =>
  Effect.gen(function*() {
    const path = join(yield* folder, "statement.duckdb")
    return { layer: Effect.succeed(layerFile(path)), snapshot: fileSnapshot(path) }
  }))
