/**
 * The sinks that a test runs over. What a run leaves is worked out in one place for both, and tests of the store see to it that a
 * file holds the same; so suites of many nights run over a file only where all cases are tried.
 */
import type { Layer } from "effect"
import { Sink, type SinkError } from "../../src/sink/Sink.ts"
import { isThorough, isUnderMutation } from "./cases.ts"
import { layerOpen } from "./openFile.ts"
import { sharedFile } from "./sharedFile.ts"

/** A kind of sink by its name, made at a path. */
export type SinkAt = readonly [name: string, at: (path: string) => Layer.Layer<Sink, SinkError>]

const inMemory: SinkAt = ["memory", () => Sink.layerMemory]

/** Tables in memory, and a DuckDB file at a path; mutation tests, which run thousands of times, keep to memory. */
export const sinks: ReadonlyArray<SinkAt> = [
  inMemory,
  ...isUnderMutation ? [] : [["a file", layerOpen] as const]
]

/** Tables in memory, and where all cases are tried a file that all tests of a suite share, for those that never look at it. */
export const sinksOfNights = (): ReadonlyArray<SinkAt> => {
  if (!isThorough) return [inMemory]
  const file = sharedFile()
  return [inMemory, ["a file", () => file]]
}
