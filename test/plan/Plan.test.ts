import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Day, dayFromNumber, type Period } from "../../src/domain/Period.ts"
import type { Answer } from "../../src/plan/Answer.ts"
import * as Density from "../../src/plan/Density.ts"
import { claimed, type DayClaims, noClaims } from "../../src/plan/Habit.ts"
import * as Plan from "../../src/plan/Plan.ts"
import { cases } from "../kit/cases.ts"
import { shown } from "./answers.ts"
import { clairvoyant, fetchAll, habits, orders, random, spanOf } from "./service.ts"

const period: Period = { from: dayFromNumber(19_000), to: dayFromNumber(19_059) }
const arbitrary = { seed: "plan", runs: cases(150, 12) }

const answer = (rows: ReadonlyArray<readonly [number, number]>, received?: number): Answer => ({
  received: received ?? rows.reduce((sum, [, count]) => sum + count, 0),
  rowsByDay: new Map(rows.map(([day, count]) => [dayFromNumber(day), count])),
  spans: new Map(rows.map(([day, count]) => [dayFromNumber(day), spanOf(count)])),
  isTimeDoubtful: false
})
const inclusive: DayClaims = { dateBounds: "inclusive", dayStart: 0 }
const ask = (from: number, to: number, before = 0, after = 0): Plan.Ask => ({
  days: { from: dayFromNumber(from), to: dayFromNumber(to) },
  asked: { from: dayFromNumber(from - before), to: dayFromNumber(to + after) },
  margins: { before, after }
})
const countsOf = (plan: Plan.Plan) => Object.fromEntries(plan.density.days)

