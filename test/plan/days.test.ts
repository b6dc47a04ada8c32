/**
 * Services whose days begin elsewhere than the timestamps' midnight, and services that change their habit: what a plan
 * fetches of them, row by row.
 */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { contains, type Day, dayFromNumber, type Period } from "../../src/domain/Period.ts"
import * as Density from "../../src/plan/Density.ts"
import { claimed, contradicted, type DayClaims, noClaims } from "../../src/plan/Habit.ts"
import * as Plan from "../../src/plan/Plan.ts"
import { cases } from "../kit/cases.ts"
import { answerOf, covered, dayOf, type Days, daySeconds } from "./answers.ts"

interface Case {
  readonly period: Period
  /** Seconds since 1970. */
  readonly rows: ReadonlyArray<number>
  readonly days: Days
  readonly limit: number
  readonly claims?: DayClaims
  /** What the service does from the request of this number on. */
  readonly later?: { readonly from: number; readonly days: Days }
  readonly stored?: ReadonlyArray<number>
}

/** Pulls as the plan says, each window replacing its days, as a sink does. */
const pull = ({ claims = noClaims, days, later, limit, period, rows, stored = [] }: Case) => {
  const kept = new Map<Day, ReadonlyArray<number>>()
  for (const time of stored) kept.set(dayOf(time), [...kept.get(dayOf(time)) ?? [], time])
  const byDay = new Map([...kept].map(([day, times]) => [day, times.length]))
  let plan = Plan.start({
    period,
    limit,
    habit: claimed(claims),
    density: Density.fromStored(byDay, stored.length === 0 ? undefined : period)
  })
  const asked: Array<Period> = []
  const cutOff: Array<Day> = []
  for (let ask = Plan.nextAsk(plan); ask !== undefined; ask = Plan.nextAsk(plan)) {
    asked.push(ask.asked)
    if (asked.length > 2000) throw new Error("the plan does not come to an end")
    const now = later !== undefined && asked.length >= later.from ? later.days : days
    const shown = rows.filter(covered(now, ask.asked)).slice(0, limit)
    const [decision, next] = Plan.afterAnswer(plan, ask, answerOf(shown))
    plan = next
    if (decision === "ask-again") continue
    const { days: window } = ask
    if (decision === "cut-off") cutOff.push(window.from)
    for (let day = window.from; day <= window.to; day = dayFromNumber(day + 1)) {
      const own = shown.filter((time) => dayOf(time) === day)
      kept.set(day, decision === "cut-off" ? [...new Set([...kept.get(day) ?? [], ...own])] : own)
    }
  }
  const own = rows.filter((time) => contains(period, dayOf(time)))
  const found = [...kept.values()].flat().filter((time) => contains(period, dayOf(time)))
  const lost = own.filter((time) => !found.includes(time) && !cutOff.includes(dayOf(time)))
  return { asked, cutOff, lost, contradicted: contradicted(plan.habit) }
}

const period: Period = { from: dayFromNumber(100), to: dayFromNumber(129) }

const int = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const seconds = Schema.Array(int(95 * daySeconds, 135 * daySeconds)).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(200)
)
const ways = [
  { fromIncluded: true, toIncluded: true, shift: 0 },
  { fromIncluded: true, toIncluded: false, shift: 0 },
  { fromIncluded: false, toIncluded: true, shift: 0 },
  { fromIncluded: false, toIncluded: false, shift: 0 },
  { fromIncluded: true, toIncluded: false, shift: 0, isClosed: true },
  { fromIncluded: true, toIncluded: false, shift: 180, isClosed: true },
  { fromIncluded: true, toIncluded: false, shift: -300, isClosed: true },
  ...[180, -300, 330, -720, 60, -60, 15, 840, -840].flatMap((shift) =>
    [true, false].map((toIncluded) => ({ fromIncluded: true, toIncluded, shift }))
  )
] as const satisfies ReadonlyArray<Days>

const claimsOf = (index: number): DayClaims => ({
  dateBounds: (["unknown", "inclusive", "exclusive-end"] as const)[index % 3] ?? "unknown",
  dayStart: ([undefined, 0, 180, -300] as const)[Math.floor(index / 3)]
})

describe("the days of a plan", () => {
  it.prop("lose no row, whatever the service takes its days for and whatever settings claim", [
    seconds,
    Schema.Literals([4, 10, 40, 1000]),
    int(0, 11),
    Schema.Boolean
  ], ([times, limit, claim, newestFirst]) => {
    const sorted = [...new Set(times)].toSorted((left, right) => newestFirst ? right - left : left - right)
    for (const days of ways) {
      const { lost } = pull({ period, rows: sorted, days, limit, claims: claimsOf(claim) })
      assert.deepStrictEqual(lost, [], JSON.stringify({ days, claim: claimsOf(claim), limit }))
    }
  }, { arbitrary: { seed: "days", runs: cases(300, 20) }, timeout: 120_000 })

  it.prop("lose no row where the first day is left out and days begin at the hour that settings claim", [
    seconds,
    Schema.Literals([4, 10, 40, 1000]),
    Schema.Boolean
  ], ([times, limit, newestFirst]) => {
    const sorted = [...new Set(times)].toSorted((left, right) => newestFirst ? right - left : left - right)
    for (const dayStart of [15, 180, 840, -300]) {
      for (const toIncluded of [true, false]) {
        const claims: DayClaims = { dateBounds: "unknown", dayStart }
        const days = { fromIncluded: false, toIncluded, shift: dayStart }
        const { lost } = pull({ period, rows: sorted, days, limit, claims })
        assert.deepStrictEqual(lost, [], JSON.stringify({ days, limit }))
      }
    }
  }, { arbitrary: { seed: "first days left out", runs: cases(300, 20) }, timeout: 120_000 })

  it.prop("take no stored row away when the service changed its habit between two pulls, or changes it within one", [
    seconds,
    Schema.Literals([10, 40, 1000]),
    int(0, 11),
    int(1, 6)
  ], ([times, limit, claim, from]) => {
    const rows = [...new Set(times)].toSorted((left, right) => left - right)
    const plain = { fromIncluded: true, toIncluded: true, shift: 0 }
    for (const days of ways) {
      const pulled = { period, rows, limit, claims: claimsOf(claim), stored: rows }
      const between = pull({ ...pulled, days })
      assert.deepStrictEqual(between.lost, [], JSON.stringify({ days, claim: claimsOf(claim), limit }))
      const within = pull({ ...pulled, days: plain, later: { from, days } })
      assert.deepStrictEqual(within.lost, [], JSON.stringify({ days, claim: claimsOf(claim), limit, from }))
    }
  }, { arbitrary: { seed: "changes", runs: cases(300, 20) }, timeout: 120_000 })
})
