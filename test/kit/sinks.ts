/**
 * The sinks that a test runs over.
 */
import type { Layer } from "effect"
import { layerDuckDb } from "../../src/sink/duckdb/index.ts"
import { Sink, type SinkError } from "../../src/sink/Sink.ts"

/** Tables in memory, and a DuckDB file at a path. */
export const sinks: ReadonlyArray<readonly [string, (path: string) => Layer.Layer<Sink, SinkError>]> = [
  ["memory", () => Sink.layerMemory],
  ["a file", (path) => layerDuckDb({ path })]
]
