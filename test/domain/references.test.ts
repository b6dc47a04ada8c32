import { assert, describe, it } from "@effect/vitest"
import { parseDay } from "../../src/domain/Period.ts"
import * as ServiceTime from "../../src/domain/ServiceTime.ts"
import { type Draw, random } from "../continuity/statements.ts"
import { cases } from "../kit/cases.ts"
import { dayByPattern, timeByPattern } from "../kit/references.ts"

const seed = 20_240_305
const count = cases(Number(process.env["REFERENCE_CASES"] ?? 50_000))

const pick = (next: Draw, ...texts: ReadonlyArray<string>): string => texts[Math.floor(next() * texts.length)] ?? ""

/** Mostly right, sometimes a piece that should not be there. */
const piece = (next: Draw, ...right: ReadonlyArray<string>): string =>
  next() < 0.97 ? pick(next, ...right) : pick(next, "", "0", "1", " ", "-", ":", "1.", "+1", "٣٤", "é", "000")

const two = (next: Draw, most: number): string => piece(next, String(Math.floor(next() * (most + 3))).padStart(2, "0"))

const dateOf = (next: Draw): string =>
  piece(next, "20", "20", "19", "00", "99") + two(next, 99) + piece(next, "-") + two(next, 12) + piece(next, "-") +
  two(next, 31)

const timeOf = (next: Draw): string =>
  dateOf(next) + piece(next, " ") + two(next, 23) + piece(next, ":") + two(next, 59) + piece(next, ":") +
  two(next, 59) + piece(next, " ") + piece(next, "A", "P", "a", "p", "X") + piece(next, "M", "m", "N")

describe(`read fast, and the same as by a pattern (${count} texts from seed ${seed})`, () => {
  it("days", () => {
    const next = random(seed)
    let right = 0
    for (let index = 0; index < count; index++) {
      const text = dateOf(next)
      const expected = dayByPattern(text)
      assert.strictEqual(parseDay(text), expected, text)
      if (expected !== undefined) right++
    }
    assert.isTrue(right > count / 5 && right < count)
  })

  it("timestamps", () => {
    const next = random(seed + 1)
    let right = 0
    for (let index = 0; index < count; index++) {
      const text = timeOf(next)
      const expected = timeByPattern(text)
      const read = ServiceTime.parse(text, "trust-24h")
      if (expected === undefined) {
        assert.strictEqual(read, "time-malformed", text)
        continue
      }
      right++
      const { day, hour, minute, pm, second } = expected
      assert.deepStrictEqual(read, {
        localTime: (((day * 24 + hour) * 60 + minute) * 60 + second) * 1000,
        markerConflict: pm ? hour >= 1 && hour <= 11 : hour === 12
      }, text)
    }
    assert.isTrue(right > count / 20 && right < count)
  })
})
