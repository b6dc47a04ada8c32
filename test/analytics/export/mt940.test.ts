/**
 * MT940, read back by a small reader of its fields.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { mt940 } from "../../../src/analytics/export/formats/mt940.ts"
import { swiftLines, swiftText } from "../../../src/analytics/export/swiftText.ts"
import { AnyRow, hostile, ledgerOf, made, madeOf, money, refusalOf, rowOf, rowsFrom } from "./bankLedgers.ts"

/** The fields of the file in their order, each with its lines. */
const fieldsOf = (text: string): ReadonlyArray<readonly [tag: string, lines: ReadonlyArray<string>]> => {
  assert.match(text, /^([A-Za-z0-9/\-?:().,'+ ]*\r\n)+$/)
  const fields: Array<[string, Array<string>]> = []
  for (const line of text.trimEnd().split("\r\n")) {
    const [, tag, rest = ""] = /^:(\d\d[A-Z]?):(.*)$/.exec(line) ?? []
    if (tag !== undefined) fields.push([tag, [rest]])
    else if (line === "-") fields.push(["-", []])
    else {
      assert.notMatch(line, /^[:-]/)
      fields.at(-1)?.[1].push(line)
    }
  }
  return fields
}

const of = (text: string, wanted: string): ReadonlyArray<string> =>
  fieldsOf(text).flatMap(([tag, lines]) => tag === wanted ? [lines.join("")] : [])

describe("MT940", () => {
  it("holds every row that is booked, with its exact amount and its id", () => {
    const long = "LONG".repeat(5)
    const rows = [
      rowOf({ id: "A", signed: money("9999999999.9999") }),
      rowOf({ id: "A", leg: 1, signed: money("-0.5"), day: "2025-12-09" }),
      rowOf({ id: long, description: "fee" }),
      rowOf({ id: "A//B" }),
      rowOf({ id: "", description: "" }),
      rowOf({ id: "P", isPosted: false })
    ]
    const { notes, text } = madeOf(mt940, rows, { closing: money("-7") })
    assert.deepStrictEqual(of(text, "61"), [
      "2503010301C9999999999,9999NMSCA",
      "2512091209D0,50NMSCA/1",
      "2503010301C12,50NMSCNONREF",
      "2503010301C12,50NMSCNONREF",
      "2503010301C12,50NMSCNONREF"
    ])
    assert.deepStrictEqual(of(text, "86"), [
      "Credited KES 12.50 from Ann",
      "Credited KES 12.50 from Ann",
      `ID ${long} fee`,
      "ID A//B Credited KES 12.50 from Ann",
      "ID 20250301233005+12.50"
    ])
    assert.deepStrictEqual(notes, [])
  })

  it("has a message for each wallet and currency, from the balance before to the balance behind", () => {
    const row = rowOf()
    const { text } = made(mt940, [ledgerOf([row]), [row]], [
      ledgerOf([], { currency: "EUR", opening: money("-5"), closing: money("-0.0001"), to: "2025-12-31" }),
      []
    ])
    assert.strictEqual(fieldsOf(text).map(([tag]) => tag).join(" "), "20 25 28C 60F 61 86 62F - 20 25 28C 60F 62F -")
    assert.deepStrictEqual(of(text, "20"), ["ST250301250331", "ST250301251231"])
    assert.deepStrictEqual(of(text, "25"), ["254700000001KES", "254700000001EUR"])
    assert.deepStrictEqual(of(text, "28C"), ["25090/1", "25365/1"])
    assert.deepStrictEqual(of(text, "60F"), ["C250228KES100,00", "D250228EUR5,00"])
    assert.deepStrictEqual(of(text, "62F"), ["C250331KES112,50", "D251231EUR0,0001"])
    assert.isTrue(text.toLowerCase().startsWith(mt940.beginning))
  })

  it("tells which texts it can't hold as they are", () => {
    const { notes, text } = madeOf(mt940, [
      rowOf({ description: "Café & Söhne; \"漢\"" }),
      rowOf({ id: "2", description: "w".repeat(391) }),
      rowOf({ id: "3", description: "w".repeat(390) })
    ])
    assert.deepStrictEqual(of(text, "86"), ["Cafe + Sohne, '?'", `${"w".repeat(387)}...`, "w".repeat(390)])
    assert.deepStrictEqual(notes, [
      "1 text is longer than a field of MT940: \"...\" stands where it goes on. csv and ndjson hold all of it.",
      "The texts of 1 row hold characters that MT940 has no place for: the nearest ones stand there, or \"?\", " +
      "and in an id their codes. csv, ndjson and camt053 hold them."
    ])
  })

  it("puts a quote before a text that a reader would take for fields of a bank", () => {
    const { notes, text } = madeOf(
      mt940,
      ["103?00SALARY", "/REMI/forged", "1034 is a number"].map((description, place) =>
        rowOf({ id: String(place), description })
      )
    )
    assert.deepStrictEqual(of(text, "86"), ["'103?00SALARY", "'/REMI/forged", "1034 is a number"])
    assert.deepStrictEqual(notes, [
      "A quote stands before the texts of 2 rows, which programs would take for fields of a bank."
    ])
  })

  it("tells an id that is no reference in front of the text, and no two alike", () => {
    const ids = ["A_B_1", "A-B-1", "A?(5F)B-1", "NONREF", "nonref"]
    const { text } = madeOf(mt940, ids.map((id) => rowOf({ id, description: "fee" })))
    assert.deepStrictEqual(
      of(text, "61").map((entry) => entry.slice(20)),
      ["NONREF", "A-B-1", "A?(5F)B-1", "NONREF", "NONREF"]
    )
    assert.deepStrictEqual(of(text, "86"), ["ID A?(5F)B?(5F)1 fee", "fee", "fee", "ID NONREF fee", "ID nonref fee"])
  })

  it("says what is not proven, and refuses what it can't hold or do without", () => {
    const { text } = madeOf(mt940, [], { unproven: ["The balances prove no day."] })
    assert.deepStrictEqual(fieldsOf(text).slice(-3), [
      ["62F", ["C250331KES100,00"]],
      ["86", ["NOT PROVEN. The balances prove no day."]],
      ["-", []]
    ])
    assert.match(
      refusalOf(mt940, [rowOf({ leg: 2, signed: money("-10000000000.1234") })]),
      /^Row TX1#2 of 254700000001 \(2025-03-01 23:30:05\): .* -10000000000.1234/
    )
    assert.match(
      refusalOf(mt940, [rowOf({ id: "", signed: money("-10000000000.1234") })]),
      /^A row without an id of 254700000001 \(2025-03-01 23:30:05\): MT940 has 15 characters/
    )
    assert.match(refusalOf(mt940, [], { closing: money("99999999999999.9999") }), /^254700000001 KES, 2025-03-01 to/)
    assert.match(refusalOf(mt940, [], { opening: null }), /opening balance is not known/)
    assert.match(refusalOf(mt940, [], { closing: null }), /closing balance is not known/)
    assert.match(refusalOf(mt940, [], { currency: null }), /currency is not known/)
    assert.match(refusalOf(mt940, [], { walletNo: "wallet#1" }), /wallet#1KES is not written so/)
  })

  it("breaks lines without losing a blank, and begins none like a field", () => {
    assert.deepStrictEqual(swiftLines("abcd ef", 5), ["abcd", " ef"])
    assert.deepStrictEqual(swiftLines("abcde:61:x", 5), ["abcde", " :61:", "x"])
    assert.deepStrictEqual(swiftLines("abcde-", 5), ["abcde", " -"])
    assert.deepStrictEqual(swiftLines("", 5), [])
    assert.strictEqual(swiftText("Ünïcödé {4:}\n😀 ﬁ"), "Unicode (4:)?? fi")
  })

  it.effect.prop(
    "gives back each row whatever its texts are",
    [Schema.Array(AnyRow)],
    ([any]) =>
      Effect.sync(() => {
        const rows = rowsFrom([
          ...any.map((row) => ({ ...row, signed: money("-1234567.8901") })),
          ...hostile.map((text) => ({
            description: text,
            counterparty: text,
            id: text,
            signed: money("1.25"),
            isPosted: true
          }))
        ])
        const { text } = madeOf(mt940, rows, { closing: money("0") })
        const booked = rows.filter(({ isPosted }) => isPosted)
        const entries = of(text, "61")
        assert.strictEqual(entries.length, booked.length)
        assert.strictEqual(of(text, "62F").length, 1)
        for (const [place, { signed }] of booked.entries()) {
          assert.match(entries[place] ?? "", signed < 0n ? /^2503010301D1234567,8901NMSC/ : /^2503010301C1,25NMSC/)
        }
        for (const [tag, lines] of fieldsOf(text)) {
          assert.isTrue(
            lines.length <= (tag === "86" ? 6 : 1) && lines.every((line) => line.length <= 65),
            lines.join("|")
          )
        }
      }),
    { arbitrary: { seed: 14, runs: 200 } }
  )
})
