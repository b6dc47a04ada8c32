import { Effect, Layer } from "effect"
import { MemoryTables } from "../../src/sink/MemorySink.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { sinkContract } from "./contract.ts"
import { memorySnapshot } from "./memorySnapshot.ts"

sinkContract("a sink in memory", () =>
  Effect.gen(function*() {
    const context = yield* Layer.build(Sink.layerMemory)
    return {
      layer: Effect.succeed(Layer.succeedContext(context)),
      snapshot: Effect.map(MemoryTables, memorySnapshot).pipe(Effect.provide(context))
    }
  }))
