/**
 * What becomes of stored rows that an answer no longer shows, with both sinks.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Random, Ref, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { parseDay } from "../../src/domain/Period.ts"
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { WalletNo } from "../../src/domain/Wallet.ts"
import { AcceptWithdrawals } from "../../src/pipeline/AcceptWithdrawals.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { verifyContinuity } from "../../src/pipeline/verifyContinuity.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Database, verifyAudit } from "../../src/sink/duckdb/index.ts"
import { Sink, type SinkError } from "../../src/sink/Sink.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { type Entry, recordsOf } from "../kit/fakeStatement.ts"
import { layerOpen } from "../kit/openFile.ts"
import { pageOf } from "../kit/pageOf.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"
import { ask, folder } from "../sink/duckdb/files.ts"

const two = (value: number): string => String(value).padStart(2, "0")

/** Three payments on each day of January. */
const entries: ReadonlyArray<Entry> = Array.from({ length: 93 }, (_, index) => ({
  id: `T${index + 1}`,
  at: `2024-01-${two(Math.floor(index / 3) + 1)} ${two(9 + (index % 3) * 3)}:00:00`,
  amount: index % 4 === 3 ? `-${index}.50` : `${index + 10}.25`
}))
const january = recordsOf(entries)

type Records = ReadonlyArray<StatementRecord>
/** How the service spoils an answer: by the request and its number in the run, from 0. */
type Spoil = (records: Records, request: StatementRequest, number: number) => Records

interface World {
  /** What the service holds, by wallet. */
  readonly books: Ref.Ref<Readonly<Record<string, Records>>>
  readonly requests: Ref.Ref<ReadonlyArray<StatementRequest>>
  readonly pull: (options?: {
    readonly spoil?: Spoil
    readonly settings?: Partial<PullSettings["Service"]>
    readonly accept?: boolean
    /** Whether an answer is examined now and then follows from a number from 0 to 1; it is not when left out. */
    readonly drawn?: number
    /** Another way to the same sink. */
    readonly through?: Sink["Service"]
  }) => Effect.Effect<ReadonlyArray<WalletReport>, unknown>
  readonly sink: Sink["Service"]
}

const honest: Spoil = (records) => records

const inWorld =
  (layer: Layer.Layer<Sink, SinkError>) => (test: (world: World) => Effect.Effect<void, unknown, Scope.Scope>) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2024-02-01T12:00:00Z"))
      const books = yield* Ref.make<Readonly<Record<string, Records>>>({ [wallet]: january })
      const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
      yield* Effect.gen(function*() {
        const sink = yield* Sink
        const pull: World["pull"] = (
          { accept = false, drawn = 0.999, settings, spoil = honest, through = sink } = {}
        ) =>
          Effect.gen(function*() {
            yield* Ref.set(requests, [])
            yield* TestClock.adjust("1 hour")
            const { report } = yield* Pull.run.pipe(
              Effect.provide(statement(books, requests, spoil)),
              Effect.provideService(PullSettings, pullSettings({ limit: 5000, ...settings })),
              Effect.provideService(Sink, through),
              Effect.provideService(AcceptWithdrawals, accept),
              Effect.provideService(Random.Random, { nextDoubleUnsafe: () => drawn, nextIntUnsafe: () => 0 })
            )
            return report.wallets
          })
        yield* test({ books, requests, pull, sink })
      }).pipe(Effect.provide(Layer.fresh(layer)))
    })

const statement = (
  books: World["books"],
  requests: World["requests"],
  spoil: Spoil
): Layer.Layer<Statement> =>
  Statement.layerTest((request) =>
    Effect.gen(function*() {
      const number = (yield* Ref.getAndUpdate(requests, (earlier) => [...earlier, request])).length
      const all = (yield* Ref.get(books))[request.walletNo] ?? []
      const inside = all.filter(({ date }) =>
        date.slice(0, 10) >= request.fromDate && date.slice(0, 10) <= request.toDate
      )
      const shown = spoil(inside, request, number).slice(0, request.limit)
      return pageOf(request, shown)
    })
  )

const nothing: Spoil = () => []
const exclusive: Spoil = (records, { toDate }) => records.filter(({ date }) => date.slice(0, 10) < toDate)
const hiding = (...ids: ReadonlyArray<string>): Spoil => (records) =>
  records.filter(({ txnId }) => !ids.includes(txnId))
