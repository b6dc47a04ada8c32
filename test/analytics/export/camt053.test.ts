/**
 * camt.053, read back by a small reader of XML.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { shortenedTo } from "../../../src/analytics/export/fitting.ts"
import { camt053 } from "../../../src/analytics/export/formats/camt053.ts"
import * as Money from "../../../src/domain/Money.ts"
import { printable } from "../../../src/domain/printable.ts"
import { AnyRow, hostile, ledgerOf, made, madeOf, money, refusalOf, rowOf, rowsFrom } from "./bankLedgers.ts"

/** An element, with what stands in it. */
interface Element {
  readonly name: string
  readonly attributes: string
  readonly children: Array<Element>
  text: string
}

const read = (xml: string): Element => {
  assert.notMatch(xml.replaceAll("\n", ""), /[\p{Cc}\ufffe\uffff]/u)
  const top: Element = { name: "", attributes: "", children: [], text: "" }
  const open = [top]
  const [, body = ""] = xml.split("?>\n")
  for (const [, slash, name = "", attributes = "", text = ""] of body.matchAll(/<(\/?)(\w+)([^<>]*)>([^<]*)/g)) {
    if (slash === "/") assert.strictEqual(open.pop()?.name, name)
    else {
      const element: Element = { name, attributes, children: [], text: "" }
      open.at(-1)?.children.push(element)
      open.push(element)
      element.text = text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")
    }
  }
  assert.lengthOf(open, 1)
  assert.strictEqual(top.children.length, 1)
  return top
}

/** The elements at a path of names, wherever it begins. */
const at = (element: Element, path: string): ReadonlyArray<Element> => {
  const [first = "", ...rest] = path.split("/")
  const found = element.children.flatMap((child): ReadonlyArray<Element> =>
    child.name === first ? (rest.length === 0 ? [child] : below(child, rest)) : at(child, path)
  )
  return found
}

const below = (element: Element, [first = "", ...rest]: ReadonlyArray<string>): ReadonlyArray<Element> =>
  element.children.filter(({ name }) => name === first).flatMap((child) =>
    rest.length === 0 ? [child] : below(child, rest)
  )

const texts = (element: Element, path: string): ReadonlyArray<string> => at(element, path).map(({ text }) => text)

