/**
 * What a pull says of itself.
 */
import { assert, describe, it } from "@effect/vitest"
import { summary } from "../../../src/cli/output/summary.ts"
import type { RunReport, WalletReport } from "../../../src/domain/RunReport.ts"
import { Currency } from "../../../src/domain/Wallet.ts"
import { noRows, walletReport } from "../../../src/testing/walletReport.ts"
import { findingOf } from "../../kit/findings.ts"

const proof = (to: string, quietSince: string | null = null) => ({
  currency: Currency.make("KES"),
  from: "2026-01-02",
  to,
  quietSince,
  openingKnown: false
})

const wallet = (number: number, more: Partial<WalletReport> = {}): WalletReport =>
  walletReport(`25470000${String(number).padStart(4, "0")}`, {
    remark:
      "Proven from 2026-01-02 to 2026-11-21, the opening balance not known from elsewhere; provisional after that.",
    watermark: "2026-11-22",
    provenFrom: "2026-01-02",
    provenTo: "2026-11-21",
    proofs: [proof("2026-11-21")],
    rows: { ...noRows, fetched: 7, inserted: 1 },
    requests: 1,
    logins: 1,
    windows: 1,
    ...more
  })

const report = (wallets: ReadonlyArray<WalletReport>, status: RunReport["status"] = "complete"): RunReport => ({
  runId: "run-1",
  status,
  durationMs: 4210,
  head: "9:abc",
  wallets
})

const told = (of: RunReport, verbose = false, columns?: number): ReadonlyArray<string> =>
  summary(of, { database: "a.duckdb", verbose, columns }).split("\n")

const many = Array.from({ length: 20 }, (_, number) => wallet(number))

/** Places of a wallet, more than are listed. */
const gaps = (number: number) => Array.from({ length: 8 }, (_, index) => findingOf("gap", `Place ${number}.${index}.`))

/** A gap of a wallet, as it is explained. */
const whereOf = (row: number): string => `row "A${row}" of 2026-11-03 10:00:00 and row "B${row}" of 2026-11-03 11:00:00`

const explained = (wallet: number, row: number) => ({
  ...findingOf("gap", `The balances do not meet between ${whereOf(row)}.`),
  id: `${wallet}a${row}`,
  amount: "7.50",
  currency: "KES",
  own: { what: whereOf(row), remarks: [], together: null }
})

/** What is told of it beneath the explanation. */
const lineOf = (number: number, row: number): string =>
  `  25470000000${number}: [${number}a${row}] 7.50 KES between ${whereOf(row)}`

