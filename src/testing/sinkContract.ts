/**
 * What every sink does, as tests that are run against each of them.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, type Scope } from "effect"
import { Sink } from "../sink/Sink.ts"
import { byteOrderMarkContract } from "./byteOrderMarkContract.ts"
import { changedContract } from "./changedContract.ts"
import { declarationContract } from "./declarationContract.ts"
import { entryContract } from "./entryContract.ts"
import { exportContract } from "./exportContract.ts"
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
import { period, wallet, year } from "./windows.ts"

/** Defines the tests of a sink, whose name stands before each; each makes a subject of its own, and in the end opens it again. */
export const sinkContract = (name: string, subject: () => Effect.Effect<Subject, never, Scope.Scope>): void => {
  const test: SinkTest = (sentence, body) => {
    it.effect(sentence, () =>
      Effect.gen(function*() {
        const { layer, snapshot } = yield* subject()
        const told = yield* Effect.flatMap(Sink, (sink) => Effect.andThen(body(sink, snapshot), tellAll(sink))).pipe(
          Effect.provide(yield* layer)
        )
        const toldLater = yield* Effect.flatMap(Sink, tellAll).pipe(Effect.provide(yield* layer))
        assert.deepStrictEqual(toldLater, told, "what it tells when it is opened again")
      }))
  }
  describe(name, () => {
    byteOrderMarkContract(test, subject)
    changedContract(test)
    declarationContract(test, subject)
    entryContract(test)
    exportContract(test, subject)
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

/** Those that the tests have rows of, and more. */
const allDays = period("2000-01-01", "2040-12-31")

/** What a sink tells of the wallet that the tests are about. */
const tellAll = (sink: Sink["Service"]) =>
  Effect.all({
    head: sink.head,
    watermark: sink.watermark(wallet),
    quarantined: sink.quarantined(Option.some(wallet)),
    heldRows: sink.heldRows(wallet),
    windows: sink.windows(wallet),
    continuity: sink.continuity(wallet),
    openGaps: sink.openGaps(wallet),
    anchors: sink.anchors(wallet),
    declaredSettings: sink.declaredSettings(wallet),
    exports: sink.exports(wallet),
    changedSince: sink.changedSince(wallet, [{ days: year, sequence: 1 }]),
    proofs: sink.proofs(wallet),
    rows: sink.rowsOf(wallet, allDays),
    storedRows: sink.storedRows(wallet, allDays),
    rowsByDay: sink.rowsByDay(wallet, allDays),
    maybeRedated: sink.maybeRedated(wallet),
    askedFrom: sink.askedFrom(wallet),
    decisions: sink.decisions(wallet),
    provenMonths: sink.provenMonths(wallet)
  })
