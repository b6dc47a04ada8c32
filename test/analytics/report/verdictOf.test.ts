/**
 * The verdict in words.
 */
import { assert, describe, it } from "@effect/vitest"
import type { Books, ProvenDays, Sums, Told, WalletBooks } from "../../../src/analytics/report/Report.ts"
import { verdictOf } from "../../../src/analytics/report/verdictOf.ts"
import type { Finding } from "../../../src/domain/Finding.ts"

const total: Sums = {
  from: "2025-01-01",
  to: "2025-03-31",
  opening: "0",
  credits: "10",
  debits: "0",
  fees: "0",
  closing: "10",
  rows: "1234",
  missing: 0,
  verdict: "proven"
}
const proven: ProvenDays = { from: "2024-12-01", to: "2025-04-02", quietSince: null, openingKnown: true }
const books: Books = {
  currency: "KES",
  total,
  lowest: null,
  highest: null,
  months: [],
  curve: [],
  busiest: [],
  hours: [],
  weekdays: [],
  parties: [],
  others: null,
  nobody: null,
  feeRows: "0",
  proven,
  gaps: 0
}
const wallet: WalletBooks = {
  wallet: "W-1",
  days: { from: total.from, to: total.to, missing: 0 },
  later: 0,
  quarantined: 0,
  held: 0,
  books: []
}
const finding: Finding = {
  id: "1",
  kind: "contradiction",
  from: null,
  to: null,
  amount: null,
  currency: null,
  count: null,
  explanation: "",
  own: null,
  accepted: null
}
const told = (more: Partial<Finding>): Told => ({
  remark: null,
  zone: null,
  findings: [{ ...finding, ...more }],
  over: []
})

const said = (more: Partial<Books>, of: Partial<WalletBooks> = {}, by?: Told) => {
  const { headline, level, reasons } = verdictOf({ ...wallet, ...of }, { ...books, ...more }, by)
  return { level, headline, reasons: reasons.join(" ") }
}

describe("a verdict", () => {
  it("is proven where the balances prove every day and nothing is open", () => {
    const { headline, level, reasons } = said({})
    assert.deepStrictEqual([level, headline], ["proven", "Proven from 1 January 2025 to 31 March 2025."])
    assert.match(reasons, /all 1,234 rows make one unbroken chain.* known from elsewhere\.$/)
  })

  it("says from when to when, and which days are not proven", () => {
    const { headline, level, reasons } = said({
      proven: { from: "2025-01-03", to: "2025-03-30", quietSince: null, openingKnown: false }
    })
    assert.deepStrictEqual([level, headline], [
      "partly",
      "Proven from 3 January 2025 to 30 March 2025; not proven from 1 January 2025 to 2 January 2025 and on 31 March 2025."
    ])
    assert.match(reasons, /Nobody gave the balance .* What is not proven is provisional/)
  })

  it("proves nothing where no proven day is one of the period", () => {
    for (const days of [null, { ...proven, from: null, to: null }, { ...proven, to: "2024-12-31" }]) {
      const { headline, level } = said({ proven: days })
      assert.deepStrictEqual([level, headline], ["open", "Nothing is proven from 1 January 2025 to 31 March 2025."])
    }
  })

  it("has a reservation for each thing that is open, and then is not proven as a whole", () => {
    for (
      const [verdict, reason] of [
        [said({ gaps: 1 }), /In 1 place the balances do not meet/],
        [said({ total: { ...total, missing: 2 } }), /2 days of the period may lack rows/],
        [said({}, { quarantined: 1 }), /1 record of the wallet could not be read, and is in no sum/],
        [said({}, { held: 3 }), /3 rows of the wallet are kept that an answer no longer showed/],
        [said({}, {}, told({})), /1 other finding is open/]
      ] as const
    ) {
      assert.strictEqual(verdict.level, "partly")
      assert.match(verdict.headline, /by the balances, with the reservations below\.$/)
      assert.match(verdict.reasons, reason)
    }
  })

  it("lets findings be that somebody accepted, or that are of another currency", () => {
    const accepted = { by: "a", at: "2025-01-01T00:00:00Z", day: "2025-01-01", reason: "" }
    assert.strictEqual(said({}, {}, told({ accepted })).level, "proven")
    assert.strictEqual(said({}, {}, told({ currency: "USD" })).level, "proven")
  })
})
