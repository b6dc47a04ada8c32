/**
 * A law: what any answer of a run has shown of its days is stored in the end, or the run says that something speaks against
 * its being complete. The service leaves two rows that sum to nothing out of an answer now and then, mostly of its outer days,
 * and may leave out a row besides.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { addDays, dayFromNumber, formatDay, parseDay, type Period } from "../../src/domain/Period.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullObserver } from "../../src/pipeline/PullObserver.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { trafficOf } from "../kit/cappedService.ts"
import { cases, isTried } from "../kit/cases.ts"
import { covers, type ServiceDays } from "../kit/fakeStatement.ts"
import { pageOf } from "../kit/pageOf.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"
import { random } from "../plan/service.ts"

const first = dayFromNumber(19_723)
const all = { from: first, to: addDays(first, 19) }

interface Question {
  readonly records: ReadonlyArray<StatementRecord>
  readonly days: ServiceDays
  /** The records that an answer leaves out, by their ids. */
  readonly forgets: (request: StatementRequest, times: number) => ReadonlySet<string>
  readonly sees: (record: StatementRecord) => void
}

const serviceOf = ({ days, forgets, records, sees }: Question): Layer.Layer<Statement> => {
  let times = 0
  return Statement.layerTest((request) =>
    Effect.sync(() => {
      const forgotten = forgets(request, ++times)
      const shown = records
        .filter(covers(days, request))
        .filter(({ txnId }) => !forgotten.has(txnId))
        .toReversed()
        .slice(0, request.limit)
      for (const record of shown) sees(record)
      return pageOf(request, shown)
    })
  )
}

interface Asked extends Pick<Question, "days" | "records" | "forgets"> {
  readonly settings: Pick<PullSettings["Service"], "limit" | "dateBounds">
  readonly period: Period
}

/** One pull into nothing; whether it ended without findings, and what it saw and did not store. */
const pulled = Effect.fnUntraced(function*({ days, forgets, period, records, settings }: Asked) {
  yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
  const seen = new Set<string>()
  let requests = 0
  return yield* Effect.gen(function*() {
    const { report } = yield* Pull.run.pipe(
      Effect.provide(serviceOf({
        records,
        days,
        forgets: (request, times) => {
          requests = times
          return forgets(request, times)
        },
        sees: ({ date, txnId }) => {
          if (date.slice(0, 10) >= formatDay(period.from) && date.slice(0, 10) <= formatDay(period.to)) seen.add(txnId)
        }
      })),
      Effect.provideService(
        PullSettings,
        pullSettings({ ...settings, from: Option.some(period.from), to: Option.some(period.to) })
      )
    )
    const sink = yield* Sink
    const stored = new Set((yield* sink.rowsOf(wallet, period)).map(({ txnId }) => txnId))
    return {
      isClean: report.wallets.every(({ findings }) => findings.length === 0),
      lost: [...seen].filter((txnId) => !stored.has(txnId)),
      requests
    }
  }).pipe(Effect.provide(Layer.fresh(Sink.layerMemory)))
})

/** A row by itself leaves a gap, whose days are loaded once more. */
type Kind = "pairs" | "pairs and single rows"

/** A pull of which answers leave out other rows each. */
const pullOf = (kind: Kind, seed: number) => {
  const next = random(seed)
  const pick = <A>(first: A, ...others: ReadonlyArray<A>): A =>
    [first, ...others][Math.floor(next() * (others.length + 1))] ?? first
  const days = { shift: pick(0, 180, -300, 210), last: pick("inside", "outside") } as const
  const records = trafficOf(Array.from({ length: 20 }, () => pick(4, 8, 12)), "toggling", seed)
  const settings = { limit: pick(30, 60, 100, 5000), dateBounds: pick("unknown", "inclusive") } as const
  const rate = pick(0.1, 0.3, 0.6)
  const forgets = (request: StatementRequest): ReadonlySet<string> => {
    if (next() >= rate) return new Set()
    const [from, to] = [parseDay(request.fromDate) ?? first, parseDay(request.toDate) ?? first]
    const day = pick(from, from + 1, to, to - 1, to, from) - first
    const place = 2 * Math.floor(next() * 4)
    const pair = [`D${day}-${place}`, `D${day}-${place + 1}`]
    if (kind === "pairs") return new Set(pair)
    const other = pick(from, from + 1, from + 2, to - 2, to - 1, to) - first
    return new Set(next() < 0.5 ? [...pair, `D${other}-1`] : pair)
  }
  return pulled({ records, days, settings, forgets, period: all })
}

