/**
 * Windows that are checked as one are so because a window says it: nobody can join others unseen, to hide losses that cancel out.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { judge } from "../../src/continuity/wallet/judge.ts"
import { addDays, format, type Period } from "../../src/domain/Period.ts"
import type { Transaction } from "../../src/domain/Transaction.ts"
import { entryOfContinuity } from "../../src/pipeline/continuityRecord.ts"
import { verifyContinuity, type WalletVerification } from "../../src/pipeline/verifyContinuity.ts"
import { memoryStore } from "../../src/sink/memory/memoryStore.ts"
import { MemoryTables } from "../../src/sink/memory/MemoryTables.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { checkWindow } from "../kit/continuity.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, first, inWorld, type Shows, type World } from "../kit/nights.ts"
import { layerOpen } from "../kit/openFile.ts"
import { wallet } from "../kit/pullSettings.ts"
import { tamper } from "../kit/tamper.ts"

/** A wallet whose balance goes up in the morning and down in the evening, always by the same. */
const records = recordsOf(
  Array.from({ length: 20 }, (_, day) => [
    { id: `in ${day}`, at: `${dayOf(day)} 08:00:00`, amount: "10.00" },
    { id: `out ${day}`, at: `${dayOf(day)} 11:00:00`, amount: "-10.00" }
  ]).flat(),
  "0"
)

const lacks = (...ids: ReadonlyArray<string>): Shows => ({ txnId }) => !ids.includes(txnId)

/** Sinks on the same tables in memory, one after the other. */
const inMemory = Effect.map(Effect.provide(MemoryTables, MemoryTables.layer), (tables) => ({
  tables,
  sinkAt: () => Layer.effect(Sink, Sink.fromStore(memoryStore(tables)))
}))

const shows = lacks("in 3", "out 6")

/** Pulls eleven nights of a service that two rows are missing from. */
const pullNights = Effect.fnUntraced(function*({ pull }: World) {
  yield* pull({ night: 4, from: 0 }, shows)
  for (let night = 5; night < 12; night++) yield* pull({ night }, shows)
})

/** Notes some days as one window without a gap, and what follows from that. */
const forge = (held: MemoryTables["Service"], period: Period, rows: ReadonlyArray<Transaction>): void => {
  const joined = checkWindow({ period, rows, truncated: false })
  assert.deepStrictEqual(joined.chains.map(({ verdict }) => verdict.gaps), [[]])
  held.continuity.set(wallet, [entryOfContinuity(joined)])
  held.gaps.length = 0
  held.proofs.set(wallet, judge([joined], [], addDays(first, 10)).proofs)
}

describe("windows that nobody joined", () => {
  it.effect("are told as noted together, checked apart, and put apart again by the next pull", () =>
    Effect.gen(function*() {
      const { sinkAt, tables } = yield* inMemory
      const period = { from: first, to: addDays(first, 11) }
      let honest: WalletVerification | undefined
      yield* inWorld(sinkAt, records, (world) =>
        Effect.gen(function*() {
          yield* pullNights(world)
          honest = yield* world.verify
          assert.deepStrictEqual([honest.verdict.kind, honest.conclusions], ["gap", []])
          assert.isAbove(tables.continuity.get(wallet)?.length ?? 0, 1)
          forge(tables, period, yield* world.rows)
        }))
      yield* inWorld(sinkAt, records, (world) =>
        Effect.gen(function*() {
          const forged = yield* world.verify
          assert.include(
            forged.conclusions,
            `${format(period)} is noted as one window, and the windows are of other days`
          )
          assert.deepStrictEqual(forged.verdict, honest?.verdict)
          const { findings } = yield* world.pull({ night: 12 }, shows)
          assert.isAbove(findings.length, 0)
          const after = yield* world.verify
          assert.include(["gap", "ambiguous"], after.verdict.kind)
          assert.deepStrictEqual([after.conclusions, after.outdated], [[], []])
        }))
    }))

  it.effect("are not believed by a pull either when what is noted reaches beyond what any window brought", () =>
    Effect.gen(function*() {
      const { sinkAt, tables } = yield* inMemory
      let honest: WalletVerification | undefined
      yield* inWorld(sinkAt, records, (world) =>
        Effect.gen(function*() {
          yield* pullNights(world)
          honest = yield* world.verify
          forge(tables, { from: addDays(first, -2), to: addDays(first, 11) }, yield* world.rows)
        }))
      yield* inWorld(sinkAt, records, (world) =>
        Effect.gen(function*() {
          assert.deepStrictEqual((yield* world.verify).verdict, honest?.verdict)
          const { findings } = yield* world.pull({ night: 12 }, shows)
          assert.isAbove(findings.length, 0)
          const after = yield* world.verify
          assert.include(["gap", "ambiguous"], after.verdict.kind)
          assert.isAbove(after.conclusions.length, 0)
          for (const each of after.conclusions) {
            assert.match(each, /^nothing is noted of .*, which windows brought$/)
          }
        }))
    }))

  it.effect("are told in a file, too, whether what they come to is noted or not", () =>
    Effect.gen(function*() {
      let file = ""
      const sinkAt = (path: string) => layerOpen(file = path)
      yield* inWorld(sinkAt, records, pullNights)
      const checked = verifyContinuity(wallet).pipe(Effect.provide(layerOpen(file)))
      const honest = yield* checked
      assert.deepStrictEqual([honest.verdict.kind, honest.conclusions], ["gap", []])
      yield* tamper(
        file,
        `CREATE TEMP TABLE whole AS
           SELECT wallet_no, min(from_day), max(to_day), false, NULL::VARCHAR, NULL::VARCHAR FROM continuity_windows GROUP BY ALL;
         DELETE FROM continuity_windows; INSERT INTO continuity_windows FROM whole;
         DELETE FROM continuity_gaps; DELETE FROM proofs`
      )
      const forged = yield* checked
      assert.deepStrictEqual(forged.verdict, honest.verdict)
      assert.include(forged.conclusions.join(), "is noted as one window, and the windows are of other days")
    }))
})