describe("what a pull says of itself", () => {
  it("is one line when all is well", () => {
    assert.deepStrictEqual(told(report(many)), ["20 wallets, 20 new rows, proven to 2026-11-21, 4.2 s"])
    assert.deepStrictEqual(told(report([wallet(1)])), ["1 wallet, 1 new row, proven to 2026-11-21, 4.2 s"])
    const nothingNew = wallet(1, { rows: { ...noRows, fetched: 7, changed: 1, returned: 1 } })
    assert.deepStrictEqual(told(report([nothingNew])), [
      "1 wallet, no new row, 2 changed, proven to 2026-11-21, 4.2 s"
    ])
  })

  it("is proven to the day to which all wallets are that are not quiet", () => {
    const [later, quiet] = [
      wallet(2, { provenTo: "2026-11-20" }),
      wallet(3, { provenTo: "2026-03-01", proofs: [proof("2026-03-01", "2026-03-03")] })
    ]
    assert.deepStrictEqual(told(report([wallet(1), later, quiet])), [
      "3 wallets (1 quiet), 3 new rows, proven to 2026-11-20, 4.2 s"
    ])
    const lately = wallet(4, { provenTo: "2026-11-18", proofs: [proof("2026-11-18", "2026-11-20")] })
    assert.deepStrictEqual(told(report([wallet(1), lately])), [
      "2 wallets, 2 new rows, proven to 2026-11-18, 4.2 s"
    ])
    const noDay = wallet(5, { provenFrom: null, provenTo: null })
    assert.deepStrictEqual(
      told(report([wallet(1), noDay]))[0],
      "2 wallets, 2 new rows, proven to 2026-11-21, 1 not proven yet, 4.2 s"
    )
    assert.deepStrictEqual(told(report([quiet])), ["1 wallet (quiet), 1 new row, proven to 2026-03-01, 4.2 s"])
  })

  it("tells wallets apart whose findings were all accepted", () => {
    const accepted = wallet(1, {
      verdict: "gap",
      findings: [{
        ...findingOf("gap", "No."),
        accepted: { by: "a", at: "2026-11-20T00:00:00Z", day: "2026-11-20", reason: "told" }
      }]
    })
    assert.strictEqual(
      told(report([accepted, wallet(2)]))[0],
      "2 wallets, 2 new rows, 1 with accepted findings, the others proven to 2026-11-21, 4.2 s"
    )
  })

  it("says each thing once that is not so, and of whom", () => {
    const unanchored = {
      verdict: "unanchored" as const,
      provenTo: null,
      provenFrom: null,
      proofs: [],
      remark: "Unbroken, but."
    }
    const gap = wallet(1, {
      verdict: "gap",
      findings: [findingOf("gap", "The balances do not meet: ask again.", { from: "2026-11-03", to: "2026-11-03" })],
      remark: "Broken in 1 place."
    })
    const failed = wallet(2, { error: "/statement: the service failed (status 503). Try later." })
    const wallets = [gap, failed, ...many.slice(3, 8).map((each) => ({ ...each, ...unanchored })), ...many.slice(8)]
    assert.deepStrictEqual(told(report(wallets, "failed")), [
      "19 wallets, 19 new rows, 1 wallet failed, 1 with findings, the others proven to 2026-11-21, 5 not proven yet, 4.2 s",
      "254700000003, 254700000004 and 3 more wallets: Unbroken, but.",
      "254700000001: Broken in 1 place.",
      "254700000001: [gap The balances do not meet: ask again.] 2026-11-03: The balances do not meet: ask again.",
      "254700000002: /statement: the service failed (status 503). Try later.",
      "`wallet-statement findings show gap The balances do not meet: ask again.` says more of the finding of this id, and what " +
      "can be done."
    ])
  })

  it("explains several gaps once, beneath it each with its id, amount and rows, and tells the next step once", () => {
    const wallets = [1, 2].map((number) =>
      wallet(number, {
        verdict: "gap",
        remark: "Broken in 2 places.",
        findings: [1, 2].map((row) => explained(number, row))
      })
    )
    const text = summary(report(wallets, "incomplete"), { database: "a.duckdb", verbose: false, columns: undefined })
    assert.deepStrictEqual(text.split("\n").slice(1), [
      "254700000001, 254700000002: Broken in 2 places.",
      "Where the balances do not meet, rows are missing or too many; or a row that belongs there bears the time of another day; or " +
      "a balance is wrong:",
      lineOf(1, 1),
      lineOf(1, 2),
      lineOf(2, 1),
      lineOf(2, 2),
      "`wallet-statement findings show 1a1` says more of the finding of this id, and what can be done; give another id for another."
    ])
    const narrow = told(report(wallets, "incomplete"), false, 60)
    for (const line of narrow) assert.isAtMost(line.length, 60, line)
    assert.strictEqual(narrow.filter((line) => line.startsWith("  25470000000")).length, 4)
    assert.strictEqual(narrow.filter((line) => line.startsWith("    ")).length, 4)
  })

  it("counts withdrawn rows in the first line, and tells once of which days they are", () => {
    const note = "The service no longer shows 3 rows of 2026-11-03: withdrawn, and kept in the file as that."
    const withdrawn = wallet(1, { rows: { ...noRows, fetched: 7, withdrawn: 3 }, notes: [note] })
    assert.deepStrictEqual(told(report([withdrawn])), [
      "1 wallet, no new row, 3 withdrawn, proven to 2026-11-21, 4.2 s",
      `254700000001: ${note}`
    ])
  })

  it("keeps with each wallet how many findings of a kind it left out", () => {
    const wallets = [1, 2].map((number) =>
      wallet(number, { verdict: "gap", remark: "Broken in 8 places.", findings: gaps(number) })
    )
    const lines = told(report(wallets, "incomplete"))
    assert.strictEqual(lines[1], "254700000001, 254700000002: Broken in 8 places.")
    assert.deepStrictEqual([lines[7], lines[13]], [
      "254700000001: … and 3 more of this kind",
      "254700000002: … and 3 more of this kind"
    ])
  })

  it("moves no cursor, whatever ids and errors hold", () => {
    const hostile = "\u001b[2J\u009b31m\u202ex"
    const wallets = [
      wallet(1, { verdict: "ambiguous", doubtful: [hostile] }),
      wallet(2, { error: `failed: ${hostile}` }),
      wallet(3, { notes: [hostile] })
    ]
    for (const line of told(report(wallets, "failed"), true)) assert.notMatch(line, /\p{C}/u)
  })

  it("has a table of all wallets, their remarks and the head when it is verbose", () => {
    const lines = told(report([wallet(1, { retries: 1 })]), true)
    assert.deepStrictEqual(lines.slice(2, 3), [
      "wallet        verdict  complete to   proven to  new  changed  fetched  requests"
    ])
    assert.deepStrictEqual(lines.slice(-4), [
      "254700000001: Proven from 2026-01-02 to 2026-11-21, the opening balance not known from elsewhere; provisional after that.",
      "254700000001: 1 time a request was sent again",
      "a.duckdb, run run-1",
      "Head of the audit chain: 9:abc"
    ])
  })

  it("says which columns of the table a narrow terminal has no room for", () => {
    const names = (columns?: number) => told(report([wallet(1)]), true, columns)[2]
    assert.strictEqual(names(80), names())
    const lines = told(report([wallet(1), wallet(2)]), true, 60)
    assert.strictEqual(lines[2], "wallet        verdict  complete to   proven to  new  changed")
    assert.strictEqual(lines[6], "A wider terminal shows also: fetched, requests.")
  })

  it("has every column of a wallet whose number is too long for a table", () => {
    const lines = told(report([wallet(1, { wallet: "W".repeat(60) })]), true, 60)
    for (const name of ["changed", "fetched", "requests"]) {
      assert.isTrue(lines.some((line) => line.startsWith(`${name} `)), name)
    }
  })

  it("keeps the audit chain's head in one piece where it has room", () => {
    const head = `40:${"0123456789abcdef".repeat(4)}`
    assert.deepStrictEqual(told({ ...report([wallet(1)]), head }, true, 80).slice(-2), [
      "Head of the audit chain:",
      `  ${head}`
    ])
  })

  it("fits a narrow terminal but for what has no place to break", () => {
    const wallets = [
      wallet(1, { verdict: "unanchored", notes: ["a note of some length that goes on for a while, and on"] })
    ]
    for (const line of told(report(wallets), true, 60)) assert.isAtMost(line.length, 60, line)
  })
})
