import { assert, describe, it } from "@effect/vitest"
import type {
  AcceptedDeclaration,
  AnchorDeclaration,
  DecisionDeclaration,
  Declaration,
  ExportDeclaration,
  ProvenDeclaration
} from "../../../src/domain/Declaration.ts"
import type { Proof } from "../../../src/domain/Proof.ts"
import { Currency } from "../../../src/domain/Wallet.ts"
import { anchorsOf, declaredFields, numbered, ownFields, sameProofs } from "../../../src/sink/plan/declarations.ts"
import { day, money, period } from "../../../src/testing/windows.ts"

const kes = Currency.make("KES")
const usd = Currency.make("USD")
const january = period("2024-01-02", "2024-01-31")

const anchor: AnchorDeclaration = {
  kind: "anchor",
  currency: kes,
  day: day("2024-01-02"),
  end: "opening",
  balance: money("-1.5"),
  source: "--opening"
}
const accepted: AcceptedDeclaration = { kind: "accepted", rows: 3, days: january, source: "a finding" }
const decision: DecisionDeclaration = {
  kind: "decision",
  decision: "accepted",
  finding: "F1",
  findingKind: "gap",
  days: january,
  currency: kes,
  amount: money("2.25"),
  count: 4,
  by: "a.muriuki",
  reason: "told",
  sequence: 0,
  at: 0
}
const exported: ExportDeclaration = {
  kind: "export",
  format: "hledger",
  days: january,
  currency: usd,
  rows: 8,
  closing: money("9"),
  place: "january.journal",
  unproven: true,
  upTo: 7,
  by: "b.otieno",
  at: 0
}
const proven: ProvenDeclaration = { kind: "proven", days: january, currency: kes, sequence: 0, at: 0 }

const columns = [
  "id",
  "kind",
  "currency",
  "day",
  "side",
  "balance",
  "source",
  "settings",
  "rows",
  "from_day",
  "to_day"
]

