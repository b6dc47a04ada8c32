/**
 * What a file holds, in tables for people and in a document for programs.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { documentTables, textTables, titledText } from "../../../../src/cli/actions/status/fileTables.ts"
import { healthOf } from "../../../../src/cli/actions/status/health.ts"
import { timesIn } from "../../../../src/cli/actions/status/timesIn.ts"
import { WalletNo } from "../../../../src/domain/Wallet.ts"
import { Database, layerDuckDbReadOnly } from "../../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../../src/sink/Sink.ts"
import { walletReport } from "../../../../src/testing/walletReport.ts"
import { entry, gap, row, run, wallet, window } from "../../../../src/testing/windows.ts"
import { layerOpen } from "../../../kit/openFile.ts"
import { folder } from "../../../sink/duckdb/files.ts"

const other = WalletNo.make("W-2")
const noon = Date.parse("2024-02-02T12:00:00Z")
const rows = [row("A", "2024-01-05 10:00:00", "10.00", "110.00"), row("B", "2024-01-05 11:00:00", "-4.50", "105.50")]
const inZone = (timeZone: string) => [{ kind: "settings" as const, text: JSON.stringify({ timeZone }) }]

/** What is told of a file behind some steps. */
const toldAfter = Effect.fnUntraced(function*(
  steps: (sink: Sink["Service"]) => Effect.Effect<unknown, unknown>,
  columns?: number
) {
  const path = join(yield* folder, "x.duckdb")
  yield* Effect.flatMap(Sink, steps).pipe(Effect.provide(layerOpen(path)))
  return yield* Effect.gen(function*() {
    const database = yield* Database.openReadOnly(path)
    const times = timesIn(yield* healthOf(database, noon))
    const tables = yield* textTables(database, times.clock)
    const text = tables.map((table) => titledText(table, columns)).join("\n")
    return { text, times, document: yield* documentTables(database) }
  }).pipe(Effect.scoped, Effect.provide(layerDuckDbReadOnly({ path })))
})

const runAt = (runId: string, startedAt: string) => ({
  ...run(runId),
  startedAt: Date.parse(startedAt),
  wallets: [wallet, other]
})

const ended = { runId: "run-1", status: "complete" as const, durationMs: 1, head: "" }

/** A wallet in Nairobi, one elsewhere, and a run whose process ended before it did. */
const steps = (elsewhere: string) => (sink: Sink["Service"]) =>
  Effect.gen(function*() {
    yield* sink.beginRun(runAt("run-1", "2024-02-01T23:30:00Z"))
    yield* sink.commit({ ...window("2024-01-01", "2024-01-31", rows), declarations: inZone("Africa/Nairobi") })
    yield* sink.commit({
      ...window("2024-01-01", "2024-01-31", rows.map((each) => ({ ...each, walletNo: other }))),
      walletNo: other,
      declarations: inZone(elsewhere)
    })
    yield* sink.endRun({ ...ended, wallets: [walletReport(wallet), walletReport(other)] })
    yield* sink.beginRun(runAt("run-2", "2024-02-02T09:00:00Z"))
  })

describe("the tables of a file", () => {
  it.effect("call a run interrupted that never ended, as the health does: whoever runs has the file to himself", () =>
    Effect.gen(function*() {
      const { document, text } = yield* toldAfter(steps("Africa/Nairobi"))
      assert.match(text, /run-2 +interrupted/)
      assert.notInclude(text, "running")
      assert.deepStrictEqual(document.runs.map(({ run, status }) => [run, status]), [
        ["run-2", "interrupted"],
        ["run-1", "complete"]
      ])
    }))

  it.effect("say how many more days may be cut off than are shown, and the document has them all", () =>
    Effect.gen(function*() {
      const days = Array.from({ length: 23 }, (_, index) => `2024-01-${String(index + 1).padStart(2, "0")}`)
      const { document, text } = yield* toldAfter((sink) =>
        Effect.gen(function*() {
          yield* sink.beginRun(runAt("run-1", "2024-02-01T23:30:00Z"))
          for (const each of days) yield* sink.commit(window(each, each, [], { complete: false }))
        })
      )
      const [, cutOff = ""] = text.split("Days that may be cut off\n")
      assert.strictEqual(cutOff.match(/^W-1 .*/gm)?.length, 20)
      assert.match(cutOff, /2024-01-20\n3 more: --json lists all$/)
      assert.deepStrictEqual(document.cutOffDays.map(({ day }) => day), days)
    }))

  it.effect("say how many more gaps there are than are shown, and the document has them all", () =>
    Effect.gen(function*() {
      const { document, text } = yield* toldAfter((sink) =>
        Effect.gen(function*() {
          yield* sink.beginRun(runAt("run-1", "2024-02-01T23:30:00Z"))
          const gaps = Array.from({ length: 21 }, (_, index) =>
            gap(`A-${index}`, "2024-01-05T10:00:00", `B-${index}`, "2024-01-05T11:00:00"))
          const continuity = [entry("2024-01-01", "2024-01-31", null)]
          yield* sink.commit(window("2024-01-01", "2024-01-31", rows, { continuity, gaps }))
        })
      )
      assert.match(text.split("Gaps\n")[1] ?? "", /\n1 more: --json lists all/)
      assert.lengthOf(document.gaps, 21)
    }))

  it.effect("fit a narrow terminal, and name the columns that it has no room for", () =>
    Effect.gen(function*() {
      const { text } = yield* toldAfter(steps("Africa/Nairobi"), 60)
      assert.match(text, /^wallet +currency +rows +closing_balance +proven_to$/m)
      assert.include(text, "\nA wider terminal shows also: last_row, quiet_since.\n")
      for (const line of text.split("\n")) assert.isAtMost(line.length, 60, line)
    }))

  it.effect("tell all times by the one clock of the rows, and name it once", () =>
    Effect.gen(function*() {
      const { document, text, times } = yield* toldAfter(steps("Africa/Nairobi"))
      assert.strictEqual(times.text, "Times are in Africa/Nairobi.")
      assert.match(text, /run-1 +complete +2024-02-02 02:30:00 /)
      assert.include(text, "2024-01-05 11:00:00")
      assert.notInclude(text, "UTC")
      assert.strictEqual(document.runs[1]?.["started_at"], "2024-02-01T23:30:00Z")
    }))

  it.effect("tell times of rows by the clocks of their wallets and others in UTC where these differ", () =>
    Effect.gen(function*() {
      const { text, times } = yield* toldAfter(steps("Africa/Lagos"))
      assert.strictEqual(
        times.text,
        "Times of rows are by the clock of their wallet, others are in UTC: W-1 in Africa/Nairobi; W-2 in Africa/Lagos."
      )
      assert.match(text, /run-1 +complete +2024-02-01 23:30:00 /)
    }))

  it("name a few wallets of each zone alone", () => {
    const wallets = ["A", "B", "C", "D", "E"].map((walletNo, index) => ({
      wallet: walletNo,
      rows: 1,
      timeZone: index === 4 ? null : "Africa/Nairobi"
    }))
    assert.include(
      timesIn(wallets).text,
      ": A, B and 2 more wallets in Africa/Nairobi; E in a zone that the file does not name."
    )
  })

  it("are in UTC where no wallet has a row", () => {
    assert.strictEqual(timesIn([]).text, "Times are in UTC.")
  })
})
