import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { type Day, parseDay } from "../../src/domain/Period.ts"
import type { RunReport, WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { WalletNo } from "../../src/domain/Wallet.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { Reload } from "../../src/pipeline/Reload.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { DatesRefused, StatementError, WalletUnknown } from "../../src/statement/StatementError.ts"
import { type Entry, fakeStatement, recordsOf } from "../kit/fakeStatement.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"

const day = (text: string): Day => {
  const parsed = parseDay(text)
  if (parsed === undefined) throw new Error(text)
  return parsed
}

const other = WalletNo.make("W-2")
const walletOf = (walletNo: WalletNo, from?: string) => ({
  walletNo,
  currency: null,
  balances: [],
  ...(from === undefined ? {} : { from: day(from) })
})

/** A payment on each of some days. */
const paidOn = (...days: ReadonlyArray<string>) =>
  recordsOf(days.map((on, index): Entry => ({ id: `T${index}`, at: `${on} 10:00:00`, amount: `${index + 1}.25` })))

type Changed = Partial<PullSettings["Service"]>

interface World {
  readonly books: Ref.Ref<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>
  readonly asked: Effect.Effect<ReadonlyArray<StatementRequest>>
  readonly run: (
    changes?: Changed,
    statement?: Layer.Layer<Statement>,
    reload?: boolean
  ) => Effect.Effect<RunReport, unknown>
  readonly pull: (
    changes?: Changed,
    statement?: Layer.Layer<Statement>,
    reload?: boolean
  ) => Effect.Effect<WalletReport, unknown>
}

/** An empty sink on the first of March 2024, with settings that name no day. */
const inWorld = (records: ReadonlyArray<StatementRecord>, test: (world: World) => Effect.Effect<void, unknown>) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
    const books = yield* Ref.make<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>({ [wallet]: records })
    const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
    yield* Effect.gen(function*() {
      const sink = yield* Sink
      const run: World["run"] = (changes, statement = fakeStatement(books, requests), reload = false) =>
        Pull.run.pipe(
          Effect.map(({ report }) => report),
          Effect.provide(statement),
          Effect.provideService(PullSettings, pullSettings({ from: Option.none(), to: Option.none(), ...changes })),
          Effect.provideService(Sink, sink),
          Effect.provideService(Reload, reload)
        )
      const pull: World["pull"] = (...options) =>
        Effect.flatMap(run(...options), ({ wallets }) => Effect.fromNullishOr(wallets[0]))
      yield* test({ books, asked: Ref.getAndSet(requests, []), run, pull })
    }).pipe(Effect.provide(Layer.fresh(Sink.layerMemory)))
  })

const firstAsked = (requests: ReadonlyArray<StatementRequest>) =>
  requests.reduce((first, { fromDate }) => (fromDate < first ? fromDate : first), "9999")

/** A service that refuses requests from a day on or before it. */
const refusingBefore = (day: string, whole: Statement["Service"]) =>
  Statement.layerTest((request) =>
    request.fromDate > day
      ? whole.fetch(request)
      : Effect.fail(new StatementError({ reason: new DatesRefused({ status: 400, said: "" }) }))
  )

