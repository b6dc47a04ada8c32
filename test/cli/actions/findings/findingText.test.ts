/**
 * Findings told to people.
 */
import { assert, describe, it } from "@effect/vitest"
import type { ListedFinding } from "../../../../src/cli/actions/findings/fileFindings.ts"
import { listText, showText } from "../../../../src/cli/actions/findings/findingText.ts"
import { zoneClock } from "../../../../src/domain/ServiceTime.ts"
import { notAcceptable } from "../../../../src/pipeline/notAcceptable.ts"
import { findingOf } from "../../../kit/findings.ts"

const now = Date.parse("2024-02-05T12:00:00Z")

const listed = (more: Partial<ListedFinding> = {}): ListedFinding => ({
  ...findingOf(
    "gap",
    "The amount is exactly that of quarantined record 1. The balances do not meet between two rows: ask again.",
    { from: "2024-01-05", to: "2024-01-06" }
  ),
  id: "0a1b2c3d4e5f",
  amount: "-22.85",
  currency: "KES",
  wallet: "254700000001",
  state: "open",
  openedAt: Date.parse("2024-02-03T12:00:00Z"),
  clock: zoneClock("Africa/Nairobi"),
  ...more
})

const accepted = { by: "a.muriuki", at: "2024-02-04T12:00:00.000Z", day: "2024-02-04", reason: "told by the bank" }

const nextOf = (finding: ListedFinding) => /^next +(.*)$/m.exec(showText(finding, notAcceptable(finding)))?.[1]

const meaningIn = (more: Partial<ListedFinding>) => /^meaning +(.*)$/m.exec(showText(listed(more), undefined))?.[1]

const own = (what: string, remarks: ReadonlyArray<string> = []) => ({ what, remarks, together: "`pull --from X`" })

describe("a finding that is shown", () => {
  it("says what the amount of a gap means, and of no other", () => {
    assert.strictEqual(
      meaningIn({}),
      "debits of 22.85 KES are missing there, or credits of as much are too many; rows that tell no balance are not counted"
    )
    assert.strictEqual(
      meaningIn({ amount: "5.00", currency: null }),
      "credits of 5.00 are missing there, or debits of as much are too many; rows that tell no balance are not counted"
    )
    assert.isUndefined(meaningIn({ kind: "contradiction" }))
    assert.isUndefined(meaningIn({ amount: null }))
  })
})

describe("a list of findings", () => {
  it("names id, wallet, days, kind, amount, state and age, and what may explain it", () => {
    assert.deepStrictEqual(listText([listed()], now, undefined).split("\n"), [
      "0a1b2c3d4e5f  254700000001  2024-01-05 to 2024-01-06",
      "  gap, -22.85 KES, open, found 48 h ago",
      "  The amount is exactly that of quarantined record 1. The balances do not meet between two rows: ask again."
    ])
    assert.strictEqual(listText([], now, undefined), "No finding is open or accepted.")
  })

  it("says who accepted one and why, and that a contradiction is to be put right", () => {
    const lines = listText(
      [
        listed({ state: "accepted", accepted }),
        listed({ kind: "contradiction", openedAt: null })
      ],
      now,
      undefined
    ).split("\n")
    assert.strictEqual(lines[2], "  a.muriuki on 2024-02-04: told by the bank")
    assert.strictEqual(lines[5], "  contradiction, -22.85 KES, to be put right")
    const late = { ...accepted, at: "2024-02-04T22:30:00.000Z", day: "2024-02-05" }
    assert.include(
      listText([listed({ state: "accepted", accepted: late })], now, undefined),
      "a.muriuki on 2024-02-05: told by the bank"
    )
  })

  it("says once, behind all, what is so of several", () => {
    const lines = listText(
      [
        listed({ own: own("A and B") }),
        listed({ id: "1b", own: own("C and D", ["The service shows less."]) }),
        listed({ id: "2c", kind: "quarantined", amount: null, own: own("record 7"), explanation: "Record 7 is odd." })
      ],
      now,
      undefined
    ).split("\n")
    assert.deepStrictEqual(lines.filter((_, place) => ![0, 1, 3, 4, 6, 7].includes(place)), [
      "  between A and B",
      "  between C and D. The service shows less.",
      "  Record 7 is odd.",
      "",
      "gap: Where the balances do not meet, rows are missing or too many; or a row that belongs there bears the time of another " +
      "day; or a balance is wrong.",
      "",
      "`pull --from X` asks for the days of places whose amounts sum to nothing: they may be one row that bears a wrong day."
    ])
  })

  it("fits 60 columns, and moves no cursor", () => {
    const hostile = listed({
      explanation: `The row "\u001b[2J" ${"and the next one ".repeat(9)}`,
      state: "accepted",
      accepted: { ...accepted, reason: "\u202etold ".repeat(12) }
    })
    const lines = listText([hostile], now, 60).split("\n")
    for (const line of lines) {
      assert.isAtMost(line.length, 60, line)
      assert.notMatch(line, /\p{C}/u)
    }
    assert.isAbove(lines.filter((line) => line.startsWith("  ")).length, 4)
  })
})

describe("one finding", () => {
  const late = { ...accepted, at: "2024-02-04T22:30:05.678Z", day: "2024-02-05" }

  it("has all its times by the clock of the wallet's rows, and names the zone once", () => {
    const text = showText(listed({ state: "accepted", accepted: late }), undefined)
    assert.deepStrictEqual(text.split("\n").filter((line) => /^(times|found|accepted at) /.test(line)), [
      "times        in Africa/Nairobi",
      "found        2024-02-03 15:00:00",
      "accepted at  2024-02-05 01:30:05"
    ])
    assert.notMatch(text, /UTC|\dZ/)
    assert.strictEqual(text.split("Africa/Nairobi").length, 2)
  })

  it("says that its times are in UTC where the file does not say by which clock rows are written", () => {
    const lines = showText(listed({ state: "accepted", accepted: late, clock: undefined }), undefined).split("\n")
    assert.includeMembers(lines, ["found        2024-02-03 12:00:00 UTC", "accepted at  2024-02-04 22:30:05 UTC"])
    assert.isEmpty(lines.filter((line) => line.startsWith("times")))
  })

  it("is shown with what can be done", () => {
    assert.strictEqual(
      nextOf(listed()),
      "`wallet-statement findings accept 0a1b2c3d4e5f --reason \"…\"` once it is explained."
    )
    assert.strictEqual(
      nextOf(listed({ state: "accepted", accepted })),
      "`wallet-statement findings reopen 0a1b2c3d4e5f` takes that back."
    )
    assert.match(
      nextOf(listed({ kind: "contradiction" })) ?? "",
      /^It can't be accepted: a balance or a setting .* put right\.$/
    )
    assert.isUndefined(nextOf(listed({ state: "closed" })))
  })
})
