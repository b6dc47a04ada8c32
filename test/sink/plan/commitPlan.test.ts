import { assert, describe, it } from "@effect/vitest"
import * as Rows from "../../../src/domain/Rows.ts"
import { WalletNo } from "../../../src/domain/Wallet.ts"
import { allStored, nothingStored, planCommit, windowProblem } from "../../../src/sink/plan/commitPlan.ts"
import { placesADay } from "../../../src/sink/plan/rowPositions.ts"
import { day, entry, rejection, row, window, type WindowOptions } from "../../../src/testing/windows.ts"

const a = row("A", "2024-01-05 10:00:00", "10.00", "110.00")
const b = row("B", "2024-01-05 11:00:00", "5.00", "115.00")
const c = row("C", "2024-01-06 09:00:00", "5.00", "120.00")

const january = (rows: Parameters<typeof window>[2], options: WindowOptions = {}) =>
  window("2024-01-01", "2024-01-31", rows, options)

const problemOfResolving = (resolves: ReadonlyArray<number>, duplicates = 0) => {
  const { receipt, ...rest } = january([a, b], {
    origin: "quarantine",
    complete: false,
    resolves,
    received: 2 + duplicates
  })
  return windowProblem({ ...rest, receipt: { ...receipt, duplicates } })
}

describe("a window", () => {
  it("can be committed when its counts add up, its rows are its own and each has a place", () => {
    assert.isUndefined(windowProblem(january([])))
    assert.isUndefined(windowProblem(january([a, b], { rejections: [rejection("{}", null)] })))
    const { receipt, ...rest } = january([a], { received: 6 })
    assert.isUndefined(windowProblem({ ...rest, receipt: { ...receipt, outside: 3, duplicates: 2 } }))
  })

  it("can't when its counts don't add up, which names them", () => {
    const { receipt, ...rest } = january([a], { received: 9, rejections: [rejection("{}", null)] })
    assert.strictEqual(
      windowProblem({ ...rest, receipt: { ...receipt, outside: 3, duplicates: 2 } }),
      "9 records were received, but 1 rows, 1 rejected, 3 outside its days and 2 duplicates make 7"
    )
    assert.strictEqual(windowProblem(january([a, b], { positions: [0] })), "it has 2 rows but 1 places")
  })

  it("can't when rows are of other days or another wallet, which counts them", () => {
    assert.strictEqual(
      windowProblem(window("2024-01-05", "2024-01-05", [a, b, c])),
      "1 of its rows are of other days or another wallet"
    )
    const other = { ...january([a, b]), walletNo: WalletNo.make("W-2") }
    assert.strictEqual(windowProblem(other), "2 of its rows are of other days or another wallet")
    assert.isUndefined(windowProblem({ ...january([]), walletNo: WalletNo.make("W-2") }))
  })

  const decision = { kind: "settings", text: "" } as const
  const proven = { kind: "proven", days: { from: day("2024-01-01"), to: day("2024-01-31") }, currency: null } as const
  const days = entry("2024-01-01", "2024-01-31", "{}")
  const decided = {
    kind: "decision",
    decision: "reopened",
    finding: "F",
    findingKind: "gap",
    days: days.days,
    currency: null,
    amount: null,
    count: null,
    by: "a",
    reason: null,
    sequence: 0,
    at: 0
  } as const
  const exported = {
    kind: "export",
    format: "csv",
    days: days.days,
    currency: null,
    rows: 0,
    closing: null,
    place: "a.csv",
    unproven: false,
    upTo: 1,
    by: "a",
    at: 0
  } as const
  const joins = "a window that joins others has no records and one entry"
  const decides = "a window of a decision has one, and no records and no entry"
  const exports = "a window of an export has one, and no records and no entry"

  it.each<readonly [string, WindowOptions, string | undefined]>([
    ["service", { resolves: [1] }, "only a window that comes from quarantine resolves records"],
    ["service", { complete: false, kept: [a] }, "only a complete window can lack rows that are kept"],
    ["service", { kept: [a] }, undefined],
    ["joining", { continuity: [days] }, "only an answer of the service makes a complete window"],
    ["joining", { complete: false, continuity: [days] }, undefined],
    ["joining", { complete: false }, joins],
    ["joining", { complete: false, continuity: [days, days] }, joins],
    ["joining", { complete: false, continuity: [days], resolves: [1] }, joins],
    ["joining", { complete: false, continuity: [days], rejections: [rejection("{}", null)] }, joins],
    ["decision", { complete: false, declarations: [decided] }, undefined],
    ["decision", { complete: false, declarations: [decided, decided] }, undefined],
    ["decision", { complete: false }, decides],
    ["decision", { complete: false, declarations: [exported] }, decides],
    ["decision", { complete: false, declarations: [decided, decision] }, decides],
    ["decision", { complete: false, declarations: [decided], continuity: [days] }, decides],
    ["decision", { complete: false, declarations: [decided], resolves: [1] }, decides],
    ["decision", { complete: false, declarations: [decided], continuity: [days], resolves: [1] }, decides],
    ["decision", { complete: false, declarations: [decided], rejections: [rejection("{}", null)] }, decides],
    ["export", { complete: false, declarations: [exported] }, undefined],
    ["export", { complete: false, declarations: [{ ...proven, sequence: 0, at: 0 }] }, exports],
    ["quarantine", { complete: false }, undefined]
  ])("of %s is what it has to be: %o", (origin, options, problem) => {
    assert.strictEqual(
      windowProblem(january([], { ...options, origin: origin as NonNullable<WindowOptions["origin"]> })),
      problem
    )
  })

  it("of quarantine resolves a record for each row and duplicate, each once", () => {
    assert.isUndefined(problemOfResolving([1, 2]))
    assert.isUndefined(problemOfResolving([1, 2, 3], 1))
    assert.strictEqual(
      problemOfResolving([1, 2], 1),
      "3 rows and duplicates were read from quarantine, but 2 records are resolved"
    )
    assert.strictEqual(
      problemOfResolving([1, 1]),
      "2 rows and duplicates were read from quarantine, but 1 records are resolved"
    )
    assert.strictEqual(
      problemOfResolving([1, 2, 2]),
      "2 rows and duplicates were read from quarantine, but 2 records are resolved"
    )
  })
})

