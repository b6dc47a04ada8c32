import { assert, describe, it } from "@effect/vitest"
import { type BroughtRow, maybeRedatedIn, type NumberedWindow } from "../../../src/sink/plan/redated.ts"
import { day, money, period, row } from "../../../src/testing/windows.ts"

const brought = (
  txnId: string,
  on: string,
  leg: number,
  more: Partial<BroughtRow> & {
    readonly confirmed?: boolean
    readonly balance?: string | null
    readonly amount?: string
  } = {}
): BroughtRow => {
  const { amount = "10.00", balance = "110.00", confirmed = true, ...rest } = more
  return {
    transaction: row(txnId, `${on} 10:00:00`, amount, balance, { confirmed }),
    leg,
    position: null,
    withdrawn: false,
    sequence: leg + 1,
    ...rest
  }
}

const seen = (sequence: number, from: string, to: string, more: Partial<NumberedWindow> = {}): NumberedWindow => ({
  sequence,
  runId: `run-${sequence}`,
  days: period(from, to),
  complete: true,
  doubted: false,
  origin: "service",
  lastSettledDay: day("2024-12-31"),
  ...more
})

const earlier = brought("A", "2024-01-05", 0)
const later = brought("A", "2024-01-07", 1)
const told = (rows: ReadonlyArray<BroughtRow>, windows: ReadonlyArray<NumberedWindow> = []) =>
  maybeRedatedIn(rows, windows).map((each) => `${each.txnId} ${each.day}`)
const first = [`A ${day("2024-01-05")}`]

describe("a row", () => {
  it("may be dated anew where one alike stands on another day since, and is told with what it moves", () => {
    assert.deepStrictEqual(maybeRedatedIn([later, earlier], []), [{
      day: day("2024-01-05"),
      txnId: "A",
      type: "Credit",
      amount: money("10.00"),
      balance: money("110.00"),
      confirmed: true
    }])
  })

  it("is not where it is alone, withdrawn, of a blank id, or otherwise", () => {
    assert.deepStrictEqual(told([earlier]), [])
    assert.deepStrictEqual(told([{ ...earlier, withdrawn: true }, later]), [])
    assert.deepStrictEqual(told([earlier, { ...later, withdrawn: true }]), [])
    assert.deepStrictEqual(told([brought(" ", "2024-01-05", 0), brought(" ", "2024-01-07", 1)]), [])
    assert.deepStrictEqual(told([earlier, brought("B", "2024-01-07", 1)]), [])
    assert.deepStrictEqual(told([earlier, brought("A", "2024-01-07", 1, { amount: "11.00" })]), [])
    assert.deepStrictEqual(told([earlier, brought("A", "2024-01-07", 1, { amount: "-10.00" })]), [])
    assert.deepStrictEqual(told([earlier, brought("A", "2024-01-05", 1)]), [], "of the same day")
    assert.deepStrictEqual(told([brought("A", "2024-01-05", 2), later]), [`A ${day("2024-01-07")}`], "it came later")
    assert.deepStrictEqual(told([brought("A", "2024-01-05", 1), brought("A", "2024-01-07", 1)]), [])
  })

  it("has to tell the same balance where it is confirmed, and none where it is not", () => {
    const other = brought("A", "2024-01-07", 1, { balance: "120.00" })
    assert.deepStrictEqual(told([earlier, other]), [])
    assert.deepStrictEqual(told([brought("A", "2024-01-05", 0, { confirmed: false }), other]), first)
    const nothing = { balance: null }
    assert.deepStrictEqual(told([brought("A", "2024-01-05", 0, nothing), brought("A", "2024-01-07", 1, nothing)]), [])
  })

  it("may be before the other or behind it, up to a month away, with no third one near", () => {
    assert.deepStrictEqual(told([brought("A", "2024-01-09", 0), brought("A", "2024-01-07", 1)]), [
      `A ${day("2024-01-09")}`
    ])
    assert.deepStrictEqual(told([earlier, brought("A", "2024-02-05", 1)]), first, "31 days")
    assert.deepStrictEqual(told([earlier, brought("A", "2024-02-06", 1)]), [], "32 days")
    for (const third of ["2024-01-01", "2024-01-06", "2024-01-05", "2024-01-07", "2024-01-30"]) {
      assert.deepStrictEqual(told([earlier, later, brought("A", third, 2)]), [], third)
    }
    assert.deepStrictEqual(told([earlier, later, brought("A", "2024-04-01", 2)]), first, "the third is far")
    assert.deepStrictEqual(told([brought("A", "2023-10-01", 2), earlier, later]), first)
    assert.deepStrictEqual(told([earlier, later, brought("B", "2024-01-06", 0), brought("B", "2024-01-04", 1)]), [
      ...first,
      `B ${day("2024-01-06")}`
    ])
  })

  it("is told in the order of days, then of ids", () => {
    const rows = [
      ["C", "2024-01-05", 0],
      ["C", "2024-01-08", 1],
      ["A", "2024-01-05", 0],
      ["A", "2024-01-06", 1],
      ["B", "2024-01-02", 0],
      ["B", "2024-01-03", 1]
    ] as const
    assert.deepStrictEqual(told(rows.map(([txnId, on, leg]) => brought(txnId, on, leg))), [
      `B ${day("2024-01-02")}`,
      `A ${day("2024-01-05")}`,
      `C ${day("2024-01-05")}`
    ])
  })

  it("is not where a complete answer, that nobody doubts, has shown it since the other came", () => {
    assert.deepStrictEqual(told([earlier, later], [seen(2, "2024-01-05", "2024-01-05")]), [])
    assert.deepStrictEqual(told([earlier, later], [seen(3, "2024-01-01", "2024-01-31")]), [])
    assert.deepStrictEqual(told([earlier, later], [seen(1, "2024-01-05", "2024-01-05")]), first, "before")
    assert.deepStrictEqual(told([earlier, later], [seen(3, "2024-01-06", "2024-01-31")]), first, "of other days")
    assert.deepStrictEqual(told([earlier, later], [seen(3, "2024-01-05", "2024-01-05", { complete: false })]), first)
    assert.deepStrictEqual(told([earlier, later], [seen(3, "2024-01-05", "2024-01-05", { doubted: true })]), first)
  })

  it("is not where the run that brought the other had shown it, unless it is not confirmed", () => {
    const run = { runId: "run-2" }
    const windows = [seen(1, "2024-01-05", "2024-01-05", run), seen(2, "2024-01-07", "2024-01-07")]
    assert.deepStrictEqual(told([earlier, later], windows), [])
    assert.deepStrictEqual(told([brought("A", "2024-01-05", 0, { confirmed: false }), later], windows), first)
    const others = [seen(1, "2024-01-05", "2024-01-05"), seen(2, "2024-01-07", "2024-01-07")]
    assert.deepStrictEqual(told([earlier, later], others), first, "another run")
    const unknown = [seen(1, "2024-01-05", "2024-01-05")]
    assert.deepStrictEqual(told([earlier, { ...later, sequence: 9 }], unknown), first)
  })
})
