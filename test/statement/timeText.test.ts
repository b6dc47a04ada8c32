import { assert, describe, it } from "@effect/vitest"
import { dayFromNumber, formatDay } from "../../src/domain/Period.ts"
import { noDay } from "../../src/domain/Records.ts"
import { TimeText } from "../../src/statement/timeText.ts"

const inFront = `"date":"`
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(`${inFront}${text}2024-03-05 00:00:00 AM`)

const dayIn = ({ day }: TimeText): string => day === noDay ? "no day" : formatDay(dayFromNumber(day))

/** What is read of a text that stands between others. */
const told = (text: string, time = new TimeText()): string => {
  time.read(bytesOf(text), inFront.length, inFront.length + text.length)
  return time.second < 0 ? `${dayIn(time)}, no time` : `${dayIn(time)}, ${time.second}${time.isAfternoon ? " PM" : ""}`
}

describe("a timestamp", () => {
  it.each([
    ["2024-03-05 14:03:22 PM", `2024-03-05, ${(14 * 60 + 3) * 60 + 22} PM`],
    ["2024-03-05 14:03:22 AM", `2024-03-05, ${(14 * 60 + 3) * 60 + 22}`],
    ["2024-03-05 02:03:22 pm", `2024-03-05, ${(2 * 60 + 3) * 60 + 22} PM`],
    ["2024-03-05 02:03:22 am", `2024-03-05, ${(2 * 60 + 3) * 60 + 22}`],
    ["2024-03-05 00:00:00 AM", "2024-03-05, 0"],
    ["2024-03-05 00:00:01 AM", "2024-03-05, 1"],
    ["2024-03-05 00:01:00 AM", "2024-03-05, 60"],
    ["2024-03-05 01:00:00 AM", "2024-03-05, 3600"],
    ["2024-03-05 09:09:09 AM", `2024-03-05, ${(9 * 60 + 9) * 60 + 9}`],
    ["2024-03-05 10:10:10 AM", `2024-03-05, ${(10 * 60 + 10) * 60 + 10}`],
    ["2024-03-05 23:59:59 PM", "2024-03-05, 86399 PM"],
    ["1969-12-31 23:59:59 PM", "1969-12-31, 86399 PM"]
  ])("has the day, the seconds since midnight and the marker that it names: %s", (text, expected) => {
    assert.strictEqual(told(text), expected)
  })

  it.each([
    "2024-03-05 24:03:22 PM",
    "2024-03-05 14:60:22 PM",
    "2024-03-05 14:03:60 PM",
    "2024-03-05 99:03:22 PM",
    "2024-03-05 1/:03:22 PM",
    "2024-03-05 1::03:22 PM",
    "2024-03-05 /1:03:22 PM",
    "2024-03-05 :1:03:22 PM",
    "2024-03-05 14:0 :22 PM",
    "2024-03-05 14:03: 2 PM",
    "2024-03-05T14:03:22 PM",
    "2024-03-05 14.03:22 PM",
    "2024-03-05 14:03.22 PM",
    "2024-03-05 14:03:22-PM",
    "2024-03-05 14:03:22 XM",
    "2024-03-05 14:03:22 AX",
    "2024-03-05 14:03:22 PX",
    "2024-03-05 14:03:22 P",
    "2024-03-05 14:03:22 PM ",
    "2024-03-05 14:03:22",
    "2024-03-05  4:03:22 PM",
    "2024-03-05",
    "2024-03-055"
  ])("has a day and no time: %s", (text) => {
    assert.strictEqual(told(text), "2024-03-05, no time")
  })

  it.each([
    "2024-02-30 14:03:22 PM",
    "2024/03/05 14:03:22 PM",
    " 2024-03-05 14:03:2 PM",
    "2024-03-0",
    "soon",
    ""
  ])("has no day and no time: %s", (text) => {
    assert.strictEqual(told(text), "no day, no time")
  })
})

describe("timestamps one after the other", () => {
  it.each<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ["of one day", ["2024-03-05 14:03:22 PM", "2024-03-05 00:00:10 AM"], ["2024-03-05, 50602 PM", "2024-03-05, 10"]],
    [
      "of days that differ in each digit but the last",
      ["2024-03-05 14:03:22 PM", "1951-12-15 00:00:10 AM"],
      ["2024-03-05, 50602 PM", "1951-12-15, 10"]
    ],
    ["of days that differ in the last digit", ["2024-03-05 00:00:10 AM", "2024-03-06 00:00:10 AM"], [
      "2024-03-05, 10",
      "2024-03-06, 10"
    ]],
    ["of days that differ in the first digit", ["2024-03-05 00:00:10 AM", "1024-03-05 00:00:10 AM"], [
      "2024-03-05, 10",
      "1024-03-05, 10"
    ]],
    ["of one day, one of them no time", ["2024-03-05 14:03:22 XM", "2024-03-05 00:00:10 AM", "2024-03-05"], [
      "2024-03-05, no time",
      "2024-03-05, 10",
      "2024-03-05, no time"
    ]],
    ["of no day, twice", ["2024-02-30 00:00:10 AM", "2024-02-30 00:00:10 AM"], ["no day, no time", "no day, no time"]],
    ["the same after one of no day", ["2024-03-05 00:00:10 AM", "2024-02-30", "2024-03-05 00:00:10 AM"], [
      "2024-03-05, 10",
      "no day, no time",
      "2024-03-05, 10"
    ]],
    [
      "the same after a beginning of it, which names no day",
      ["2024-03-05 00:00:10 AM", "2024-03-0", "2024-03-05 00:00:10 AM", "", "2024-03-05"],
      ["2024-03-05, 10", "no day, no time", "2024-03-05, 10", "no day, no time", "2024-03-05, no time"]
    ]
  ])("are read each by itself: %s", (_, texts, expected) => {
    const time = new TimeText()
    assert.deepStrictEqual(texts.map((text) => told(text, time)), expected)
  })

  it("are told from a part of one that goes on as the day before did", () => {
    const time = new TimeText()
    const bytes = bytesOf("2024-03-05")
    time.read(bytes, inFront.length, inFront.length + 10)
    assert.strictEqual(dayIn(time), "2024-03-05")
    time.read(bytes, inFront.length, inFront.length + 9)
    assert.strictEqual(dayIn(time), "no day")
  })

  it("are read where nothing stands behind them", () => {
    const time = new TimeText()
    const bytes = new TextEncoder().encode("2024-03-05")
    for (let count = 0; count < 2; count++) {
      time.read(bytes, 0, bytes.length)
      assert.strictEqual(dayIn(time), "2024-03-05")
    }
  })
})
