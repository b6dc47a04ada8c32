import { assert, describe, it } from "@effect/vitest"
import { type Day, dayFromNumber, type Period } from "../../src/domain/Period.ts"
import * as Density from "../../src/plan/Density.ts"

const days = (from: number, to: number): Period => ({ from: dayFromNumber(from), to: dayFromNumber(to) })
const rows = (counts: Record<number, number>): ReadonlyMap<Day, number> =>
  new Map(Object.entries(counts).map(([day, count]) => [dayFromNumber(Number(day)), count]))
const known = (counts: Record<number, readonly [number, Density.DayCount["certainty"]]>): Density.Density => ({
  days: new Map(
    Object.entries(counts).map(([day, [count, certainty]]) => [dayFromNumber(Number(day)), { rows: count, certainty }])
  )
})
const written = (density: Density.Density): Record<string, string> =>
  Object.fromEntries(Array.from(density.days, ([day, count]) => [day, `${count.certainty} ${count.rows}`]))
const nothing = known({})
const unexpected = () => 0

describe("Density", () => {
  it("takes stored rows as they are, and days without any for empty where all days are covered", () => {
    assert.deepStrictEqual(written(Density.fromStored(rows({ 2: 5, 9: 7 }), days(1, 3))), {
      1: "exact 0",
      2: "exact 5",
      3: "exact 0",
      9: "exact 7"
    })
    assert.deepStrictEqual(written(Density.fromStored(rows({ 2: 5 }), undefined)), { 2: "exact 5" })
  })

  it("knows every day of an uncut answer, and forgets shares of earlier ones", () => {
    const before = known({ 1: [9, "share"], 2: [9, "exact"], 3: [9, "share"], 4: [9, "likely"], 5: [9, "at-least"] })
    assert.deepStrictEqual(written(Density.afterWindow(before, days(2, 3), rows({ 3: 4, 8: 1 }))), {
      2: "exact 0",
      3: "exact 4",
      4: "likely 9",
      5: "at-least 9"
    })
  })

  it("takes a full answer that leaves the last days empty for oldest first", () => {
    const after = Density.afterCutOff(nothing, days(1, 6), rows({ 1: 5, 3: 7, 4: 2 }), unexpected)
    assert.deepStrictEqual(written(after), { 1: "likely 5", 2: "likely 0", 3: "likely 7", 4: "at-least 2" })
  })

  it("takes a full answer that leaves the first days empty for newest first", () => {
    const after = Density.afterCutOff(nothing, days(1, 6), rows({ 6: 5, 4: 7, 3: 2 }), unexpected)
    assert.deepStrictEqual(written(after), { 3: "at-least 2", 4: "likely 7", 5: "likely 0", 6: "likely 5" })
  })

  it("goes by the end with more empty days", () => {
    assert.deepStrictEqual(written(Density.afterCutOff(nothing, days(1, 6), rows({ 2: 5, 3: 7 }), unexpected)), {
      1: "likely 0",
      2: "likely 5",
      3: "at-least 7"
    })
    assert.deepStrictEqual(written(Density.afterCutOff(nothing, days(1, 6), rows({ 4: 5, 5: 7 }), unexpected)), {
      4: "at-least 5",
      5: "likely 7",
      6: "likely 0"
    })
  })

  it("does not look at rows outside the days", () => {
    const after = Density.afterCutOff(nothing, days(2, 5), rows({ 1: 9, 2: 5, 3: 7, 6: 9 }), unexpected)
    assert.deepStrictEqual(written(after), { 2: "likely 5", 3: "at-least 7" })
  })

  it("gives each day its share of a strewn answer, of far more rows before any day was counted", () => {
    const after = Density.afterCutOff(nothing, days(1, 4), rows({ 1: 5, 2: 0, 3: 1, 4: 4 }), unexpected)
    assert.deepStrictEqual(written(after), { 1: "share 10", 2: "share 0", 3: "share 2", 4: "share 8" })
    const likely = known({ 9: [3, "likely"] })
    assert.deepStrictEqual(written(Density.afterCutOff(likely, days(1, 4), rows({ 1: 5, 4: 4 }), unexpected)), {
      1: "share 10",
      2: "share 0",
      3: "share 0",
      4: "share 8",
      9: "likely 3"
    })
    assert.deepStrictEqual(written(Density.afterCutOff(nothing, days(1, 1), rows({ 1: 20 }), unexpected)), {
      1: "share 21"
    })
  })

  it("scales shares to what most days were expected to have", () => {
    const counted = known({ 0: [8, "exact"] })
    const after = Density.afterCutOff(
      counted,
      days(1, 3),
      rows({ 1: 4, 2: 4, 3: 20 }),
      (day) => (day === 3 ? 400 : 8)
    )
    assert.deepStrictEqual(written(after), { 0: "exact 8", 1: "share 8", 2: "share 8", 3: "share 40" })
  })

  it("takes a full answer for somewhat more than it shows when that is what was expected", () => {
    const counted = known({ 0: [8, "exact"] })
    const after = Density.afterCutOff(counted, days(1, 3), rows({ 1: 20, 2: 20, 3: 40 }), () => 20)
    assert.deepStrictEqual(written(after), { 0: "exact 8", 1: "share 21", 2: "share 21", 3: "share 42" })
    const silent = Density.afterCutOff(counted, days(1, 6), rows({ 1: 20, 4: 0, 6: 40 }), () => 20)
    assert.deepStrictEqual(written(silent), {
      0: "exact 8",
      1: "share 21",
      2: "share 0",
      3: "share 0",
      4: "share 0",
      5: "share 0",
      6: "share 42"
    })
  })

  it("says nothing of days when none can be read", () => {
    assert.deepStrictEqual(written(Density.afterCutOff(nothing, days(1, 2), rows({}), unexpected)), {
      1: "share 0",
      2: "share 0"
    })
  })

  it("no longer counts on days that a full answer contradicts, but on no less than they had", () => {
    const stored = known({ 1: [9, "exact"], 2: [1, "exact"], 3: [9, "likely"], 4: [5, "share"], 5: [6, "exact"] })
    assert.deepStrictEqual(
      written(Density.afterCutOff(stored, days(1, 5), rows({ 1: 3, 2: 4, 3: 2, 4: 1 }), unexpected)),
      {
        1: "likely 9",
        2: "likely 4",
        3: "likely 2",
        4: "at-least 1",
        5: "exact 6"
      }
    )
  })
})
