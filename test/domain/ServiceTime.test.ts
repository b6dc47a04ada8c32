import { assert, describe, it, vi } from "@effect/vitest"
import { Schema } from "effect"
import * as ServiceTime from "../../src/domain/ServiceTime.ts"
import { cases } from "../kit/cases.ts"

const clockOf = (zone: string): ServiceTime.ZoneClock => {
  const clock = ServiceTime.zoneClock(zone)
  if (clock === undefined) throw new Error(`no zone ${zone}`)
  return clock
}

const wall = (text: string): number => Date.parse(`${text.replace(" ", "T")}Z`)

const read = (text: string, policy: ServiceTime.MarkerPolicy = "trust-24h") => ServiceTime.parse(text, policy)

describe("ServiceTime", () => {
  it.each([
    ["2024-03-05 14:03:22 PM", "2024-03-05 14:03:22", false],
    ["2024-03-05 14:03:22 AM", "2024-03-05 14:03:22", false],
    ["2024-03-05 00:00:00 AM", "2024-03-05 00:00:00", false],
    ["2024-03-05 00:10:00 PM", "2024-03-05 00:10:00", false],
    ["2024-03-05 09:30:00 AM", "2024-03-05 09:30:00", false],
    ["2024-03-05 12:30:00 PM", "2024-03-05 12:30:00", false],
    ["2024-03-05 23:59:59 PM", "2024-03-05 23:59:59", false],
    ["2024-03-05 01:00:00 AM", "2024-03-05 01:00:00", false],
    ["2024-03-05 13:00:00 PM", "2024-03-05 13:00:00", false],
    ["2024-03-05 12:30:00 pm", "2024-03-05 12:30:00", false],
    ["2024-03-05 09:30:00 am", "2024-03-05 09:30:00", false],
    ["2024-03-05 09:30:00 PM", "2024-03-05 09:30:00", true],
    ["2024-03-05 09:30:00 pm", "2024-03-05 09:30:00", true],
    ["2024-03-05 01:00:00 PM", "2024-03-05 01:00:00", true],
    ["2024-03-05 11:59:59 PM", "2024-03-05 11:59:59", true],
    ["2024-03-05 12:30:00 AM", "2024-03-05 12:30:00", true],
    ["2024-03-05 12:30:00 am", "2024-03-05 12:30:00", true]
  ])("believes the 24-hour clock: %s is %s, contradiction %s", (text, expected, markerConflict) => {
    assert.deepStrictEqual(read(text), { localTime: wall(expected), markerConflict })
  })

  it.each([
    ["2024-03-05 09:30:00 PM", "2024-03-05 21:30:00", true],
    ["2024-03-05 12:30:00 AM", "2024-03-05 00:30:00", true],
    ["2024-03-05 12:30:00 PM", "2024-03-05 12:30:00", false],
    ["2024-03-05 13:30:00 AM", "2024-03-05 13:30:00", false]
  ])("believes the marker where told to: %s is %s, contradiction %s", (text, expected, markerConflict) => {
    assert.deepStrictEqual(read(text, "trust-marker"), { localTime: wall(expected), markerConflict })
  })

  it("refuses a contradiction where told to, and nothing else", () => {
    assert.strictEqual(read("2024-03-05 09:30:00 PM", "reject"), "time-marker-conflict")
    assert.deepStrictEqual(read("2024-03-05 21:30:00 PM", "reject"), {
      localTime: wall("2024-03-05 21:30:00"),
      markerConflict: false
    })
  })

  it.each([
    "",
    "2024-03-05",
    "2024-03-05 14:03:22",
    "2024-03-05T14:03:22 PM",
    "2024-02-30 14:03:22 PM",
    "2024-03-05 24:00:00 AM",
    "2024-03-05 14:60:00 PM",
    "2024-03-05 14:03:60 PM",
    "2024-03-05 14:03:22 XM",
    " 2024-03-05 14:03:22 PM",
    "2024-03-05 14:03:22 PM Z",
    "2024-03-05 1:03:22 PM",
    "2024-03-05 20:3:22 PM",
    "2024-03-05 20:03:2 PM",
    "2024-03-05 30:03:22 PM",
    "2024-03-05 ab:03:22 PM",
    "2024-03-05 2x:03:22 PM",
    "2024-03-05 14:0x:22 PM",
    "2024-03-05 14:03:2x PM",
    "2024-03-05 14:03:22 PX",
    "12024-03-05 14:03:22 PM",
    "2024-3-05 14:03:22 PM",
    "2024-03-5 14:03:22 PM",
    "abcd-03-05 14:03:22 PM",
    "2024-ab-05 14:03:22 PM",
    "2024-03-ab 14:03:22 PM"
  ])("refuses %j", (text) => {
    assert.strictEqual(read(text), "time-malformed")
  })

  it.each([
    ["Africa/Nairobi", "2024-03-05 14:03:22", "2024-03-05T11:03:22.000Z", null],
    ["Asia/Kathmandu", "2024-03-05 14:03:22", "2024-03-05T08:18:22.000Z", null],
    ["Europe/Berlin", "2024-07-01 12:00:00", "2024-07-01T10:00:00.000Z", null],
    ["Europe/Berlin", "2024-03-31 01:59:59", "2024-03-31T00:59:59.000Z", null],
    ["Europe/Berlin", "2024-03-31 02:00:00", "2024-03-31T01:00:00.000Z", "nonexistent-local"],
    ["Europe/Berlin", "2024-03-31 02:59:59", "2024-03-31T01:59:59.000Z", "nonexistent-local"],
    ["Europe/Berlin", "2024-03-31 03:00:00", "2024-03-31T01:00:00.000Z", null],
    ["Europe/Berlin", "2024-10-27 01:59:59", "2024-10-26T23:59:59.000Z", null],
    ["Europe/Berlin", "2024-10-27 02:30:00", "2024-10-27T00:30:00.000Z", "ambiguous-local"],
    ["Europe/Berlin", "2024-10-27 03:00:00", "2024-10-27T02:00:00.000Z", null],
    ["Australia/Lord_Howe", "2024-10-06 02:15:00", "2024-10-05T15:45:00.000Z", "nonexistent-local"],
    ["Australia/Lord_Howe", "2024-04-07 01:45:00", "2024-04-06T14:45:00.000Z", "ambiguous-local"],
    ["Europe/Berlin", "2024-03-30 02:30:00", "2024-03-30T01:30:00.000Z", null],
    ["Europe/Berlin", "2024-04-01 02:30:00", "2024-04-01T00:30:00.000Z", null],
    ["Europe/Berlin", "2024-10-26 02:30:00", "2024-10-26T00:30:00.000Z", null],
    ["Europe/Berlin", "2024-10-28 02:30:00", "2024-10-28T01:30:00.000Z", null],
    ["America/New_York", "2024-03-10 02:30:00", "2024-03-10T07:30:00.000Z", "nonexistent-local"],
    ["America/New_York", "2024-11-03 01:30:00", "2024-11-03T05:30:00.000Z", "ambiguous-local"],
    ["Africa/Nairobi", "2024-03-05 00:00:00", "2024-03-04T21:00:00.000Z", null],
    ["Asia/Tokyo", "2024-12-31 23:59:59", "2024-12-31T14:59:59.000Z", null],
    ["Pacific/Apia", "2011-12-29 23:30:00", "2011-12-30T09:30:00.000Z", null],
    ["Pacific/Apia", "2011-12-31 00:30:00", "2011-12-30T10:30:00.000Z", null],
    ["Pacific/Apia", "2011-12-30 12:00:00", "2011-12-30T22:00:00.000Z", "nonexistent-local"],
    ["America/New_York", "1970-01-01 00:00:00", "1970-01-01T05:00:00.000Z", null]
  ])("in %s the clock shows %s at %s, flag %s", (zone, local, instant, flag) => {
    const resolved = clockOf(zone).resolve(wall(local))
    assert.strictEqual(new Date(resolved.instant).toISOString(), instant)
    assert.strictEqual(resolved.flag, flag)
  })

  it("says the same of a time however often it is asked", () => {
    const clock = clockOf("Europe/Berlin")
    const times = ["2024-03-31 02:30:00", "2024-03-31 12:00:00", "2024-07-01 12:00:00", "2024-10-27 02:30:00"].map(wall)
    const fresh = times.map((time) => clockOf("Europe/Berlin").resolve(time))
    assert.deepStrictEqual(times.map((time) => clock.resolve(time)), fresh)
    assert.deepStrictEqual(times.map((time) => clock.resolve(time)), fresh)
    assert.strictEqual(clock.zone, "Europe/Berlin")
  })

  it("looks at the calendar once for all the times of a day without a change", () => {
    const formatToParts = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts")
    const clock = clockOf("Europe/Berlin")
    clock.resolve(wall("2024-07-01 12:00:00"))
    const looks = formatToParts.mock.calls.length
    clock.resolve(wall("2024-07-01 23:59:59"))
    const looksAfter = formatToParts.mock.calls.length
    formatToParts.mockRestore()
    assert.isAbove(looks, 0)
    assert.strictEqual(looksAfter, looks)
  })

  it.each([
    ["America/Noronha", "2000-10-05", 14],
    ["Asia/Gaza", "2040-10-17", 14],
    ["Pacific/Apia", "2011-12-27", 7],
    ["Australia/Lord_Howe", "2024-04-04", 7]
  ])("is found where a zone's clock changes twice within days: %s from %s on", (zone, from, days) => {
    const clock = clockOf(zone)
    const step = 600_000
    const start = wall(`${from} 00:00:00`)
    const instants = new Map<number, Array<number>>()
    for (let instant = start - 86_400_000; instant < start + (days + 1) * 86_400_000; instant += step) {
      const shown = clock.localTimeAt(instant)
      instants.set(shown, [...instants.get(shown) ?? [], instant])
    }
    let changes = 0
    for (let local = start; local < start + days * 86_400_000; local += step) {
      const shown = instants.get(local) ?? []
      const { flag, instant } = clock.resolve(local)
      const flagThere = shown.length === 0 ? "nonexistent-local" : shown.length > 1 ? "ambiguous-local" : null
      assert.strictEqual(flag, flagThere, new Date(local).toISOString())
      if (shown.length > 0) assert.strictEqual(instant, shown[0])
      if (flag !== null) changes++
    }
    assert.isAbove(changes, 0)
  })

  it("knows no zone that does not exist", () => {
    assert.isUndefined(ServiceTime.zoneClock("Mars/Olympus"))
  })

  const seconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_000_000_000 }))
  it.prop(
    "gives an instant at which the zone's clock shows the time, unless it is flagged as skipped",
    [seconds],
    ([at]) => {
      for (const zone of ["Europe/Berlin", "America/Sao_Paulo", "Africa/Casablanca", "Asia/Tehran", "Africa/Nairobi"]) {
        const clock = clockOf(zone)
        const local = clock.localTimeAt(at * 1000)
        const { flag, instant } = clock.resolve(local)
        assert.strictEqual(clock.localTimeAt(instant), local)
        if (flag === null) assert.strictEqual(instant, at * 1000)
        else assert.isAtMost(instant, at * 1000)
      }
    },
    { arbitrary: { seed: "zones", runs: cases(300, 20) } }
  )
})
