/**
 * What every sink does with texts that begin with U+FEFF, which decoders take for a byte order mark and leave out: to the service it is a
 * character like any other.
 */
import { assert } from "@effect/vitest"
import { Effect, Option, type Scope } from "effect"
import type { AnchorDeclaration } from "../domain/Declaration.ts"
import { Sink } from "../sink/Sink.ts"
import type { SinkTest, Subject } from "./Subject.ts"
import { day, entry, february, gap, january, rejection, report, row, run, wallet, window } from "./windows.ts"

const mark = "\ufeff"

/** Ids with and without it, short ones and longer ones than databases keep in place. */
const ids = ["T1", `${mark}T1`, `${mark}${mark}T1`, "a longer id than most", `${mark}a longer id than most`]

const rows = (on: string, amount: string, of = ids) =>
  of.map((id, index) => row(id, `${on} 10:00:0${index}`, amount, null, { description: `${mark}${amount}` }))

const withSink = <A, E>(body: (sink: Sink["Service"]) => Effect.Effect<A, E>) => Effect.flatMap(Sink, body)

/** Defines the tests. */
export const byteOrderMarkContract = (
  test: SinkTest,
  subject: () => Effect.Effect<Subject, never, Scope.Scope>
): void => {
  /** What is done one after the other, each by a process of its own. */
  const inTurn = Effect.fnUntraced(function*(...steps: ReadonlyArray<Effect.Effect<unknown, unknown, Sink>>) {
    const { layer, snapshot } = yield* subject()
    for (const step of steps) yield* Effect.provide(step, yield* layer)
    return yield* snapshot
  })

  test("ends the hold of a row whose id begins with U+FEFF, also in another process", () =>
    Effect.gen(function*() {
      const held = rows("2024-01-05", "1.00")
      yield* inTurn(
        withSink((sink) =>
          Effect.andThen(sink.commit(january({}, held)), sink.commit(january({ runId: "run-2", kept: held })))
        ),
        withSink((sink) =>
          Effect.gen(function*() {
            assert.sameMembers((yield* sink.heldRows(wallet)).map(({ txnId }) => txnId), ids)
            yield* sink.commit(january({ runId: "run-3" }, held))
            assert.deepStrictEqual(yield* sink.heldRows(wallet), [])
          })
        )
      )
    }))

  // A pull of many days may read all ids first, and a short one looks for its own.
  for (const [name, last] of [["short", "2024-02-29"], ["long", "2024-12-31"]] as const) {
    test(`numbers rows that share such an id across processes, in a ${name} pull`, () =>
      Effect.gen(function*() {
        const { rows: found } = yield* inTurn(
          withSink((sink) => sink.commit(january({}, rows("2024-01-05", "1.00", ids.slice(1))))),
          withSink((sink) =>
            Effect.gen(function*() {
              const asked = { asked: ["2024-02-01", last] as const, runId: "run-2" }
              assert.strictEqual((yield* sink.commit(february(asked, rows("2024-02-05", "2.00")))).inserted, ids.length)
            })
          )
        )
        const [bare = "", ...others] = ids
        assert.sameMembers([...found], [
          `${bare}#0 2024-02-05 2.00 - ${mark}2.00`,
          ...others.flatMap((id) => [`${id}#0 2024-01-05 1.00 - ${mark}1.00`, `${id}#1 2024-02-05 2.00 - ${mark}2.00`])
        ])
      }))
  }

  test("recognises a quarantined record that begins with it, also in another process", () =>
    Effect.gen(function*() {
      const shown = { rejections: [`${mark}{}`, "{}", mark].map((raw) => rejection(raw, "2024-01-05")) }
      const { quarantine } = yield* inTurn(
        withSink((sink) => sink.commit(january(shown))),
        withSink((sink) => sink.commit(january({ ...shown, runId: "run-2" }))),
        withSink((sink) =>
          Effect.map(sink.quarantined(Option.some(wallet)), (open) =>
            assert.sameMembers(open.map(({ rawText }) => rawText), [`${mark}{}`, "{}", mark]))
        )
      )
      assert.deepStrictEqual(quarantine, ["{} open", `${mark} open`, `${mark}{} open`])
    }))

  test("tells of such texts as they came", (sink) =>
    Effect.gen(function*() {
      const entries = [entry("2024-01-01", "2024-01-31", `${mark}record`)]
      const gaps = [gap(`${mark}A`, "2024-01-05T10:00:00", `${mark}B`, "2024-01-06T00:00:00")]
      const anchor: AnchorDeclaration = {
        kind: "anchor",
        currency: null,
        day: day("2024-01-01"),
        end: "opening",
        balance: 0n as AnchorDeclaration["balance"],
        source: `${mark}source`
      }
      const settings = { kind: "settings", text: `${mark}settings` } as const
      yield* sink.commit(january({ continuity: entries, gaps, declarations: [anchor, settings] }))
      assert.deepStrictEqual(yield* sink.continuity(wallet), entries)
      assert.deepStrictEqual(yield* sink.openGaps(wallet), gaps)
      assert.deepStrictEqual((yield* sink.anchors(wallet)).map(({ source }) => source), [`${mark}source`])
      assert.deepStrictEqual(yield* sink.declaredSettings(wallet), Option.some(`${mark}settings`))
    }))

  test("tells of such a row that it may be dated anew", (sink) =>
    Effect.gen(function*() {
      const unconfirmed = { confirmed: false }
      yield* sink.beginRun(run("run-1"))
      yield* sink.commit(january({}, [row(`${mark}P`, "2024-01-20 10:00:00", "-5.00", null, unconfirmed)]))
      yield* sink.endRun(report("run-1"))
      yield* sink.beginRun(run("run-2"))
      yield* sink.commit(february({ runId: "run-2" }, [row(`${mark}P`, "2024-02-05 10:00:00", "-5.00", "90.00")]))
      assert.deepStrictEqual((yield* sink.maybeRedated(wallet)).map(({ txnId }) => txnId), [`${mark}P`])
    }))

  test("keeps such rows as they came", (sink) =>
    Effect.gen(function*() {
      const kept = rows("2024-01-05", "1.00")
      yield* sink.commit(window("2024-01-05", "2024-01-05", kept))
      const found = yield* sink.rowsOf(wallet, { from: day("2024-01-05"), to: day("2024-01-05") })
      assert.deepStrictEqual([...found].sort((left, right) => left.localTime - right.localTime), kept)
    }))
}
