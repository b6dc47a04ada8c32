/**
 * What a pull does with an answer that it knows already: comparing its rows with what is stored is what it spares.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { parseDay } from "../../src/domain/Period.ts"
import * as Records from "../../src/domain/Records.ts"
import * as Rows from "../../src/domain/Rows.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Currency } from "../../src/domain/Wallet.ts"
import { AnswerCap } from "../../src/pipeline/AnswerCap.ts"
import { checkWindows } from "../../src/pipeline/checkWindows.ts"
import type { FetchedWindow } from "../../src/pipeline/FetchedWindow.ts"
import { fetchWindows } from "../../src/pipeline/fetchWindows.ts"
import { joiningWindow } from "../../src/pipeline/joiningWindow.ts"
import * as KnownAnswer from "../../src/pipeline/KnownAnswer.ts"
import { normaliseWindows } from "../../src/pipeline/normaliseWindows.ts"
import * as Pipeline from "../../src/pipeline/Pipeline.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { retryQuarantine } from "../../src/pipeline/retryQuarantine.ts"
import { checkRows } from "../../src/pipeline/WindowEvidence.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { layerDuckDbReadOnly } from "../../src/sink/duckdb/index.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { receivedIn, recordsOf as columnsOf } from "../../src/statement/recordTexts.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { layerFile } from "../kit/emptyFile.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { layerOpen } from "../kit/openFile.ts"
import { pageOf } from "../kit/pageOf.ts"
import { clockOf, pullSettings, wallet } from "../kit/pullSettings.ts"
import { sinks } from "../kit/sinks.ts"
import { tamper } from "../kit/tamper.ts"
import { asLayout2, folder } from "../sink/duckdb/files.ts"

const settings = (changes: Partial<PullSettings["Service"]> = {}): PullSettings["Service"] =>
  pullSettings({ to: Option.fromUndefinedOr(parseDay("2024-01-04")), ...changes })

const days = recordsOf([
  { id: "A", at: "2024-01-01 10:00:00", amount: "10.00" },
  { id: "B", at: "2024-01-02 10:00:00", amount: "-4.50" },
  { id: "C", at: "2024-01-03 10:00:00", amount: "7.25" },
  { id: "D", at: "2024-01-04 10:00:00", amount: "1.00" }
])

const changed = (id: string, change: Partial<StatementRecord>) =>
  days.map((record) => (record.txnId === id ? { ...record, ...change } : record))

/** A service that shows some records. */
class Service {
  records: ReadonlyArray<StatementRecord> = days
  /** How many records it gives at once. */
  most = 5000

  readonly layer: Layer.Layer<Statement> = Statement.layerTest((request) =>
    Effect.sync(() => {
      const shown = this.records.filter(({ date }) =>
        date.slice(0, 10) >= request.fromDate && date.slice(0, 10) <= request.toDate
      ).slice(0, this.most)
      const page = pageOf(request, shown)
      return { ...page, records: { ...page.records, sha256: page.sha256 } }
    })
  )
}

/** A pull, and how many windows it committed whose answer was not known. */
const pull = (service: Service, changes?: Partial<PullSettings["Service"]>) =>
  Effect.gen(function*() {
    let compared = 0
    const sink = yield* Sink
    const { report } = yield* Effect.provideService(Pull.run, Sink, {
      ...sink,
      commit: (window) => {
        if (window.rows.answer?.repeats === undefined) compared++
        return sink.commit(window)
      }
    })
    const [first] = report.wallets
    return { rows: first?.rows, verdict: first?.verdict, compared }
  }).pipe(Effect.provide(service.layer), Effect.provideService(PullSettings, settings(changes)))

const nothingNew = { fetched: 4, inserted: 0, changed: 0, unchanged: 4, withdrawn: 0, returned: 0, quarantined: 0 }

/** A new file for each test, on the first of March. */
const inFile = (test: (path: string) => Effect.Effect<void, unknown>) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
    yield* test(join(yield* folder, "x.duckdb"))
  })

