/**
 * Findings of several wallets, those that are explained alike together.
 */
import { assert, describe, it } from "@effect/vitest"
import { groupedFindings } from "../../../src/cli/output/findingGroups.ts"
import type { Finding } from "../../../src/domain/Finding.ts"
import { findingOf } from "../../kit/findings.ts"

const whereOf = (row: number): string => `row "A${row}" of 2025-02-19 17:58:57 and row "B${row}" of 2025-02-21 14:59:27`

const gap = (row: number, more: Partial<Finding> = {}): Finding => ({
  ...findingOf("gap", `The balances do not meet between ${whereOf(row)}.`, { from: "2025-02-19", to: "2025-02-21" }),
  id: `gap ${row}`,
  amount: `${row}.50`,
  currency: "KES",
  own: { what: whereOf(row), remarks: [], together: null },
  ...more
})

const record = (id: number): Finding => ({
  ...findingOf("quarantined", `Record ${id} could not be read (money-too-large): see \`quarantine show ${id}\`.`, {
    from: "2025-04-11",
    to: "2025-04-11"
  }),
  id: `record ${id}`,
  own: { what: `record ${id} (money-too-large)`, remarks: [], together: null }
})

const cutOffDay = (number: number): Finding => ({
  ...findingOf("cut-off-day", "The day may lack records.", {
    from: `2025-02-0${number}`,
    to: `2025-02-0${number}`
  }),
  id: `day ${number}`,
  own: { what: "", remarks: [], together: null }
})

const heading =
  "Where the balances do not meet, rows are missing or too many; or a row that belongs there bears the time of another day; " +
  "or a balance is wrong:"

const lineOf = (wallet: string, row: number): string =>
  `  ${wallet}: [gap ${row}] ${row}.50 KES between ${whereOf(row)}`

describe("findings that are explained alike", () => {
  it("are explained once for all wallets, with the places beneath", () => {
    const clock = findingOf("clock", "a 12-hour clock")
    const { alike, alone } = groupedFindings([
      { wallet: "W-1", findings: [gap(1), clock, gap(2)] },
      { wallet: "W-2", findings: [gap(3), record(7)] }
    ])
    assert.deepStrictEqual(alike, [heading, lineOf("W-1", 1), lineOf("W-1", 2), lineOf("W-2", 3)])
    assert.deepStrictEqual(alone.map(({ findings }) => findings), [[clock], [record(7)]])
  })

  it("are left as they are where one alone is explained so, and where they are accepted", () => {
    const accepted = gap(2, {
      accepted: { by: "a.muriuki", at: "2025-03-01T00:00:00Z", day: "2025-03-01", reason: "told by the bank" }
    })
    const wallets = [{ wallet: "W-1", findings: [gap(1), accepted, record(7)] }]
    assert.deepStrictEqual(groupedFindings(wallets), { alike: [], alone: wallets })
  })

  it("are told in the order of their kinds, of each wallet the first few", () => {
    const { alike } = groupedFindings([
      { wallet: "W-1", findings: [record(7), record(8), ...[1, 2, 3, 4, 5, 6, 7].map((row) => gap(row))] },
      { wallet: "W-2", findings: [gap(8)] }
    ])
    assert.deepStrictEqual(alike, [
      heading,
      ...[1, 2, 3, 4, 5].map((row) => lineOf("W-1", row)),
      "  W-1: … and 2 more",
      lineOf("W-2", 8),
      "Records could not be read; `wallet-statement quarantine show NUMBER` shows one:",
      "  W-1: [record 7] 2025-04-11: record 7 (money-too-large)",
      "  W-1: [record 8] 2025-04-11: record 8 (money-too-large)"
    ])
  })

  it("are told by their days alone where these say all", () => {
    assert.deepStrictEqual(
      groupedFindings([{ wallet: "W-1", findings: [cutOffDay(1), cutOffDay(2)] }]).alike.slice(1),
      [
        "  W-1: [day 1] 2025-02-01",
        "  W-1: [day 2] 2025-02-02"
      ]
    )
  })

  it("say what is to be said of one alone behind its place", () => {
    const remarks = ["The amount is exactly that of quarantined record 7."]
    const findings = [gap(1), gap(2, { own: { what: whereOf(2), remarks, together: null } })]
    assert.deepStrictEqual(groupedFindings([{ wallet: "W-1", findings }]).alike.slice(2), [
      `${lineOf("W-1", 2)}. ${remarks[0]}`
    ])
  })

  it("name the command once that asks for the days of all that may be one fault", () => {
    const together = "`wallet-statement pull --wallet W-1 --from 2025-02-19 --to 2025-02-21`"
    const findings = [1, 2].map((row) => gap(row, { own: { what: whereOf(row), remarks: [], together } }))
    const { alike } = groupedFindings([{ wallet: "W-1", findings }])
    assert.deepStrictEqual(alike.slice(3), [
      "  W-1: `wallet-statement pull --wallet W-1 --from 2025-02-19 --to 2025-02-21` asks for the days of places whose amounts sum to " +
      "nothing: they may be one row that bears a wrong day."
    ])
  })
})
