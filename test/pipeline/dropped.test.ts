import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { addDays, dayFromNumber } from "../../src/domain/Period.ts"
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Database, verifyAudit } from "../../src/sink/duckdb/index.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { AnswerMalformed, StatementError } from "../../src/statement/StatementError.ts"
import { trafficOf } from "../kit/cappedService.ts"
import { layerOpen } from "../kit/openFile.ts"
import { pageOf } from "../kit/pageOf.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"
import { folder } from "../sink/duckdb/files.ts"

const first = dayFromNumber(19_723)
const all = { from: first, to: addDays(first, 19) }

interface Question {
  readonly records: ReadonlyArray<StatementRecord>
  /**
   * Whether an answer to a request for so many days leaves a record out; `times` counts the answers that did, `answers` all
   * that were given before.
   */
  readonly leavesOut: (record: StatementRecord, days: number, times: number, answers: number) => boolean
  /** Records without a date in an answer to a request for so many days. */
  readonly undated?: (days: number, request: StatementRequest) => ReadonlyArray<StatementRecord>
  /** How many records are asked for; 30 when left out. */
  readonly limit?: number
  /** A record behind which the service answers nothing any more, once an answer has shown it. */
  readonly failsBehind?: string
}

const daysOf = ({ fromDate, toDate }: StatementRequest): number =>
  1 + (Date.parse(toDate) - Date.parse(fromDate)) / 86_400_000

/** Oldest first, both days inside. */
const service = (
  { failsBehind, leavesOut, records, undated = () => [] }: Question,
  requests: Ref.Ref<ReadonlyArray<StatementRequest>>
) => {
  let times = 0
  let isDown = false
  return Statement.layerTest((request) =>
    Effect.flatMap(Ref.getAndUpdate(requests, (earlier) => [...earlier, request]), ({ length: answers }) => {
      if (isDown) {
        const reason = new AnswerMalformed({ status: 200, detail: "nothing" })
        return Effect.fail(new StatementError({ reason }))
      }
      const asked = records.filter(({ date }) =>
        date.slice(0, 10) >= request.fromDate && date.slice(0, 10) <= request.toDate
      )
      const told = asked.filter((record) => !leavesOut(record, daysOf(request), times, answers))
      if (told.length < asked.length) times++
      const shown = [...undated(daysOf(request), request), ...told].slice(0, request.limit)
      isDown = shown.some(({ txnId }) => txnId === failsBehind)
      return Effect.succeed(pageOf(request, shown, { sha256: `${request.fromDate} ${request.toDate} ${times}` }))
    })
  )
}

const pulled = Effect.fnUntraced(function*(question: Question, sink: Sink["Service"]) {
  yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
  const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
  const settings = {
    from: Option.some(all.from),
    to: Option.some(all.to),
    limit: question.limit ?? 30,
    dateBounds: "inclusive" as const
  }
  const { report } = yield* Pull.run.pipe(
    Effect.provide(service(question, requests)),
    Effect.provideService(PullSettings, pullSettings(settings)),
    Effect.provideService(Sink, sink)
  )
  const stored = (yield* sink.rowsOf(wallet, all)).map(({ txnId }) => txnId).sort()
  return { report: yield* Effect.fromNullishOr(report.wallets[0]), stored, requests: (yield* Ref.get(requests)).length }
})

const inSink = <E>(layer: Layer.Layer<Sink, E>, use: (sink: Sink["Service"]) => Effect.Effect<void, unknown>) =>
  Effect.flatMap(Sink, use).pipe(Effect.provide(Layer.fresh(layer)))

const dropped = ({ findings }: WalletReport) => findings.filter(({ kind }) => kind === "dropped")

/** Four rows a day that leave the balance as it was, twenty days: the first answer is full. */
const records = trafficOf(Array.from({ length: 20 }, () => 4), "toggling", 1)
const ids = records.map(({ txnId }) => txnId).sort()
/** A pair that leaves no gap behind. */
const pair = ["D3-1", "D3-2"]

