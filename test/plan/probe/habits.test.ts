/**
 * What answers tell of a service's habits, held against services whose habits are known.
 */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Period } from "../../../src/domain/Period.ts"
import { type AnswerLimit, answerLimit, mayBeCutOff } from "../../../src/plan/probe/AnswerLimit.ts"
import { edgesOf, habitOf, nextQuestion, type Reading, readings } from "../../../src/plan/probe/DayEdges.ts"
import { orderOf, stepsOf } from "../../../src/plan/probe/RowOrder.ts"
import type { SeenRow, Sighting } from "../../../src/plan/probe/Sighting.ts"
import { cases } from "../../kit/cases.ts"
import { days as period } from "../answers.ts"
import { dayMillis, row, sighting } from "./sightings.ts"

/** A service with habits of its own: what it answers to a request for some days. */
interface Service extends Reading {
  readonly rows: ReadonlyArray<SeenRow>
  readonly cap: number
}

const answer = ({ cap, fromIncluded, rows, shift, toIncluded }: Service, asked: Period, limit = 5000): Sighting => {
  const start = asked.from * dayMillis + shift * 60_000 + (fromIncluded ? 0 : dayMillis)
  const end = asked.to * dayMillis + shift * 60_000 + (toIncluded ? dayMillis : 0)
  const inside = rows.filter(({ time }) => time >= start && time < end).toReversed()
  return sighting(asked, inside.slice(0, Math.min(limit, cap)), limit)
}

const int = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const times = Schema.Array(int(0, 20 * 86_400 - 1)).check(Schema.isMinLength(20), Schema.isMaxLength(400))
const bounds = Schema.Tuple([Schema.Boolean, Schema.Boolean, Schema.Literals([0, 60, 180, -180, 330, -600])])
const questions = Schema.Array(Schema.Tuple([int(0, 19), int(0, 6)])).check(Schema.isMaxLength(12))
const arbitrary = (runs: number) => ({ arbitrary: { seed: 20_260_301, runs: cases(runs) } })

const serviceOf = (
  seconds: ReadonlyArray<number>,
  [fromIncluded, toIncluded, shift]: readonly [boolean, boolean, number],
  cap = 5000
): Service => ({
  fromIncluded,
  toIncluded,
  shift,
  cap,
  rows: [...new Set(seconds)].toSorted((left, right) => left - right).map((second) => row(second * 1000))
})

describe("the days asked for", () => {
  it.prop(
    "are never taken otherwise than the service takes them",
    [times, bounds, questions],
    ([seconds, habit, asked]) => {
      const service = serviceOf(seconds, habit)
      const answers = [
        answer(service, period(-2, 22)),
        ...asked.map(([from, more]) => answer(service, period(from, from + more)))
      ]
      const found = readings(edgesOf(answers, answers), 330)
      const [fromIncluded, toIncluded, shift] = habit
      assert.deepInclude(found, { fromIncluded, toIncluded, shift })
      const known = habitOf(found, 330)
      if (known !== undefined) {
        assert.deepStrictEqual([known.fromIncluded, known.toIncluded], [fromIncluded, toIncluded])
        assert.isAtMost(Math.abs(known.shift - shift), known.exact ? 0 : 60)
      }
    },
    arbitrary(300)
  )

  it.prop(
    "are told within eight well chosen questions where rows are near every midnight",
    [times, Schema.Tuple([Schema.Boolean, Schema.Boolean, Schema.Literals([0, 180])])],
    ([seconds, habit]) => {
      const near = Array.from({ length: 20 }, (_, day) => [day * 86_400 + 60, (day + 1) * 86_400 - 60]).flat()
      const shifted = near.flatMap((second) => [second, second + 3 * 3600])
      const service = serviceOf([...seconds, ...shifted], habit)
      const answers = [answer(service, period(-2, 22))]
      const left = () => readings(edgesOf(answers, answers), 180)
      for (let count = 0; count < 8 && habitOf(left(), 180) === undefined; count++) {
        const next = nextQuestion(edgesOf(answers, answers), answers, 25)
        if (next === undefined) break
        answers.push(answer(service, period(next.from, next.to)))
      }
      const [fromIncluded, toIncluded, shift] = habit
      assert.deepInclude(habitOf(left(), 180), { fromIncluded, toIncluded, shift })
    },
    arbitrary(100)
  )

  it("keep a midnight of the last day apart from that day", () => {
    const rows = [0, 1, 2].flatMap((day) => [day * 86_400, day * 86_400 + 60, (day + 1) * 86_400 - 60]).map((second) =>
      row(second * 1000)
    )
    const instants = sighting(period(0, 1), rows.filter(({ time }) => time <= dayMillis))
    const all = [sighting(period(-2, 4), rows), instants]
    const found = habitOf(readings(edgesOf(all, all), 180), 180)
    assert.deepInclude(found, { toIncluded: false, shift: 0 })
  })

  it("tell nothing while a row of their midst is missing, and say so", () => {
    const rows = [1, 2, 3, 4].map((hour) => row(hour * 3_600_000))
    const holed = sighting(period(0, 0), rows.filter((_, index) => index !== 1))
    const all = [sighting(period(-2, 2), rows), holed]
    const edges = edgesOf(all, all)
    assert.strictEqual(edges.withHoles, 1)
    assert.isUndefined(habitOf(readings(edges, 0), 0))
  })

  it("may begin an hour off, unless that is what lies between the zone and UTC", () => {
    const left: ReadonlyArray<Reading> = [0, 60].map((shift) => ({ fromIncluded: true, toIncluded: true, shift }))
    assert.deepStrictEqual(habitOf(left, 180), { fromIncluded: true, toIncluded: true, shift: 0, exact: false })
    assert.isUndefined(habitOf(left, 60))
    assert.isUndefined(habitOf(left, -60))
    assert.isUndefined(habitOf([], 180))
    assert.isUndefined(habitOf([...left, { fromIncluded: true, toIncluded: false, shift: 0 }], 180))
    assert.isUndefined(habitOf([...left, { fromIncluded: true, toIncluded: true, shift: 120 }], 180))
  })
})

