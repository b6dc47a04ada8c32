/**
 * What every sink does, as tests that are run against each of them.
 */
import { describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { Sink } from "../sink/Sink.ts"
import { declarationContract } from "./declarationContract.ts"
import { entryContract } from "./entryContract.ts"
import { gapContract } from "./gapContract.ts"
import { heldContract } from "./heldContract.ts"
import { identityContract } from "./identityContract.ts"
import { quarantineContract } from "./quarantineContract.ts"
import { readingContract } from "./readingContract.ts"
import { redatedContract } from "./redatedContract.ts"
import { rejectionContract } from "./rejectionContract.ts"
import { reusedIdContract } from "./reusedIdContract.ts"
import { rowContract } from "./rowContract.ts"
import { runContract } from "./runContract.ts"
import type { SinkTest, Subject } from "./Subject.ts"
import { togetherContract } from "./togetherContract.ts"
import { watermarkContract } from "./watermarkContract.ts"

/** Defines the tests of a sink, whose name stands before each; each makes a subject of its own. */
export const sinkContract = (name: string, subject: () => Effect.Effect<Subject, never, Scope.Scope>): void => {
  const test: SinkTest = (sentence, body) => {
    it.effect(sentence, () =>
      Effect.gen(function*() {
        const { layer, snapshot } = yield* subject()
        yield* Effect.flatMap(Sink, (sink) => body(sink, snapshot)).pipe(Effect.provide(yield* layer))
      }))
  }
  describe(name, () => {
    declarationContract(test, subject)
    entryContract(test)
    gapContract(test, subject)
    heldContract(test)
    identityContract(test)
    quarantineContract(test)
    readingContract(test)
    redatedContract(test)
    rejectionContract(test)
    reusedIdContract(test)
    rowContract(test)
    runContract(test, subject)
    togetherContract(test, subject)
    watermarkContract(test)
  })
}
