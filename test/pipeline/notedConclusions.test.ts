/**
 * What a file says of a wallet after a run has ended: the gaps and the proofs that the run reported, and no others.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Ref, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import * as Money from "../../src/domain/Money.ts"
import { type Day, formatDay, parseDay } from "../../src/domain/Period.ts"
import type { RunReport, WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { verifyContinuity } from "../../src/pipeline/verifyContinuity.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Database, verifyAudit } from "../../src/sink/duckdb/index.ts"
import { Sink, type SinkError } from "../../src/sink/Sink.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { AnswerMalformed, StatementError } from "../../src/statement/StatementError.ts"
import { type Draw, draw, random, shuffle } from "../continuity/statements.ts"
import { cases } from "../kit/cases.ts"
import { type Entry, fakeStatement, recordsOf } from "../kit/fakeStatement.ts"
import { layerOpen } from "../kit/openFile.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"
import { folder } from "../sink/duckdb/files.ts"

const seed = Number(process.env["SEED"] ?? 20_261_122)

const two = (number: number): string => String(number).padStart(2, "0")

/** Rows of twenty days in one of two currencies, some of which don't name it. */
const chainOf = (next: Draw, currency: string): ReadonlyArray<StatementRecord> => {
  const entries: Array<Entry> = []
  for (let day = 1; day <= 20; day++) {
    for (let row = draw(next, 0, 2); row > 0; row--) {
      const amount = `${next() < 0.5 ? "" : "-"}${draw(next, 1, 3)}.00`
      entries.push({
        id: `${currency}${entries.length}`,
        at: `2024-01-${two(day)} ${two(10 + entries.length % 8)}:00:00`,
        amount
      })
    }
  }
  return recordsOf(entries, String(draw(next, 0, 2) * 100)).map((record) => ({
    ...record,
    description: next() < 0.3 ? "a payment" : `${currency}${record.amount} ${record.txnId}`
  }))
}

const byDate = (records: ReadonlyArray<StatementRecord>): ReadonlyArray<StatementRecord> =>
  records.toSorted((left, right) => left.date.localeCompare(right.date))

/** A row less, a row of another day, a row of another amount, or all of it as it was. */
const upset = (next: Draw, records: ReadonlyArray<StatementRecord>): ReadonlyArray<StatementRecord> => {
  const at = draw(next, 0, records.length - 1)
  const [what, day] = [draw(next, 0, 3), two(draw(next, 1, 20))]
  return byDate(records.flatMap((record, index) =>
    index !== at || what === 0
      ? [record]
      : what === 1
      ? []
      : [what === 2 ? { ...record, date: `2024-01-${day}${record.date.slice(10)}` } : { ...record, amount: "7.00" }]
  ))
}

const unreachable = Statement.layerTest(() =>
  Effect.fail(new StatementError({ reason: new AnswerMalformed({ status: 200, detail: "nothing" }) }))
)

/** The service, which gives no answer from some request on. */
const failingFrom = (request: number, service: Layer.Layer<Statement>): Layer.Layer<Statement> =>
  Layer.effect(
    Statement,
    Effect.gen(function*() {
      const [good, bad] = [yield* Layer.build(service), yield* Layer.build(unreachable)]
      const asked = yield* Ref.make(0)
      return Statement.of({
        fetch: (...args) =>
          Effect.flatMap(Ref.getAndUpdate(asked, (before) => before + 1), (before) => {
            const context = before < request ? good : bad
            return Effect.flatMap(Statement, ({ fetch }) => fetch(...args)).pipe(Effect.provide(context))
          })
      })
    })
  )

const reportedGaps = ({ gaps }: WalletReport) =>
  gaps.map(({ after, before, currency, missing }) => `${after} ${before} ${missing} ${currency}`).sort()

const dayText = (day: Day | null): string | null => (day === null ? null : formatDay(day))

