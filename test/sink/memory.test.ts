import { Effect, Layer } from "effect"
import { memoryStore } from "../../src/sink/memory/memoryStore.ts"
import { MemoryTables } from "../../src/sink/memory/MemoryTables.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { sinkContract } from "../../src/testing/index.ts"
import { memorySnapshot } from "./memorySnapshot.ts"

sinkContract("a sink in memory", () =>
  Effect.gen(function*() {
    const context = yield* Layer.build(MemoryTables.layer)
    return {
      layer: Effect.succeed(
        Layer.effect(Sink, Effect.flatMap(MemoryTables, (tables) => Sink.fromStore(memoryStore(tables)))).pipe(
          Layer.provide(Layer.succeedContext(context))
        )
      ),
      snapshot: Effect.map(MemoryTables, memorySnapshot).pipe(Effect.provide(context))
    }
  }))
