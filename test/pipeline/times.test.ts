import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { parseDay } from "../../src/domain/Period.ts"
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { entryOfContinuity } from "../../src/pipeline/continuityRecord.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullObserver } from "../../src/pipeline/PullObserver.ts"
import { verifyContinuity } from "../../src/pipeline/verifyContinuity.ts"
import { load } from "../../src/pipeline/WalletHistory.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { checkWindow } from "../kit/continuity.ts"
import { type Entry, fakeStatement, recordsOf } from "../kit/fakeStatement.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"

/** A wallet that takes 10 and 15 every day and is swept to zero in the evening. */
const swept: ReadonlyArray<Entry> = Array.from({ length: 31 }, (_, index) => index).flatMap((index) => {
  const day = `2024-01-${String(index + 1).padStart(2, "0")}`
  return [
    { id: `A${index + 1}`, at: `${day} 09:00:00`, amount: "10.00" },
    { id: `B${index + 1}`, at: `${day} 12:00:00`, amount: "15.00" },
    { id: `C${index + 1}`, at: `${day} 20:00:00`, amount: "-25.00" }
  ]
})

const without = (...ids: ReadonlyArray<string>): ReadonlyArray<StatementRecord> =>
  recordsOf(swept).filter(({ txnId }) => !ids.includes(txnId))

const timed = (id: string, date: string): ReadonlyArray<StatementRecord> =>
  recordsOf(swept).map((record) => (record.txnId === id ? { ...record, date } : record))

interface World {
  readonly show: (records: ReadonlyArray<StatementRecord>) => Effect.Effect<void>
  readonly requests: Ref.Ref<ReadonlyArray<StatementRequest>>
  readonly pull: (changes?: Partial<PullSettings["Service"]>) => Effect.Effect<WalletReport, unknown>
}

const inWorld = (test: (world: World) => Effect.Effect<void, unknown, Sink>) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
    const books = yield* Ref.make<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>({})
    const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
    const sink = yield* Sink
    const pull: World["pull"] = (changes) =>
      Pull.run.pipe(
        Effect.flatMap(({ report }) => Effect.fromNullishOr(report.wallets[0])),
        Effect.provide(fakeStatement(books, requests)),
        Effect.provideService(PullSettings, pullSettings({ limit: 500, ...changes })),
        Effect.provideService(Sink, sink)
      )
    yield* test({ show: (records) => Ref.set(books, { [wallet]: records }), requests, pull })
  }).pipe(Effect.provide(Layer.fresh(Sink.layerMemory)))

/** The places in doubt that a wallet's history has by some jitter. */
const orders = (jitter: number) =>
  Effect.map(
    load(wallet, jitter),
    (history) => history.flatMap(({ chains }) => chains.flatMap(({ verdict }) => verdict.orders)).length
  )

const kinds = ({ findings }: WalletReport): ReadonlyArray<string> => findings.map(({ kind }) => kind)

describe("a pull of a wallet whose balances come again", () => {
  it.effect("asks again where a row is missing, says so, and is complete when it is there", () =>
    inWorld(({ pull, requests, show }) =>
      Effect.gen(function*() {
        yield* show(without("B15"))
        const report = yield* pull()
        assert.isNotEmpty(report.findings)
        assert.deepStrictEqual(new Set(report.findings.flatMap(({ from, to }) => [from, to])).has("2024-01-15"), true)
        const asked = (yield* Ref.get(requests)).map(({ fromDate, toDate }) => `${fromDate}..${toDate}`)
        assert.strictEqual(asked[0], "2023-12-31..2024-02-02")
        assert.include(asked, "2024-01-14..2024-01-17")
        assert.isTrue(kinds(report).includes("order"))
        yield* show(recordsOf(swept))
        assert.deepStrictEqual(kinds(yield* pull()), [])
      })
    ))

  it.effect("finds the row at once when the service left it out but once", () =>
    inWorld(({ pull, show }) =>
      Effect.gen(function*() {
        yield* show(without("B15"))
        const report = yield* pull().pipe(
          Effect.provideService(
            PullObserver,
            ({ _tag }) => (_tag === "Committed" ? show(recordsOf(swept)) : Effect.void)
          )
        )
        assert.deepStrictEqual(kinds(report), [])
        assert.strictEqual(report.rows.inserted, 93)
      })
    ))

  it.effect("is complete when single times inside are wrong, with a remark", () =>
    inWorld(({ pull, show }) =>
      Effect.gen(function*() {
        yield* show(timed("B15", "2024-01-16 12:30:00 PM"))
        const report = yield* pull()
        assert.deepStrictEqual([report.verdict, kinds(report)], ["proven", []])
        assert.isAbove(report.modulo.outOfTime, 0)
      })
    ))

  it.effect("is in doubt when the first time is wrong, unless the clock is known to be as wrong as that", () =>
    inWorld(({ pull, show }) =>
      Effect.gen(function*() {
        yield* show(timed("A1", "2024-01-01 12:00:20 PM"))
        const doubtful = yield* pull()
        assert.isTrue(kinds(doubtful).includes("order"))
        assert.include(doubtful.findings[0]?.explanation, "a row is missing there; or a row bears a wrong time")
        assert.strictEqual((yield* verifyContinuity(wallet)).verdict.kind, "ambiguous")
        const clockJitter = Duration.hours(2)
        assert.deepStrictEqual(kinds(yield* pull({ clockJitter })), [])
        const verified = yield* verifyContinuity(wallet)
        assert.deepStrictEqual([verified.verdict.kind, verified.differing], ["proven", []])
        assert.isTrue(kinds(yield* pull()).includes("order"))
      })
    ))

  it.effect("goes by the jitter in force for days that it does not ask for, and writes down what is declared", () =>
    inWorld(({ pull, show }) =>
      Effect.gen(function*() {
        yield* show(timed("A1", "2024-01-01 12:00:20 PM"))
        yield* pull()
        const { days, truncated } = (yield* (yield* Sink).continuity(wallet))[0] ?? assert.fail()
        assert.isAbove(yield* orders(0), 0)
        assert.strictEqual(yield* orders(7200), 0)
        const undeclared = yield* verifyContinuity(wallet)
        assert.deepStrictEqual([undeclared.verdict.kind, undeclared.conclusions], ["ambiguous", []])
        const from = Option.fromUndefinedOr(parseDay("2024-01-20"))
        assert.deepStrictEqual(kinds(yield* pull({ clockJitter: Duration.hours(2), from })), [])
        const declared = yield* verifyContinuity(wallet)
        assert.deepStrictEqual([declared.verdict.kind, declared.conclusions], ["proven", []])
        const rows = yield* (yield* Sink).rowsOf(wallet, days)
        yield* (yield* Sink).recordContinuity(wallet, [
          entryOfContinuity(checkWindow({ period: days, rows, truncated, jitter: 86_400 }))
        ])
        assert.match(
          (yield* verifyContinuity(wallet)).conclusions.join(),
          /judged by a jitter of the clock that no window/
        )
      })
    ))
})
