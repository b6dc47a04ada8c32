import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { type Day, formatDay, parseDay } from "../../src/domain/Period.ts"
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { ServiceClock } from "../../src/pipeline/ServiceClock.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Database, verifyAudit } from "../../src/sink/duckdb/index.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { fakeStatement, recordsOf } from "../kit/fakeStatement.ts"
import { layerOpen } from "../kit/openFile.ts"
import { clockOf, pullSettings, wallet } from "../kit/pullSettings.ts"
import { folder } from "../sink/duckdb/files.ts"

const day = (text: string): Day => {
  const parsed = parseDay(text)
  if (parsed === undefined) throw new Error(text)
  return parsed
}

/** Nairobi is three hours ahead of Greenwich. */
const at = (text: string): number => Date.parse(`${text.replace(" ", "T")}+03:00`)
const days = (count: number): number => count * 86_400_000

/** Two rows a day in March, in the morning and in the evening. */
const march = recordsOf(
  Array.from({ length: 31 }, (_, index) => {
    const date = `2024-03-${String(index + 1).padStart(2, "0")}`
    return [
      { id: `M${index + 1}`, at: `${date} 08:00:00`, amount: `${index + 1}.10` },
      { id: `E${index + 1}`, at: `${date} 20:00:00`, amount: `-0.${index + 10}` }
    ]
  }).flat()
)

interface World {
  /** Pulls at an instant, this machine's clock being ahead by some milliseconds. */
  readonly pullAt: (
    now: number,
    ahead?: number,
    changes?: Partial<PullSettings["Service"]>
  ) => Effect.Effect<WalletReport, unknown>
  readonly requests: Ref.Ref<ReadonlyArray<StatementRequest>>
  readonly sink: Sink["Service"]
}

const inWorld = <E>(
  layer: Layer.Layer<Sink, E>,
  tells: "Date" | "no Date",
  test: (world: World) => Effect.Effect<void, unknown>
) =>
  Effect.gen(function*() {
    const books = yield* Ref.make<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>({})
    const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
    const sink = yield* Sink
    yield* test({
      requests,
      sink,
      pullAt: Effect.fnUntraced(function*(now, ahead = 0, changes = {}) {
        yield* TestClock.setTime(now + ahead)
        yield* Ref.set(books, { [wallet]: march.filter(({ date }) => at(date.slice(0, 19)) <= now) })
        yield* Ref.set(requests, [])
        const dated = tells === "Date" ? now : undefined
        const { report } = yield* Pull.run.pipe(
          Effect.provide(fakeStatement(books, requests, () => ({}), dated)),
          Effect.provideService(PullSettings, pullSettings({ lookbackDays: 0, to: Option.none(), ...changes })),
          Effect.provideService(Sink, sink)
        )
        return yield* Effect.fromNullishOr(report.wallets[0])
      })
    })
  }).pipe(Effect.provide(Layer.fresh(layer)))

const fromWatermark = { from: Option.none<Day>() }
const fromMarch = { from: Option.some(day("2024-03-01")) }
const kinds = ({ findings }: WalletReport): ReadonlyArray<string> => findings.map(({ kind }) => kind)
const idsOf = (sink: Sink["Service"]) =>
  Effect.map(
    sink.rowsOf(wallet, { from: day("2024-03-01"), to: day("2024-03-31") }),
    (rows) => rows.map(({ txnId }) => txnId).sort()
  )
const shownUntil = (now: string) =>
  march.filter(({ date }) => date.slice(0, 19) <= now).map(({ txnId }) => txnId).sort()

const sinks = [
  ["in memory", Effect.succeed(Layer.fresh(Sink.layerMemory))],
  ["in a file", Effect.map(folder, (path) => layerOpen(join(path, "x.duckdb")))]
] as const

