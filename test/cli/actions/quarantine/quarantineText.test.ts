/**
 * Quarantined records told to people.
 */
import { assert, describe, it } from "@effect/vitest"
import { listText } from "../../../../src/cli/actions/quarantine/quarantineText.ts"
import type { TextTable } from "../../../../src/cli/output/table.ts"

const detail = "date: the hour and the AM/PM marker contradict each other, and the marker policy is reject"

const names = ["id", "wallet", "day", "reason", "detail", "state", "first_seen_at"]

const recordsOf = (wallet: string, state = "open"): TextTable => ({
  columns: names.map((name) => ({ name, type: name === "id" ? "BIGINT" : "VARCHAR" })),
  rows: ["7", "1234"].map((id) => [
    id,
    wallet,
    "2025-01-02",
    "time-marker-conflict",
    detail,
    state,
    "2026-11-26 00:32:02.558+00"
  ])
})

const namesIn = (text: string): ReadonlyArray<string> => text.split("\n")[0]?.trim().split(/ +/) ?? []

describe("a list of quarantined records", () => {
  it("fits 60 columns, and says where the rest is", () => {
    const lines = listText(recordsOf("254700000001"), false, 60).split("\n")
    assert.deepStrictEqual(lines, [
      "  id  wallet        day         reason",
      "────  ────────────  ──────────  ────────────────────",
      "   7  254700000001  2025-01-02  time-marker-conflict",
      "1234  254700000001  2025-01-02  time-marker-conflict",
      "",
      "`wallet-statement quarantine show ID` has all of a record."
    ])
    for (const line of lines) assert.isAtMost(line.length, 60, line)
  })

  it("has the state of each where all are listed", () => {
    const text = listText(recordsOf("254700000001", "resolved"), true, 60)
    assert.deepStrictEqual(namesIn(text), ["id", "wallet", "reason", "state"])
    for (const line of text.split("\n")) assert.isAtMost(line.length, 60, line)
  })

  it("shows as much as a wider terminal has room for, and elsewhere all", () => {
    const shownIn = (columns: number | undefined) => namesIn(listText(recordsOf("254700000001"), false, columns))
    assert.deepStrictEqual(shownIn(120), ["id", "wallet", "day", "reason", "detail"])
    assert.deepStrictEqual(shownIn(200), names)
    assert.deepStrictEqual(shownIn(undefined), names)
    const whole = listText(recordsOf("254700000001"), false, undefined)
    assert.include(whole, detail)
    assert.notInclude(whole, "quarantine show")
  })

  it("is a block a record where even its least is too wide", () => {
    const lines = listText(recordsOf("9".repeat(64)), false, 60).split("\n")
    assert.deepStrictEqual(lines.slice(0, 4), [
      "id      7",
      `wallet  ${"9".repeat(64)}`,
      "reason  time-marker-conflict",
      ""
    ])
  })

  it("says that there is none", () => {
    assert.strictEqual(listText({ ...recordsOf("1"), rows: [] }, false, 60), "Nothing is in quarantine.")
  })
})
