/**
 * What somebody decides about several findings at once.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { decideAll, type Decision } from "../../../../src/cli/actions/findings/decide.ts"
import { findingsIn } from "../../../../src/cli/actions/findings/findings.ts"
import { codesOfWitness } from "../../../../src/cli/ending/exit.ts"
import { layerDatabase, layerWitness } from "../../../../src/settings/Settings.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { rejection, row, window } from "../../../../src/testing/windows.ts"
import { layerFile, madeOnce } from "../../../kit/emptyFile.ts"
import { ask } from "../../../sink/duckdb/files.ts"
import { withEnvironment } from "../../settings.ts"

const broken = madeOnce((path) =>
  Effect.flatMap(Sink, (sink) =>
    sink.commit(
      window("2024-01-01", "2024-01-31", [row("A", "2024-01-05 10:00:00", "10.00", "110.00")], {
        rejections: ["2024-01-02", "2024-01-03", "2024-01-04"].map((day) => rejection(`{"on":"${day}"}`, day))
      })
    )).pipe(Effect.provide(layerFile(path)))
)

/** Decides something in the file at a path. */
const deciding =
  (path: string, settings: Readonly<Record<string, string>> = {}) =>
  (ids: ReadonlyArray<string>, decision: Decision["decision"] = "accepted") =>
    decideAll({ ids, decision, by: Option.some("a.muriuki"), reason: Option.some("told by the bank") }).pipe(
      Effect.provide([layerDatabase, layerWitness]),
      withEnvironment({ WALLET_STATEMENT_DB: path, ...settings })
    )

/** The findings of the file at a path. */
const findingsOf = (path: string) => findingsIn(path, { all: true, wallet: Option.none() })

const statesOf = (path: string) => Effect.map(findingsOf(path), (found) => found.map(({ state }) => state))

/** The decisions that the file keeps. */
const decisionsIn = (path: string) =>
  ask(path, "SELECT decision, finding, decided_by, reason FROM declarations WHERE kind = 'decision' ORDER BY id")

const reason = "told by the bank"

describe("a decision about several findings", () => {
  it.effect("is kept of each, once, and takes the beginnings of their ids", () =>
    Effect.gen(function*() {
      const path = yield* broken
      const [one = "", two = "", three = ""] = (yield* findingsOf(path)).map(({ id }) => id)
      const accepted = yield* deciding(path)([one, two.slice(0, 6), one.slice(0, 8)])
      assert.deepStrictEqual(accepted.findings.map(({ accepted, id, state }) => [id, state, accepted?.reason]), [
        [one, "accepted", reason],
        [two, "accepted", reason]
      ])
      assert.match(accepted.head, /^3:/)
      assert.deepStrictEqual(yield* statesOf(path), ["accepted", "accepted", "open"])
      const reopened = yield* deciding(path)([two, one], "reopened")
      assert.deepStrictEqual(reopened.findings.map(({ accepted, id, state }) => [id, state, accepted]), [
        [two, "open", null],
        [one, "open", null]
      ])
      assert.deepStrictEqual(yield* statesOf(path), ["open", "open", "open"])
      assert.deepStrictEqual(yield* decisionsIn(path), [
        ["accepted", one, "a.muriuki", reason],
        ["accepted", two, "a.muriuki", reason],
        ["reopened", two, "a.muriuki", reason],
        ["reopened", one, "a.muriuki", reason]
      ])
      assert.notInclude([one, two], three)
    }))

  it.effect("is none where an id is unknown or can't be decided about, and all such ids are told", () =>
    Effect.gen(function*() {
      const path = yield* broken
      const [one = "", two = "", three = ""] = (yield* findingsOf(path)).map(({ id }) => id)
      yield* deciding(path)([two])
      const refused = yield* Effect.flip(deciding(path)([one, "zz", two, three]))
      assert.deepStrictEqual([refused._tag, "code" in refused && refused.code], ["CommandEnd", 2])
      const [unknown, decided, nothing, ...others] = refused.message.split("\n")
      assert.match(unknown ?? "", /^No finding "zz"/)
      assert.match(decided ?? "", new RegExp(`^Finding ${two} was accepted by a\\.muriuki on .* already`))
      assert.deepStrictEqual([nothing, others], ["Nothing was decided about any of them.", []])
      assert.deepStrictEqual(yield* statesOf(path), ["open", "accepted", "open"])
      const open = yield* Effect.flip(deciding(path)([two, three], "reopened"))
      assert.deepStrictEqual(open.message.split("\n"), [
        `Finding ${three} is open: nobody has accepted it as it is.`,
        "Nothing was decided about any of them."
      ])
      assert.strictEqual((yield* decisionsIn(path)).length, 1)
    }))

  it.effect("is kept of each where a witness could not be told", () =>
    Effect.gen(function*() {
      const path = yield* broken
      const ids = (yield* findingsOf(path)).map(({ id }) => id)
      const { witness } = yield* deciding(path, { WALLET_STATEMENT_WITNESS_COMMAND: "false" })(ids)
      assert.deepStrictEqual(codesOfWitness(witness), [1])
      assert.deepStrictEqual((yield* decisionsIn(path)).map(([, finding]) => finding), ids)
    }))

  it.effect("says of a single id what is wrong with it, and no more", () =>
    Effect.gen(function*() {
      const { message } = yield* Effect.flip(deciding(yield* broken)(["zz"]))
      assert.match(message, /^No finding "zz".*$/)
    }))
})
