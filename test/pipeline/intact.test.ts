/**
 * What a pull writes down of its rows is what `verify` finds of them, whatever they are and whatever order they come in.
 * `SHUFFLES` sets how often (default 60).
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { cases } from "../kit/cases.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, inWorld } from "../kit/nights.ts"
import { sinks } from "../kit/sinks.ts"

const times = Number(process.env["SHUFFLES"] ?? cases(60))
const seed = Number(process.env["SEED"] ?? 20_261_125)

const randomFrom = (start: number) => {
  let state = start >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Few seconds, ids and amounts, so that much is alike; of some nothing tells the balance or the currency. */
const book = (random: () => number): ReadonlyArray<StatementRecord> => {
  const below = (most: number): number => Math.floor(random() * most)
  const [seconds, silent, lost, nameless, unconfirmed] = [
    1 + below(4),
    random() / 2,
    below(2) / 12,
    below(2) / 4,
    below(2) / 8
  ]
  const entries = Array.from({ length: 2 + below(14) }, (_, index) => ({
    id: random() < 0.1 ? "" : `T${random() < 0.2 ? below(4) : index}`,
    at: `${dayOf(below(3))} 1${below(2)}:00:0${below(seconds)}`,
    amount: `${random() < 0.5 ? "-" : ""}${1 + below(4)}.00`
  })).sort((one, other) => (one.at < other.at ? -1 : one.at === other.at ? 0 : 1))
  const currencies = random() < 0.3 ? ["KES", "USD"] : ["KES"]
  const records = recordsOf(entries, "100")
    .filter(() => random() >= lost)
    .map((record) => ({
      ...record,
      balance: random() < silent ? null : record.balance,
      confirmed: random() >= unconfirmed,
      description: `Paid ${random() < nameless ? "" : currencies[below(currencies.length)]}1.00`
    }))
  const order = below(3)
  if (order < 2) return order === 0 ? records : records.toReversed()
  return records.map((record) => ({ record, at: random() })).sort((one, other) => one.at - other.at)
    .map(({ record }) => record)
}

describe.each(sinks)("what is written down, with a sink in %s", (_, sinkAt) => {
  it.effect(
    `is what verify finds: ${times} times, seed ${seed}`,
    () =>
      Effect.forEach(Array.from({ length: times }, (_, index) => seed + index), (each) => {
        const random = randomFrom(each)
        return inWorld(sinkAt, book(random), (world) =>
          Effect.gen(function*() {
            yield* world.pull({ night: 4, from: 0, to: 3, limit: 3 + Math.floor(random() * 20) })
            const { conclusions, differing, outdated } = yield* world.verify
            assert.deepStrictEqual([differing, conclusions, outdated], [[], [], []], `seed ${each}`)
          }))
      }),
    600_000
  )
})