const orderOfTimes = (...all: ReadonlyArray<ReadonlyArray<number>>) =>
  orderOf(
    stepsOf(all.map((each) => sighting(period(0, 0), each.map((time, index) => row(time, `${time} ${index}`)))))
  )

describe("the order of rows", () => {
  it("holds only where no answer goes against it", () => {
    assert.strictEqual(orderOfTimes([1, 2, 2, 3, 5, 8, 9]), "oldest-first")
    assert.strictEqual(orderOfTimes([9, 8, 5], [7, 7, 3, 2, 1]), "newest-first")
    assert.strictEqual(orderOfTimes([1, 2, 3, 4, 5, 6], [9, 8]), "none")
    assert.strictEqual(orderOfTimes([4, 1, 3, 2, 6, 5]), "none")
  })

  it("is told no better by the same rows in several answers", () => {
    assert.strictEqual(orderOfTimes([1, 2, 3], [1, 2, 3], [1, 2, 3]), "unknown")
  })

  it("is not told by few rows, or rows of the same second", () => {
    assert.strictEqual(orderOfTimes([1, 2, 3, 4, 5]), "unknown")
    assert.strictEqual(orderOfTimes([1, 1, 1, 1, 1, 1, 1, 1]), "unknown")
  })
})

describe("how many records come at once", () => {
  it.prop(
    "is never thought to be less than the service gives, and is found by two halves where it is less",
    [times, bounds, int(5, 500)],
    ([seconds, habit, cap]) => {
      const service = serviceOf(seconds, habit, cap)
      const answers = [period(-2, 22), period(-2, 10), period(10, 22)].map((asked) => answer(service, asked))
      const told = answerLimit(answers, 5000)
      if (told._tag === "Lower") assert.strictEqual(told.limit, cap)
      else assert.deepStrictEqual(told, { _tag: "NotMet", largest: Math.min(cap, service.rows.length) })
      // Both halves together reach over all rows of these days.
      const older = service.rows.filter(({ time }) => time < 8 * dayMillis).length
      if (older > 0 && service.rows.length - older >= cap) assert.strictEqual(told._tag, "Lower")
    },
    arbitrary(300)
  )

  it("is as asked for when an answer is full, and not followed when there are more", () => {
    const rows = Array.from({ length: 50 }, (_, second) => row(second * 1000))
    assert.deepStrictEqual(answerLimit([sighting(period(0, 9), rows, 50)], 50), { _tag: "AsAsked", limit: 50 })
    assert.deepStrictEqual(answerLimit([sighting(period(0, 9), rows, 10)], 5000), {
      _tag: "Ignored",
      received: 50,
      limit: 10
    })
  })

  it("says which answers may be cut off", () => {
    const rows = Array.from({ length: 50 }, (_, second) => row(second * 1000))
    const known = (limit: AnswerLimit, asked = 5000) => mayBeCutOff(sighting(period(0, 9), rows, asked), limit)
    assert.isFalse(known({ _tag: "NotMet", largest: 50 }))
    assert.isTrue(known({ _tag: "Lower", limit: 50 }))
    assert.isFalse(known({ _tag: "Lower", limit: 51 }))
    assert.isTrue(known({ _tag: "AsAsked", limit: 5000 }, 50))
    assert.isFalse(known({ _tag: "Ignored", received: 60, limit: 10 }, 50))
  })
})