const once = (spoil: Spoil): Spoil => (records, request, number) =>
  number === 0 ? spoil(records, request, number) : records
const lagging = (last: string): Spoil => (records) => records.filter(({ date }) => date.slice(0, 10) <= last)
const day = (text: string) => Option.fromUndefinedOr(parseDay(text))

const only = (reports: ReadonlyArray<WalletReport>): WalletReport => {
  const [report] = reports
  if (report === undefined) throw new Error("no report")
  return report
}

const kinds = ({ findings }: WalletReport): ReadonlyArray<string> => findings.map(({ kind }) => kind)

/** Rows that are not withdrawn. */
const current = (sink: Sink["Service"], of: WalletNo = wallet) =>
  Effect.map(
    sink.rowsByDay(of, { from: parseDay("2024-01-01") ?? die(), to: parseDay("2024-12-31") ?? die() }),
    (counts) => [...counts.values()].reduce((sum, rows) => sum + rows, 0)
  )

const die = (): never => {
  throw new Error("no day")
}

const suite = (name: string, layer: Layer.Layer<Sink, SinkError>) => {
  const test = (
    sentence: string,
    body: (world: World) => Effect.Effect<void, unknown, Scope.Scope>
  ) => it.effect(sentence, () => inWorld(layer)(body))

  describe(`withdrawals, ${name}`, () => {
    test("are held when an answer is empty, and asked once more in the same run", ({ pull, requests, sink }) =>
      Effect.gen(function*() {
        yield* pull()
        const report = only(yield* pull({ spoil: nothing }))
        assert.deepStrictEqual([report.rows.withdrawn, report.held, yield* current(sink)], [0, 93, 93])
        assert.deepStrictEqual(kinds(report), ["held-withdrawal"])
        const [finding] = report.findings
        assert.deepStrictEqual([finding?.from, finding?.to], ["2024-01-01", "2024-01-31"])
        assert.match(finding?.explanation ?? "", /93 rows of 31 days.*--accept-withdrawals/)
        const [once, again, ...more] = yield* Ref.get(requests)
        assert.deepStrictEqual([again, more], [once, []])
        assert.strictEqual(report.verdict, "proven")
        assert.strictEqual(report.watermark, "2024-01-31")
      }))

    test("leave nothing behind when the service shows the rows at the second asking", ({ pull, requests, sink }) =>
      Effect.gen(function*() {
        yield* pull()
        const report = only(yield* pull({ spoil: (records, _, number) => (number === 0 ? [] : records) }))
        assert.deepStrictEqual([report.rows.withdrawn, report.held, report.findings], [0, 0, []])
        assert.strictEqual((yield* Ref.get(requests)).length, 2)
        assert.strictEqual(yield* current(sink), 93)
        assert.strictEqual(only(yield* pull()).rows.unchanged, 93)
      }))

    test("that are held for a while leave no day of the doubted answer open", ({ pull, sink }) =>
      Effect.gen(function*() {
        yield* pull({ settings: { to: day("2024-01-02") } })
        // Days that are asked for because of the gap show what was held; the rest of the answer is doubted all the same.
        const spoil = once(hiding("T4", "T5", "T6", "T7", "T8", "T9"))
        const report = only(yield* pull({ spoil, settings: { from: day("2024-01-01"), to: day("2024-01-31") } }))
        assert.deepStrictEqual([report.held, report.findings, yield* current(sink)], [0, [], 93])
        assert.strictEqual(report.watermark, "2024-01-31")
      }))

    test("are held when an answer lags ten days behind", ({ pull, sink }) =>
      Effect.gen(function*() {
        yield* pull()
        const report = only(yield* pull({ spoil: lagging("2024-01-21") }))
        assert.deepStrictEqual([report.rows.withdrawn, report.held, yield* current(sink)], [0, 30, 93])
        assert.deepStrictEqual(report.findings.map(({ from, to }) => [from, to]), [["2024-01-22", "2024-01-31"]])
      }))

    test("are held when every second row is missing", ({ pull, sink }) =>
      Effect.gen(function*() {
        yield* pull()
        const report = only(yield* pull({ spoil: (records) => records.filter((_, index) => index % 2 === 0) }))
        assert.deepStrictEqual([report.rows.withdrawn, report.held, yield* current(sink)], [0, 46, 93])
        assert.deepStrictEqual(kinds(report), ["held-withdrawal"])
      }))

    test("are held from the first doubt on when the answers behind it lack a few rows each", ({ pull, sink }) =>
      Effect.gen(function*() {
        yield* pull()
        const hidden = [1, 2, 3, ...Array.from({ length: 15 }, (_, index) => 6 * index + 5)].map((id) => `T${id}`)
        const report = only(yield* pull({ spoil: hiding(...hidden), settings: { limit: 20 } }))
        assert.deepStrictEqual([report.rows.withdrawn, report.held, yield* current(sink)], [0, 18, 93])
        assert.deepStrictEqual(kinds(report), ["held-withdrawal"])
      }))

    test("are none when a wrong DATE_BOUNDS would lose the days at the ends of windows", ({ pull, sink }) =>
      Effect.gen(function*() {
        yield* pull()
        const report = only(yield* pull({ spoil: exclusive, settings: { limit: 20 } }))
        assert.deepStrictEqual([report.rows.withdrawn, yield* current(sink)], [0, 93])
      }))

    test("are held by more than MAX_WITHDRAWALS rows, however small a part they are", ({ pull }) =>
      Effect.gen(function*() {
        yield* pull()
        const spoil = hiding("T10", "T20", "T30")
        const few = only(yield* pull({ spoil, settings: { maxWithdrawals: 2 } }))
        assert.deepStrictEqual([few.held, few.rows.withdrawn], [3, 0])
        const none = only(yield* pull({ settings: { maxWithdrawals: 0 } }))
        assert.deepStrictEqual([none.held, none.findings], [0, []])
      }))

    test("of few rows are applied, and the report says how many of which days", ({ books, pull, sink }) =>
      Effect.gen(function*() {
        yield* pull()
        const rest = recordsOf(entries.filter(({ id }) => id !== "T93"))
        yield* Ref.set(books, { [wallet]: rest })
        const report = only(yield* pull())
        assert.deepStrictEqual([report.rows.withdrawn, report.held, report.findings], [1, 0, []])
        assert.deepStrictEqual(report.notes, [
          "The service no longer shows 1 row of 2024-01-31: withdrawn, and kept in the file as that."
        ])
        assert.strictEqual(yield* current(sink), 92)
      }))

    test("stay held night after night until the service shows the rows again", ({ pull, requests, sink }) =>
      Effect.gen(function*() {
        yield* pull()
        for (let night = 0; night < 3; night++) {
          const report = only(yield* pull({ spoil: nothing, settings: { from: Option.none(), to: Option.none() } }))
          assert.deepStrictEqual([report.held > 0, kinds(report)], [true, ["held-withdrawal"]])
          assert.strictEqual(yield* current(sink), 93)
        }
        const report = only(yield* pull({ settings: { from: Option.none(), to: Option.none() } }))
        assert.deepStrictEqual([report.held, report.findings, report.rows.withdrawn], [0, [], 0])
        assert.isAtMost((yield* Ref.get(requests)).length, 2)
      }))

    test("are asked for again beyond the look-back, so that the finding ends by itself", ({ pull, requests, sink }) =>
      Effect.gen(function*() {
        yield* pull()
        yield* pull({ spoil: nothing, settings: { from: day("2024-01-05"), to: day("2024-01-06") } })
        assert.strictEqual((yield* sink.heldRows(wallet)).length, 6)
        const nightly = { from: Option.none<never>(), to: day("2024-02-01") }
        assert.strictEqual(only(yield* pull({ spoil: nothing, settings: nightly })).held, 15)
        const report = only(yield* pull({ settings: nightly }))
        assert.deepStrictEqual([report.held, report.findings], [0, []])
        const [lookedBack, held, ...more] = yield* Ref.get(requests)
        assert.deepStrictEqual(more, [])
        assert.isAbove(Number(lookedBack?.fromDate.slice(8)), 26)
        assert.isTrue((held?.fromDate ?? "") <= "2024-01-05" && (held?.toDate ?? "") >= "2024-01-06")
        assert.isBelow(Number(held?.toDate.slice(8)), 10)
      }))

    test("are applied by a later run that accepts them, and not by the run that holds them", ({ books, pull, sink }) =>
      Effect.gen(function*() {
        yield* pull()
        const left = recordsOf(entries.slice(0, 60))
        yield* Ref.set(books, { [wallet]: left })
        const holding = only(yield* pull({ accept: true }))
        assert.deepStrictEqual([holding.held, holding.rows.withdrawn, kinds(holding)], [33, 0, ["held-withdrawal"]])
        assert.match(holding.notes.join(" "), /nothing to accept.*by a later one/)
        const accepting = only(yield* pull({ accept: true }))
        assert.deepStrictEqual([accepting.held, accepting.rows.withdrawn, accepting.findings], [0, 33, []])
        assert.match(accepting.notes.join(" "), /As accepted, 33 rows of 2024-01-21..2024-01-31/)
        assert.strictEqual(yield* current(sink), 60)
        const after = only(yield* pull({ accept: true }))
        assert.deepStrictEqual([after.held, after.rows.withdrawn, after.findings], [0, 0, []])
        assert.match(after.notes.join(" "), /nothing to accept/)
      }))

    test("are not accepted of rows that the answer shows again, nor of rows that it lacks for the first time", ({ books, pull, sink }) =>
      Effect.gen(function*() {
        yield* pull()
        yield* Ref.set(books, { [wallet]: recordsOf(entries.slice(0, 60)) })
        yield* pull()
        // The rows of the 21st and 22nd are shown again, and those of the first ten days are gone now.
        const shown = january.filter((_, index) => index >= 30 && index < 66)
        yield* Ref.set(books, { [wallet]: shown })
        const report = only(yield* pull({ accept: true }))
        assert.deepStrictEqual([report.rows.withdrawn, report.held], [27, 30])
        assert.strictEqual(yield* current(sink), 66)
      }))

    test("of one wallet leave the others alone", ({ books, pull, sink }) =>
      Effect.gen(function*() {
        const other = WalletNo.make("W-2")
        yield* Ref.set(books, { [wallet]: january, [other]: january })
        const settings = {
          wallets: [wallet, other].map((walletNo) => ({ walletNo, currency: null, balances: [] }))
        }
        yield* pull({ settings })
        const spoil: Spoil = (records, { walletNo }) => (walletNo === other ? [] : records)
        const reports = yield* pull({ spoil, settings })
        assert.deepStrictEqual(reports.map(({ findings, held }) => [held, findings.length]), [[0, 0], [93, 1]])
        assert.deepStrictEqual([yield* current(sink), yield* current(sink, other)], [93, 93])
        const accepted = yield* pull({ spoil, settings, accept: true })
        assert.deepStrictEqual(accepted.map(({ rows }) => rows.withdrawn), [0, 93])
        assert.deepStrictEqual([yield* current(sink), yield* current(sink, other)], [93, 0])
      }))

    test("that are held complete no new day, so that what the answer lacks there too is asked for", ({ books, pull, requests }) =>
      Effect.gen(function*() {
        yield* Ref.set(books, { [wallet]: recordsOf(entries.slice(0, 60)) })
        yield* pull({ settings: { to: day("2024-01-20") } })
        yield* Ref.set(books, { [wallet]: january })
        const nightly = { from: Option.none<never>(), to: day("2024-01-31") }
        const empty = only(yield* pull({ spoil: nothing, settings: nightly }))
        assert.deepStrictEqual([empty.held, empty.watermark], [9, "2024-01-20"])
        const healed = only(yield* pull({ settings: nightly }))
        assert.deepStrictEqual([healed.held, healed.watermark, healed.rows.inserted], [0, "2024-01-31", 33])
        assert.isTrue(((yield* Ref.get(requests))[0]?.fromDate ?? "") <= "2024-01-18")
      }))

    test("leave the whole doubted answer to be asked again, and not only the days of held rows", ({ books, pull }) =>
      Effect.gen(function*() {
        yield* Ref.set(books, { [wallet]: recordsOf(entries.slice(0, 60)) })
        yield* pull({ settings: { to: day("2024-01-20") } })
        yield* Ref.set(books, { [wallet]: january })
        const nightly = { from: Option.none<never>(), to: day("2024-01-31") }
        const report = only(
          yield* pull({
            spoil: (records, _, number) => (number === 0 ? [] : records),
            settings: nightly
          })
        )
        assert.deepStrictEqual(
          [report.held, report.watermark, report.rows.inserted, report.findings],
          [0, "2024-01-31", 33, []]
        )
      }))

    test("end when the rows turn up on another day", ({ books, pull, sink }) =>
      Effect.gen(function*() {
        yield* pull()
        yield* Ref.set(books, { [wallet]: recordsOf(entries.slice(0, 60)) })
        yield* pull()
        const moved = january.map((record, index) =>
          index < 60 ? record : { ...record, date: record.date.replace("2024-01-", "2024-02-").replace("02-3", "02-2") }
        )
        yield* Ref.set(books, { [wallet]: moved })
        const report = only(yield* pull({ settings: { from: day("2024-02-01"), to: day("2024-02-29") } }))
        assert.deepStrictEqual([report.held, report.rows.changed, report.rows.inserted], [0, 33, 0])
        assert.strictEqual(yield* current(sink), 93)
      }))

    test("cost a first pull, and a pull of what is known, no question and no request", ({ pull, requests, sink }) =>
      Effect.gen(function*() {
        const questions = yield* Ref.make(0)
        const counting = Sink.of({
          ...sink,
          storedRows: (walletNo, days) =>
            Effect.andThen(Ref.update(questions, (count) => count + 1), sink.storedRows(walletNo, days))
        })
        const first = only(yield* pull({ through: counting, settings: { limit: 30 } }))
        assert.deepStrictEqual([first.rows.inserted, yield* Ref.get(questions)], [93, 0])
        assert.isAbove((yield* Ref.get(requests)).length, 1)
        yield* pull({ through: counting, settings: { to: day("2024-01-20") } })
        assert.isAbove(yield* Ref.get(questions), 0)
      }))
  })
}

