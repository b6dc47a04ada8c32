/**
 * A wallet of which one row a day bears the day before or the day after the one on which it is booked, as the value dates of
 * a bank do: wherever its windows are cut, some rows stand on the wrong side. It is whole on every night all the same.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { type Draw, draw, random } from "../continuity/statements.ts"
import { recordsOf } from "../kit/fakeStatement.ts"
import { dayOf, inWorld, type Shows } from "../kit/nights.ts"
import { sinksOfNights } from "../kit/sinks.ts"

type Dating = "before" | "after" | "either"

/** A record, and when it was booked. */
interface Booked {
  readonly record: StatementRecord
  readonly at: string
}

const lastNight = 61
const two = (value: number) => String(value).padStart(2, "0")

/** Rows of many balances; of each day but the first one row bears another day. */
const bookOf = (next: Draw, dating: Dating): ReadonlyArray<Booked> => {
  const dates = new Map<string, string>()
  const entries = Array.from({ length: lastNight + 1 }, (_, day) => {
    const rows = Array.from({ length: draw(next, 4, 6) }, (_row, row) => ({
      id: `A${day}.${row}`,
      at: `${dayOf(day)} ${two(6 + row * 3)}:${two(draw(next, 0, 59))}:00`,
      amount: `${next() < 0.4 ? "-" : ""}${draw(next, 1, 90_000)}.${two(draw(next, 0, 99))}`
    }))
    const isBefore = dating === "before" || (dating === "either" && next() < 0.5)
    const moved = isBefore ? rows[draw(next, 0, rows.length - 1)] : rows.at(-1)
    if (moved !== undefined && day > 0) {
      dates.set(moved.id, isBefore ? `${dayOf(day - 1)} 22:00:00 PM` : `${dayOf(day + 1)} 00:00:00 AM`)
    }
    return rows
  }).flat()
  const times = new Map(entries.map(({ at, id }) => [id, at]))
  return recordsOf(entries, "5000000")
    .map((record) => ({
      record: { ...record, date: dates.get(record.txnId) ?? record.date },
      at: times.get(record.txnId) ?? ""
    }))
    .toSorted((one, other) => (one.record.date < other.record.date ? -1 : 1))
}

/** What was booked by noon of a night. */
const bookedIn = (book: ReadonlyArray<Booked>): Shows => {
  const times = new Map(book.map(({ at, record }) => [record.txnId, at]))
  return ({ txnId }, { night }) => (times.get(txnId) ?? "") <= `${dayOf(night)} 12`
}

const drawn = [1, 2].flatMap((seed) => (["before", "after", "either"] as const).map((dating) => ({ seed, dating })))

describe.each(sinksOfNights())("a wallet of value dates, in %s", (name, sinkAt) => {
  it.effect.each(name === "memory" ? drawn : drawn.slice(-1))(
    "is whole on every night, and for whoever verifies it: the day $dating, seed $seed",
    ({ dating, seed }) => {
      const book = bookOf(random(seed), dating)
      return inWorld(sinkAt, book.map(({ record }) => record), (world) =>
        Effect.gen(function*() {
          for (let night = 4; night < lastNight; night++) {
            const asked = night === 4 ? { night, from: 0 } : { night }
            const { findings } = yield* world.pull(asked, bookedIn(book))
            assert.deepStrictEqual(findings, [], `night ${night}`)
            assert.isAtMost(world.requests().length, 9, `night ${night}`)
            const { conclusions, differing, outdated, verdict } = yield* world.verify
            assert.deepStrictEqual(
              [verdict.kind, verdict.gaps, verdict.orders, differing, conclusions, outdated],
              ["proven", [], [], [], [], []],
              `night ${night}`
            )
          }
        }))
    }
  )

  it.effect("is told as broken from the night on which a row is missing until it is there", () => {
    const book = bookOf(random(4), "before")
    const lost = "A20.1"
    const shows: Shows = (record, asked) => bookedIn(book)(record, asked) && (record.txnId !== lost || asked.night > 23)
    return inWorld(sinkAt, book.map(({ record }) => record), (world) =>
      Effect.gen(function*() {
        yield* world.pull({ night: 15, from: 0 }, shows)
        for (let night = 16; night < 27; night++) {
          const { findings } = yield* world.pull({ night }, shows)
          // On the night itself no later row tells.
          const isLacking = night > 20 && night <= 23
          assert.strictEqual(findings.length > 0, isLacking, `night ${night}`)
          assert.strictEqual((yield* world.verify).verdict.kind === "gap", isLacking, `night ${night}`)
        }
      }))
  })
})
