/**
 * QIF, read back by a small reader of its records.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { qif } from "../../../src/analytics/export/formats/qif.ts"
import * as Money from "../../../src/domain/Money.ts"
import { printable } from "../../../src/domain/printable.ts"
import { AnyRow, hostile, ledgerOf, made, madeOf, money, rowOf, rowsFrom } from "./bankLedgers.ts"

interface QifRecord {
  readonly header: string
  readonly fields: ReadonlyMap<string, string>
}

const recordsOf = (text: string): ReadonlyArray<QifRecord> => {
  let header = ""
  const blocks = text.split(/^\^\n/m)
  assert.strictEqual(blocks.pop(), "")
  return blocks.map((block) => {
    const fields = new Map<string, string>()
    for (const line of block.trimEnd().split("\n")) {
      assert.notMatch(line, /[\p{Cc}\p{Zl}\p{Zp}]/u)
      if (line.startsWith("!")) header = line
      else {
        assert.isFalse(fields.has(line.slice(0, 1)), block)
        fields.set(line.slice(0, 1), line.slice(1))
      }
    }
    return { header, fields }
  })
}

const lineOf = ({ fields }: QifRecord): string => [...fields].map(([letter, value]) => letter + value).join("|")

describe("QIF", () => {
  it("has an account for each wallet and currency, its opening balance, and every row that is booked", () => {
    const rows = [
      rowOf({ id: "A", signed: money("99999999999999.9999"), counterparty: "Ann", category: "Sales:Web" }),
      rowOf({ id: "B", signed: money("-99999999999999.9999"), description: "" }),
      rowOf({ id: "P", isPosted: false })
    ]
    const closing = money("100")
    const { notes, text } = made(qif, [ledgerOf(rows, { closing }), rows], [
      ledgerOf([], { currency: null, opening: money("-5"), closing: null }),
      []
    ])
    assert.deepStrictEqual(recordsOf(text).map((record) => `${record.header} ${lineOf(record)}`), [
      "!Account N254700000001 KES|TBank|DKES, 2025-03-01 to 2025-03-31|/03/31/2025|$100.00",
      "!Type:Bank D03/01/2025|T100.00|CX|POpening Balance|L[254700000001 KES]",
      "!Type:Bank D03/01/2025|T99999999999999.9999|NA|PAnn|MCredited KES 12.50 from Ann|LSales:Web",
      "!Type:Bank D03/01/2025|T-99999999999999.9999|NB",
      "!Account N254700000001|TBank|D2025-03-01 to 2025-03-31",
      "!Type:Bank D03/01/2025|T-5.00|CX|POpening Balance|L[254700000001]"
    ])
    assert.deepStrictEqual(notes, [])
    assert.isTrue(text.toLowerCase().startsWith(qif.beginning))
  })

  it("books no opening balance where it goes on from another file", () => {
    const rows = [rowOf({ id: "A" })]
    const ledger = ledgerOf(rows)
    const begun = qif.text({ ledgers: [ledger], madeAt: 0, head: null, goesOn: true })
    const own = begun.ledger(ledger)
    assert.isTrue("before" in own)
    if (!("before" in own)) return
    const [row = rowOf({})] = rows
    const records = recordsOf(`${own.before}${own.row(row)}`)
    assert.deepStrictEqual(records.map(({ header }) => header), ["!Account", "!Type:Bank"])
    assert.strictEqual(records[1]?.fields.get("N"), "A")
    assert.deepStrictEqual(begun.notes?.(), [])
  })

  it("says what is not proven, and that an opening balance is not known", () => {
    const { notes, text } = madeOf(qif, [], { unproven: ["The balances prove no day."], opening: null, closing: null })
    assert.deepStrictEqual(recordsOf(text).map(lineOf), [
      "N254700000001 KES|TBank|DKES, 2025-03-01 to 2025-03-31, NOT PROVEN. The balances prove no day."
    ])
    const late = [rowOf({ description: "fee" }), rowOf({ id: "2", description: "tax" })]
    assert.deepStrictEqual(
      recordsOf(madeOf(qif, late, { opening: null }).text).slice(1).map(({ fields, header }) =>
        header + fields.get("M")
      ),
      ["!Type:Bankfee", "!Type:Banktax"]
    )
    assert.match(notes.join(), /^254700000001 KES, 2025-03-01 to 2025-03-31: its opening balance is not known/)
  })

  it("writes a category so that no program takes it for another thing, and tells it", () => {
    const categories = ["Food/Rent", "A|B", "[Savings]", "Food/Rent", "Sales:Web"]
    const rows = categories.map((category, leg) => rowOf({ leg, category }))
    const { notes, text } = madeOf(qif, rows)
    assert.deepStrictEqual(
      recordsOf(text).slice(2).map(({ fields }) => fields.get("L")),
      ["Food-Rent", "A-B", "'[Savings]", "Food-Rent", "Sales:Web"]
    )
    assert.deepStrictEqual(notes, [
      "3 categories are written with \"-\" for \"/\" and \"|\", or with a quote before \"[\", which programs would take for a class, a split or an account."
    ])
  })

  it.effect.prop(
    "gives back each row whatever its texts are",
    [Schema.Array(AnyRow)],
    ([any]) =>
      Effect.sync(() => {
        const rows = rowsFrom([
          ...any,
          ...hostile.map((text) => ({
            description: text,
            counterparty: text,
            id: text,
            signed: money("-1.25"),
            isPosted: true
          }))
        ]).map((row) => ({ ...row, category: row.counterparty }))
        const [account, opening, ...entries] = recordsOf(madeOf(qif, rows, { closing: Money.zero }).text)
        const booked = rows.filter(({ isPosted }) => isPosted)
        assert.deepStrictEqual([account?.header, opening?.fields.get("P")], ["!Account", "Opening Balance"])
        assert.strictEqual(entries.length, booked.length)
        assert.strictEqual(new Set(entries.map(({ fields }) => fields.get("N"))).size, booked.length)
        for (const [place, { description, signed }] of booked.entries()) {
          const { fields, header } = entries[place] ?? assert.fail()
          assert.deepStrictEqual([header, fields.get("T")], ["!Type:Bank", Money.format(signed)])
          assert.strictEqual(fields.get("M") ?? "", printable(description, Infinity).trim())
          assert.notMatch(fields.get("L") ?? "", /^\[|[/|]/)
          assert.notMatch(fields.get("P") ?? "", /^Opening Balance/i)
        }
      }),
    { arbitrary: { seed: 15, runs: 200 } }
  )
})
