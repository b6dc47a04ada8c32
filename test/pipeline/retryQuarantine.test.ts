/**
 * Records that are read from quarantine later on: what `verify` says of the file afterwards, through DuckDB.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Ref } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { retryQuarantine, type RetryReport } from "../../src/pipeline/retryQuarantine.ts"
import { verifyContinuity } from "../../src/pipeline/verifyContinuity.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Database, layerDuckDbReadOnly, verifyAudit } from "../../src/sink/duckdb/index.ts"
import { draw, random } from "../continuity/statements.ts"
import { type Entry, fakeStatement, recordsOf } from "../kit/fakeStatement.ts"
import { layerOpen } from "../kit/openFile.ts"
import { pullSettings, wallet } from "../kit/pullSettings.ts"
import { ask, brokenIn, folder, reading } from "../sink/duckdb/files.ts"

/** Three days of payments. */
const entries: ReadonlyArray<Entry> = [
  { id: "A", at: "2024-01-10 08:00:00", amount: "10.00" },
  { id: "B", at: "2024-01-10 09:00:00", amount: "-2.50" },
  { id: "C", at: "2024-01-10 10:00:00", amount: "3.25" },
  { id: "D", at: "2024-01-11 08:00:00", amount: "5.00" },
  { id: "E", at: "2024-01-12 08:00:00", amount: "-1.00" },
  { id: "F", at: "2024-01-12 09:00:00", amount: "7.00" }
]

/** The same with a marker that contradicts the hour, so that a strict reading refuses it. */
const unreadable = (records: ReadonlyArray<StatementRecord>, ...ids: ReadonlyArray<string>) =>
  records.map((record) => (ids.includes(record.txnId) ? { ...record, date: record.date.replace("AM", "PM") } : record))

const all = recordsOf(entries)
const strict = { markerPolicy: "reject" } as const
const lenient = { markerPolicy: "trust-24h" } as const

interface World {
  readonly show: (records: ReadonlyArray<StatementRecord>) => Effect.Effect<void>
  readonly pull: (changes: Partial<PullSettings["Service"]>) => Effect.Effect<unknown, unknown>
  readonly retry: (changes: Partial<PullSettings["Service"]>) => Effect.Effect<
    RetryReport,
    unknown
  >
  readonly count: (condition: string) => Effect.Effect<number, unknown>
}

/** Runs a test in a world with a file, and checks the file after each retry and in the end. */
const inWorld = (test: (world: World) => Effect.Effect<void, unknown>) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
    const path = join(yield* folder, "x.duckdb")
    const books = yield* Ref.make<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>({ [wallet]: all })
    const requests = yield* Ref.make<ReadonlyArray<StatementRequest>>([])
    const isSound = reading(
      path,
      Effect.gen(function*() {
        const { difference } = yield* Effect.scoped(Effect.flatMap(Database.openToCheck(path), verifyAudit))
        assert.isNull(difference, difference?.what.join("; "))
        const { differing } = yield* Effect.provide(verifyContinuity(wallet), layerDuckDbReadOnly({ path }))
        assert.deepStrictEqual(differing, [])
        assert.deepStrictEqual(yield* brokenIn(path), [])
      })
    )
    yield* test({
      show: (records) => Ref.set(books, { [wallet]: records }),
      pull: (changes) =>
        Pull.run.pipe(
          Effect.provide(fakeStatement(books, requests)),
          Effect.provideService(PullSettings, pullSettings(changes)),
          Effect.provide(layerOpen(path))
        ),
      retry: (changes) =>
        retryQuarantine.pipe(
          Effect.provideService(PullSettings, pullSettings(changes)),
          Effect.provide(layerOpen(path)),
          Effect.tap(() => isSound)
        ),
      count: (condition) => Effect.map(ask(path, `SELECT count(*) FROM ${condition}`), (rows) => Number(rows[0]?.[0]))
    })
    yield* isSound
  })

const live = "transactions WHERE withdrawn_at IS NULL"
const open = "quarantine WHERE state = 'open'"

