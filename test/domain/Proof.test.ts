/** How far a wallet is proven, in a sentence. */
import { assert, describe, it } from "@effect/vitest"
import { parseDay } from "../../src/domain/Period.ts"
import { describeWallet, type Proof } from "../../src/domain/Proof.ts"
import { nothingAssumed, type Verdict } from "../../src/domain/Verdict.ts"

const verdict = (kind: Verdict["kind"], ...openEnds: Verdict["modulo"]["openEnds"]): Verdict => ({
  kind,
  modulo: { ...nothingAssumed, openEnds },
  gaps: [],
  orders: [],
  rows: []
})

const proof: Proof = {
  currency: null,
  from: parseDay("2024-01-01") ?? null,
  to: parseDay("2024-01-09") ?? null,
  quietSince: null,
  openingKnown: false
}

describe("the sentence about a wallet", () => {
  it("says which days are proven", () => {
    assert.match(describeWallet(verdict("proven"), [proof], 0), /^Proven from 2024-01-01 to 2024-01-09, the opening/)
  })

  it("calls a balance that was given contradicted, not unknown", () => {
    const unknown = verdict("unanchored", "opening", "closing")
    assert.match(describeWallet(unknown, [proof], 1), /^Unbroken, but a balance that was given contradicts the rows \(/)
    assert.match(describeWallet(unknown, [proof], 2), /^Unbroken, but balances that were given contradict the rows \(/)
    assert.match(describeWallet(verdict("gap"), [proof], 1), /^Broken/)
  })

  it("calls nothing unbroken where there is no row", () => {
    assert.match(
      describeWallet(verdict("unanchored", "opening", "closing"), [], 0),
      /^There is no row with a balance, so/
    )
    assert.match(describeWallet(verdict("truncated"), [], 0), /^Possibly cut off/)
  })
})
