/**
 * A run that is killed while it notes which windows are checked as one: what it noted by then is what the rows prove.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { Sink } from "../../src/sink/Sink.ts"
import { draw, random } from "../continuity/statements.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, inWorld } from "../kit/nights.ts"
import { sinksOfNights } from "../kit/sinks.ts"

const days = 58
const two = (value: number) => String(value).padStart(2, "0")

/** Rows of many balances, of which one in a few days bears the day before. */
const bookOf = (seed: number) => {
  const next = random(seed)
  const dates = new Map<string, string>()
  const entries = Array.from({ length: days }, (_, day) => {
    const rows = Array.from({ length: draw(next, 4, 6) }, (_row, row) => ({
      id: `A${day}.${row}`,
      at: `${dayOf(day)} ${two(6 + row * 3)}:${two(draw(next, 0, 59))}:00`,
      amount: `${next() < 0.4 ? "-" : ""}${draw(next, 1, 90_000)}.${two(draw(next, 0, 99))}`
    }))
    const moved = rows[2]
    if (moved !== undefined && day > 0 && next() < 0.2) dates.set(moved.id, `${dayOf(day - 1)} 22:00:00 PM`)
    return rows
  }).flat()
  return recordsOf(entries, "5000000")
    .map((record) => ({ ...record, date: dates.get(record.txnId) ?? record.date }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

describe.each(sinksOfNights())("windows that a run joins, in %s", (name, sinkAt) => {
  it.effect("are each noted with what those up to it come to, so that a run may be killed behind any of them", () =>
    Effect.gen(function*() {
      let killed = 0
      for (let seed = 1; seed <= (name === "memory" ? 12 : 4); seed++) {
        let joinings = 0
        let most = 1
        const killing = (path: string) =>
          Layer.effect(
            Sink,
            Effect.map(Sink, (sink) =>
              Sink.of({
                ...sink,
                commit: (window) =>
                  window.origin === "joining" && joinings++ === most ? Effect.die("killed") : sink.commit(window)
              }))
          ).pipe(Layer.provide(sinkAt(path)))
        yield* inWorld(killing, bookOf(seed), (world) =>
          Effect.gen(function*() {
            const exit = yield* Effect.exit(world.pull({ night: days, from: 0, limit: 25 }))
            if (Exit.isFailure(exit)) killed++
            const { conclusions, differing } = yield* world.verify
            assert.deepStrictEqual([conclusions, differing], [[], []], `seed ${seed}`)
            most = Infinity
            assert.deepStrictEqual((yield* world.pull({ night: days })).findings, [], `seed ${seed}`)
          }))
      }
      assert.isAbove(killed, 0)
    }))
})
