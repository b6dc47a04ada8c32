/**
 * What every sink does, as tests that are run against each of them.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option, type Scope } from "effect"
import { Sink, type SinkError } from "../../src/sink/Sink.ts"
import { continuityContract } from "./continuityContract.ts"
import { declarationContract } from "./declarationContract.ts"
import { heldContract } from "./heldContract.ts"
import { quarantineContract } from "./quarantineContract.ts"
import { reusedIdContract } from "./reusedIdContract.ts"
import { day, rejection, row, wallet, window } from "./windows.ts"

/** What a sink holds, for people to compare; rows and events are sorted. */
export interface Snapshot {
  /** `txnId#leg day signed-amount balance description [withdrawn]` */
  readonly rows: ReadonlyArray<string>
  /** Positions by `txnId#leg`. */
  readonly positions: Readonly<Record<string, number | null>>
  /** `sequence kind txnId#leg` */
  readonly events: ReadonlyArray<string>
  /** `raw text state` */
  readonly quarantine: ReadonlyArray<string>
  /** `after..before missing`, then `found by run` or `closed by run` */
  readonly gaps: ReadonlyArray<string>
  readonly hashes: ReadonlyArray<string>
}

/** A fresh sink for each test, and a look into it. Its layer can be built again, as another process would. */
export interface Subject {
  readonly layer: Effect.Effect<Layer.Layer<Sink, SinkError>, never, Scope.Scope>
  readonly snapshot: Effect.Effect<Snapshot, SinkError, Scope.Scope>
}

const start = day("2024-01-01") * 10_000_000

const january = (rows: Parameters<typeof window>[2], options: Parameters<typeof window>[3] = {}) =>
  window("2024-01-01", "2024-01-31", rows, options)

/** Defines a test of a sink. */
export type SinkTest = (
  sentence: string,
  body: (sink: Sink["Service"], look: Subject["snapshot"]) => Effect.Effect<void, unknown, Scope.Scope>
) => void