describe("declarations", () => {
  it.each<readonly [string, Declaration, ReadonlyArray<string | number | null>]>([
    ["a balance", anchor, ["KES", "2024-01-02", "opening", "-1.5000", "--opening", null, null, null, null]],
    ["one taken back", { ...anchor, currency: null, balance: null, end: "closing" }, [
      null,
      "2024-01-02",
      "closing",
      null,
      "--opening",
      null,
      null,
      null,
      null
    ]],
    ["settings", { kind: "settings", text: "zone" }, [null, null, null, null, null, "zone", null, null, null]],
    ["withdrawals", accepted, [null, null, null, null, "a finding", null, 3, "2024-01-02", "2024-01-31"]],
    ["withdrawals without a source", { ...accepted, source: null }, [
      null,
      null,
      null,
      null,
      null,
      null,
      3,
      "2024-01-02",
      "2024-01-31"
    ]],
    ["a decision", decision, ["KES", null, null, null, null, null, 4, "2024-01-02", "2024-01-31"]],
    ["an export", exported, ["USD", null, null, "9.0000", null, null, 8, "2024-01-02", "2024-01-31"]],
    ["a proven month", proven, ["KES", null, null, null, null, null, null, "2024-01-02", "2024-01-31"]]
  ])("have a column for each value: %s", (_, declaration, values) => {
    assert.deepStrictEqual(
      declaredFields({ id: 5, declaration }),
      columns.map((column, index) => [column, [5, declaration.kind, ...values][index] ?? null])
    )
  })

  it("have columns of their own for decisions and exports alone", () => {
    assert.deepStrictEqual(ownFields({ id: 1, declaration: decision }), [
      ["decision", "accepted"],
      ["finding", "F1"],
      ["finding_kind", "gap"],
      ["amount", "2.2500"],
      ["decided_by", "a.muriuki"],
      ["reason", "told"]
    ])
    const reopened = ownFields({
      id: 1,
      declaration: { ...decision, decision: "reopened", amount: null, reason: null }
    })
    assert.deepStrictEqual([reopened[0], reopened[3], reopened[5]], [["decision", "reopened"], ["amount", null], [
      "reason",
      null
    ]])
    assert.deepStrictEqual(ownFields({ id: 1, declaration: exported }), [
      ["format", "hledger"],
      ["place", "january.journal"],
      ["unproven", "true"],
      ["up_to", 7],
      ["exported_by", "b.otieno"]
    ])
    assert.deepInclude(ownFields({ id: 1, declaration: { ...exported, unproven: false } }), ["unproven", "false"])
    for (const other of [anchor, accepted, proven, { kind: "settings", text: "" } as const]) {
      assert.deepStrictEqual(ownFields({ id: 1, declaration: other }), [])
    }
  })

  it("are numbered on, and get what their commit makes known, and texts that a database can hold", () => {
    const odd = "half \ud83d"
    const whole = "half \\ud83d"
    const given: ReadonlyArray<Declaration> = [
      { ...anchor, source: odd },
      { kind: "settings", text: odd },
      { ...accepted, source: odd },
      { ...accepted, source: null },
      { ...decision, by: odd, reason: odd },
      { ...decision, reason: null },
      { ...exported, by: odd, format: odd, place: odd },
      proven
    ]
    const known = { sequence: 12, at: 34 }
    const expected: ReadonlyArray<Declaration> = [
      { ...anchor, source: whole },
      { kind: "settings", text: whole },
      { ...accepted, source: whole },
      { ...accepted, source: null },
      { ...decision, ...known, by: whole, reason: whole },
      { ...decision, ...known, reason: null },
      { ...exported, at: 34, by: whole, format: whole, place: whole },
      { ...proven, ...known }
    ]
    assert.deepStrictEqual(
      numbered(given, 7, { sequence: 12, committedAt: 34 }),
      expected.map((declaration, index) => ({ id: 7 + index, declaration }))
    )
  })

  it("leave the balances of each day and currency, in their order, with the source of the last", () => {
    const closing = { ...anchor, end: "closing", balance: money("3"), source: "file" } as const
    const [first, second] = anchorsOf([
      { ...anchor, currency: usd, balance: money("7") },
      { ...anchor, day: day("2024-01-01"), currency: usd },
      closing,
      { ...closing, balance: money("4"), source: "later" },
      anchor,
      { ...anchor, day: day("2024-01-01"), currency: usd, balance: null },
      { ...anchor, currency: null, balance: money("1") }
    ])
    assert.deepStrictEqual([first?.currency, second?.currency], [null, kes])
    assert.deepStrictEqual(second, {
      currency: kes,
      day: day("2024-01-02"),
      opening: money("-1.5"),
      closing: money("4"),
      source: "--opening"
    })
    const days = anchorsOf([anchor, { ...anchor, day: day("2024-01-01"), currency: usd }, { ...anchor, currency: usd }])
    assert.deepStrictEqual(days.map((each) => [each.day, each.currency]), [
      [day("2024-01-01"), usd],
      [day("2024-01-02"), kes],
      [day("2024-01-02"), usd]
    ])
  })

  it("say the same proofs in whatever order, and others where one value is another", () => {
    const one: Proof = { currency: kes, ...january, quietSince: null, openingKnown: false }
    const other: Proof = { ...one, currency: usd }
    assert.isTrue(sameProofs([one, other], [other, one]))
    assert.isFalse(sameProofs([one], [one, other]))
    for (
      const changed of [
        { currency: null },
        { from: null },
        { to: null },
        { quietSince: day("2024-01-05") },
        { openingKnown: true }
      ]
    ) assert.isFalse(sameProofs([one], [{ ...one, ...changed }]), Object.keys(changed)[0])
    assert.isFalse(sameProofs([one, { ...other, from: null }], [{ ...one, from: null }, other]))
  })
})
