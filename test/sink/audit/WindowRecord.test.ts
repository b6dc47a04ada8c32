/**
 * The canonical text of the audit chain, written as bytes, against the same text put together as strings.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Money from "../../../src/domain/Money.ts"
import * as Rows from "../../../src/domain/Rows.ts"
import type { Transaction } from "../../../src/domain/Transaction.ts"
import { auditHash, auditText, type QuarantineRecord, type RecordField } from "../../../src/sink/audit/WindowRecord.ts"
import { planCommit } from "../../../src/sink/plan/commitPlan.ts"
import { numbered } from "../../../src/sink/plan/declarations.ts"
import type { StoredRow } from "../../../src/sink/plan/windowDiff.ts"
import { day, period, rejection, row, window } from "../../../src/testing/windows.ts"
import { textByStrings } from "../../kit/auditByStrings.ts"
import { cases } from "../../kit/cases.ts"

const random = (seed: number) => {
  let state = seed | 0
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const texts = [
  "",
  "a",
  "TXN0000001",
  "back\\slash",
  "tab\tand\nlines\r",
  "Café Amani",
  "😀",
  "\u{10fffd}",
  "\ufffd",
  "\u007f"
]
const amounts = [0n, 1n, 125_000n, -5_000n, 21_474_836_470_000n, 21_474_836_480_000n, Money.largest, -Money.largest]
const times = [0, 1, -1, 999, 1000, 1_709_647_402_000, 1_709_647_402_123, 2_147_483_648_000, -62_000_000_000_000]

const anyRow = (next: (below: number) => number): Transaction => {
  const from = <A>(choices: ReadonlyArray<A>): A => choices[next(choices.length)] as A
  const text = () => from(texts).repeat(1 + next(3))
  const amount = () => Money.fromTenThousandths(from([...amounts, BigInt(next(2 ** 31))]))
  const time = () => from([...times, next(2 ** 31) * 1000])
  return row(text(), "2024-03-05 10:00:00", "1", null, {
    type: from(["Debit", "Credit"]),
    amount: amount(),
    balance: from([null, amount()]),
    description: text(),
    confirmed: from([true, false]),
    occurredAt: time(),
    localTime: time(),
    dateText: from([text(), "2024-03-05 14:03:22 PM"]),
    timeFlag: from([null, "marker-conflict"])
  })
}

describe("auditText", () => {
  it.effect.prop(
    "is the same text, byte for byte, as the one put together from strings",
    [Schema.Int],
    ([seed]) =>
      Effect.sync(() => {
        const next = random(seed)
        const rows = Array.from({ length: next(30) }, () => anyRow(next))
        const stored = Array.from({ length: next(20) }, (_, leg): StoredRow => ({
          transaction: next(2) === 0 ? anyRow(next) : rows[next(rows.length)] ?? anyRow(next),
          leg,
          position: null,
          withdrawn: next(4) === 0
        }))
        const plan = planCommit(window("2024-03-05", "2024-03-05", rows), {
          inside: stored,
          elsewhere: [],
          freeLegs: new Map()
        })
        const fields: ReadonlyArray<RecordField> = [["a", texts[next(texts.length)] ?? null], ["b", null], ["c", 7], [
          "d",
          8n
        ]]
        const quarantine: QuarantineRecord = {
          added: [
            { ...rejection(texts.join(""), null), id: 1 },
            { ...rejection("x".repeat(next(100_000)), "2024-03-05"), day: day("2024-03-05"), id: 2 }
          ],
          closed: [{ id: 3, state: "resolved" }]
        }
        const declared = next(2) === 0 ? [] : numbered(
          [
            {
              kind: "anchor",
              currency: null,
              day: day("2024-03-05"),
              end: "opening",
              balance: Money.fromTenThousandths(-BigInt(next(2 ** 31))),
              source: texts[next(texts.length)] ?? ""
            },
            { kind: "settings", text: texts.join("") },
            ...(next(2) === 0 ? [] : [{
              kind: "decision" as const,
              decision: "accepted" as const,
              finding: "0a1b2c3d4e5f",
              findingKind: "gap" as const,
              days: period("2024-03-05", "2024-03-06"),
              currency: null,
              amount: next(2) === 0 ? null : Money.fromTenThousandths(-BigInt(next(2 ** 31))),
              count: next(2) === 0 ? null : next(9),
              by: texts[next(texts.length)] ?? "",
              reason: texts[next(texts.length)] ?? null,
              sequence: 0,
              at: 0
            }]),
            ...(next(2) === 0 ? [] : [{
              kind: "export" as const,
              format: texts[next(texts.length)] ?? "",
              days: period("2024-03-05", "2024-03-06"),
              currency: null,
              rows: next(9),
              closing: next(2) === 0 ? null : Money.fromTenThousandths(-BigInt(next(2 ** 31))),
              place: texts[next(texts.length)] ?? "",
              unproven: next(2) === 0,
              upTo: next(9),
              by: texts[next(texts.length)] ?? "",
              at: 0
            }])
          ],
          next(9),
          { sequence: next(9) + 1, committedAt: 1_700_000_000_000 }
        )
        const expected = textByStrings(fields, rows, plan, { quarantine, declared })
        assert.strictEqual(
          Buffer.concat(auditText(fields, Rows.from(rows), plan, { quarantine, declared })).toString(),
          expected
        )
      }),
    { arbitrary: { seed: 20_241_123, runs: cases(500) } }
  )

  it("is hashed with SHA-256", () => {
    assert.strictEqual(
      auditHash([new TextEncoder().encode("a"), new TextEncoder().encode("bc")]),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
  })
})