describe("a wallet of which nothing says where it begins", () => {
  it.effect("is loaded from days before its first row on, and how far was asked is told", () =>
    inWorld(paidOn("2024-01-04", "2024-01-20", "2024-02-28"), ({ asked, pull }) =>
      Effect.gen(function*() {
        const report = yield* pull()
        assert.strictEqual(report.error, null)
        assert.strictEqual(report.rows.inserted, 3)
        assert.isTrue((report.firstDay ?? "9") <= "2024-01-04")
        const [note] = report.notes
        assert.match(note ?? "", /first row on 2024-01-04, and nothing in the \d+ days before/)
        assert.include(note, "Earlier rows are not ruled out")
        assert.include(note, "NUMBER@YYYY-MM-DD in WALLET_STATEMENT_WALLETS")
        const requests = yield* asked
        const searches = requests.filter(({ limit }) => limit === 1)
        assert.isAtMost(searches.length, 12)
        assert.isBelow(Date.parse(firstAsked(searches)), Date.parse("2023-01-04"))
        // The next night goes on as before.
        const next = yield* pull()
        assert.deepStrictEqual([next.rows.inserted, next.notes], [0, []])
        assert.isTrue((yield* asked).every(({ fromDate, limit }) => limit > 1 && fromDate > "2024-02-20"))
      })))

  it.effect("that is quiet for longer than the first questions reach is found all the same", () =>
    inWorld(paidOn("2021-05-05", "2021-06-06"), ({ pull }) =>
      Effect.gen(function*() {
        const report = yield* pull()
        assert.strictEqual(report.rows.inserted, 2)
        assert.include(report.notes.join(), "first row on 2021-05-05")
      })))

  it.effect("and that is empty ends well, night for night, and takes its first row when it comes", () =>
    inWorld([], ({ asked, books, pull, run }) =>
      Effect.gen(function*() {
        const first = yield* run()
        assert.strictEqual(first.status, "complete")
        assert.include(first.wallets[0]?.notes.join(), "no row since 20")
        yield* asked
        assert.strictEqual((yield* run()).status, "complete")
        assert.isAtMost((yield* asked).length, 3)
        yield* TestClock.adjust("1 day")
        yield* Ref.set(books, { [wallet]: paidOn("2024-03-01") })
        assert.strictEqual((yield* pull()).rows.inserted, 1)
      })))

  it.effect("and that the service does not know fails alone", () =>
    inWorld(paidOn("2024-02-20"), ({ books, run }) =>
      Effect.gen(function*() {
        const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
        const known = yield* Statement.pipe(Effect.provide(fakeStatement(books, requests)))
        const refusing = Statement.layerTest((request) =>
          request.walletNo === other
            ? Effect.fail(new StatementError({ reason: new WalletUnknown({ status: 404, said: "" }) }))
            : known.fetch(request)
        )
        const report = yield* run({ wallets: [walletOf(other), walletOf(wallet)] }, refusing)
        assert.deepStrictEqual(report.wallets.map(({ rows }) => rows.inserted), [0, 1])
        assert.include(report.wallets[0]?.error, "does not know the wallet")
        assert.isNull(report.wallets[1]?.error)
      })))

  it.effect("is looked for no further back than where the service refuses days, behind others without a row", () =>
    inWorld(paidOn("2024-02-20", "2024-02-28"), ({ books, pull }) =>
      Effect.gen(function*() {
        const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
        const whole = yield* Statement.pipe(Effect.provide(fakeStatement(books, requests)))
        const report = yield* pull({}, refusingBefore("2023-11", whole))
        assert.deepStrictEqual([report.error, report.rows.inserted], [null, 2])
        assert.include(report.notes.join(), "the service answered none")
      })))

  it.effect.each(
    [
      ["with rows", ["2024-02-20", "2024-02-28"]],
      ["of few days without any", []]
    ] as const
  )(
    "is not guessed where the service refuses the days before some %s",
    ([, days]) =>
      inWorld(paidOn(...days), ({ books, pull }) =>
        Effect.gen(function*() {
          const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
          const whole = yield* Statement.pipe(Effect.provide(fakeStatement(books, requests)))
          const report = yield* pull({}, refusingBefore("2024-02-05", whole))
          assert.include(report.error, "say the first with")
          assert.strictEqual(report.rows.inserted, 0)
        }))
  )

  it.effect("is looked for by a service, or a limit, that lets each question wait for a minute, too", () =>
    inWorld(paidOn("2023-12-01", "2024-02-28"), ({ books, pull }) =>
      Effect.gen(function*() {
        const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
        const whole = yield* Statement.pipe(Effect.provide(fakeStatement(books, requests)))
        const slow = Statement.layerTest((request) => Effect.delay(whole.fetch(request), "1 minute"))
        const pulling = yield* Effect.forkChild(pull({}, slow))
        yield* TestClock.adjust("40 minutes")
        const report = yield* Fiber.join(pulling)
        assert.deepStrictEqual([report.error, report.rows.inserted], [null, 2])
      })))

  it.effect("is told also when not all of the first load comes about", () =>
    inWorld(paidOn("2024-02-20", "2024-02-28"), ({ books, pull }) =>
      Effect.gen(function*() {
        const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
        const whole = yield* Statement.pipe(Effect.provide(fakeStatement(books, requests)))
        const failing = Statement.layerTest((request) =>
          request.limit === 1
            ? whole.fetch(request)
            : Effect.fail(new StatementError({ reason: new WalletUnknown({ status: 404, said: "" }) }))
        )
        const report = yield* pull({}, failing)
        assert.isNotNull(report.error)
        assert.include(report.notes.join(), "it was found by asking")
      })))
})

