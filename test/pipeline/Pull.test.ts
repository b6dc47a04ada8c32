import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { AuthError, CredentialsRefused } from "../../src/auth/AuthError.ts"
import type { Day } from "../../src/domain/Period.ts"
import { parseDay } from "../../src/domain/Period.ts"
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import * as Pipeline from "../../src/pipeline/Pipeline.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullObserver } from "../../src/pipeline/PullObserver.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { SignerError, SigningFailed } from "../../src/signer/SignerError.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { AnswerMalformed, StatementError } from "../../src/statement/StatementError.ts"
import { TransportObserver } from "../../src/transport/TransportObserver.ts"
import { type Entry, fakeStatement, recordsOf } from "../kit/fakeStatement.ts"
import { balanceOf, clockOf, pullSettings, wallet } from "../kit/pullSettings.ts"

const day = (text: string): Day => {
  const parsed = parseDay(text)
  if (parsed === undefined) throw new Error(text)
  return parsed
}

/** One payment of 1.00 a day in January, of differing amounts. */
const january: ReadonlyArray<Entry> = Array.from({ length: 31 }, (_, index) => ({
  id: `T${index + 1}`,
  at: `2024-01-${String(index + 1).padStart(2, "0")} 10:00:0${index % 10}`,
  amount: index % 3 === 2 ? `-${index}.50` : `${index + 10}.25`
}))

interface World {
  readonly books: Ref.Ref<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>
  readonly requests: Ref.Ref<ReadonlyArray<StatementRequest>>
  readonly pull: (changes?: Partial<PullSettings["Service"]>) => Effect.Effect<WalletReport, unknown>
  readonly sink: Sink["Service"]
}

/** Runs a test in a world with January's books and an empty sink, on the first of March. */
const inWorld = (test: (world: World) => Effect.Effect<void, unknown>) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
    const books = yield* Ref.make<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>({
      [wallet]: recordsOf(january)
    })
    const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
    yield* Effect.gen(function*() {
      const sink = yield* Sink
      const pull: World["pull"] = (changes) =>
        Pull.run.pipe(
          Effect.flatMap(({ report }) => Effect.fromNullishOr(report.wallets[0])),
          Effect.provide(fakeStatement(books, requests)),
          Effect.provideService(PullSettings, pullSettings(changes)),
          Effect.provideService(Sink, sink)
        )
      yield* test({ books, requests, pull, sink })
    }).pipe(Effect.provide(Layer.fresh(Sink.layerMemory)))
  })

/** The wallet's setting with an opening balance of 5.00 and some closing balance. */
const anchoredAt = (closing: string) => ({
  walletNo: wallet,
  currency: Currency.make("KES"),
  balances: [balanceOf("opening", "2024-01-01", "5.00"), balanceOf("closing", "2024-01-31", closing)]
})

const without = (records: ReadonlyArray<StatementRecord>, ...ids: ReadonlyArray<string>) =>
  records.filter(({ txnId }) => !ids.includes(txnId))

const requesting = (path: string) =>
  Effect.flatMap(TransportObserver, (observe) => observe({ _tag: "Requesting", path }))