/** Defines the tests. */
export const sinkContract = (name: string, subject: () => Effect.Effect<Subject, never, Scope.Scope>): void => {
  const test: SinkTest = (sentence, body) => {
    it.effect(sentence, () =>
      Effect.gen(function*() {
        const { layer, snapshot } = yield* subject()
        yield* Effect.flatMap(Sink, (sink) => body(sink, snapshot)).pipe(Effect.provide(yield* layer))
      }))
  }

  const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
  const b = row("B", "2024-01-05 11:00:00", "-4.50", "105.50")
  const c = row("C", "2024-01-06 09:00:00", "1.00", "106.50")

  describe(name, () => {
    continuityContract(test, subject)
    heldContract(test)
    quarantineContract(test)
    declarationContract(test, subject)
    reusedIdContract(test)

    test("ends its chain with the head that it tells, which begins with none", (sink, look) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* sink.head, { sequence: 0, hash: "0".repeat(64) })
        yield* sink.commit(january([a]))
        yield* sink.commit(january([a, b], { runId: "run-2" }))
        const { hashes } = yield* look
        assert.deepStrictEqual(yield* sink.head, { sequence: 2, hash: hashes[1] ?? "" })
      }))

    test("inserts the rows of a first window with an event for each", (sink, look) =>
      Effect.gen(function*() {
        const outcome = yield* sink.commit(january([b, a, c]))
        assert.deepStrictEqual(outcome, {
          inserted: 3,
          changed: 0,
          unchanged: 0,
          withdrawn: 0,
          returned: 0,
          quarantined: 0
        })
        const { events, positions, rows } = yield* look
        assert.deepStrictEqual(rows, [
          "A#0 2024-01-05 10.00 110.00 row A",
          "B#0 2024-01-05 -4.50 105.50 row B",
          "C#0 2024-01-06 1.00 106.50 row C"
        ])
        assert.deepStrictEqual(events, ["1 inserted A#0", "1 inserted B#0", "1 inserted C#0"])
        assert.deepStrictEqual(positions, {
          "A#0": start + 4 * 10_000_000,
          "B#0": start + 4 * 10_000_000 + 1,
          "C#0": start + 5 * 10_000_000
        })
      }))

    test("changes nothing when the same window comes again, in any order", (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(january([a, b, c]))
        const before = yield* look
        const outcome = yield* sink.commit(january([c, b, a], { runId: "run-2" }))
        assert.strictEqual(outcome.unchanged, 3)
        const after = yield* look
        assert.deepStrictEqual({ ...after, hashes: [] }, { ...before, hashes: [] })
        assert.strictEqual(after.hashes.length, 2)
      }))

    test("records a changed row as one change that keeps its leg", (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(january([a, b]))
        const outcome = yield* sink.commit(january([a, { ...b, description: "corrected" }]))
        assert.deepStrictEqual([outcome.changed, outcome.unchanged], [1, 1])
        const { events, rows } = yield* look
        assert.deepStrictEqual(rows[1], "B#0 2024-01-05 -4.50 105.50 corrected")
        assert.deepStrictEqual(events.at(-1), "2 changed B#0")
      }))

    test(
      "withdraws what a complete window no longer shows, and takes it back when it returns",
      (sink, look) =>
        Effect.gen(function*() {
          yield* sink.commit(january([a, b]))
          assert.strictEqual((yield* sink.commit(january([a]))).withdrawn, 1)
          assert.strictEqual((yield* look).rows[1], "B#0 2024-01-05 -4.50 105.50 row B withdrawn")
          assert.isNull((yield* look).positions["B#0"])
          assert.strictEqual((yield* sink.commit(january([a]))).withdrawn, 0)
          assert.strictEqual((yield* sink.commit(january([a, b]))).returned, 1)
          const { events, rows } = yield* look
          assert.strictEqual(rows[1], "B#0 2024-01-05 -4.50 105.50 row B")
          assert.deepStrictEqual(events, ["1 inserted A#0", "1 inserted B#0", "2 withdrawn B#0", "4 returned B#0"])
        })
    )

    test("withdraws nothing for a window that may be cut off", (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(january([a, b]))
        const outcome = yield* sink.commit(january([c], { complete: false }))
        assert.deepStrictEqual([outcome.inserted, outcome.withdrawn], [1, 0])
        assert.strictEqual((yield* look).rows.length, 3)
      }))

    test("leaves the days outside a window alone", (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(january([a, b]))
        yield* sink.commit(window("2024-02-01", "2024-02-29", []))
        assert.deepStrictEqual((yield* look).rows.length, 2)
        assert.isFalse((yield* look).rows.some((text) => text.endsWith("withdrawn")))
      }))

    test("numbers rows that share an id, whatever order they come in", (sink, look) =>
      Effect.gen(function*() {
        const fee = row("A", "2024-01-05 10:00:00", "-0.10", "109.90", { description: "fee" })
        const reversal = row("A", "2024-02-03 08:00:00", "-10.00", "96.40", { description: "reversal" })
        yield* sink.commit(january([fee, a]))
        yield* sink.commit(window("2024-02-01", "2024-02-29", [reversal]))
        assert.deepStrictEqual((yield* look).rows, [
          "A#0 2024-01-05 10.00 110.00 row A",
          "A#1 2024-01-05 -0.10 109.90 fee",
          "A#2 2024-02-03 -10.00 96.40 reversal"
        ])
        const again = yield* sink.commit(january([a, fee]))
        assert.strictEqual(again.unchanged, 2)
      }))

    test("keeps every row with a blank id, alike or not", (sink, look) =>
      Effect.gen(function*() {
        const blank = row("", "2024-01-05 12:00:00", "2.00", "108.50")
        const later = row("", "2024-02-05 12:00:00", "2.00", "108.50")
        yield* sink.commit(january([blank, blank]))
        assert.strictEqual((yield* sink.commit(january([blank, blank]))).unchanged, 2)
        assert.strictEqual((yield* sink.commit(window("2024-02-01", "2024-02-29", [later]))).inserted, 1)
        assert.deepStrictEqual((yield* look).rows.map((text) => text.slice(0, 13)), [
          "#0 2024-01-05",
          "#1 2024-01-05",
          "#2 2024-02-05"
        ])
      }))

    test("records a row whose date moved to another window as one changed row", (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(january([a, b]))
        const moved = { ...b, localTime: b.localTime + 30 * 86_400_000, occurredAt: b.occurredAt + 30 * 86_400_000 }
        const outcome = yield* sink.commit(window("2024-02-01", "2024-02-29", [moved], { runId: "run-2" }))
        assert.deepStrictEqual([outcome.inserted, outcome.changed], [0, 1])
        assert.deepStrictEqual((yield* look).rows, [
          "A#0 2024-01-05 10.00 110.00 row A",
          "B#0 2024-02-04 -4.50 105.50 row B"
        ])
        assert.strictEqual((yield* sink.commit(january([a], { runId: "run-2" }))).withdrawn, 0)
      }))

    test("takes a moved row up again after its old window has withdrawn it", (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(january([a, b]))
        const moved = { ...b, localTime: b.localTime + 30 * 86_400_000 }
        yield* sink.commit(january([a], { runId: "run-2" }))
        const outcome = yield* sink.commit(window("2024-02-01", "2024-02-29", [moved], { runId: "run-2" }))
        assert.deepStrictEqual([outcome.inserted, outcome.returned], [0, 1])
        assert.strictEqual((yield* look).rows.length, 2)
      }))

    test(
      "keeps two like rows of one id on days that the same run has both seen",
      (sink, look) =>
        Effect.gen(function*() {
          const second = { ...b, localTime: b.localTime + 30 * 86_400_000 }
          yield* sink.commit(january([a, b]))
          assert.strictEqual((yield* sink.commit(window("2024-02-01", "2024-02-29", [second]))).inserted, 1)
          assert.strictEqual((yield* look).rows.length, 3)
        })
    )

    test("leaves a place unknown that the check does not know", (sink, look) =>
      Effect.gen(function*() {
        yield* sink.commit(january([a, b, c], { positions: [null, null, 0] }))
        assert.deepStrictEqual((yield* look).positions, { "A#0": null, "B#0": null, "C#0": start + 50_000_000 })
      }))

    test(
      "gives the rows of a changed day their new places, and no other day's",
      (sink, look) =>
        Effect.gen(function*() {
          yield* sink.commit(january([a, c]))
          const late = row("L", "2024-01-05 09:00:00", "5.00", "100.00")
          yield* sink.commit(january([a, c, late], { positions: [1, null, 0] }))
          assert.deepStrictEqual((yield* look).positions, {
            "A#0": start + 40_000_001,
            "C#0": start + 50_000_000,
            "L#0": start + 40_000_000
          })
          assert.strictEqual((yield* look).events.length, 3)
        })
    )

    test("quarantines each rejected record once, however often it comes", (sink, look) =>
      Effect.gen(function*() {
        const rejections = [rejection("{\"n\":1}", "2024-01-05"), rejection("{\"n\":2}", null)]
        const first = yield* sink.commit(january([a], { rejections }))
        assert.strictEqual(first.quarantined, 2)
        yield* sink.commit(january([a], { rejections: [...rejections].reverse(), runId: "run-2" }))
        assert.deepStrictEqual((yield* look).quarantine, ["{\"n\":1} open", "{\"n\":2} open"])
        assert.strictEqual(yield* sink.openQuarantine(wallet), 2)
        yield* sink.commit(january([a], { rejections: [...rejections, ...rejections.slice(0, 1)] }))
        assert.strictEqual(yield* sink.openQuarantine(wallet), 3)
      }))

    test("closes a quarantined record that a complete window no longer shows", (sink, look) =>
      Effect.gen(function*() {
        const rejections = [rejection("{\"n\":1}", "2024-01-05"), rejection("{\"n\":2}", null)]
        yield* sink.commit(january([a], { rejections }))
        yield* sink.commit(january([a], { complete: false }))
        assert.strictEqual(yield* sink.openQuarantine(wallet), 2)
        yield* sink.commit(january([a]))
        assert.deepStrictEqual((yield* look).quarantine, ["{\"n\":1} replaced", "{\"n\":2} replaced"])
        assert.strictEqual(yield* sink.openQuarantine(wallet), 0)
      }))

    test(
      "refuses a window whose counts do not add up, and keeps nothing of it",
      (sink, look) =>
        Effect.gen(function*() {
          const error = yield* Effect.flip(sink.commit(january([a, b], { received: 3 })))
          assert.strictEqual(error.reason._tag, "DatabaseFailed")
          assert.include(error.message, "3 records were received")
          assert.deepStrictEqual((yield* look).rows, [])
        })
    )

    test("refuses a row of another day", (sink) =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(sink.commit(window("2024-02-01", "2024-02-29", [a])))
        assert.include(error.message, "other days")
      }))

    test("extends the watermark by windows that touch it, never beyond what is over", (sink) =>
      Effect.gen(function*() {
        assert.isTrue(Option.isNone(yield* sink.watermark(wallet)))
        yield* sink.commit(january([a], { complete: false }))
        assert.isTrue(Option.isNone(yield* sink.watermark(wallet)))
        yield* sink.commit(january([a]))
        yield* sink.commit(window("2024-03-01", "2024-03-31", []))
        assert.deepStrictEqual(Option.getOrNull(yield* sink.watermark(wallet)), {
          from: day("2024-01-01"),
          to: day("2024-01-31")
        })
        yield* sink.commit(window("2024-02-01", "2024-02-29", [], { lastSettledDay: "2024-02-10" }))
        assert.deepStrictEqual(Option.getOrNull(yield* sink.watermark(wallet)), {
          from: day("2024-01-01"),
          to: day("2024-02-10")
        })
      }))

    test("counts days that were committed before they adjoin the watermark", (sink) =>
      Effect.gen(function*() {
        yield* sink.commit(window("2024-07-01", "2024-12-31", [a].slice(1)))
        for (const month of ["01", "02", "03", "04", "05"]) {
          yield* sink.commit(window(`2024-${month}-01`, `2024-${month}-28`, [], { runId: "run-2" }))
          yield* sink.commit(window(`2024-${month}-29`, `2024-${month === "02" ? "02-29" : `${month}-30`}`, []))
        }
        const mark = () => Effect.map(sink.watermark(wallet), Option.getOrNull)
        assert.deepStrictEqual(yield* mark(), { from: day("2024-07-01"), to: day("2024-12-31") })
        for (const on of ["2024-01-31", "2024-03-31", "2024-05-31"]) yield* sink.commit(window(on, on, []))
        yield* sink.commit(window("2024-06-01", "2024-06-30", []))
        assert.deepStrictEqual(yield* mark(), { from: day("2024-01-01"), to: day("2024-12-31") })
      }))

    test("ends the watermark before a day that a later answer shows cut off, until it comes whole", (sink) =>
      Effect.gen(function*() {
        const mark = () => Effect.map(sink.watermark(wallet), Option.getOrNull)
        const cutOff = (on: string) => sink.commit(window(on, on, [], { complete: false }))
        yield* sink.commit(january([a]))
        yield* cutOff("2024-01-20")
        assert.deepStrictEqual(yield* mark(), { from: day("2024-01-01"), to: day("2024-01-19") })
        yield* sink.commit(window("2024-01-20", "2024-01-20", []))
        assert.deepStrictEqual(yield* mark(), { from: day("2024-01-01"), to: day("2024-01-31") })
        yield* sink.commit(january([a], { complete: false }))
        assert.isNull(yield* mark())
      }))

    test("counts live rows by day", (sink) =>
      Effect.gen(function*() {
        yield* sink.commit(january([a, b, c]))
        yield* sink.commit(january([a, c]))
        const counts = yield* sink.rowsByDay(wallet, { from: day("2024-01-01"), to: day("2024-01-05") })
        assert.deepStrictEqual([...counts], [[day("2024-01-05"), 1]])
      }))

    test("keeps text that UTF-8 can't hold without seeing a change each time", (sink, look) =>
      Effect.gen(function*() {
        const odd = { ...a, description: "half \ud800 a pair, NUL \u0000, 😀" }
        yield* sink.commit(january([odd]))
        assert.strictEqual((yield* sink.commit(january([odd]))).unchanged, 1)
        assert.include((yield* look).rows[0], "half \\ud800 a pair, NUL \u0000, 😀")
      }))

    test("keeps amounts of 18 digits to the last one", (sink, look) =>
      Effect.gen(function*() {
        const large = row("X", "2024-01-05 10:00:00", "-90071992547409.9301", "-99999999999999.9999")
        yield* sink.commit(january([large]))
        assert.strictEqual(
          (yield* look).rows[0],
          "X#0 2024-01-05 -90071992547409.9301 -99999999999999.9999 row X"
        )
      }))
  })
}