const begins = (from: string) => ({ wallets: [walletOf(wallet, from)] })

describe("a wallet of which a setting says where it begins", () => {
  it.effect("is loaded from there, and what is loaded is not asked for again, but with --reload", () =>
    inWorld(paidOn("2024-01-04", "2024-02-28"), ({ asked, pull }) =>
      Effect.gen(function*() {
        const first = yield* pull(begins("2024-01-02"))
        assert.deepStrictEqual([first.firstDay, first.rows.inserted, first.notes], ["2024-01-02", 2, []])
        assert.isTrue((yield* asked).every(({ fromDate, limit }) => fromDate > "2023-12-30" && limit > 1))
        yield* pull(begins("2024-01-02"))
        assert.isAbove(Date.parse(firstAsked(yield* asked)), Date.parse("2024-02-20"))
        const again = yield* pull(begins("2024-01-02"), undefined, true)
        assert.strictEqual(again.rows.unchanged, 2)
        assert.isTrue(firstAsked(yield* asked) <= "2024-01-02")
      })))

  it.effect("earlier than it was thought to is loaded on the days that were never loaded, and on no others", () =>
    inWorld(paidOn("2023-12-24", "2024-01-04", "2024-02-28"), ({ asked, pull }) =>
      Effect.gen(function*() {
        yield* pull(begins("2024-01-02"))
        yield* asked
        const report = yield* pull(begins("2023-12-01"))
        assert.deepStrictEqual([report.firstDay, report.rows.inserted, report.findings], ["2023-12-01", 1, []])
        for (const { fromDate, toDate } of yield* asked) {
          assert.isTrue(fromDate > "2024-02-20" || toDate < "2024-01-04", `${fromDate} ${toDate}`)
        }
        yield* pull(begins("2023-12-01"))
        assert.isAbove(Date.parse(firstAsked(yield* asked)), Date.parse("2024-02-20"))
      })))

  it.effect("in the future has nothing to load yet, which is told and no failure", () =>
    inWorld([], ({ asked, run }) =>
      Effect.gen(function*() {
        const report = yield* run(begins("2024-04-01"))
        assert.deepStrictEqual([report.status, report.wallets[0]?.error], ["complete", null])
        assert.deepStrictEqual(report.wallets[0]?.notes, [
          "it begins with 2024-04-01, behind 2024-03-01: nothing was asked for. Is its `from` right?"
        ])
        assert.deepStrictEqual(yield* asked, [])
      })))

  it.effect("in the future though rows are loaded is told, and the wallet goes on", () =>
    inWorld(paidOn("2024-01-04"), ({ pull }) =>
      Effect.gen(function*() {
        yield* pull(begins("2024-01-02"))
        const { error, notes } = yield* pull(begins("2025-01-02"))
        assert.deepStrictEqual([error, notes], [
          null,
          ["it begins with 2025-01-02, behind 2024-03-01: it goes on from what is loaded. Is its `from` right?"]
        ])
      })))
})