describe.each(sinks)("a machine whose clock is ahead, with a sink %s", (_, layer) => {
  it.effect("moves no watermark beyond the service's yesterday, and is told so", () =>
    Effect.gen(function*() {
      yield* inWorld(yield* layer, "Date", ({ pullAt, requests, sink }) =>
        Effect.gen(function*() {
          const ahead = yield* pullAt(at("2024-03-10 12:00:00"), days(3) + 7_320_000, fromMarch)
          assert.strictEqual(ahead.watermark, "2024-03-09")
          assert.deepStrictEqual(ahead.notes, [
            "This machine's clock is 3 d 2 h 2 min ahead of the service's (its Date header)."
          ])
          assert.deepStrictEqual(kinds(ahead), [])
          const right = yield* pullAt(at("2024-03-11 12:00:00"), 0, fromWatermark)
          assert.deepStrictEqual([right.watermark, right.notes, kinds(right)], ["2024-03-10", [], []])
          assert.deepStrictEqual((yield* Ref.get(requests)).map(({ fromDate }) => fromDate), ["2024-03-09"])
          assert.deepStrictEqual(yield* idsOf(sink), shownUntil("2024-03-11 12:00:00"))
        }))
    }))

  it.effect("loads every row in the end though the service tells no Date, and says once that a clock was ahead", () =>
    Effect.gen(function*() {
      yield* inWorld(yield* layer, "no Date", ({ pullAt, sink }) =>
        Effect.gen(function*() {
          const ahead = yield* pullAt(at("2024-03-10 12:00:00"), days(3), fromMarch)
          assert.strictEqual(ahead.watermark, "2024-03-12")
          const right = yield* pullAt(at("2024-03-11 12:00:00"), 0, fromWatermark)
          assert.deepStrictEqual([right.watermark, kinds(right)], ["2024-03-10", ["clock"]])
          assert.deepStrictEqual(
            right.findings.map(({ from, to }) => [from, to]),
            [["2024-03-11", "2024-03-12"]]
          )
          assert.deepStrictEqual(yield* idsOf(sink), shownUntil("2024-03-11 12:00:00"))
          const next = yield* pullAt(at("2024-03-12 12:00:00"), 0, fromWatermark)
          assert.deepStrictEqual([next.watermark, kinds(next)], ["2024-03-11", []])
          assert.deepStrictEqual(yield* idsOf(sink), shownUntil("2024-03-12 12:00:00"))
        }))
    }))

  it.effect("heals the watermark that a version without the service's Date wrote, while it is still ahead", () =>
    Effect.gen(function*() {
      // Such a version took this machine's clock alone, as a pull does today that is told no Date.
      const file = yield* layer
      yield* inWorld(file, "no Date", ({ pullAt, sink }) =>
        Effect.gen(function*() {
          yield* pullAt(at("2024-03-10 12:00:00"), days(3), fromMarch)
          yield* inWorld(Layer.succeed(Sink, sink), "Date", (later) =>
            Effect.gen(function*() {
              const report = yield* later.pullAt(at("2024-03-11 12:00:00"), days(3), fromWatermark)
              assert.deepStrictEqual([report.watermark, kinds(report)], ["2024-03-10", ["clock"]])
              assert.deepStrictEqual(yield* idsOf(sink), shownUntil("2024-03-11 12:00:00"))
              const next = yield* later.pullAt(at("2024-03-12 12:00:00"), days(3), fromWatermark)
              assert.deepStrictEqual([next.watermark, kinds(next)], ["2024-03-11", []])
            }))
        }))
    }))

  it.effect("says of days that somebody chose that others have to be loaded again", () =>
    Effect.gen(function*() {
      yield* inWorld(yield* layer, "no Date", ({ pullAt }) =>
        Effect.gen(function*() {
          yield* pullAt(at("2024-03-10 12:00:00"), days(3), fromMarch)
          const chosen = yield* pullAt(at("2024-03-11 12:00:00"), 0, { from: Option.some(day("2024-03-11")) })
          // The evening of the tenth, which the answer shows beside its days, is loaded.
          assert.deepStrictEqual([chosen.watermark, kinds(chosen)], ["2024-03-10", ["clock"]])
          assert.match(chosen.findings[0]?.explanation ?? "", /Load all of the days/)
        }))
    }))
})

