import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { dayNumber } from "../../src/sandbox/calendar.ts"
import { generate } from "../../src/sandbox/generate.ts"
import { pageOf } from "../../src/sandbox/page.ts"
import { Behaviour, WalletOptions } from "../../src/sandbox/SandboxOptions.ts"
import type { Received } from "./caller.ts"

const ledger = generate(
  Schema.decodeSync(WalletOptions)({
    walletNo: "W1",
    records: 900,
    from: "2025-01-01",
    to: "2025-01-30",
    busyDays: [{ day: "2025-01-10", records: 300 }]
  }),
  3
)
assert(typeof ledger !== "string")

const page = (behaviour: typeof Behaviour.Encoded, from: string, to: string, limit = 5000): ReadonlyArray<Received> =>
  pageOf(ledger, Schema.decodeSync(Behaviour)(behaviour), undefined, {
    from: dayNumber(from) ?? 0,
    to: dayNumber(to) ?? 0,
    limit
  }).map((text) => JSON.parse(text) as Received)

const days = (records: ReadonlyArray<Received>) =>
  [...new Set(records.map((record) => record.date.slice(0, 10)))].toSorted()
const keys = (records: ReadonlyArray<Received>) => records.map((record) => `${record.date} ${record.balance}`)
const times = (records: ReadonlyArray<Received>) => records.map((record) => record.date.slice(0, 19))

const form = (records: ReadonlyArray<Received>) => new Set(records.map((record) => typeof record.amount))

const orders = ["newest-first", "oldest-first", "shuffled"] as const
const bounds = {
  inclusive: ["2025-01-10", "2025-01-11", "2025-01-12"],
  "exclusive-end": ["2025-01-10", "2025-01-11"],
  exclusive: ["2025-01-11"]
} as const

describe("the records of one answer", () => {
  for (const order of orders) {
    for (const dateBounds of ["inclusive", "exclusive-end", "exclusive"] as const) {
      it(`are those of the range with ${dateBounds} bounds, ${order}`, () => {
        const records = page({ order, dateBounds }, "2025-01-10", "2025-01-12")
        assert.deepStrictEqual(days(records), [...bounds[dateBounds]])
        const sorted = times(records).toSorted()
        if (order === "oldest-first") assert.deepStrictEqual(times(records), sorted)
        if (order === "newest-first") assert.deepStrictEqual(times(records), sorted.toReversed())
        if (order === "shuffled") assert.notDeepEqual(times(records), sorted)
        const chronological = page({ order: "oldest-first", dateBounds }, "2025-01-10", "2025-01-12")
        assert.deepStrictEqual(keys(records).toSorted(), keys(chronological).toSorted())
      })
    }
  }

  it("are cut at another time than midnight when the days asked for begin there", () => {
    const records = page({ order: "oldest-first", dayStartMinutes: 180 }, "2025-01-10", "2025-01-10")
    assert.isAbove(records.length, 100)
    for (const time of times(records)) {
      assert.isTrue(time >= "2025-01-10 03:00:00" && time < "2025-01-11 03:00:00", time)
    }
  })

  it("are none later than where the service's clock stands", () => {
    const shown = page({ present: "2025-01-10T12:00:00+03:00" }, "2025-01-01", "2025-01-30")
    const all = page({}, "2025-01-01", "2025-01-30")
    assert.deepStrictEqual(times(shown), times(all).filter((time) => time <= "2025-01-10 12:00:00"))
    assert.include(days(shown), "2025-01-10")
    assert.isBelow(shown.length, all.length)
    for (const present of ["2025-01-10", "2025-01-10T12:00:00", "2025-02-30T12:00:00Z"]) {
      assert.throws(() => page({ present }, "2025-01-01", "2025-01-30"), /offset/)
    }
  })

  it("are never more than the service's own limit, whatever is asked for", () => {
    assert.lengthOf(page({ answerLimit: 120 }, "2025-01-01", "2025-01-30"), 120)
    assert.lengthOf(page({ answerLimit: 120 }, "2025-01-01", "2025-01-30", 7), 7)
  })

  it("are none when exclusive bounds leave no day", () => {
    assert.lengthOf(page({ dateBounds: "exclusive" }, "2025-01-10", "2025-01-10"), 0)
    assert.lengthOf(page({ dateBounds: "exclusive-end" }, "2025-01-10", "2025-01-10"), 0)
    assert.lengthOf(page({}, "2025-01-10", "2025-01-10"), 300)
  })

  it("are cut off at the limit: the newest, the oldest, or any", () => {
    const all = page({ order: "oldest-first" }, "2025-01-01", "2025-01-30")
    assert.lengthOf(all, 900)
    const newest = page({ order: "newest-first" }, "2025-01-01", "2025-01-30", 100)
    assert.deepStrictEqual(keys(newest), keys(all.slice(-100)).toReversed())
    assert.deepStrictEqual(
      keys(page({ order: "oldest-first" }, "2025-01-01", "2025-01-30", 100)),
      keys(all.slice(0, 100))
    )
    const any = page({ order: "shuffled" }, "2025-01-01", "2025-01-30", 100)
    assert.strictEqual(new Set(keys(any)).size, 100)
    assert.isTrue(days(any).length > 10)
  })

  it("are shuffled the same way each time", () => {
    const [once, again] = [1, 2].map(() => page({ order: "shuffled" }, "2025-01-03", "2025-01-20", 250))
    assert.deepStrictEqual(once, again)
  })

  it("carry a 24-hour clock with the marker that belongs to it", () => {
    for (const { date } of page({}, "2025-01-01", "2025-01-30")) {
      const match = /^\d{4}-\d{2}-\d{2} (\d{2}):\d{2}:\d{2} (AM|PM)$/.exec(date)
      assert.strictEqual(match?.[2], Number(match?.[1]) < 12 ? "AM" : "PM")
    }
  })

  it("hold amount and balance as strings, numbers or both, with the same digits", () => {
    const text = page({ amountForm: "string", balanceForm: "string" }, "2025-01-01", "2025-01-30")
    const number = page({ amountForm: "number", balanceForm: "number" }, "2025-01-01", "2025-01-30")
    assert.deepStrictEqual(form(text), new Set(["string"]))
    assert.deepStrictEqual(form(number), new Set(["number"]))
    assert.deepStrictEqual(
      form(page({ amountForm: "mixed" }, "2025-01-01", "2025-01-30")),
      new Set(["string", "number"])
    )
    assert.deepStrictEqual(text.map((record) => Number(record.amount)), number.map((record) => record.amount))
    assert.notProperty(page({ balanceForm: "absent" }, "2025-01-01", "2025-01-30")[0], "balance")
  })
})
