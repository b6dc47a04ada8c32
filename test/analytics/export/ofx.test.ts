/**
 * OFX, read back by a small reader that takes nothing but its grammar.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ofx } from "../../../src/analytics/export/formats/ofx.ts"
import * as Money from "../../../src/domain/Money.ts"
import { printable } from "../../../src/domain/printable.ts"
import { AnyRow, hostile, ledgerOf, made, madeOf, money, refusalOf, rowOf, rowsFrom } from "./bankLedgers.ts"

const plain = (text: string): string => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")

/** The elements of the file in their order; a group is a name with null. */
const elementsOf = (text: string): ReadonlyArray<readonly [string, string | null]> => {
  const [, body = ""] = text.split("\r\n\r\n")
  assert.notMatch(body.replaceAll("\r\n", ""), /\p{Cc}/u)
  const open: Array<string> = []
  const elements = body.trimEnd().split("\r\n").map((line): readonly [string, string | null] => {
    const [, slash, group, name, value] = /^(?:<(\/?)([A-Z0-9]+)>|<([A-Z0-9]+)>([^<>]*)<\/\3>)$/.exec(line) ??
      assert.fail(line)
    if (group === undefined) return [name ?? "", plain(value ?? "")]
    if (slash === "") open.push(group)
    else assert.strictEqual(open.pop(), group)
    return [`${slash}${group}`, null]
  })
  assert.deepStrictEqual(open, [])
  return elements
}

/** The values of an element by its name. */
const allOf = (text: string, name: string): ReadonlyArray<string> =>
  elementsOf(text).flatMap(([found, value]) => found === name && value !== null ? [value] : [])

const entriesOf = (text: string): ReadonlyArray<ReadonlyMap<string, string>> => {
  const entries: Array<Map<string, string>> = []
  for (const [name, value] of elementsOf(text)) {
    if (name === "STMTTRN") entries.push(new Map())
    else if (value !== null) entries.at(-1)?.set(name, value)
  }
  return entries
}