describe("a file is what was committed after quarantined records were read", () => {
  const places: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["of a day without other rows", ["D"]],
    ["first of its day", ["A"]],
    ["within its day", ["B"]],
    ["last of its day", ["C"]],
    ["two of a day", ["A", "C"]],
    ["all of a day", ["A", "B", "C"]],
    ["of several days", ["B", "D", "F"]],
    ["all there are", ["A", "B", "C", "D", "E", "F"]]
  ]
  for (const [what, ids] of places) {
    it.effect(what, () =>
      inWorld(({ count, pull, retry, show }) =>
        Effect.gen(function*() {
          yield* show(unreadable(all, ...ids))
          yield* pull(strict)
          assert.strictEqual(yield* count(open), ids.length)
          const { findings, loaded, remaining } = yield* retry(lenient)
          assert.deepStrictEqual([loaded, remaining, findings], [ids.length, 0, []])
          assert.deepStrictEqual([yield* count(live), yield* count(open)], [6, 0])
          yield* pull(lenient)
          assert.strictEqual(yield* count(live), 6)
          assert.strictEqual(yield* count("row_changes"), 0)
        })
      ))
  }

  it.effect("beside a row that bears the day before its own, in the window that both stand in", () =>
    inWorld(({ count, pull, retry, show }) =>
      Effect.gen(function*() {
        const next = random(3)
        const days = Array.from({ length: 12 }, (_, day) => `2024-01-${String(day + 1).padStart(2, "0")}`)
        const booked = recordsOf(
          days.flatMap((day, index) =>
            [6, 9, 12, 15, 18].map((hour, row) => ({
              id: `${index}.${row}`,
              at: `${day} ${String(hour).padStart(2, "0")}:${draw(next, 10, 59)}:00`,
              amount: `${next() < 0.4 ? "-" : ""}${draw(next, 1, 90_000)}.25`
            }))
          ),
          "5000000"
        )
        const dated = booked.map((record) =>
          record.txnId === "6.2" ? { ...record, date: "2024-01-06 22:00:00 PM" } : record
        )
        yield* show(unreadable(dated, "6.1"))
        yield* pull(strict)
        assert.strictEqual(yield* count(open), 1)
        const { findings, loaded, remaining } = yield* retry(lenient)
        assert.deepStrictEqual([loaded, remaining, findings], [1, 0, []])
      })
    ))

  it.effect("and what speaks against the wallet all the same is told", () =>
    inWorld(({ count, pull, retry, show }) =>
      Effect.gen(function*() {
        yield* show(unreadable(all.filter(({ txnId }) => txnId !== "E"), "B"))
        yield* pull(strict)
        const { findings, loaded, remaining } = yield* retry(lenient)
        assert.deepStrictEqual([loaded, remaining], [1, 0])
        assert.deepStrictEqual(findings.map(({ amount, kind }) => [kind, amount]), [["gap", "-1.00"]])
        assert.strictEqual(yield* count("runs WHERE status = 'incomplete'"), 2)
        // Who asks how the wallet is finds what the retry found.
        assert.strictEqual(
          yield* count("runs WHERE report LIKE '%-1.00%' AND report NOT LIKE '%quarantined\",\"from%'"),
          1
        )
      })
    ))

  it.effect("that came twice in the same answer", () =>
    inWorld(({ count, pull, retry, show }) =>
      Effect.gen(function*() {
        const doubled = unreadable(all, "B", "D")
        yield* show([...doubled, ...doubled.filter(({ txnId }) => txnId === "B" || txnId === "D")])
        yield* pull(strict)
        assert.strictEqual(yield* count(open), 4)
        yield* retry(lenient)
        assert.deepStrictEqual([yield* count(live), yield* count(open)], [6, 0])
      })
    ))

  it.effect("with an id that another row of its day has", () =>
    inWorld(({ count, pull, retry, show }) =>
      Effect.gen(function*() {
        yield* show(unreadable(all, "B").map((record) => record.txnId < "C" ? { ...record, txnId: "A" } : record))
        yield* pull(strict)
        yield* retry(lenient)
        assert.deepStrictEqual([yield* count(live), yield* count(open)], [6, 0])
      })
    ))

  it.effect("that is stored by then, since a cut-off answer showed it to a reading that takes it", () =>
    inWorld(({ count, pull, retry, show }) =>
      Effect.gen(function*() {
        const day = unreadable(all, "B").slice(0, 3)
        yield* show(day)
        yield* pull({ ...strict, limit: 3 })
        yield* pull({ ...lenient, limit: 3 })
        assert.deepStrictEqual([yield* count(live), yield* count(open)], [3, 1])
        yield* retry(lenient)
        assert.deepStrictEqual([yield* count(live), yield* count(open)], [3, 0])
      })
    ))

  it.effect("of a day that is cut off", () =>
    inWorld(({ count, pull, retry, show }) =>
      Effect.gen(function*() {
        yield* show(unreadable(all, "B", "D"))
        yield* pull({ ...strict, limit: 3 })
        yield* retry(lenient)
        assert.deepStrictEqual([yield* count(live), yield* count(open)], [6, 0])
        yield* pull({ ...lenient, limit: 3 })
      })
    ))

  it.effect("in two retries, of which the first reads none or the second has new ones", () =>
    inWorld(({ count, pull, retry, show }) =>
      Effect.gen(function*() {
        yield* show(unreadable(all, "B"))
        yield* pull(strict)
        assert.strictEqual((yield* retry(strict)).loaded, 0)
        yield* retry(lenient)
        yield* show([
          ...unreadable(all, "B", "E"),
          ...recordsOf([{ id: "G", at: "2024-01-12 10:00:00", amount: "1" }], "21.75")
        ])
        yield* pull(strict)
        yield* retry(lenient)
        assert.deepStrictEqual([yield* count(live), yield* count(open)], [7, 0])
      })
    ))

  it.effect("beside rows that were withdrawn and changed", () =>
    inWorld(({ count, pull, retry, show }) =>
      Effect.gen(function*() {
        yield* pull(strict)
        yield* show(
          unreadable(all, "B").filter(({ txnId }) => txnId !== "A").map((record) => ({
            ...record,
            description: `${record.description}!`
          }))
        )
        yield* pull(strict)
        assert.strictEqual(yield* count("transactions WHERE withdrawn_at IS NOT NULL"), 2)
        yield* retry(lenient)
        assert.deepStrictEqual([yield* count(live), yield* count(open)], [5, 0])
      })
    ))
})
