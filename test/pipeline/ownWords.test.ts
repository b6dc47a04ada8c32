/**
 * What explanations say of one finding alone, beside what all of their kind say.
 */
import { assert, describe, it } from "@effect/vitest"
import { doubtOf, type Finding, type FindingKind } from "../../src/domain/Finding.ts"
import { dayOfLocalTime } from "../../src/domain/Period.ts"
import { type Gap, nothingAssumed } from "../../src/domain/Verdict.ts"
import { Currency, WalletNo } from "../../src/domain/Wallet.ts"
import { decided } from "../../src/pipeline/decided.ts"
import { explain } from "../../src/pipeline/explained.ts"
import { findingsOf, type KnownOfWallet } from "../../src/pipeline/findingsOf.ts"
import { money } from "../../src/testing/windows.ts"
import { midnight } from "../continuity/statements.ts"

const walletNo = WalletNo.make("W-1")
const day = dayOfLocalTime(midnight)
const amount = "-22.85"

const place = (more: Partial<Gap> = {}): Gap => ({
  afterTxnId: "A",
  beforeTxnId: "B",
  from: midnight,
  to: midnight + 3_600_000,
  missing: money(amount),
  currency: Currency.make("KES"),
  ...more
})

const noGaps = { verdict: { kind: "gap", modulo: nothingAssumed, gaps: [], orders: [], rows: [] }, ends: [] } as const

const nothing: KnownOfWallet = {
  walletNo,
  judgement: null,
  truncatedDays: [],
  quarantined: [],
  held: [],
  changes: []
}

const judged = (gaps: ReadonlyArray<Gap>, orders: ReadonlyArray<Gap> = []): KnownOfWallet => ({
  ...nothing,
  judgement: {
    verdict: { kind: "gap", modulo: nothingAssumed, gaps, orders, rows: [] },
    ends: [],
    findings: []
  }
})

const held = [1, 2, 3].map((id) => ({
  id,
  txnId: `H${id}`,
  leg: 0,
  day: dayOfLocalTime(midnight + (id % 2) * 86_400_000),
  runId: "run-1",
  window: { from: day, to: day },
  walletNo
}))

const record = {
  id: 7,
  walletNo,
  day,
  rawText: "{",
  reason: "money-too-large" as const,
  detail: "",
  window: { from: day, to: day },
  awaited: { from: day, to: day }
}

/** A finding of each kind that is explained alike, and its own words. */
const known: ReadonlyArray<readonly [FindingKind, KnownOfWallet, string]> = [
  ["gap", judged([place()]), "row \"A\" of 2024-03-05 00:00:00 and row \"B\" of 2024-03-05 01:00:00"],
  [
    "gap",
    judged([place({ beforeTxnId: null })]),
    "row \"A\" of 2024-03-05 00:00:00 and the known closing balance"
  ],
  ["order", judged([], [place()]), "row \"A\" of 2024-03-05 00:00:00 and row \"B\" of 2024-03-05 01:00:00"],
  ["cut-off-day", { ...nothing, truncatedDays: ["2024-03-05"] }, ""],
  ["held-withdrawal", { ...nothing, held }, "3 rows of 2 days"],
  ["held-withdrawal", { ...nothing, held: held.slice(0, 1) }, "1 row of 1 day"],
  ["quarantined", { ...nothing, quarantined: [record] }, "record 7 (money-too-large)"]
]

const findingIn = (of: KnownOfWallet): Finding => {
  const [finding] = decided(walletNo, findingsOf(of), new Map())
  if (finding === undefined) throw new Error("nothing is found")
  return finding
}

describe("the words of a finding's own", () => {
  it.each(known)("are its place or its extent: %s", (kind, of, what) => {
    const finding = findingIn(of)
    assert.strictEqual(finding.kind, kind)
    const ending = finding.explanation.includes("If it is the one") ?
      [
        "If it is the one that was given, give it again with its day, or \"none\" to take it back."
      ] :
      []
    assert.deepStrictEqual(finding.own, { what, remarks: ending, together: null })
  })

  it.each(known)("are that somebody accepted another amount of it, too: %s", (_, of) => {
    const { id, kind } = findingIn(of)
    const [reopened] = decided(
      walletNo,
      findingsOf(of),
      new Map([[id, {
        kind: "decision",
        decision: "accepted",
        finding: id,
        findingKind: kind,
        days: { from: day, to: day },
        currency: null,
        amount: money("1.00"),
        count: 9,
        by: "a.muriuki",
        reason: "told by the bank",
        sequence: 0,
        at: midnight
      }]])
    )
    assert.match(
      reopened?.own?.remarks.at(-1) ?? "",
      /^a\.muriuki accepted it on 2024-03-05 with .* more\.$/
    )
  })

  it("are what may explain it", () => {
    const [doubt] = findingsOf(judged([place()]))
    if (doubt === undefined) throw new Error("nothing is found")
    const found = explain(doubt, [{ lack: money(amount), currency: null, day: null, what: "quarantined record 1" }])
    assert.deepStrictEqual(found.own?.remarks, ["The amount is exactly that of quarantined record 1."])
  })

  it("are the command for the days of several places that may be one fault", () => {
    const words = findingsOf(judged([place(), place({ missing: money("22.85"), to: midnight + 86_400_000 })])).map(
      ({ own }) => own
    )
    assert.deepStrictEqual(words.map((own) => own?.together), [
      "`wallet-statement pull --wallet W-1 --from 2024-03-05 --to 2024-03-06`",
      "`wallet-statement pull --wallet W-1 --from 2024-03-05 --to 2024-03-06`"
    ])
  })

  it("are in its explanation, which says the rest of it", () => {
    for (const [kind, of, what] of known) {
      const { explanation, own } = findingIn(of)
      assert.include(explanation, kind === "quarantined" ? "Record 7" : what)
      for (const remark of own?.remarks ?? []) assert.include(explanation, remark)
    }
  })

  it("are none where nobody else's explanation is like it", () => {
    assert.isNull(findingIn({ ...nothing, judgement: { ...noGaps, findings: [doubtOf("clock", "Ahead.")] } }).own)
  })
})