describe.each(sinks)("a known answer, with a sink in %s", (_, sinkAt) => {
  const inWorld = (test: (service: Service) => Effect.Effect<void, unknown, Sink>) =>
    inFile((path) => Effect.provide(test(new Service()), sinkAt(path)))

  it.effect("is not compared again, and is committed as what it is", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        const first = yield* pull(service)
        assert.isAbove(first.compared, 0)
        // The second pull knows how many rows a day has, and may ask in other windows than the first.
        yield* pull(service)
        const third = yield* pull(service)
        assert.deepStrictEqual(third, { rows: nothingNew, verdict: first.verdict, compared: 0 })
      })
    ))

  it.effect("is one no longer when a record has changed, nor when the change is taken back", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        yield* pull(service)
        yield* pull(service)
        service.records = changed("B", { description: "corrected" })
        const corrected = yield* pull(service)
        assert.deepStrictEqual([corrected.rows?.changed, corrected.rows?.unchanged], [1, 3])
        service.records = days
        const restored = yield* pull(service)
        assert.deepStrictEqual([restored.rows?.changed, restored.rows?.unchanged], [1, 3])
        assert.deepStrictEqual((yield* pull(service)).rows, nothingNew)
      })
    ))

  it.effect("is compared again when the settings read it in another way", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        yield* pull(service)
        yield* pull(service)
        const inDollars = { walletNo: wallet, currency: Currency.make("USD"), balances: [] }
        assert.strictEqual((yield* pull(service, { wallets: [inDollars] })).rows?.changed, 4)
        assert.strictEqual((yield* pull(service)).rows?.changed, 4)
        assert.strictEqual((yield* pull(service, { clock: clockOf("Europe/Berlin") })).rows?.changed, 4)
      })
    ))

  it.effect("is compared again when contradicting times are read in another way", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        service.records = changed("B", { date: "2024-01-02 10:00:00 PM" })
        yield* pull(service)
        yield* pull(service)
        assert.strictEqual((yield* pull(service)).compared, 0)
        assert.strictEqual((yield* pull(service, { markerPolicy: "trust-marker" })).rows?.changed, 1)
      })
    ))

  it.effect("is none as long as it holds a record that can't be read, or may be cut off", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        service.records = changed("B", { amount: "much" })
        for (let time = 0; time < 3; time++) {
          const { compared, rows } = yield* pull(service)
          assert.strictEqual(rows?.quarantined, 1)
          assert.isAbove(compared, 0)
        }
        assert.strictEqual(yield* (yield* Sink).openQuarantine(wallet), 1)
        service.records = days
        for (let time = 0; time < 3; time++) {
          const { compared, verdict } = yield* pull(service, { limit: 1 })
          assert.strictEqual(verdict, "truncated")
          assert.isAtLeast(compared, 4)
        }
      })
    ))

  it.effect("is none once it is known that the service gives no more records than it holds", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        const day = Option.fromUndefinedOr(parseDay("2024-01-02"))
        const ofDay = { from: day, to: day, limit: days.length + 1 }
        service.records = ["2024-01-01", "2024-01-02", "2024-01-03"].flatMap((date) =>
          days.map((record) => ({ ...record, txnId: `${date} ${record.txnId}`, date: `${date} 10:00:00 AM` }))
        )
        const cutOff = Effect.gen(function*() {
          return (yield* (yield* Sink).continuity(wallet)).map(({ truncated }) => truncated)
        })
        for (let time = 0; time < 2; time++) yield* pull(service, ofDay)
        assert.deepStrictEqual(yield* cutOff, [false])
        service.most = days.length
        const cap = new AnswerCap(ofDay.limit)
        cap.learn(days.length)
        yield* Effect.gen(function*() {
          const prepared = yield* Effect.fromNullishOr(yield* Pull.prepare("run-x", wallet, cap))
          yield* Pull.windows(prepared).pipe(Pipeline.into(Pull.toSink), Pipeline.drain)
        }).pipe(Effect.provide(service.layer), Effect.provideService(PullSettings, settings(ofDay)))
        assert.deepStrictEqual(yield* cutOff, [true])
      })
    ))

  it.effect("is compared row by row when a stage of the user's own made other rows of it", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        yield* pull(service)
        yield* pull(service)
        const described = Effect.gen(function*() {
          const prepared = yield* Pull.prepare("run-x", wallet)
          if (prepared === undefined) return []
          return yield* Pull.windows(prepared).pipe(
            Pipeline.via(Pipeline.mapRows((row) => ({ ...row, description: `${row.description}!` }))),
            Pipeline.into((window) => Effect.flatMap(Sink, (sink) => sink.commit(window))),
            Pipeline.run
          )
        }).pipe(Effect.provide(service.layer), Effect.provideService(PullSettings, settings()))
        const outcomes = yield* described
        assert.strictEqual(outcomes.reduce((sum, { changed }) => sum + changed, 0), 4)
        // What that stage wrote is not what the answer says, so the next pull puts it right.
        assert.strictEqual((yield* pull(service)).rows?.changed, 4)
      })
    ))

  it.effect("is compared row by row when such a stage stands before the records are read, now or the time before", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        const without = (left: string) =>
          Effect.gen(function*() {
            const prepared = yield* Pull.prepare("run-x", wallet)
            if (prepared === undefined) return []
            return yield* Pipeline.from(fetchWindows(prepared)).pipe(
              Pipeline.via(Pipeline.map((window: FetchedWindow) => ({
                ...window,
                page: {
                  ...window.page,
                  records: Records.pick(
                    window.page.records,
                    [...Array(window.page.records.count).keys()].filter((index) =>
                      Rows.txnIdAt(window.page.records, index) !== left
                    )
                  )
                }
              }))),
              Pipeline.via(normaliseWindows),
              Pipeline.via(checkWindows),
              Pipeline.into((window) => Effect.flatMap(Sink, (sink) => sink.commit(window))),
              Pipeline.run
            )
          }).pipe(Effect.provide(service.layer), Effect.provideService(PullSettings, settings()))
        yield* pull(service)
        yield* pull(service)
        const outcomes = yield* without("B")
        assert.strictEqual(outcomes.reduce((sum, { withdrawn }) => sum + withdrawn, 0), 1)
        assert.strictEqual((yield* pull(service)).rows?.returned, 1)
      })
    ))

  it.effect("is none for a window that somebody made to be about some of its records only", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        yield* pull(service)
        yield* pull(service)
        const windows = yield* Effect.gen(function*() {
          const prepared = yield* Effect.fromNullishOr(yield* Pull.prepare("run-x", wallet))
          return yield* Pipeline.from(fetchWindows(prepared)).pipe(
            Pipeline.via(Pipeline.map((window: FetchedWindow) => ({ ...window, only: [0] }))),
            Pipeline.via(normaliseWindows),
            Pipeline.via(checkWindows),
            Pipeline.run
          )
        }).pipe(Effect.provide(service.layer), Effect.provideService(PullSettings, settings()))
        assert.isAbove(windows.length, 0)
        for (const { rows } of windows) assert.isNull(rows.answer)
      })
    ))

  it.effect("leaves behind how few records the service gives when its days are committed from parts of it, or without rows that are kept", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        const given = settings({ limit: 50 })
        const cap = new AnswerCap(given.limit)
        cap.learn(15)
        const commit = (change: (window: FetchedWindow) => FetchedWindow) =>
          Effect.gen(function*() {
            const prepared = yield* Effect.fromNullishOr(yield* Pull.prepare("run-x", wallet, cap))
            yield* Pipeline.from(fetchWindows(prepared)).pipe(
              Pipeline.via(Pipeline.map(change)),
              Pipeline.via(normaliseWindows),
              Pipeline.via(checkWindows),
              Pipeline.into(Pull.toSink),
              Pipeline.drain
            )
            return (yield* KnownAnswer.load(given, wallet)).cap
          }).pipe(Effect.provide(service.layer), Effect.provideService(PullSettings, given))
        assert.strictEqual(yield* commit((window) => window), 15)
        assert.strictEqual(yield* commit((window) => ({ ...window, complete: false, only: [0] })), 15)
        assert.strictEqual(yield* commit(({ note: _note, ...window }) => window), 15)
        service.records = []
        assert.strictEqual(yield* commit((window) => window), 15)
        assert.strictEqual((yield* (yield* Sink).heldRows(wallet)).length, days.length)
      })
    ))

  it.effect("leaves that behind, too, when a record of its days is read from quarantine, or they are checked as one with others", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        const sink = yield* Sink
        const given = settings({ limit: 50, markerPolicy: "reject" })
        const period = { from: parseDay("2024-01-01") ?? assert.fail(), to: parseDay("2024-01-04") ?? assert.fail() }
        const cap = new AnswerCap(given.limit)
        cap.learn(15)
        service.records = changed("B", { date: "2024-01-02 10:00:00 PM" })
        yield* Effect.gen(function*() {
          const prepared = yield* Effect.fromNullishOr(yield* Pull.prepare("run-x", wallet, cap))
          yield* Pull.windows(prepared).pipe(Pipeline.into(Pull.toSink), Pipeline.drain)
        }).pipe(Effect.provide(service.layer), Effect.provideService(PullSettings, given))
        assert.deepStrictEqual((yield* sink.continuity(wallet)).map(({ days: each }) => each), [period])
        const { loaded } = yield* Effect.provideService(retryQuarantine, PullSettings, {
          ...given,
          markerPolicy: "trust-24h"
        })
        assert.deepStrictEqual([loaded, (yield* KnownAnswer.load(given, wallet)).cap], [1, 15])
        const rows = yield* sink.rowsOf(wallet, period)
        const run = {
          runId: "run-y",
          walletNo: wallet,
          lastSettledDay: period.to,
          gaps: [],
          proofs: [],
          declarations: []
        }
        const joining = (known: number | undefined) =>
          Effect.flatMap(
            joiningWindow(checkRows({ period, rows: Rows.from(rows), jitter: 0 }), { ...run, cap: known }),
            sink.commit
          )
        yield* joining(KnownAnswer.capIn(yield* sink.continuity(wallet)))
        assert.strictEqual((yield* KnownAnswer.load(given, wallet)).cap, 15)
        yield* joining(undefined)
        assert.isUndefined((yield* KnownAnswer.load(given, wallet)).cap)
      })
    ))

  it.effect("is none when the records are those of a Statement of one's own, whatever the page calls its hash", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        const masking = Statement.layerTest((request) =>
          Effect.map(
            Effect.flatMap(Statement, (statement) => statement.fetch(request)).pipe(Effect.provide(service.layer)),
            (page) => ({
              ...page,
              records: columnsOf(
                receivedIn(page.records).flatMap((record) =>
                  record === undefined ? [] : [{ ...record, description: "masked" }]
                )
              )
            })
          )
        )
        const masked = Effect.map(Pull.run, ({ report }) => report.wallets[0]?.rows).pipe(
          Effect.provide(masking),
          Effect.provideService(PullSettings, settings())
        )
        yield* masked
        yield* masked
        assert.strictEqual((yield* pull(service)).rows?.changed, 4)
      })
    ))

  it.effect("is none when the page is of a Statement of one's own, whatever it calls its hash", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        const sameHash = Statement.layerTest((request) =>
          Effect.map(
            Effect.flatMap(Statement, (statement) => statement.fetch(request)).pipe(Effect.provide(service.layer)),
            (page) => ({ ...page, sha256: "0".repeat(64) })
          )
        )
        const pulled = Effect.map(Pull.run, ({ report }) => report.wallets[0]?.rows).pipe(
          Effect.provide(sameHash),
          Effect.provideService(PullSettings, settings())
        )
        yield* pulled
        yield* pulled
        service.records = changed("B", { description: "corrected" })
        assert.strictEqual((yield* pulled)?.changed, 1)
      })
    ))

  it.effect("is forgotten when a window of one's own changes a row and brings no entry for its days", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        yield* pull(service)
        yield* pull(service)
        const own = yield* Effect.gen(function*() {
          const prepared = yield* Pull.prepare("run-x", wallet)
          if (prepared === undefined) return []
          return yield* Pull.windows(prepared).pipe(
            Pipeline.via(Pipeline.mapRows((row) => ({ ...row, description: `${row.description}!` }))),
            Pipeline.into((window) => Effect.flatMap(Sink, (sink) => sink.commit({ ...window, continuity: [] }))),
            Pipeline.run
          )
        }).pipe(Effect.provide(service.layer), Effect.provideService(PullSettings, settings()))
        assert.strictEqual(own.reduce((sum, { changed }) => sum + changed, 0), 4)
        assert.strictEqual((yield* pull(service)).rows?.changed, 4)
      })
    ))

  it.effect("has the rows and the places that another one has", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        const windows = Effect.gen(function*() {
          const prepared = yield* Pull.prepare("run-x", wallet)
          return prepared === undefined ? [] : yield* Pipeline.run(Pull.windows(prepared))
        }).pipe(Effect.provide(service.layer), Effect.provideService(PullSettings, settings()))
        yield* pull(service)
        yield* pull(service)
        const known = yield* windows
        assert.isTrue(known.length > 0 && known.every(({ rows }) => rows.answer?.repeats !== undefined))
        assert.deepStrictEqual(known.flatMap(({ rows }) => Rows.toArray(rows).map(({ txnId }) => txnId)), [
          "A",
          "B",
          "C",
          "D"
        ])
        for (const { check, rows } of known) assert.strictEqual(check.positions.length, rows.count)
        assert.isFalse(known.some(({ check }) => check.positions.includes(null)))
      })
    ))

  it.effect("tells nothing of a day that lost a row to another day", () =>
    inWorld((service) =>
      Effect.gen(function*() {
        const inSmallWindows = { limit: 4 }
        yield* pull(service, inSmallWindows)
        yield* pull(service, inSmallWindows)
        service.records = changed("C", { date: "2024-01-02 12:00:00 PM" })
        assert.strictEqual((yield* pull(service, inSmallWindows)).rows?.changed, 1)
        service.records = days
        // The window of the day it stood on comes first, and shows it no more.
        assert.deepInclude((yield* pull(service, inSmallWindows)).rows, { withdrawn: 1, returned: 1 })
        assert.deepStrictEqual((yield* pull(service, inSmallWindows)).rows, nothingNew)
      })
    ))
})

