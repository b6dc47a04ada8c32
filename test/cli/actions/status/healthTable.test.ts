/**
 * The table of wallets in terminals of every width: it fits, and hides nothing that is not nothing.
 */
import { assert, describe, it } from "@effect/vitest"
import { healthTable } from "../../../../src/cli/actions/status/healthTable.ts"
import type { WalletHealth } from "../../../../src/cli/actions/status/WalletHealth.ts"

const now = Date.parse("2024-02-02T12:00:00Z")
const hour = 3_600_000

const healthy = (wallet: string, more: Partial<WalletHealth> = {}): WalletHealth => ({
  wallet,
  verdict: "unanchored",
  completeTo: "2024-02-01",
  provenTo: "2024-01-31",
  ageMillis: 12 * hour,
  begins: null,
  begunMillis: null,
  timeZone: "Africa/Nairobi",
  lastRun: { runId: "run-1", ending: "complete", at: now - 5 * hour },
  rows: 12_345,
  gaps: 0,
  quarantined: 0,
  held: 0,
  findings: [],
  isLeftOut: false,
  isOld: false,
  nextStep: null,
  ...more
})

const sound = healthy("254700000001")
const unsound = healthy("254700000002", {
  lastRun: { runId: "run-2", ending: "incomplete", at: now - 5 * hour },
  rows: 67,
  gaps: 2,
  quarantined: 1,
  held: 200
})

const linesOf = (wallets: ReadonlyArray<WalletHealth>, columns?: number) =>
  healthTable(wallets, now, columns).split("\n")

/** The names of the columns, and the lines behind the table. */
const partsOf = (wallets: ReadonlyArray<WalletHealth>, columns?: number) => {
  const lines = linesOf(wallets, columns)
  return { names: lines[0]?.trim().split(/ {2,}/), below: lines.slice(2 + wallets.length) }
}

describe("the table of wallets", () => {
  it("is whole where it does not go to a terminal", () => {
    const { below, names } = partsOf([sound, unsound])
    assert.strictEqual(names?.length, 10)
    assert.deepStrictEqual(below, [])
  })

  it("leaves away in a narrow terminal what is nothing of each wallet", () => {
    const { below, names } = partsOf([healthy("254700000001", { verdict: "proven" })], 80)
    assert.deepStrictEqual(names, ["wallet", "verdict", "complete to", "proven to", "age", "last run", "rows"])
    assert.deepStrictEqual(below, [])
  })

  it("says below what does not fit, of those wallets of which it is something", () => {
    assert.deepStrictEqual(partsOf([sound, unsound], 90).below, [
      "254700000002: 1 record in quarantine, 200 held rows"
    ])
    assert.deepStrictEqual(partsOf([sound, unsound], 60).below, [
      "254700000001: last run complete 5 h ago, 12,345 rows",
      "254700000002: last run incomplete 5 h ago, 67 rows, 2 gaps,",
      "  1 record in quarantine, 200 held rows"
    ])
  })

  it("says once below what is the same of several wallets, and names them all", () => {
    const wallets = ["1", "2", "3"].map((wallet) => healthy(wallet.repeat(20), { rows: 67 }))
    assert.deepStrictEqual(partsOf(wallets, 60).below, ["each wallet: age 12 h, last run complete 5 h ago, 67 rows"])
    assert.deepStrictEqual(partsOf([...wallets, unsound], 60).below.slice(0, 2), [
      "11111111111111111111, 22222222222222222222,",
      "  33333333333333333333: age 12 h, last run complete 5 h ago,"
    ])
  })

  it("fits every terminal of 60 columns and more, and hides nothing", () => {
    const long = healthy("2547000000000000000000000003", { ageMillis: 119 * 60_000, gaps: 1 })
    for (let columns = 60; columns <= 140; columns++) {
      const lines = linesOf([sound, unsound, long], columns)
      for (const line of lines) assert.isAtMost(line.length, columns)
      const text = lines.join("\n").replaceAll("\n  ", " ")
      for (const each of ["2024-01-31", "119 min", "incomplete 5 h ago", "12,345"]) assert.include(text, each)
      for (
        const [name, value] of [["gaps", "2 gaps"], ["quarantined", "1 record in quarantine"], [
          "held",
          "200 held rows"
        ]]
      ) {
        const isBelow = text.includes(value ?? "")
        assert.strictEqual(lines[0]?.includes(name ?? ""), !isBelow, `${columns}: ${text}`)
      }
    }
  })

  it("has no line below of what is not known", () => {
    const never = healthy("254700000009", {
      verdict: null,
      completeTo: null,
      provenTo: null,
      ageMillis: null,
      lastRun: null,
      rows: 0
    })
    assert.deepStrictEqual(partsOf([never], 60).below, [])
  })
})