describe("OFX", () => {
  it("holds every row that is booked, with its exact amount and its time", () => {
    const rows = [
      rowOf({ id: "A", signed: money("99999999999999.9999") }),
      rowOf({ id: "B", signed: money("-99999999999999.9999"), utcOffset: -210 }),
      rowOf({ id: "P", isPosted: false }),
      rowOf({ id: "", signed: money("-0.0005"), utcOffset: 0 }),
      rowOf({ id: "A", leg: 1, signed: money("0"), type: "Debit" })
    ]
    const entries = entriesOf(madeOf(ofx, rows, { closing: money("7") }).text)
    assert.deepStrictEqual(
      entries.map((entry) => ["FITID", "TRNAMT", "TRNTYPE", "DTPOSTED"].map((name) => entry.get(name)).join(" ")),
      [
        "A 99999999999999.9999 CREDIT 20250301233005[+3]",
        "B -99999999999999.9999 DEBIT 20250301233005[-3.30]",
        "20250301233005-0.0005 -0.0005 DEBIT 20250301233005[+0]",
        "A#1 0.00 DEBIT 20250301233005[+3]"
      ]
    )
  })

  it("has a statement for each wallet and currency, with the balance that its days end with", () => {
    const row = rowOf()
    const { text } = made(ofx, [ledgerOf([row]), [row]], [ledgerOf([], { currency: "EUR", closing: money("-5") }), []])
    assert.deepStrictEqual(allOf(text, "ACCTID"), ["254700000001-KES", "254700000001-EUR"])
    assert.deepStrictEqual(allOf(text, "CURDEF"), ["KES", "EUR"])
    assert.deepStrictEqual(allOf(text, "BALAMT"), ["112.50", "-5.00"])
    assert.deepStrictEqual(allOf(text, "DTASOF"), ["20250331", "20250331"])
    assert.deepStrictEqual(allOf(text, "DTSERVER"), ["20250401060708[0:GMT]"])
    assert.isTrue(text.toLowerCase().startsWith(ofx.beginning))
  })

  it("tells a text that is longer than its field, and puts a long name into the memo", () => {
    const long = `Debited KES 4.00 to ${"long ".repeat(80)}`
    const { notes, text } = madeOf(ofx, [
      rowOf({ description: long }),
      rowOf({ id: "2", description: "paid 😀", counterparty: "N".repeat(33) }),
      rowOf({ id: "3", description: `to ${"N".repeat(33)}`, counterparty: "N".repeat(33) }),
      rowOf({ id: "4", description: "", counterparty: "" }),
      rowOf({ id: "5", description: "😀".repeat(32) })
    ])
    const entries = entriesOf(text)
    assert.strictEqual(entries[0]?.get("MEMO"), `${long.slice(0, 254)}…`)
    assert.strictEqual(entries[1]?.get("NAME"), `${"N".repeat(31)}…`)
    assert.strictEqual(entries[1]?.get("MEMO"), `${"N".repeat(33)}: paid 😀`)
    assert.strictEqual(entries[2]?.get("MEMO"), `to ${"N".repeat(33)}`)
    assert.deepStrictEqual([entries[3]?.get("NAME"), entries[3]?.get("MEMO")], ["Credit", undefined])
    assert.strictEqual(entries[4]?.get("NAME"), "😀".repeat(32))
    assert.deepStrictEqual(notes, [
      "1 text is longer than a field of OFX: \"…\" stands where it goes on. csv and ndjson hold all of it."
    ])
  })

  it("says what is not proven, and refuses what it can't do without", () => {
    const { text } = madeOf(ofx, [], { unproven: ["1 day is not loaded, or may lack rows."] })
    assert.deepStrictEqual(allOf(text, "MESSAGE"), ["NOT PROVEN. 1 day is not loaded, or may lack rows."])
    assert.deepStrictEqual(allOf(madeOf(ofx, []).text, "MESSAGE"), [])
    assert.match(refusalOf(ofx, [], { closing: null }), /254700000001 KES, 2025-03-01 .* closing balance is not known/)
    assert.match(refusalOf(ofx, [], { currency: null }), /its currency is not known.*WALLETS/)
    assert.match(refusalOf(ofx, [], { walletNo: "W".repeat(19) }), /22 characters for an account/)
    assert.match(
      refusalOf(ofx, [rowOf({ id: "I".repeat(256) })]),
      /^Row I{79}… of 254700000001 \(2025-03-01 23:30:05\): OFX has 255 characters for an id, and this one takes 256/
    )
  })

  it.effect.prop(
    "gives back each row whatever its texts are",
    [Schema.Array(AnyRow)],
    ([any]) =>
      Effect.sync(() => {
        const rows = rowsFrom([
          ...any,
          ...hostile.map((description) => ({
            description,
            counterparty: description,
            id: description.slice(0, 30),
            signed: money("-1.25"),
            isPosted: true
          }))
        ])
        const entries = entriesOf(madeOf(ofx, rows, { closing: Money.zero }).text)
        const booked = rows.filter(({ isPosted }) => isPosted)
        assert.strictEqual(entries.length, booked.length)
        assert.strictEqual(new Set(entries.map((entry) => entry.get("FITID"))).size, booked.length)
        for (const [place, { counterparty, description, signed }] of booked.entries()) {
          const [name = "", memo = ""] = [entries[place]?.get("NAME"), entries[place]?.get("MEMO")]
          assert.strictEqual(entries[place]?.get("TRNAMT"), Money.format(signed))
          assert.isAtMost(Array.from(name).length, 32)
          assert.isAtMost(Array.from(memo).length, 255)
          for (const text of [description, counterparty ?? ""]) {
            const shown = printable(text, Infinity).trim()
            if (!memo.endsWith("…")) assert.include(`${name}\n${memo}`, shown)
          }
        }
      }),
    { arbitrary: { seed: 12, runs: 200 } }
  )
})