/** What a plan believes of the two days: inside, outside, or either. */
const bounds = ({ habit }: Plan.Plan): ReadonlyArray<boolean | undefined> =>
  (["fromIncluded", "toIncluded"] as const).map((bound) => {
    const [first, ...others] = new Set(habit.believed.map((reading) => reading[bound]))
    return others.length === 0 ? first : undefined
  })

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
  }, { arbitrary, timeout: 60_000 })

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
  }, { arbitrary, timeout: 60_000 })

  it("comes to an end with every day kept, whatever a service answers", () => {
    for (let index = 0; index < cases(4000, 40); index++) {
      const next = random(index + 1)
      const below = (end: number): number => Math.floor(next() * end)
      const days = 1 + below(6)
      const some: Period = { from: period.from, to: dayFromNumber(period.from + days - 1) }
      const limit = 5
      // A few answers to each request, one after the other and over again.
      const answers = new Map<string, ReadonlyArray<Answer>>()
      const drawn = (asked: Period): Answer => {
        const rows = Array.from(
          { length: asked.to - asked.from + 3 },
          (_, day) => [asked.from - 1 + day, next() < 0.4 ? 1 + below(3) : 0] as const
        )
        const there = rows.filter(([, count]) => count > 0)
        return answer(there, Math.min(limit, there.reduce((sum, [, count]) => sum + count, 0)))
      }
      let plan = Plan.start({
        period: some,
        limit,
        habit: claimed(noClaims),
        density: Density.fromStored(new Map(), undefined)
      })
      const kept = new Set<number>()
      let asks = 0
      for (let ask = Plan.nextAsk(plan); ask !== undefined; ask = Plan.nextAsk(plan)) {
        const name = `${ask.asked.from} ${ask.asked.to}`
        const list = answers.get(name) ?? Array.from({ length: 1 + below(3) }, () => drawn(ask?.asked ?? some))
        answers.set(name, list)
        const found = list[asks % list.length]
        assert(found !== undefined)
        const [decision, then] = Plan.afterAnswer(plan, ask, found)
        if (decision !== "ask-again") { for (let day: number = ask.days.from; day <= ask.days.to; day++) kept.add(day) }
        plan = then
        assert.isBelow(++asks, 12 * days + 20, `case ${index + 1}: ${days} days`)
      }
      assert.strictEqual(kept.size, days, `case ${index + 1}`)
    }
  })

  it("takes as many records as the limit for possibly cut off", () => {
    const { cutOff } = fetchAll({
      period: { from: period.from, to: period.from },
      rowsOn: () => 20,
      habit: "inclusive",
      order: "newest-first",
      limit: 20,
      claims: inclusive
    })
    assert.deepStrictEqual(cutOff, [period.from])
  })

  it("asks for days beyond until the rows show that the bounds are inside, and where days begin", () => {
    const options = { period, habit: "inclusive", order: "oldest-first", limit: 2000 } as const
    for (const claims of [noClaims, inclusive]) {
      const busy = fetchAll({ ...options, rowsOn: () => 400, claims }).asked
      assert.strictEqual(busy[0]?.from, period.from - 1)
      assert.strictEqual(busy.at(-1)?.to, period.to)
      busy.slice(3).forEach((asked, index) => assert.strictEqual(asked.from, (busy[index + 2]?.to ?? 0) + 1))
    }
    const quiet = fetchAll({ ...options, rowsOn: () => 1 }).asked
    assert.deepStrictEqual<unknown>(quiet, [{ from: period.from - 1, to: period.to + 2 }])
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
      claims: inclusive,
      density: Density.fromStored(stored, period)
    })
    assert.isAtMost(requests, 7)
  })

  describe("few requests", () => {
    const year: Period = { from: dayFromNumber(19_000), to: dayFromNumber(19_364) }
    const next = random(7)
    const near = Array.from({ length: 365 }, () => 0.85 + 0.3 * next())
    const traffics = {
      even: [1.15, () => 913],
      weekly: [1.3, (index: number) => (index % 7 === 4 ? 4000 : 400)],
      burst: [1.35, (index: number) => (index >= 100 && index < 130 ? 4300 : 800)]
    } as const

    for (const [name, [atMost, level]] of Object.entries(traffics)) {
      const rowsOn = (day: Day): number => Math.floor((near[day - year.from] ?? 0) * level(day - year.from))
      for (const order of orders) {
        const pull = {
          period: year,
          rowsOn,
          habit: "inclusive",
          order,
          limit: 5000,
          claims: inclusive
        } as const
        it(`asks hardly more often than one who knows all days beforehand: ${name} traffic, ${order}`, () => {
          const { requests } = fetchAll(pull)
          assert.isAtMost(requests / clairvoyant(pull), atMost)
        })

        it(`asks once in a hundred more often than one who knows all days when they are stored: ${name} traffic, ${order}`, () => {
          const { loaded } = fetchAll(pull)
          const { requests } = fetchAll({ ...pull, density: Density.fromStored(loaded, year) })
          assert.isAtMost(requests, Math.ceil(clairvoyant(pull) * 1.01))
        })
      }
    }

    it("finds out that the bounds are outside, and then leaves no room for the days beyond", () => {
      const pull = { period: year, rowsOn: () => 1000, order: "oldest-first", limit: 5000 } as const
      for (const habit of ["exclusive-end", "exclusive"] as const) {
        assert.isAtMost(fetchAll({ ...pull, habit }).requests / clairvoyant(pull), 1.1, habit)
      }
    })

    it("goes on when rows came late to a day that was stored", () => {
      const stored = new Map(
        Array.from({ length: 365 }, (_, index) => [dayFromNumber(year.from + index), 499] as const)
      )
      const pull = {
        period: year,
        rowsOn: (day: Day) => 499 + (day % 50 === 0 ? 20 : 0),
        habit: "inclusive",
        order: "strewn",
        limit: 5000,
        claims: inclusive
      } as const
      const { cutOff, loaded, requests } = fetchAll({ ...pull, density: Density.fromStored(stored, year) })
      assert.deepStrictEqual(cutOff, [])
      assert.strictEqual(loaded.size, 365)
      assert.isAtMost(requests, clairvoyant(pull) + 2 * 8)
    })
  })

  describe("one answer after the other", () => {
    const ten: Period = { from: dayFromNumber(100), to: dayFromNumber(109) }
    const begin = (
      known: "inclusive" | "unknown",
      stored: ReadonlyArray<readonly [number, number]> = []
    ): Plan.Plan =>
      Plan.start({
        period: ten,
        limit: 10,
        habit: known === "inclusive" ? shown(true, true) : claimed(noClaims),
        density: Density.fromStored(new Map(stored.map(([day, rows]) => [dayFromNumber(day), rows])), undefined)
      })
    it("starts with the whole period, and ends with none", () => {
      const plan = begin("inclusive")
      assert.deepStrictEqual<unknown>(Plan.nextAsk(plan), ask(100, 109))
      const [decision, done] = Plan.afterAnswer(plan, ask(100, 109), answer([[100, 9]]))
      assert.strictEqual(decision, "complete")
      assert.isUndefined(done.remaining)
      assert.isUndefined(Plan.nextAsk(done))
    })

    it("takes one record less than the limit for all there are, whether their days can be read or not", () => {
      assert.strictEqual(Plan.afterAnswer(begin("inclusive"), ask(100, 109), answer([], 9))[0], "complete")
      assert.strictEqual(Plan.afterAnswer(begin("inclusive"), ask(100, 109), answer([], 10))[0], "ask-again")
      assert.strictEqual(Plan.afterAnswer(begin("inclusive"), ask(100, 109), answer([], 11))[0], "ask-again")
    })

    it("asks for a day less at least after a full answer, and for half after the third in a row", () => {
      const full = answer([], 10)
      let plan = begin("inclusive")
      const longest = [10, 9, 8].map((days) => {
        plan = Plan.afterAnswer(plan, ask(100, 99 + days), full)[1]
        return plan.longest
      })
      assert.deepStrictEqual(longest, [9, 8, 4])
      const kept = Plan.afterAnswer(plan, ask(100, 103), answer([]))[1]
      assert.strictEqual(kept.longest, Number.POSITIVE_INFINITY)
      assert.strictEqual(Plan.afterAnswer(kept, ask(104, 109), full)[1].longest, 5)
    })

    it("keeps within what is left to try even when nothing is known of the days", () => {
      const plan: Plan.Plan = { ...begin("inclusive"), longest: 4 }
      assert.deepStrictEqual<unknown>(Plan.nextAsk(plan), ask(100, 103))
    })

    it("sizes the next window by what a full answer taught", () => {
      const [, plan] = Plan.afterAnswer(
        begin("inclusive"),
        ask(100, 109),
        answer([[100, 3], [101, 3], [102, 3], [103, 1]])
      )
      assert.deepStrictEqual<unknown>(Plan.nextAsk(plan), ask(100, 102))
      assert.deepStrictEqual(countsOf(plan), {
        100: { rows: 3, certainty: "likely" },
        101: { rows: 3, certainty: "likely" },
        102: { rows: 3, certainty: "likely" },
        103: { rows: 1, certainty: "at-least" }
      })
    })

    it("scales a strewn answer by what its days were expected to have", () => {
      const known =
        Plan.afterAnswer(begin("inclusive"), ask(100, 103), answer([[100, 2], [101, 2], [102, 2], [103, 2]]))[1]
      const [, plan] = Plan.afterAnswer(known, ask(104, 106), answer([[104, 1], [105, 1], [106, 8]]))
      assert.deepInclude(countsOf(plan), {
        104: { rows: 2, certainty: "share" },
        106: { rows: 16, certainty: "share" }
      })
    })

    it("knows the days of an uncut answer, those on bounds known to be inside too", () => {
      const [, included] = Plan.afterAnswer(
        begin("unknown"),
        ask(102, 103, 1, 1),
        answer([[101, 1], [103, 2], [104, 3]])
      )
      assert.deepStrictEqual(countsOf(included), {
        101: { rows: 1, certainty: "exact" },
        102: { rows: 0, certainty: "exact" },
        103: { rows: 2, certainty: "exact" },
        104: { rows: 3, certainty: "exact" }
      })
      const [, unknown] = Plan.afterAnswer(begin("unknown"), ask(102, 103, 1, 1), answer([[103, 2]]))
      assert.deepStrictEqual(countsOf(unknown), {
        102: { rows: 0, certainty: "exact" },
        103: { rows: 2, certainty: "exact" }
      })
    })

    it("learns that a bound is inside from a full answer too", () => {
      const [, plan] = Plan.afterAnswer(begin("unknown"), ask(100, 109, 1, 1), answer([[99, 4], [110, 6]]))
      assert.deepStrictEqual(bounds(plan), [true, true])
    })

    it("learns that the first day is outside when an answer lacks rows of it that another one showed", () => {
      const first = Plan.afterAnswer(begin("unknown"), ask(100, 101, 1, 1), answer([[100, 1], [101, 1]]))[1]
      const second = (rows: ReadonlyArray<readonly [number, number]>) =>
        bounds(Plan.afterAnswer(first, ask(102, 103, 1, 1), answer(rows))[1])[0]
      assert.strictEqual(second([[102, 1]]), false)
      assert.strictEqual(second([[101, 1], [102, 1]]), true)
      assert.strictEqual(second([]), undefined, "no row tells nothing")
    })

    it("learns that the last day is outside when the next window has rows there", () => {
      const first = Plan.afterAnswer(begin("unknown"), ask(100, 101, 1, 1), answer([[100, 1]]))[1]
      const toIncluded = (plan: Plan.Plan, rows: ReadonlyArray<readonly [number, number]>) =>
        bounds(Plan.afterAnswer(plan, ask(102, 103, 1, 1), answer(rows))[1])[1]
      assert.strictEqual(toIncluded(first, [[102, 1]]), false)
      assert.strictEqual(toIncluded(first, [[103, 1]]), undefined)
      assert.strictEqual(toIncluded({ ...first, previous: undefined }, [[102, 1]]), undefined)
      assert.strictEqual(toIncluded(first, [[103, 1], [104, 1]]), true)
    })

    it("leaves room for the days beyond the window unless they are known to be outside", () => {
      const stored = [98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111]
        .map((day) => [day, 3] as const)
      const size = (fromIncluded: boolean | undefined, toIncluded: boolean | undefined) => {
        const next = Plan.nextAsk({ ...begin("unknown", stored), habit: shown(fromIncluded, toIncluded) })
        return next === undefined ? 0 : next.days.to - next.days.from + 1
      }
      assert.strictEqual(size(undefined, undefined), 1)
      assert.strictEqual(size(false, undefined), 2)
      assert.strictEqual(size(undefined, false), 2)
      assert.strictEqual(size(false, false), 3)
    })

    it("tries a single full day with narrower margins before it is reported", () => {
      const full = answer([[100, 10]])
      const [first, tried] = Plan.afterAnswer(begin("unknown"), ask(100, 100, 1, 1), full)
      assert.strictEqual(first, "ask-again")
      assert.deepStrictEqual<unknown>(Plan.nextAsk(tried), ask(100, 100, 0, 1))
      const [second, triedBoth] = Plan.afterAnswer(tried, ask(100, 100, 0, 1), full)
      assert.strictEqual(second, "ask-again")
      assert.deepStrictEqual<unknown>(Plan.nextAsk(triedBoth), ask(100, 100))
      const [third, reported] = Plan.afterAnswer(triedBoth, ask(100, 100), full)
      assert.strictEqual(third, "cut-off")
      assert.strictEqual(reported.remaining?.from, 101)
      assert.isUndefined(reported.margins)
      assert.strictEqual(reported.longest, Number.POSITIVE_INFINITY)
      assert.deepStrictEqual(countsOf(reported), { 100: { rows: 10, certainty: "exact" } })
    })

    it("does not believe an answer to narrower margins that shows no row on the bound", () => {
      const [, tried] = Plan.afterAnswer(begin("unknown"), ask(100, 100, 1, 1), answer([[101, 10]]))
      assert.deepStrictEqual(bounds(tried), [undefined, true])
      const narrower = Plan.nextAsk(tried)
      assert.deepStrictEqual<unknown>(narrower, ask(100, 100, 1, 0))
      const [, triedBoth] = Plan.afterAnswer(tried, ask(100, 100, 1, 0), answer([[99, 5], [100, 5]]))
      assert.deepStrictEqual<unknown>(Plan.nextAsk(triedBoth), ask(100, 100))
      const [, guessed] = Plan.afterAnswer(begin("unknown"), ask(100, 100, 1, 1), answer([], 10))
      const [decision, doubted] = Plan.afterAnswer(guessed, ask(100, 100, 0, 1), answer([]))
      assert.strictEqual(decision, "ask-again")
      const wide = { ...doubted, remaining: { from: dayFromNumber(100), to: dayFromNumber(100) } }
      assert.deepStrictEqual<unknown>(Plan.nextAsk(wide), ask(100, 100, 1, 1))
      const [, third] = Plan.afterAnswer(wide, ask(100, 100, 1, 1), answer([], 10))
      assert.deepStrictEqual<unknown>(third.margins, { before: 1, after: 0 })
    })

    it("goes on behind a window that was skipped, having learned nothing", () => {
      const plan = begin("inclusive")
      const skipped = Plan.skip({ ...plan, longest: 3, cutOffs: 2, isDoubted: true }, ask(100, 102))
      assert.deepStrictEqual<unknown>(skipped, { ...plan, remaining: { from: 103, to: 109 } })
      assert.isUndefined(Plan.skip(skipped, ask(103, 109)).remaining)
      assert.isUndefined(Plan.skip({ ...plan, remaining: undefined }, ask(103, 104)).remaining)
    })

    it("skips a day that is asked for again alone", () => {
      const plan = { ...begin("inclusive"), again: [dayFromNumber(101), dayFromNumber(103)] }
      assert.deepStrictEqual(Plan.skip(plan, ask(101, 101)), { ...plan, again: [dayFromNumber(103)] })
    })

    it("may ask again for no day before the first that was asked for", () => {
      const { density, habit, limit } = begin("inclusive")
      assert.strictEqual(Plan.start({ period: ten, limit, habit, density }).earliest, ten.from)
      const earliest = dayFromNumber(90)
      assert.strictEqual(Plan.start({ period: ten, earliest, limit, habit, density }).earliest, earliest)
    })
  })
})