describe("Pull", () => {
  it.effect("loads everything, says how far, and the second time nothing is new", () =>
    inWorld(({ pull }) =>
      Effect.gen(function*() {
        const first = yield* pull()
        assert.deepStrictEqual([first.rows.fetched, first.rows.inserted, first.verdict], [31, 31, "proven"])
        assert.strictEqual(first.watermark, "2024-01-31")
        const second = yield* pull()
        assert.deepStrictEqual([
          second.rows.inserted,
          second.rows.changed,
          second.rows.withdrawn,
          second.rows.unchanged
        ], [0, 0, 0, 31])
      })
    ))

  it.effect("counts the requests and logins that went out, and no other", () => {
    const held = new AuthError({ reason: new CredentialsRefused({ status: 401, said: "", places: ["key", "secret"] }) })
    const advised = Effect.flatMap(
      TransportObserver,
      (observe) =>
        observe({ _tag: "Advised", path: "/auth/login", advice: { perMillis: 1, forMillis: 1, limitPerMillis: null } })
    )
    const cases: ReadonlyArray<readonly [number, number, Effect.Effect<void>, StatementError["reason"]]> = [
      [0, 0, Effect.void, held],
      [0, 1, Effect.andThen(requesting("/auth/login"), advised), held],
      [1, 0, requesting("/statement"), held],
      [0, 0, Effect.void, new SignerError({ reason: new SigningFailed({ detail: "no key" }) })],
      [1, 0, Effect.void, new AnswerMalformed({ status: 200, detail: "x" })]
    ]
    return Effect.forEach(cases, ([requests, logins, before, reason]) =>
      Effect.gen(function*() {
        const { failures, report } = yield* Pull.run
        assert.strictEqual(failures.length, 1)
        assert.deepStrictEqual(report.wallets.map((of) => [of.requests, of.logins]), [[requests, logins]], reason._tag)
      }).pipe(
        Effect.provide(
          Layer.merge(
            Statement.layerTest(() => Effect.andThen(before, Effect.fail(new StatementError({ reason })))),
            Layer.fresh(Sink.layerMemory)
          )
        ),
        Effect.provideService(PullSettings, pullSettings())
      ))
  })

  it.effect("proves the statement when both ends are known", () =>
    inWorld(({ pull }) =>
      Effect.gen(function*() {
        const closing = recordsOf(january).at(-1)?.balance
        const anchored = {
          walletNo: wallet,
          currency: null,
          balances: [balanceOf("opening", "2024-01-01", "0.00"), balanceOf("closing", "2024-01-31", String(closing))]
        }
        assert.strictEqual((yield* pull({ wallets: [anchored] })).verdict, "proven")
      })
    ))

  it.effect("reports a wrong opening balance as a gap in front of the first row", () =>
    inWorld(({ pull }) =>
      Effect.gen(function*() {
        const anchored = {
          walletNo: wallet,
          currency: null,
          balances: [balanceOf("opening", "2024-01-01", "5.00")]
        }
        const report = yield* pull({ wallets: [anchored] })
        assert.strictEqual(report.verdict, "gap")
        assert.deepStrictEqual(report.gaps.map(({ after, before, missing }) => [after, before, missing]), [[
          null,
          "T1",
          "-5.00"
        ]])
      })
    ))

  it.effect("reports a wallet without any row as a gap when its balances are known to differ", () =>
    inWorld(({ books, pull }) =>
      Effect.gen(function*() {
        yield* Ref.set(books, { [wallet]: [] })
        const report = yield* pull({ wallets: [anchoredAt("7.00")] })
        assert.deepStrictEqual([report.verdict, report.gaps.map(({ missing }) => missing)], ["gap", ["2.00"]])
        assert.strictEqual((yield* pull({ wallets: [anchoredAt("5.00")] })).verdict, "proven")
      })
    ))

  it.effect("asks again around a gap, reports it while it lasts and closes it when the row comes", () =>
    inWorld(({ books, pull, requests, sink }) =>
      Effect.gen(function*() {
        yield* Ref.set(books, { [wallet]: without(recordsOf(january), "T15") })
        const first = yield* pull()
        assert.strictEqual(first.verdict, "gap")
        assert.deepStrictEqual(first.gaps.map(({ after, before, missing }) => [after, before, missing]), [[
          "T14",
          "T16",
          "-14.50"
        ]])
        assert.deepStrictEqual((yield* sink.openGaps(wallet)).length, 1)
        const asked = (yield* Ref.get(requests)).map(({ fromDate, toDate }) => `${fromDate}..${toDate}`)
        // All of it, its halves to see whether that was all that there is, and twice the days around the gap.
        assert.deepStrictEqual(asked, [
          "2023-12-31..2024-02-02",
          "2023-12-31..2024-01-17",
          "2024-01-16..2024-02-02",
          "2024-01-13..2024-01-18",
          "2024-01-12..2024-01-18"
        ])
        yield* Ref.set(books, { [wallet]: recordsOf(january) })
        const second = yield* pull()
        assert.deepStrictEqual([second.verdict, second.rows.inserted, second.gaps], ["proven", 1, []])
        assert.deepStrictEqual(yield* sink.openGaps(wallet), [])
      })
    ))

  it.effect("finds a gap between what two runs loaded", () =>
    inWorld(({ books, pull }) =>
      Effect.gen(function*() {
        yield* Ref.set(books, { [wallet]: without(recordsOf(january), "T15") })
        yield* pull({ to: Option.some(day("2024-01-14")) })
        const second = yield* pull({ from: Option.some(day("2024-01-15")) })
        assert.strictEqual(second.verdict, "gap")
        assert.deepStrictEqual(second.gaps.map(({ after, before }) => [after, before]), [["T14", "T16"]])
      })
    ))

  it.effect("keeps the history whole when windows of later runs cut older ones in parts", () =>
    inWorld(({ pull }) =>
      Effect.gen(function*() {
        yield* pull()
        const middle = yield* pull({ from: Option.some(day("2024-01-10")), to: Option.some(day("2024-01-12")) })
        assert.deepStrictEqual([middle.verdict, middle.gaps], ["proven", []])
        const across = yield* pull({ from: Option.some(day("2024-01-05")), to: Option.some(day("2024-01-11")) })
        assert.deepStrictEqual([across.verdict, across.gaps], ["proven", []])
      })
    ))

  it.effect("goes on from the watermark, with a look-back for late rows", () =>
    inWorld(({ books, pull, requests }) =>
      Effect.gen(function*() {
        yield* pull({ to: Option.some(day("2024-01-20")) })
        const late: Entry = { id: "LATE", at: "2024-01-19 23:00:00", amount: "0.75" }
        yield* Ref.set(books, { [wallet]: recordsOf([...january.slice(0, 19), late, ...january.slice(19)]) })
        yield* Ref.set(requests, [])
        const next = yield* pull({ from: Option.none() })
        const [request] = yield* Ref.get(requests)
        assert.strictEqual(request?.fromDate, "2024-01-17", "a day more, where rows don't show when days begin")
        assert.deepStrictEqual([next.rows.inserted, next.rows.changed], [12, 1])
      })
    ))

  it.effect("does not go beyond yesterday with the watermark", () =>
    inWorld(({ pull }) =>
      Effect.gen(function*() {
        const report = yield* pull({ to: Option.some(day("2024-12-31")) })
        assert.strictEqual(report.watermark, "2024-02-29")
      })
    ))

  it.effect("reports a full day and withdraws nothing there", () =>
    inWorld(({ books, pull }) =>
      Effect.gen(function*() {
        const busy = Array.from(
          { length: 8 },
          (_, index) => ({ id: `B${index}`, at: `2024-01-15 12:00:0${index}`, amount: `${index + 1}.00` })
        )
        yield* Ref.set(books, { [wallet]: recordsOf([...january.slice(0, 15), ...busy, ...january.slice(15)]) })
        const report = yield* pull({ limit: 5 })
        assert.deepStrictEqual(report.truncatedDays, ["2024-01-15"])
        assert.strictEqual(report.verdict, "truncated")
        assert.strictEqual(report.rows.inserted, 35)
        const again = yield* pull({ limit: 5 })
        assert.deepStrictEqual([again.rows.inserted, again.rows.withdrawn, again.rows.changed], [0, 0, 0])
        const relieved = yield* pull({ limit: 50 })
        assert.deepStrictEqual([relieved.rows.inserted, relieved.truncatedDays, relieved.verdict], [
          4,
          [],
          "proven"
        ])
        yield* Ref.update(books, (all) => ({ [wallet]: (all[wallet] ?? []).filter(({ txnId }) => txnId !== "B7") }))
        const cutOff = yield* pull({ limit: 5 })
        assert.deepStrictEqual([cutOff.truncatedDays, cutOff.rows.withdrawn, cutOff.held], [["2024-01-15"], 0, 0])
      })
    ))

  it.effect("fetches what an interrupted run finished not again", () =>
    inWorld(({ pull, requests }) =>
      Effect.gen(function*() {
        const options = { limit: 6 }
        const whole = yield* Ref.get(requests)
        assert.deepStrictEqual(whole, [])
        let commits = 0
        yield* pull(options).pipe(
          Effect.provideService(PullObserver, (event) =>
            event._tag === "Committed" && ++commits === 3 ? Effect.interrupt : Effect.void),
          Effect.exit
        )
        assert.strictEqual(commits, 3)
        yield* Ref.set(requests, [])
        const report = yield* pull(options)
        const [first] = yield* Ref.get(requests)
        assert.isAbove(first === undefined ? 0 : Number(first.fromDate.slice(8)), 5)
        assert.strictEqual(report.watermark, "2024-01-31")
        const all = yield* pull()
        assert.deepStrictEqual([all.rows.inserted, all.rows.unchanged], [0, 31])
      })
    ))

  it.effect("goes on with the days of an interrupted run that had loaded none of them, and says so", () =>
    inWorld(({ pull, requests }) =>
      Effect.gen(function*() {
        const goOn = pull({ from: Option.none(), to: Option.none() })
        yield* pull().pipe(
          Effect.provideService(PullObserver, (event) => event._tag === "Asked" ? Effect.interrupt : Effect.void),
          Effect.exit
        )
        const report = yield* goOn
        assert.deepStrictEqual([report.error, report.rows.inserted, report.watermark], [null, 31, "2024-02-29"])
        assert.include(
          report.notes.join(),
          "it goes on from 2024-01-01: a run before was asked for the days from there"
        )
        yield* Ref.set(requests, [])
        assert.deepStrictEqual((yield* goOn).notes, [])
        assert.match((yield* Ref.get(requests))[0]?.fromDate ?? "", /^2024-02-2/)
      })
    ))

  /** Settings that decide what a row is, each other than those of the run that was interrupted. */
  const otherRules: ReadonlyArray<readonly [string, Partial<PullSettings["Service"]>]> = [
    ["another zone", { clock: clockOf("Africa/Lagos") }],
    ["another marker policy", { markerPolicy: "reject" }],
    ["other bounds", { dateBounds: "unknown" }],
    ["another beginning of days", { dayStart: Option.some(60) }],
    ["another jitter", { clockJitter: Duration.seconds(5) }],
    ["another currency", {
      wallets: [{ ...anchoredAt("1.00"), currency: Currency.make("USD"), balances: [] }]
    }],
    ["a known balance", {
      wallets: [{ walletNo: wallet, currency: null, balances: [balanceOf("opening", "2024-01-01", "0.00")] }]
    }]
  ]
  for (const [what, changes] of otherRules) {
    it.effect(`fetches the days that an interrupted run finished again under ${what}, and goes on under the same`, () =>
      inWorld(({ pull, requests }) =>
        Effect.gen(function*() {
          const interrupted = Effect.gen(function*() {
            let commits = 0
            yield* pull({ limit: 5 }).pipe(
              Effect.provideService(PullObserver, (event) =>
                event._tag === "Committed" && ++commits === 3 ? Effect.interrupt : Effect.void),
              Effect.exit
            )
            yield* Ref.set(requests, [])
          })
          const firstDay = Effect.map(Ref.get(requests), ([first]) =>
            first?.fromDate ?? assert.fail())
          yield* interrupted
          yield* pull({ limit: 5, ...changes })
          assert.include(["2023-12-30", "2023-12-31", "2024-01-01"], yield* firstDay)
          yield* interrupted
          yield* pull({ limit: 5 })
          assert.isTrue((yield* firstDay) > "2024-01-05")
        })
      ))
  }

  it.effect("declares the settings that decide what a row is with the first window that they apply to", () =>
    inWorld(({ pull, sink }) =>
      Effect.gen(function*() {
        yield* pull()
        const first = Option.getOrThrow(yield* sink.declaredSettings(wallet))
        assert.deepStrictEqual(JSON.parse(first), {
          timeZone: "Africa/Nairobi",
          markerPolicy: "trust-24h",
          dateBounds: "inclusive",
          currency: null
        })
        yield* pull({ markerPolicy: "reject" })
        assert.include(Option.getOrThrow(yield* sink.declaredSettings(wallet)), "\"markerPolicy\":\"reject\"")
      })
    ))

  it.effect("loses nothing to a service that compares instants, though rows stand at midnight", () =>
    inWorld(({ books, requests, sink }) =>
      Effect.gen(function*() {
        const entries = january.flatMap((entry): ReadonlyArray<Entry> => [
          { id: `${entry.id}-midnight`, at: `${entry.at.slice(0, 10)} 00:00:00`, amount: "0.10" },
          entry,
          { id: `${entry.id}-late`, at: `${entry.at.slice(0, 10)} 23:00:00`, amount: "0.20" }
        ])
        yield* Ref.set(books, { [wallet]: recordsOf(entries) })
        const { report } = yield* Pull.run.pipe(
          Effect.provide(fakeStatement(books, requests, () => ({ last: "instant" }))),
          Effect.provideService(PullSettings, pullSettings({ dateBounds: "unknown", limit: 20 })),
          Effect.provideService(Sink, sink)
        )
        assert.strictEqual(report.wallets[0]?.rows.fetched, 93)
        assert.strictEqual(report.status, "complete")
      })
    ))

  it.effect("composes with stages and targets of one's own", () =>
    inWorld(({ books, requests, sink }) =>
      Effect.gen(function*() {
        const seen: Array<number> = []
        yield* Effect.gen(function*() {
          const pull = yield* Pull.prepare("own", wallet)
          if (pull === undefined) return
          yield* Pull.windows(pull).pipe(
            Pipeline.via(Pipeline.tap((window) => Effect.sync(() => seen.push(window.rows.count)))),
            Pipeline.into(Pipeline.both(Pull.toSink, (window) => Effect.succeed(window.rows.count))),
            Pipeline.run,
            Effect.map((results) => assert.deepStrictEqual(results.map(([, rows]) => rows), [31]))
          )
        }).pipe(
          Effect.provide(fakeStatement(books, requests)),
          Effect.provideService(PullSettings, pullSettings()),
          Effect.provideService(Sink, sink)
        )
        assert.deepStrictEqual(seen, [31])
      })
    ))
})