suite("in memory", Sink.layerMemory)
suite(
  "in a DuckDB file",
  Layer.unwrap(Effect.map(folder, (path) => layerOpen(join(path, "a.duckdb"))))
)

describe("a file with held rows", () => {
  it.effect(
    "says in SQL what is held and since when, verifies, and goes on when it is opened again",
    () =>
      Effect.gen(function*() {
        const path = join(yield* folder, "held.duckdb")
        const layer = layerOpen(path)
        const verified = Effect.gen(function*() {
          const audit = yield* Effect.scoped(Effect.flatMap(Database.openReadOnly(path), verifyAudit))
          const { differing } = yield* verifyContinuity(wallet).pipe(Effect.provide(Layer.fresh(layer)))
          return [audit.difference, differing]
        })
        const held = ask(
          path,
          "SELECT state, count(*)::VARCHAR, count(DISTINCT day)::VARCHAR FROM held_rows GROUP BY ALL"
        )
        yield* inWorld(layer)(({ pull }) => Effect.andThen(pull(), pull({ spoil: nothing })))
        assert.deepStrictEqual(yield* held, [["held", "93", "31"]])
        assert.deepStrictEqual(
          yield* ask(path, "SELECT status, withdrawn::VARCHAR, rows::VARCHAR FROM statement_windows ORDER BY sequence"),
          [["complete", "0", "93"], ["doubted", "0", "0"], ["doubted", "0", "0"]]
        )
        assert.deepStrictEqual(yield* verified, [null, []])
        yield* inWorld(layer)(({ pull }) => Effect.asVoid(pull({ spoil: lagging("2024-01-10") })))
        assert.deepStrictEqual(
          (yield* held).toSorted(),
          [["held", "63", "21"], ["shown", "30", "10"]]
        )
        assert.deepStrictEqual(yield* verified, [null, []])
        yield* inWorld(layer)(({ pull }) => Effect.asVoid(pull({ spoil: lagging("2024-01-10"), accept: true })))
        assert.deepStrictEqual((yield* held).toSorted(), [["accepted", "63", "21"], ["shown", "30", "10"]])
        assert.deepStrictEqual(
          yield* ask(path, "SELECT count(*)::VARCHAR FROM transactions WHERE withdrawn_at IS NOT NULL"),
          [["63"]]
        )
        assert.deepStrictEqual(
          yield* ask(path, "SELECT rows::VARCHAR, from_day, to_day FROM declarations WHERE kind = 'accepted'"),
          [["63", "2024-01-11", "2024-01-31"]]
        )
        assert.deepStrictEqual(yield* verified, [null, []])
      }),
    60_000
  )
})