describe("what an answer of a run has shown", () => {
  const beginnings: ReadonlyArray<readonly [Kind, number]> = [
    ["pairs", 1],
    ["pairs", 301],
    ["pairs and single rows", 1],
    ["pairs and single rows", 201],
    ["pairs and single rows", 1701]
  ]
  for (const [kind, from] of beginnings) {
    it.effect(`is stored, or the run says so, where answers lack ${kind}: seeds from ${from} on`, () =>
      Effect.gen(function*() {
        let clean = 0
        for (let seed = from; seed < from + cases(100); seed++) {
          const { isClean, lost } = yield* pullOf(kind, seed)
          if (!isClean) continue
          clean++
          assert.deepStrictEqual(lost, [], `seed ${seed}`)
        }
        assert.isAtLeast(clean, cases(40))
      }))
  }
})

describe("windows of a service whose answers lack rows of their first day", () => {
  it.effect("are committed while that day is asked for once more", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2024-06-01T12:00:00Z"))
      const records = trafficOf(Array.from({ length: 100 }, () => 12), "toggling", 1)
      const forgets = ({ fromDate, toDate }: StatementRequest): ReadonlySet<string> => {
        const day = (parseDay(fromDate) ?? first) - first
        return new Set(fromDate === toDate ? [] : [`D${day}-4`, `D${day}-5`])
      }
      let [waiting, most] = [0, 0]
      const service = serviceOf({ records, days: { shift: -300 }, forgets, sees: () => {} })
      const { report } = yield* Pull.run.pipe(
        Effect.provide(service),
        Effect.provideService(PullObserver, (event) =>
          Effect.sync(() => {
            if (event._tag === "Answered" && event.decision === "complete") most = Math.max(most, ++waiting)
            if (event._tag === "Committed") waiting--
          })),
        Effect.provideService(
          PullSettings,
          pullSettings({ limit: 40, from: Option.some(first), to: Option.some(addDays(first, 99)) })
        ),
        Effect.provide(Layer.fresh(Sink.layerMemory))
      )
      assert.isAbove(report.wallets[0]?.windows ?? 0, 30)
      assert.isAtMost(most, 12)
    }))
})

describe("what a single answer of a run has shown, and no other", () => {
  const ways: ReadonlyArray<Pick<Asked, "days" | "settings"> & { readonly rows: number; readonly length: number }> = [
    { days: { shift: -300 }, settings: { limit: 14, dateBounds: "unknown" }, rows: 12, length: 4 },
    { days: { last: "outside" }, settings: { limit: 14, dateBounds: "unknown" }, rows: 12, length: 4 },
    { days: { shift: 240, last: "outside" }, settings: { limit: 25, dateBounds: "unknown" }, rows: 12, length: 6 },
    { days: {}, settings: { limit: 30, dateBounds: "inclusive" }, rows: 4, length: 10 }
  ]
  for (const { days, length, rows, settings } of ways) {
    it.effect(
      `is stored, or the run says so: ${rows} rows a day, ${JSON.stringify([days, settings])}`,
      () =>
        Effect.gen(function*() {
          const records = trafficOf(Array.from({ length }, () => rows), "toggling", 1)
          const asked = { records, days, settings, period: { from: first, to: addDays(first, length - 1) } }
          const { requests } = yield* pulled({ ...asked, forgets: () => new Set() })
          for (let pair = 0; pair < length * rows / 2; pair++) {
            const [day, place] = [Math.floor(2 * pair / rows), 2 * pair % rows]
            const ids = new Set([`D${day}-${place}`, `D${day}-${place + 1}`])
            for (let only = 1; only <= requests + 3; only++) {
              if (!isTried(3 * pair + only)) continue
              const { isClean, lost } = yield* pulled({
                ...asked,
                forgets: (_, times) => (times === only ? new Set() : ids)
              })
              if (isClean) assert.deepStrictEqual(lost, [], `shown by answer ${only} alone`)
            }
          }
        }),
      120_000
    )
  }
})