/** What differs between a run's report and what the sink holds after it. */
const differences = Effect.fnUntraced(function*({ wallets: [report] }: RunReport, where: string) {
  const sink = yield* Sink
  assert.isDefined(report)
  const noted = (yield* sink.openGaps(wallet)).map(({ afterTxnId, beforeTxnId, currency, missing }) =>
    `${afterTxnId} ${beforeTxnId} ${Money.format(missing)} ${currency}`
  ).sort()
  const proofs = (yield* sink.proofs(wallet)).map((proof) => ({
    ...proof,
    from: dayText(proof.from),
    to: dayText(proof.to),
    quietSince: dayText(proof.quietSince)
  }))
  assert.deepStrictEqual(noted, reportedGaps(report), where)
  assert.sameDeepMembers([...proofs], [...report.proofs], where)
  const { conclusions, differing, outdated } = yield* verifyContinuity(wallet)
  assert.deepStrictEqual([conclusions, differing, outdated], [[], [], []], where)
  return noted.length
})

/** Several runs over ever other rows, days and failures; gives how many gaps they found. */
const worldOf = Effect.fnUntraced(function*(world: number, layer: Layer.Layer<Sink, SinkError>) {
  const next = random(seed + world)
  const books = yield* Ref.make<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>({
    [wallet]: byDate([...chainOf(next, "KES"), ...(world % 3 === 0 ? [] : chainOf(next, "USD"))])
  })
  const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
  const runs = Effect.gen(function*() {
    let found = 0
    for (const [from, to] of shuffle(next, [[1, 8], [1, 20], [9, 20], [1, 20], [1, 20]] as const)) {
      yield* Ref.update(books, (before) => ({ [wallet]: upset(next, before[wallet] ?? []) }))
      const settings = pullSettings({
        limit: draw(next, 6, 12),
        from: Option.fromUndefinedOr(parseDay(`2024-01-${two(from)}`)),
        to: Option.fromUndefinedOr(parseDay(`2024-01-${two(to)}`))
      })
      const { report } = yield* Pull.run.pipe(
        Effect.provide(failingFrom(next() < 0.3 ? draw(next, 1, 12) : 1000, fakeStatement(books, requests))),
        Effect.provideService(PullSettings, settings)
      )
      found += yield* differences(report, `world ${world}`)
    }
    return found
  })
  return yield* Effect.provide(runs, layer)
})

const seen = Effect.fnUntraced(function*(
  worlds: number,
  layer: Effect.Effect<Layer.Layer<Sink, SinkError>, never, Scope.Scope>
) {
  yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
  let gaps = 0
  for (let world = 0; world < worlds; world++) gaps += yield* worldOf(world, yield* layer)
  assert.isAbove(gaps, worlds)
})

describe(`what is noted of a wallet when its run has ended is what the run reports, seed ${seed}`, () => {
  it.effect("in memory", () => seen(cases(30), Effect.succeed(Layer.fresh(Sink.layerMemory))), 60_000)

  it.effect("in a file, of which everything then says the same", () =>
    Effect.gen(function*() {
      const at = yield* folder
      const paths: Array<string> = []
      const layer = Effect.sync(() => {
        paths.push(join(at, `${paths.length}.duckdb`))
        return layerOpen(paths.at(-1) ?? "")
      })
      yield* seen(cases(4), layer)
      for (const path of paths) {
        const { difference } = yield* Effect.scoped(Effect.flatMap(Database.openToCheck(path), verifyAudit))
        assert.isNull(difference, difference?.what.join("; "))
      }
    }), 60_000)

  it.effect("also where ids hold half a pair, which is stored as JSON writes it", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
      const records = recordsOf([
        { id: "a\ud800", at: "2024-01-02 09:00:00", amount: "10" },
        { id: "b\udc00", at: "2024-01-02 09:00:00", amount: "5" },
        { id: "c\ud800x", at: "2024-01-03 09:00:00", amount: "7" }
      ]).filter(({ txnId }) => txnId !== "b\udc00")
      const books = yield* Ref.make<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>({ [wallet]: records })
      const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
      yield* Pull.run.pipe(
        Effect.provide(fakeStatement(books, requests)),
        Effect.provideService(PullSettings, pullSettings())
      )
      const { conclusions, differing, outdated, verdict } = yield* verifyContinuity(wallet)
      assert.deepStrictEqual(verdict.gaps.map(({ afterTxnId }) => afterTxnId), ["a\\ud800"])
      assert.deepStrictEqual([conclusions, differing, outdated], [[], [], []])
    }).pipe(Effect.provide(Layer.fresh(Sink.layerMemory))))
})
