import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { contains, type Day, dayFromNumber, type Period } from "../../src/domain/Period.ts"
import { type BoundsHabit, fromSetting } from "../../src/plan/BoundsHabit.ts"
import * as Density from "../../src/plan/Density.ts"
import * as Plan from "../../src/plan/Plan.ts"

type Habit = "inclusive" | "exclusive-end" | "exclusive"
type Order = "newest-first" | "oldest-first" | "strewn"

/** A service that has `rowsOn(day)` rows and shows at most `limit` of those asked for. */
const answerOf = (
  rowsOn: (day: Day) => number,
  habit: Habit,
  order: Order,
  limit: number,
  asked: Period
): Plan.Answer => {
  const first = habit === "exclusive" ? asked.from + 1 : asked.from
  const last = habit === "inclusive" ? asked.to : asked.to - 1
  const days: Array<Day> = []
  for (let day = first; day <= last; day++) {
    for (let row = 0; row < rowsOn(dayFromNumber(day)); row++) days.push(dayFromNumber(day))
  }
  if (order === "newest-first") days.reverse()
  if (order === "strewn") days.sort((left, right) => (left * 7919) % 101 - (right * 7919) % 101)
  const rowsByDay = new Map<Day, number>()
  for (const day of days.slice(0, limit)) rowsByDay.set(day, (rowsByDay.get(day) ?? 0) + 1)
  return { received: Math.min(days.length, limit), rowsByDay }
}

interface Fetched {
  readonly loaded: ReadonlyMap<Day, number>
  readonly cutOff: ReadonlyArray<Day>
  readonly requests: number
  readonly windows: ReadonlyArray<Period>
  readonly asked: ReadonlyArray<Period>
}

const fetchAll = (options: {
  readonly period: Period
  readonly rowsOn: (day: Day) => number
  readonly habit: Habit
  readonly order: Order
  readonly limit: number
  readonly known?: BoundsHabit
  readonly density?: Density.Density
}): Fetched => {
  let plan = Plan.start({
    period: options.period,
    limit: options.limit,
    habit: options.known ?? fromSetting.unknown,
    density: options.density ?? Density.fromStored(new Map(), undefined)
  })
  const loaded = new Map<Day, number>()
  const cutOff: Array<Day> = []
  const windows: Array<Period> = []
  const asked: Array<Period> = []
  for (let ask = Plan.nextAsk(plan); ask !== undefined; ask = Plan.nextAsk(plan)) {
    asked.push(ask.asked)
    assert.isBelow(asked.length, 5000, "the plan does not come to an end")
    const answer = answerOf(options.rowsOn, options.habit, options.order, options.limit, ask.asked)
    const [decision, next] = Plan.afterAnswer(plan, ask, answer)
    plan = next
    if (decision === "ask-again") continue
    windows.push(ask.days)
    if (decision === "cut-off") cutOff.push(ask.days.from)
    for (const [day, count] of answer.rowsByDay) if (contains(ask.days, day)) loaded.set(day, count)
  }
  return { loaded, cutOff, requests: asked.length, windows, asked }
}

const period: Period = { from: dayFromNumber(19_000), to: dayFromNumber(19_059) }
const habits: ReadonlyArray<Habit> = ["inclusive", "exclusive-end", "exclusive"]
const orders: ReadonlyArray<Order> = ["newest-first", "oldest-first", "strewn"]
const arbitrary = { seed: "plan", runs: 150 }

describe("Plan", () => {
  const counts = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 19 })))
    .check(Schema.isMinLength(1), Schema.isMaxLength(60))

  it.prop("leaves no row out, whatever the order, the bounds and the traffic", [counts], ([perDay]) => {
    const rowsOn = (day: Day): number => perDay[(day - period.from) % perDay.length] ?? 0
    for (const habit of habits) {
      for (const order of orders) {
        const { cutOff, loaded, windows } = fetchAll({ period, rowsOn, habit, order, limit: 20 })
        assert.deepStrictEqual(cutOff, [], `${habit}, ${order}`)
        for (let day = period.from; day <= period.to; day = dayFromNumber(day + 1)) {
          assert.strictEqual(loaded.get(day) ?? 0, rowsOn(day), `day ${day}, ${habit}, ${order}`)
        }
        assert.strictEqual(windows[0]?.from, period.from)
        assert.strictEqual(windows.at(-1)?.to, period.to)
        windows.slice(1).forEach((window, index) => assert.strictEqual(window.from, (windows[index]?.to ?? 0) + 1))
      }
    }
  }, { arbitrary })

  it.prop("reports every day that is full, and no other", [
    counts,
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 59 }))
  ], ([perDay, full]) => {
    const rowsOn = (day: Day): number =>
      day === period.from + full ? 25 : perDay[(day - period.from) % perDay.length] ?? 0
    for (const habit of habits) {
      for (const order of orders) {
        const { cutOff, loaded } = fetchAll({ period, rowsOn, habit, order, limit: 20 })
        assert.deepStrictEqual(cutOff, [dayFromNumber(period.from + full)], `${habit}, ${order}`)
        for (let day = period.from; day <= period.to; day = dayFromNumber(day + 1)) {
          if (day !== period.from + full) assert.strictEqual(loaded.get(day) ?? 0, rowsOn(day), `day ${day}`)
        }
      }
    }
  }, { arbitrary })

  it("takes as many records as the limit for possibly cut off", () => {
    const { cutOff } = fetchAll({
      period: { from: period.from, to: period.from },
      rowsOn: () => 20,
      habit: "inclusive",
      order: "newest-first",
      limit: 20,
      known: fromSetting.inclusive
    })
    assert.deepStrictEqual(cutOff, [period.from])
  })

  it("asks for one day more on each side until the rows show that the bounds are inside", () => {
    const { asked } = fetchAll({ period, rowsOn: () => 1, habit: "inclusive", order: "oldest-first", limit: 20 })
    assert.deepStrictEqual<unknown>(asked[0], { from: period.from - 1, to: period.to + 1 })
    const last = asked.at(-1)
    assert.strictEqual(last?.to, period.to)
  })

  it("asks for the days themselves where the bounds are known to be inside, and one more where the end is not", () => {
    const options = { period, rowsOn: () => 0, order: "oldest-first", limit: 20 } as const
    assert.deepStrictEqual(
      fetchAll({ ...options, habit: "inclusive", known: fromSetting.inclusive }).asked,
      [period]
    )
    assert.deepStrictEqual(
      fetchAll({ ...options, habit: "exclusive-end", known: fromSetting["exclusive-end"] }).asked,
      [{ from: period.from, to: dayFromNumber(period.to + 1) }]
    )
  })

  it("asks once for a quiet wallet", () => {
    const { requests } = fetchAll({ period, rowsOn: () => 1, habit: "inclusive", order: "newest-first", limit: 5000 })
    assert.strictEqual(requests, 1)
  })

  it("learns from the first answer how many days fit", () => {
    const { requests } = fetchAll({ period, rowsOn: () => 100, habit: "inclusive", order: "newest-first", limit: 1000 })
    assert.isAtMost(requests, 9)
  })

  it("sizes windows by what earlier runs stored", () => {
    const stored = new Map(Array.from({ length: 60 }, (_, index) => [dayFromNumber(period.from + index), 100] as const))
    const { requests } = fetchAll({
      period,
      rowsOn: () => 100,
      habit: "inclusive",
      order: "newest-first",
      limit: 1000,
      known: fromSetting.inclusive,
      density: Density.fromStored(stored, period)
    })
    assert.isAtMost(requests, 7)
  })
})
