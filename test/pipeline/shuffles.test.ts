/**
 * The same statement in ever other orders. `SHUFFLES` sets how often (default 60).
 */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseDay } from "../../src/domain/Period.ts"
import { zoneClock } from "../../src/domain/ServiceTime.ts"
import type { StatementPage, StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { WalletNo } from "../../src/domain/Wallet.ts"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Database } from "../../src/sink/duckdb/index.ts"
import { recordsOf as asReceived } from "../../src/statement/recordTexts.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { cases } from "../kit/cases.ts"
import { type Entry, recordsOf } from "../kit/fakeStatement.ts"
import { layerOpen } from "../kit/openFile.ts"

const times = Number(process.env["SHUFFLES"] ?? cases(60))
const seed = 20_251_120
const wallet = WalletNo.make("W-1")

const randomFrom = (start: number) => {
  let state = start >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const shuffled = <A>(items: ReadonlyArray<A>, random: () => number): ReadonlyArray<A> =>
  items.map((item) => ({ item, at: random() })).sort((left, right) => left.at - right.at).map(({ item }) => item)

/** Repeated ids, blank ids, several rows a second, amounts that come again. */
const entries: ReadonlyArray<Entry> = Array.from({ length: 400 }, (_, index) => ({
  id: index % 40 === 7 ? "" : `T${index % 150}`,
  at: `2024-01-${String(1 + Math.floor(index / 20)).padStart(2, "0")} ${
    String(8 + (index % 20) / 2 | 0).padStart(2, "0")
  }:00:00`,
  amount: index % 3 === 2 ? `-${(index % 5) + 1}.50` : `${(index % 7) + 1}.25`
}))

const pageOf = (request: StatementRequest, records: ReadonlyArray<StatementRecord>): StatementPage => ({
  request,
  records: asReceived(records),
  bytes: 1,
  sha256: "0".repeat(64),
  attempts: 1,
  requestedAt: 0,
  durationMillis: 0
})

describe("the same statement in other orders", () => {
  it.effect(`gives the same file and no event: ${times} times, seed ${seed}`, () =>
    Effect.acquireUseRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "shuffles-"))),
      (folder) =>
        Effect.gen(function*() {
          yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
          const path = join(folder, "a.duckdb")
          const random = randomFrom(seed)
          const order = yield* Ref.make(recordsOf(entries))
          const clock = yield* Effect.fromNullishOr(zoneClock("Africa/Nairobi"))
          const fingerprint = Effect.scoped(Effect.gen(function*() {
            const database = yield* Database.openReadOnly(path)
            const { rows } = yield* database.query(
              "SELECT md5(string_agg(t::VARCHAR, chr(10) ORDER BY txn_id, leg)), count(*), " +
                "(SELECT count(*) FROM transaction_events) FROM (SELECT * EXCLUDE (run_id) FROM transactions) t"
            )
            return rows[0]
          }))
          const statement = Statement.layerTest((request) =>
            Effect.map(Ref.get(order), (records) =>
              pageOf(
                request,
                records.filter(({ date }) =>
                  date.slice(0, 10) >= request.fromDate && date.slice(0, 10) <= request.toDate
                )
              ))
          )
          yield* Effect.gen(function*() {
            let first: unknown
            for (let time = 0; time < times; time++) {
              yield* Ref.update(order, (records) => shuffled(records, random))
              const { report } = yield* Pull.run
              const rows = report.wallets[0]?.rows
              assert.strictEqual(report.status, "complete")
              if (time === 0) {
                first = yield* fingerprint
                assert.strictEqual(rows?.inserted, entries.length)
              } else {
                assert.deepStrictEqual([rows?.inserted, rows?.changed, rows?.withdrawn, rows?.unchanged], [
                  0,
                  0,
                  0,
                  entries.length
                ])
                assert.deepStrictEqual(yield* fingerprint, first, `order ${time}, seed ${seed}`)
              }
            }
          }).pipe(
            Effect.provide(Layer.merge(layerOpen(path), statement)),
            Effect.provideService(PullSettings, {
              wallets: [{ walletNo: wallet, currency: null, balances: [] }],
              from: Option.fromUndefinedOr(parseDay("2024-01-01")),
              to: Option.fromUndefinedOr(parseDay("2024-01-31")),
              lookbackDays: 0,
              clock,
              markerPolicy: "trust-24h",
              clockJitter: Duration.zero,
              dateBounds: "inclusive",
              dayStart: Option.none(),
              maxWithdrawals: 100,
              maxRunBytes: 2 ** 40,
              limit: 5000,
              concurrency: 1,
              runTimeout: Duration.hours(1)
            })
          )
        }),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
    ), 600_000)
})