const pairInPieces: Question["leavesOut"] = ({ txnId }, days) => pair.includes(txnId) && days < 20
const pairOnce: Question["leavesOut"] = (record, days, times, answers) =>
  times === 0 && pairInPieces(record, days, times, answers)

/** First the pair, then another record, and then all. */
const soonAll: Question["leavesOut"] = ({ txnId }, days, times) =>
  times === 0 ? pair.includes(txnId) && days >= 20 : times > 1 || (txnId === "D19-0" && days >= 20)

const undated = { ...records[0], txnId: "X1", date: "no date" } as StatementRecord
const inTheFirst: Question["undated"] = (days) => (days >= 20 ? [undated] : [])

const sinks = [
  ["in memory", Effect.succeed(Layer.fresh(Sink.layerMemory))],
  ["in a file", Effect.map(folder, (path) => layerOpen(join(path, "x.duckdb")))]
] as const

describe.each(sinks)("rows of an answer that was dropped, with a sink %s", (_, layer) => {
  it.effect("are kept from it when no smaller answer shows them, and the run says so", () =>
    Effect.gen(function*() {
      yield* inSink(yield* layer, (sink) =>
        Effect.gen(function*() {
          const { report, stored } = yield* pulled({ records, leavesOut: pairInPieces }, sink)
          assert.deepStrictEqual(stored, ids)
          assert.deepStrictEqual(dropped(report).map(({ from, to }) => [from, to]), [["2024-01-04", "2024-01-04"]])
          assert.match(dropped(report)[0]?.explanation ?? "", /^2 records were/)
          assert.deepStrictEqual(report.truncatedDays, ["2024-01-04"])
          assert.strictEqual(report.watermark, "2024-01-03")
          const right = yield* pulled({ records, leavesOut: () => false }, sink)
          assert.deepStrictEqual([right.stored, right.report.findings, right.report.watermark], [ids, [], "2024-01-20"])
          assert.deepStrictEqual([right.report.rows.inserted, right.report.rows.withdrawn], [0, 0])
        }))
    }))

  it.effect("stay when their day is asked for again because of a gap next to it", () =>
    Effect.gen(function*() {
      yield* inSink(yield* layer, (sink) =>
        Effect.gen(function*() {
          const gap = "D4-0"
          const leavesOut: Question["leavesOut"] = ({ txnId }, days) =>
            txnId === gap || (pair.includes(txnId) && days < 20)
          const wide = trafficOf(Array.from({ length: 20 }, () => 4), "wide", 1)
          const { report, stored } = yield* pulled({ records: wide, leavesOut }, sink)
          assert.deepStrictEqual(stored, ids.filter((id) => id !== gap))
          assert.deepStrictEqual(report.findings.map(({ kind }) => kind), ["gap", "cut-off-day", "dropped"])
        }))
    }))

  it.effect("stay when the same run has loaded their day, and asks for it again because of a gap next to it", () =>
    Effect.gen(function*() {
      yield* inSink(yield* layer, (sink) =>
        Effect.gen(function*() {
          const gap = "D4-0"
          const wide = trafficOf(Array.from({ length: 20 }, () => 4), "wide", 1)
          const first = yield* pulled({ records: wide, leavesOut: ({ txnId }) => txnId === gap, limit: 5000 }, sink)
          assert.deepStrictEqual(first.report.held, 0)
          const leavesOut: Question["leavesOut"] = ({ txnId }, days) => txnId === gap || (txnId === "D3-1" && days < 10)
          const { report, stored } = yield* pulled({ records: wide, leavesOut, limit: 5000 }, sink)
          assert.deepStrictEqual([stored, report.rows.withdrawn], [ids.filter((id) => id !== gap), 0])
          assert.include(report.findings.map(({ kind }) => kind), "held-withdrawal")
        }))
    }))

  // The first answer is not full, but a part of it shows more when it is asked for again, so all is.
  it.effect("are kept when it was asked for again because it lacked rows, and then all answers were empty", () =>
    Effect.gen(function*() {
      yield* inSink(yield* layer, (sink) =>
        Effect.gen(function*() {
          const { report, stored } = yield* pulled({ records, leavesOut: soonAll, limit: 5000 }, sink)
          assert.deepStrictEqual(stored, ids)
          assert.deepStrictEqual(dropped(report).length, 20)
        }))
    }))

  it.effect("let nothing else go that the same answer lacks, be it few rows of another day", () =>
    Effect.gen(function*() {
      yield* inSink(yield* layer, (sink) =>
        Effect.gen(function*() {
          yield* pulled({ records, leavesOut: () => false, limit: 60 }, sink)
          const gone = ["D1-0", "D1-1", "D9-0", "D9-1", "D9-2", "D9-3"]
          const leavesOut: Question["leavesOut"] = ({ txnId }, _, times) => times === 0 && gone.includes(txnId)
          const { report, stored } = yield* pulled({ records, leavesOut, limit: 60 }, sink)
          assert.deepStrictEqual([report.rows.withdrawn, stored, report.findings], [0, ids, []])
        }))
    }))

  it.effect("stay, and their day is open, when the service fails before it can be asked for again", () =>
    Effect.gen(function*() {
      yield* inSink(yield* layer, (sink) =>
        Effect.gen(function*() {
          // The first days are the busiest, so that their answer is the one that is examined.
          const many = trafficOf([6, 6, 6, 6, 6, ...Array.from({ length: 15 }, () => 4)], "toggling", 1)
          const [id = "", ...others] = ["D4-0", "D4-1"]
          const leavesOut: Question["leavesOut"] = ({ txnId }, days) => days >= 5 && [id, ...others].includes(txnId)
          const { report, stored } = yield* pulled({ records: many, leavesOut, limit: 33, failsBehind: id }, sink)
          assert.isNotNull(report.error)
          assert.includeMembers([...stored], [id, ...others])
          assert.strictEqual(report.watermark, "2024-01-04")
        }))
    }))

  it.effect("go to quarantine when they bear no readable date, and no smaller answer shows them", () =>
    Effect.gen(function*() {
      yield* inSink(yield* layer, (sink) =>
        Effect.gen(function*() {
          const { report } = yield* pulled({ records, leavesOut: () => false, undated: inTheFirst }, sink)
          const open = yield* sink.quarantined(Option.some(wallet))
          assert.deepStrictEqual(open.map(({ day, rawText }) => [day, rawText]), [[null, JSON.stringify(undated)]])
          assert.include(report.findings.map(({ kind }) => kind), "quarantined")
          const always = yield* pulled({ records, leavesOut: () => false, undated: () => [undated] }, sink)
          assert.deepStrictEqual(always.report.truncatedDays, [])
        }))
    }))

  it.effect("go there too when a row of the same answer is kept from it, and nothing else", () =>
    Effect.gen(function*() {
      yield* inSink(yield* layer, (sink) =>
        Effect.gen(function*() {
          const { stored } = yield* pulled({ records, leavesOut: pairInPieces, undated: inTheFirst }, sink)
          const open = yield* sink.quarantined(Option.some(wallet))
          assert.deepStrictEqual([stored, open.map(({ rawText }) => rawText)], [ids, [JSON.stringify(undated)]])
        }))
    }))

  it.effect("close no day when another part of their answer's days goes on with them", () =>
    Effect.gen(function*() {
      yield* inSink(yield* layer, (sink) =>
        Effect.gen(function*() {
          const pairs = ["D2-0", "D2-1", "D3-0", "D3-1"]
          const { report } = yield* pulled({
            records,
            leavesOut: ({ txnId }, days, times) => times === 0 && days < 20 && pairs.includes(txnId),
            undated: (_, { fromDate }) => (fromDate <= "2024-01-01" ? [undated] : [])
          }, sink)
          assert.deepStrictEqual([report.findings.map(({ kind }) => kind), report.truncatedDays], [["quarantined"], []])
        }))
    }))

  it.effect("are no others because their texts are stored well-formed", () =>
    Effect.gen(function*() {
      yield* inSink(yield* layer, (sink) =>
        Effect.gen(function*() {
          const odd = trafficOf(Array.from({ length: 20 }, () => 8), "wide", 1)
            .filter(({ txnId }) => txnId !== "D5-3")
            .map((record) =>
              /-0[57]$/.test(record.date.slice(0, 10)) ? { ...record, txnId: `${record.txnId}\ud800` } : record
            )
          const question: Question = { records: odd, leavesOut: () => false, limit: 5000 }
          yield* pulled(question, sink)
          const { report } = yield* pulled(question, sink)
          assert.deepStrictEqual(report.findings.map(({ kind }) => kind), ["gap"])
        }))
    }))

  it.effect("are found by asking for their day once more when an answer left them out once", () =>
    Effect.gen(function*() {
      yield* inSink(yield* layer, (sink) =>
        Effect.gen(function*() {
          const { report, stored } = yield* pulled({ records, leavesOut: pairOnce }, sink)
          assert.deepStrictEqual([stored, report.findings, report.truncatedDays], [ids, [], []])
        }))
    }))
})

