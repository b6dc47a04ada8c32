/**
 * Pulls of random days at random times, by clocks that may be ahead: the judgement, the views and what is loaded agree on which days were
 * over when they were asked for.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { answeredDays } from "../../src/pipeline/judgeWallet.ts"
import { loadedDays } from "../../src/sink/duckdb/schema/sumViews.ts"
import { type Draw, draw, random } from "../continuity/statements.ts"
import { trafficOf } from "../kit/cappedService.ts"
import { cases } from "../kit/cases.ts"
import { dayOf, first, inWorld, type Night } from "../kit/nights.ts"
import { layerOpen } from "../kit/openFile.ts"
import { wallet } from "../kit/pullSettings.ts"
import { ask } from "../sink/duckdb/files.ts"

const days = 16

/** Rows before noon, which sum to nothing each day, of one currency or two; some days have none, some one more that is not confirmed. */
const recordsOf = (next: Draw, seed: number): ReadonlyArray<StatementRecord> => {
  const traffic = trafficOf(Array.from({ length: days }, () => 6), "toggling", seed).map((record) => ({
    ...record,
    date: record.date.replace(/ \d\d:/, ` 0${record.txnId.split("-")[1]}:`).replace(" PM", " AM")
  }))
  const currencies = next() < 0.5 ? ["KES"] : ["KES", "USD"]
  return currencies.flatMap((currency) =>
    Array.from({ length: days }, (_, day) => traffic.filter(({ date }) => date.startsWith(dayOf(day)))).flatMap(
      (own) => {
        const kind = next()
        const rows = own.map((record) => ({
          ...record,
          txnId: `${record.txnId}-${currency}`,
          description: record.description.replace("KES", currency)
        }))
        const last = rows.at(-1)
        if (kind < 0.25 || last === undefined) return []
        const idle = {
          ...last,
          txnId: `${last.txnId}-idle`,
          confirmed: false,
          date: last.date.replace(/ \d\d:/, " 07:")
        }
        return kind < 0.4 ? [...rows, idle] : rows
      }
    )
  ).sort((one, other) => (one.date < other.date ? -1 : 1))
}

/** The next pull, and the day that it is in truth. */
const pullOf = (next: Draw, truth: number, isFirst: boolean): Night => {
  const night = next() < 0.15 ? truth + draw(next, 1, 3) : truth
  const from = isFirst || next() < 0.5 ? draw(next, 0, Math.min(night, days)) : undefined
  const to = next() < 0.5 ? draw(next, from ?? 0, night + 3) : undefined
  return { night, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

describe("days that were over when they were asked for", () => {
  it.effect("are the same to the judgement, the views and the file", () =>
    Effect.gen(function*() {
      for (let seed = 1; seed <= cases(60); seed++) {
        const next = random(seed)
        let path = ""
        const at = (given: string) => {
          path = given
          return layerOpen(given)
        }
        yield* inWorld(at, recordsOf(next, seed), ({ pull, sink, verify }) =>
          Effect.gen(function*() {
            let truth = draw(next, 0, 6)
            const told: Array<Night> = []
            for (let round = 0; round < 6; round++) {
              const night = pullOf(next, truth, round === 0)
              told.push(night)
              const where = `seed ${seed}: ${JSON.stringify(told)}`
              const hour = `${dayOf(truth)} 12`
              const report = yield* Effect.option(pull(night, ({ date }) => date <= hour))
              if (report._tag === "None") continue
              const { over } = answeredDays(yield* sink.windows(wallet))
              const each = over.flatMap(({ from, to }) =>
                Array.from({ length: to - from + 1 }, (_, index) => dayOf(from - first + index))
              )
              const loaded = yield* ask(path, `WITH ${loadedDays} SELECT day FROM loaded ORDER BY day`)
              assert.deepStrictEqual(loaded.map(([day]) => day), each, where)
              const lacking = yield* ask(
                path,
                `SELECT d.currency, d.day, d.days_missing, d.closing_balance FROM proofs p JOIN daily_balance d USING (wallet_no, currency)
                WHERE d.day BETWEEN p.proven_from AND p.proven_to AND (d.days_missing > 0 OR (d.closing_balance IS NULL
                  AND EXISTS (FROM current_transactions t WHERE t.currency = p.currency AND t.local_time::DATE = p.proven_to + 1)))`
              )
              assert.deepStrictEqual(lacking, [], where)
              const ends = report.value.proofs.flatMap(({ from, to }) => from === null || to === null ? [] : [from, to])
              assert.deepStrictEqual(ends.filter((day) => !each.includes(day)), [], where)
              assert.deepStrictEqual((yield* verify).conclusions, [], where)
              truth += draw(next, 0, 3)
            }
          }))
      }
    }))
})