const place = (text: string, at: number): number => day(text) * placesADay + at

const stored = (transaction: typeof a, position: number | null) => ({
  transaction,
  leg: 0,
  position,
  withdrawn: false
})

const planned = (
  before: ReadonlyArray<ReturnType<typeof stored>>,
  positions: ReadonlyArray<number | null>,
  rows = before.map(({ transaction }) => transaction),
  options: WindowOptions = {}
) =>
  planCommit(january(rows, { ...options, positions }), { ...nothingStored, inside: before }).placements.map(
    ({ position, stored: { transaction } }) => [transaction.txnId, position]
  )

describe("places of stored rows", () => {
  it("are written where rows of the day get one that had none", () => {
    assert.deepStrictEqual(planned([stored(a, null), stored(b, null)], [0, 1]), [
      ["A", place("2024-01-05", 0)],
      ["B", place("2024-01-05", 1)]
    ])
    assert.deepStrictEqual(planned([stored(a, null), stored(c, place("2024-01-06", 3))], [0, 5]), [
      ["A", place("2024-01-05", 0)]
    ])
  })

  it("stay where the window knows no more of the day, or less of one of its rows", () => {
    assert.deepStrictEqual(planned([stored(a, null), stored(b, null)], [null, null]), [])
    assert.deepStrictEqual(planned([stored(a, place("2024-01-05", 0))], [null]), [])
    assert.deepStrictEqual(planned([stored(a, place("2024-01-05", 0))], [7]), [])
    assert.deepStrictEqual(planned([stored(a, null), stored(b, place("2024-01-05", 1))], [0, null]), [])
  })

  it("are written anew on a day where a row came, changed or went", () => {
    const known = [stored(a, place("2024-01-05", 0)), stored(c, place("2024-01-06", 0))]
    assert.deepStrictEqual(planned(known, [1, 4, 0], [a, c, b]), [["A", place("2024-01-05", 1)]])
    const changed = { ...a, description: "other" }
    const both = [stored(a, place("2024-01-05", 0)), stored(b, place("2024-01-05", 1))]
    assert.deepStrictEqual(planned(both, [1, 0], [changed, b]), [["B", place("2024-01-05", 0)]])
    assert.deepStrictEqual(planned([...both, stored(c, place("2024-01-06", 0))], [5, 6], [b, c]), [
      ["B", place("2024-01-05", 5)]
    ])
    const returned = [{ ...stored(a, null), withdrawn: true }, stored(b, place("2024-01-05", 0))]
    assert.deepStrictEqual(planned(returned, [0, 1], [a, b]), [["B", place("2024-01-05", 1)]])
  })

  it("are those of kept rows too, which are not withdrawn", () => {
    const before = [stored(a, null), stored(b, null)]
    const kept = planCommit(
      { ...january([b], { positions: [1] }), kept: [{ transaction: a, leg: 0, place: 0 }] },
      { ...nothingStored, inside: before }
    )
    assert.deepStrictEqual(kept.kept.map(({ transaction }) => transaction.txnId), ["A"])
    assert.deepStrictEqual(kept.placements.map(({ position, stored: row }) => [row.transaction.txnId, position]), [
      ["B", place("2024-01-05", 1)],
      ["A", place("2024-01-05", 0)]
    ])
    assert.deepStrictEqual(kept.outcome, { inserted: 0, changed: 0, unchanged: 1, withdrawn: 0, returned: 0 })
    assert.deepStrictEqual(kept.diff.withdrawals, [])
  })
})

describe("a plan of rows that are all stored", () => {
  it("counts them and lists none", () => {
    const { diff, kept, outcome, placements, positions } = allStored(3)
    assert.deepStrictEqual([...Object.values(diff), kept, placements, positions].flat(), [])
    assert.deepStrictEqual(outcome, { inserted: 0, changed: 0, unchanged: 3, withdrawn: 0, returned: 0 })
    assert.strictEqual(planCommit({ ...january([]), rows: Rows.from([]) }, nothingStored).outcome.inserted, 0)
  })
})
