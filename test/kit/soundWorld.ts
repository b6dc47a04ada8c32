/**
 * Worlds that are checked: what one leaves in a file is what was written, and a check of what is stored finds what the pull found.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { storedFindings } from "../../src/pipeline/storedFindings.ts"
import { Database, verifyAudit } from "../../src/sink/duckdb/index.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { brokenIn } from "../sink/duckdb/files.ts"
import { inWorld, type Night, type Shows, type World } from "./nights.ts"
import type { SinkAt } from "./sinks.ts"

/** A world whose file, where it has one, is verified behind it. */
export const inSoundWorld = (
  [name, at]: SinkAt,
  given: ReadonlyArray<StatementRecord>,
  test: (world: World) => Effect.Effect<void, unknown>
) =>
  Effect.gen(function*() {
    let file = ""
    yield* inWorld(
      (path) => {
        file = path
        return at(path)
      },
      given,
      test
    )
    if (name === "memory") return
    const { difference } = yield* Effect.scoped(Effect.flatMap(Database.openToCheck(file), verifyAudit))
    assert.isNull(difference, difference?.what.join("; "))
    assert.deepStrictEqual(yield* brokenIn(file), [])
  }).pipe(Effect.scoped)

/** What a pull found, which a check of what is stored finds too. */
export const foundBy = (world: World, night: Night, shows?: Shows) =>
  Effect.gen(function*() {
    const report = yield* world.pull(night, shows)
    const stored = yield* Effect.flatMap(
      world.verify,
      (verified) => Effect.provideService(storedFindings(verified), Sink, world.sink)
    )
    assert.deepStrictEqual(stored, report.findings, "a check says what the pull said")
    return report.findings
  })
