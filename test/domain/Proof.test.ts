/** How far a wallet is proven, in a sentence. */
import { assert, describe, it } from "@effect/vitest"
import { dayFromNumber, parseDay } from "../../src/domain/Period.ts"
import { describeWallet, type GivenBalances, type Proof } from "../../src/domain/Proof.ts"
import { nothingAssumed, type Verdict } from "../../src/domain/Verdict.ts"
import { Currency } from "../../src/domain/Wallet.ts"

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

const given = (contradicted: number): GivenBalances => ({ contradicted, unchecked: [] })

const unchecked = (count: number): GivenBalances => ({
  contradicted: 0,
  unchecked: Array.from({ length: count }, (_, index) => ({
    currency: null,
    day: dayFromNumber(19_727 + index),
    end: "closing",
    why: "unconfirmed"
  }))
})

describe("the sentence about a wallet", () => {
  it("says which days are proven", () => {
    assert.match(
      describeWallet(verdict("proven"), [proof], given(0)),
      /^Proven from 2024-01-01 to 2024-01-09, the opening/
    )
  })

  it("says of each currency since when it is quiet, and that what comes after is provisional", () => {
    const [kes, usd] = [Currency.make("KES"), Currency.make("USD")]
    const quiet = { ...proof, currency: usd, quietSince: parseDay("2024-01-11") ?? null, openingKnown: true }
    assert.match(
      describeWallet(verdict("proven"), [{ ...proof, currency: kes }, quiet], given(0)),
      /^Proven KES from 2024-01-01 to 2024-01-09, the opening balance not known from elsewhere; USD from 2024-01-01 to 2024-01-09, no row from 2024-01-11 on; provisional after that\. /
    )
  })

  it("calls a balance that was given contradicted, not unknown", () => {
    const unknown = verdict("unanchored", "opening", "closing")
    assert.match(
      describeWallet(unknown, [proof], given(1)),
      /^Unbroken, but a balance that was given contradicts the rows \(/
    )
    assert.match(
      describeWallet(unknown, [proof], given(2)),
      /^Unbroken, but balances that were given contradict the rows \(/
    )
    assert.match(describeWallet(verdict("gap"), [proof], given(1)), /^Broken/)
  })

  it("names the balances that could not be held against the rows, and why", () => {
    const told = describeWallet(verdict("unanchored"), [proof], unchecked(1))
    assert.match(told, /^Unbroken, but the closing balance given for 2024-01-05 could not be held .*: unconfirmed rows/)
    assert.match(describeWallet(verdict("unanchored"), [proof], unchecked(5)), /2024-01-07.*; so it is with 2 more/)
  })

  it("calls nothing unbroken where there is no row", () => {
    assert.match(
      describeWallet(verdict("unanchored", "opening", "closing"), [], given(0)),
      /^There is no row with a balance, so/
    )
    assert.match(describeWallet(verdict("truncated"), [], given(0)), /^Possibly cut off/)
  })
})
