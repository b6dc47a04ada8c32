/**
 * A pull up to the last day that can be asked for, as people write who mean no end.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { parseDay } from "../../src/domain/Period.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, first, inWorld } from "../kit/nights.ts"
import { sinksOfNights } from "../kit/sinks.ts"

const lastDay = (parseDay("9999-12-31") ?? first) - first

const records = recordsOf(
  Array.from({ length: 9 }, (_, day) => ({ id: `R${day}`, at: `${dayOf(day)} 09:00:00`, amount: `${day + 1}.00` })),
  "0"
)

describe.each(sinksOfNights())("a pull to 9999-12-31, in %s", (_name, sinkAt) => {
  it.effect.each([0, -11] as const)(
    "asks for no day behind it, and is complete: days that begin at %d hours",
    (dayStart) =>
      inWorld(sinkAt, records, (world) =>
        Effect.gen(function*() {
          const { findings, rows } = yield* world.pull({ night: 10, from: 0, to: lastDay, dayStart })
          assert.deepStrictEqual([findings, rows.inserted], [[], 9])
          for (const { toDate } of world.requests()) assert.match(toDate, /^\d{4}-\d\d-\d\d$/)
          const { conclusions, differing } = yield* world.verify
          assert.deepStrictEqual([conclusions, differing], [[], []])
        }))
  )
})