describe("rows of an answer that was dropped", () => {
  it.effect("are never committed as what an answer brought that nobody gave", () =>
    inSink(Sink.layerMemory, (sink) =>
      Effect.gen(function*() {
        const attempts: Array<number> = []
        const commit: Sink["Service"]["commit"] = (window) => {
          attempts.push(window.receipt.attempts)
          return sink.commit(window)
        }
        const early = ["D4-0", "D4-1"]
        const late = ["D4-2", "D4-3"]
        const leavesOut: Question["leavesOut"] = ({ txnId }, _days, _times, answers) =>
          txnId === "D5-1" || (answers < 3 ? early : late).includes(txnId)
        yield* pulled({ records, leavesOut, limit: 5000 }, { ...sink, commit })
        assert.isAbove(attempts.length, 3)
        assert.notInclude(attempts, 0)
      })))

  it.effect("cost no request when the smaller answers show them all", () =>
    inSink(Sink.layerMemory, (sink) =>
      Effect.gen(function*() {
        const { report, requests } = yield* pulled({ records, leavesOut: () => false }, sink)
        assert.deepStrictEqual(report.findings, [])
        assert.isAtMost(requests, 7)
      })))

  it.effect("are not missing when a smaller answer shows them with other contents", () =>
    inSink(Sink.layerMemory, (sink) =>
      Effect.gen(function*() {
        const changed = records.map((record) => ({ ...record, description: `${record.description} corrected` }))
        const leavesOut: Question["leavesOut"] = (record, days) => changed.includes(record) === (days === 20)
        const { report } = yield* pulled({ records: [...records, ...changed].sort(byDate), leavesOut }, sink)
        assert.deepStrictEqual(dropped(report), [])
        assert.deepStrictEqual(report.truncatedDays, [])
      })))

  it.effect("are told apart by their contents where their ids are blank", () =>
    inSink(Sink.layerMemory, (sink) =>
      Effect.gen(function*() {
        const blank = records.map((record) => ({ ...record, txnId: "" }))
        const [, lost] = blank.filter(({ date }) => date.startsWith("2024-01-04"))
        const leavesOut: Question["leavesOut"] = (record, days) => record === lost && days < 20
        const { report, stored } = yield* pulled({ records: blank, leavesOut }, sink)
        assert.strictEqual(stored.length, ids.length)
        assert.match(dropped(report)[0]?.explanation ?? "", /^1 record was/)
      })))

  it.effect("leave a file that verify calls whole", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      yield* inSink(layerOpen(path), (sink) => Effect.asVoid(pulled({ records, leavesOut: pairInPieces }, sink)))
      const verdict = yield* Database.openReadOnly(path).pipe(Effect.flatMap(verifyAudit), Effect.scoped)
      assert.strictEqual(verdict.difference, null)
    }))
})

const byDate = (left: StatementRecord, right: StatementRecord): number => (left.date < right.date ? -1 : 1)