describe("camt.053", () => {
  it("holds every row that is booked, with its exact amount, its time and its other party", () => {
    const rows = [
      rowOf({ id: "A", signed: money("99999999999999.9999"), counterparty: "Ann & <Co>" }),
      rowOf({ id: "B", signed: money("-99999999999999.9999"), utcOffset: -210, counterparty: "Bob" }),
      rowOf({ id: "P", isPosted: false })
    ]
    const over = { closing: money("-7"), credits: money("5"), debits: money("12.0001") }
    const document = read(madeOf(camt053, rows, over).text)
    assert.deepStrictEqual(texts(document, "Ntry/Amt"), ["99999999999999.9999", "99999999999999.9999"])
    assert.deepStrictEqual(texts(document, "Ntry/CdtDbtInd"), ["CRDT", "DBIT"])
    assert.deepStrictEqual(texts(document, "Ntry/AcctSvcrRef"), ["A", "B"])
    assert.deepStrictEqual(texts(document, "BookgDt/DtTm"), ["2025-03-01T23:30:05+03:00", "2025-03-01T23:30:05-03:30"])
    assert.deepStrictEqual(texts(document, "Dbtr/Pty/Nm"), ["Ann & <Co>"])
    assert.deepStrictEqual(texts(document, "Cdtr/Pty/Nm"), ["Bob"])
  })

  it("has a statement for each wallet and currency, with balances and sums that tie", () => {
    const row = rowOf({ signed: money("-12.0001") })
    const { text } = made(camt053, [ledgerOf([row]), [row]], [
      ledgerOf([], { currency: "EUR", opening: money("-5"), closing: money("-5") }),
      []
    ])
    const document = read(text)
    assert.deepStrictEqual(texts(document, "Stmt/Id"), [
      "254700000001-KES-20250301-20250331",
      "254700000001-EUR-20250301-20250331"
    ])
    assert.deepStrictEqual(texts(document, "Acct/Ccy"), ["KES", "EUR"])
    assert.deepStrictEqual(texts(document, "Bal/Tp/CdOrPrtry/Cd"), ["OPBD", "CLBD", "OPBD", "CLBD"])
    assert.deepStrictEqual(texts(document, "Bal/Amt"), ["100.00", "87.9999", "5.00", "5.00"])
    assert.deepStrictEqual(texts(document, "Bal/CdtDbtInd"), ["CRDT", "CRDT", "DBIT", "DBIT"])
    assert.deepStrictEqual(texts(document, "TtlNtries/NbOfNtries"), ["1", "0"])
    assert.deepStrictEqual(texts(document, "TtlNtries/Sum"), ["12.0001", "0.00"])
    assert.deepStrictEqual(texts(document, "TtlNetNtry/Amt"), ["12.0001", "0.00"])
    assert.deepStrictEqual(texts(document, "TtlNetNtry/CdtDbtInd"), ["DBIT", "CRDT"])
    assert.isTrue(text.toLowerCase().startsWith(camt053.beginning))
  })

  it("shortens an id that is too long to one that stays the same, and holds all of it beside", () => {
    const id = "LONG".repeat(12)
    const rows = [rowOf({ id }), rowOf({ id, leg: 1 }), rowOf({ id: "A".repeat(35) })]
    const document = read(madeOf(camt053, rows).text)
    const ids = texts(document, "Ntry/AcctSvcrRef")
    assert.isTrue(ids.every((text) => text.length === 35) && new Set(ids).size === 3, ids.join(" "))
    assert.deepStrictEqual(texts(document, "AddtlTxInf"), [`ID ${id}`, `ID ${id}#1`])
    assert.deepStrictEqual(texts(read(madeOf(camt053, rows).text), "Ntry/AcctSvcrRef"), ids)
  })

  it("says what is not proven, and refuses what it can't do without", () => {
    const told = read(madeOf(camt053, [], { unproven: ["The balances prove no day."] }).text)
    assert.deepStrictEqual(texts(told, "AddtlStmtInf"), ["NOT PROVEN. The balances prove no day."])
    assert.deepStrictEqual(texts(read(madeOf(camt053, []).text), "AddtlStmtInf"), [])
    assert.match(refusalOf(camt053, [], { opening: null }), /opening balance is not known/)
    assert.match(refusalOf(camt053, [], { closing: null }), /closing balance is not known/)
    assert.match(refusalOf(camt053, [], { currency: null }), /currency is not known/)
    assert.match(refusalOf(camt053, [], { walletNo: "W".repeat(35) }), /34 characters for an account/)
    assert.match(
      refusalOf(camt053, [], { credits: money("99999999999999.9999"), debits: money("0.0001") }),
      /18 digits for a sum.*--from/
    )
  })

  it("tells a name that is longer than its field", () => {
    const { notes, text } = madeOf(camt053, [rowOf({ counterparty: "N".repeat(141) })])
    assert.deepStrictEqual(texts(read(text), "Dbtr/Pty/Nm"), [`${"N".repeat(139)}…`])
    assert.match(notes.join(), /^1 text is longer than a field of camt\.053/)
  })

  it.effect.prop(
    "gives back each row whatever its texts are",
    [Schema.Array(AnyRow)],
    ([any]) =>
      Effect.sync(() => {
        const rows = rowsFrom([
          ...any,
          ...hostile.map((text) => ({
            description: text.repeat(3),
            counterparty: text,
            id: text,
            signed: money("-1.25"),
            isPosted: true
          }))
        ])
        const over = { closing: Money.zero, credits: Money.zero, debits: Money.zero }
        const entries = at(read(madeOf(camt053, rows, over).text), "Ntry")
        const booked = rows.filter(({ isPosted }) => isPosted)
        assert.strictEqual(entries.length, booked.length)
        assert.strictEqual(new Set(entries.flatMap((entry) => texts(entry, "Refs/AcctSvcrRef"))).size, booked.length)
        for (const [place, { counterparty, description, signed }] of booked.entries()) {
          const entry = entries[place] ?? assert.fail()
          const [amount] = texts(entry, "Amt")
          assert.strictEqual(`${signed < 0n ? "-" : ""}${amount}`, Money.format(signed))
          const pieces = texts(entry, "RmtInf/Ustrd")
          assert.isTrue(pieces.every((piece) => piece !== "" && Array.from(piece).length <= 140))
          const shown = printable(description, Infinity)
          assert.strictEqual(pieces.join(""), shown.trim() === "" ? "" : shown)
          assert.strictEqual(
            texts(entry, "Pty/Nm").join(),
            shortenedTo(printable(counterparty ?? "", Infinity).trim(), 140)
          )
        }
      }),
    { arbitrary: { seed: 13, runs: 200 } }
  )
})