describe("a known answer in a file that somebody edited", () => {
  it.effect("counts for nothing when what its balances said was edited", () =>
    inFile((path) =>
      Effect.gen(function*() {
        const service = new Service()
        const pulled = Effect.provide(pull(service), layerOpen(path))
        yield* pulled
        yield* pulled
        assert.strictEqual((yield* pulled).compared, 0)
        yield* tamper(path, "UPDATE continuity_windows SET record = replace(record, '137500', '147500')")
        assert.isAbove((yield* pulled).compared, 0)
      })
    ))

  it.effect("is remembered in a file of the first layout from the next pull on, and such a file can be read", () =>
    inFile((path) =>
      Effect.gen(function*() {
        const service = new Service()
        const older = `${path}.older`
        yield* Effect.provide(pull(service), layerFile(path))
        yield* asLayout2(path, older)
        yield* tamper(
          older,
          "ALTER TABLE continuity_windows DROP COLUMN answer; DELETE FROM migrations WHERE number = 2"
        )
        const pulled = Effect.provide(pull(service), layerOpen(older))
        const read = Effect.flatMap(Sink, (sink) => sink.continuity(wallet))
        assert.isNotEmpty(yield* Effect.provide(read, layerDuckDbReadOnly({ path: older })))
        assert.deepStrictEqual((yield* pulled).rows, nothingNew)
        yield* pulled
        assert.strictEqual((yield* pulled).compared, 0)
      })
    ))

  it.effect("is compared row by row when the number or the total of the stored rows is another", () =>
    inFile((path) =>
      Effect.gen(function*() {
        const service = new Service()
        const pulled = Effect.provide(pull(service), layerOpen(path))
        for (const edit of ["signed_amount = 99.00, amount = 99.00", "withdrawn_at = now()"]) {
          yield* pulled
          yield* pulled
          yield* tamper(path, `UPDATE transactions SET ${edit} WHERE txn_id = 'C'`)
          const { rows } = yield* pulled
          assert.deepStrictEqual([(rows?.changed ?? 0) + (rows?.returned ?? 0), rows?.unchanged], [1, 3], edit)
        }
      })
    ))
})