describe("a machine's clock", () => {
  it.effect("by so much that the service's Date is not believed is told", () =>
    inWorld(Sink.layerMemory, "Date", ({ pullAt }) =>
      Effect.gen(function*() {
        const ahead = yield* pullAt(at("2024-03-10 12:00:00"), days(500), fromMarch)
        assert.deepStrictEqual(kinds(ahead), ["clock"])
        assert.include(
          ahead.findings[0]?.explanation,
          "is 500 d behind this machine's, which is too much to be believed"
        )
      })))

  it.effect("is not told to be wrong by such a Date where rows of later days are stored", () =>
    inWorld(Sink.layerMemory, "Date", ({ pullAt }) =>
      Effect.gen(function*() {
        yield* pullAt(at("2024-03-10 12:00:00"), 0, fromMarch)
        const [date, now] = [at("2022-03-11 12:00:00"), at("2024-03-11 12:00:00")]
        assert.notInclude(kinds(yield* pullAt(date, now - date, fromMarch)), "clock")
      })))

  it.effect("that is behind costs requests and no row", () =>
    inWorld(Sink.layerMemory, "Date", ({ pullAt, sink }) =>
      Effect.gen(function*() {
        yield* pullAt(at("2024-03-10 12:00:00"), 0, fromMarch)
        const behind = yield* pullAt(at("2024-03-11 12:00:00"), -days(3), fromWatermark)
        assert.deepStrictEqual(behind.notes, [
          "This machine's clock is 3 d behind the service's (its Date header)."
        ])
        assert.deepStrictEqual(kinds(behind), [])
        const right = yield* pullAt(at("2024-03-12 12:00:00"), 0, fromWatermark)
        assert.deepStrictEqual([right.watermark, kinds(right)], ["2024-03-11", []])
        assert.deepStrictEqual(yield* idsOf(sink), shownUntil("2024-03-12 12:00:00"))
      })))

  it.effect("that lies before the first complete day still leads to a request", () =>
    inWorld(Sink.layerMemory, "no Date", ({ pullAt, requests }) =>
      Effect.gen(function*() {
        yield* pullAt(at("2024-03-10 12:00:00"), 0, fromMarch)
        yield* pullAt(at("2024-03-11 12:00:00"), -days(30), fromWatermark)
        assert.isAbove((yield* Ref.get(requests)).length, 0)
      })))
})

const noon = at("2024-03-10 12:00:00")
const settled = (servedAt: number | undefined, span: { readonly from: number; readonly to: number }) => {
  const clock = new ServiceClock(clockOf("Africa/Nairobi"))
  const last = clock.lastSettledDay(servedAt === undefined ? {} : { servedAt }, span)
  return [formatDay(last), clock.skewMillis]
}

describe("ServiceClock", () => {
  it("takes the earlier of the two clocks", () => {
    const span = { from: noon, to: noon }
    assert.deepStrictEqual(settled(undefined, span), ["2024-03-09", undefined])
    assert.deepStrictEqual(settled(noon - days(1), span), ["2024-03-08", days(1)])
    assert.deepStrictEqual(settled(noon + days(1), span), ["2024-03-09", -days(1)])
  })

  it("calls a day over only when it was so before the answer was asked for", () => {
    const midnight = at("2024-03-10 00:00:00")
    assert.deepStrictEqual(settled(undefined, { from: midnight - 1000, to: midnight + 1000 }), [
      "2024-03-08",
      undefined
    ])
  })

  it("does not call waiting for an answer a wrong clock, nor a few minutes", () => {
    assert.deepStrictEqual(settled(noon + 900_000, { from: noon, to: noon + 3_600_000 }), ["2024-03-09", undefined])
    assert.deepStrictEqual(settled(noon - 300_000, { from: noon, to: noon }), ["2024-03-09", undefined])
    assert.deepStrictEqual(settled(noon - 300_001, { from: noon, to: noon }), ["2024-03-09", 300_001])
  })

  it("believes no Date that no certificate would have allowed", () => {
    assert.deepStrictEqual(settled(0, { from: noon, to: noon })[0], "2024-03-09")
  })

  it("tells of a Date so far back that it is not believed, unless a row is later", () => {
    const span = { from: noon, to: noon }
    const told = (servedAt: number | undefined, ...rows: ReadonlyArray<string>) => {
      const clock = new ServiceClock(clockOf("Africa/Nairobi"))
      const page = servedAt === undefined ? {} : { servedAt }
      clock.lastSettledDay(page, span)
      for (const row of rows) clock.sawRow(Date.parse(`${row}Z`), page, span)
      return clock.disbelievedDate?.millis
    }
    const back = noon - days(401)
    assert.deepStrictEqual([told(undefined), told(noon - days(400)), told(noon + days(401))], [
      undefined,
      undefined,
      undefined
    ])
    assert.strictEqual(told(back), days(401))
    assert.strictEqual(told(back, "2023-02-03T12:00:00", "2022-12-31T00:00:00"), days(401))
    assert.isUndefined(told(back, "2022-12-31T00:00:00", "2023-02-06T12:00:00"))
  })
})

describe("verify", () => {
  it.effect("finds nothing wrong in a file whose watermark was healed", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* inWorld(layerOpen(path), "no Date", ({ pullAt }) =>
        Effect.gen(function*() {
          yield* pullAt(at("2024-03-10 12:00:00"), days(3), fromMarch)
          yield* pullAt(at("2024-03-11 12:00:00"), 0, fromWatermark)
        }))
      const verdict = yield* Database.openReadOnly(path).pipe(Effect.flatMap(verifyAudit), Effect.scoped)
      assert.strictEqual(verdict.difference, null)
    }))
})
