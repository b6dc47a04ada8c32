/**
 * Journals without the programs that read them: rows as they come back by a small reader of each, and what is refused.
 */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { entryIds } from "../../../src/analytics/export/entryId.ts"
import { beancount } from "../../../src/analytics/export/formats/beancount.ts"
import { hledger } from "../../../src/analytics/export/formats/hledger.ts"
import type { LedgerRow } from "../../../src/analytics/export/Ledger.ts"
import * as Money from "../../../src/domain/Money.ts"
import { commandingPieces, ledgerOf, money, refusal, rowOf, written } from "./craftedLedger.ts"

/** A row as it is read back. */
interface Read {
  readonly day: string
  readonly confirmed: boolean
  readonly name: string
  readonly counterparty: string | null
  readonly description: string
  readonly category: string | null
  readonly time: string
  readonly amount: string
}

const decoded = (text: string): string =>
  text.replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

const lineOf = (line: string | undefined, form: RegExp): ReadonlyArray<string | undefined> => {
  const found = form.exec(line ?? "")
  if (found === null) assert.fail(`${JSON.stringify(line)} is not as ${form}`)
  return found.slice(1)
}

/** Entries have blank lines between them; nothing of a row stands outside its own. */
const entriesOf = (text: string, isEntry: RegExp): ReadonlyArray<ReadonlyArray<string>> =>
  text.split("\n\n").filter((entry) => isEntry.test(entry)).map((entry) => entry.split("\n"))

const money4 = String.raw`(-?\d+\.\d{2,4})`

const readHledger = (text: string): ReadonlyArray<Read> =>
  entriesOf(text, /^\d{4}-\d\d-\d\d [*!] \(/).map((entry) => {
    const [day, flag, code, rest] = lineOf(entry[0], /^(\S+) ([*!]) \(([^)]*)\)(?: ([^;]*))?$/)
    const [time, category] = lineOf(entry[1], /^ {4}; time:([^,]*)(?:, category:([^,]*))?$/)
    const [amount] = lineOf(entry[2], new RegExp(`^ {4}assets:wallets:254700000001  ${money4} KES$`))
    const [account, other] = lineOf(entry[3], new RegExp(`^ {4}(?:expenses|income):(\\S+(?: \\S+)*)  ${money4} KES$`))
    assert.strictEqual(entry.length, 4)
    assert.strictEqual(money(other ?? ""), Money.negate(money(amount ?? "")))
    const [, counterparty, note] = /^([^|]*) \|(?: ([^|]*))?$/.exec(rest ?? "") ?? [null, null, rest]
    return {
      day: day ?? "",
      confirmed: flag === "*",
      name: decoded(code ?? ""),
      counterparty: counterparty === null || counterparty === undefined ? null : decoded(counterparty),
      description: decoded(note ?? ""),
      category: category === undefined ? account === "uncategorised" ? null : account ?? null : decoded(category),
      time: time ?? "",
      amount: amount ?? ""
    }
  })

const stringForm = String.raw`"((?:[^"\\]|\\["\\])*)"`
const unquoted = (text: string | undefined): string => decoded((text ?? "").replace(/\\(["\\])/g, "$1"))

const readBeancount = (text: string): ReadonlyArray<Read> =>
  entriesOf(text, /\n {2}id: /).map((entry) => {
    const [day, flag, payee, narration] = lineOf(
      entry[0],
      new RegExp(`^(\\S+) ([*!]) (?:${stringForm} )?${stringForm}$`)
    )
    const [name] = lineOf(entry[1], new RegExp(`^ {2}id: ${stringForm}$`))
    const [time] = lineOf(entry[2], /^ {2}time: "([\d:]+)"$/)
    const hasCategory = entry.length === 6
    const [category] = hasCategory ? lineOf(entry[3], new RegExp(`^ {2}category: ${stringForm}$`)) : []
    const [amount] = lineOf(entry.at(-2), new RegExp(`^ {2}Assets:Wallets:254700000001  ${money4} KES$`))
    const [account, other] = lineOf(
      entry.at(-1),
      new RegExp(
        String
          .raw`^ {2}(?:Expenses|Income):([\p{Lu}\p{Nd}][\p{L}\p{Nd}-]*(?::[\p{Lu}\p{Nd}][\p{L}\p{Nd}-]*)*)  ${money4} KES$`,
        "u"
      )
    )
    assert.strictEqual(money(other ?? ""), Money.negate(money(amount ?? "")))
    return {
      day: day ?? "",
      confirmed: flag === "*",
      name: unquoted(name),
      counterparty: payee === undefined ? null : unquoted(payee),
      description: unquoted(narration),
      category: hasCategory ? unquoted(category) : account === "Uncategorised" ? null : account ?? null,
      time: time ?? "",
      amount: amount ?? ""
    }
  })

const asRead = (rows: ReadonlyArray<LedgerRow>): ReadonlyArray<Read> => {
  const idOf = entryIds()
  return rows.map((row) => ({
    day: row.day,
    confirmed: row.confirmed,
    name: decoded(idOf(row)),
    counterparty: row.counterparty === "" ? null : row.counterparty,
    description: row.description,
    category: row.category,
    time: row.time,
    amount: Money.format(row.signed)
  }))
}

const Text = Schema.Array(Schema.Literals(commandingPieces)).check(Schema.isMaxLength(6))
const Amounts = Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: -Money.largest, maximum: Money.largest }))
const Row = Schema.Struct({
  id: Text,
  leg: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 })),
  description: Text,
  counterparty: Schema.NullOr(Text),
  category: Schema.NullOr(Text.check(Schema.isMinLength(1))),
  amount: Amounts,
  confirmed: Schema.Boolean,
  isPosted: Schema.Boolean
})
const textFrom = (parts: ReadonlyArray<string> | null): string | null => parts === null ? null : parts.join("")

const rowsOf = (generated: ReadonlyArray<typeof Row.Type>): ReadonlyArray<LedgerRow> =>
  generated.map(({ amount, category, confirmed, counterparty, description, id, isPosted, leg }, index) =>
    rowOf({
      day: `2025-02-${String(1 + index % 28).padStart(2, "0")}`,
      time: `10:00:${String(index % 60).padStart(2, "0")}`,
      id: id.join(""),
      leg,
      description: description.join(""),
      counterparty: textFrom(counterparty),
      category: textFrom(category),
      signed: Money.fromTenThousandths(amount),
      confirmed: confirmed || !isPosted,
      isPosted
    })
  ).toSorted((left, right) => left.day < right.day ? -1 : left.day > right.day ? 1 : 0)

for (
  const { format, name, read } of [
    { name: "an hledger journal", format: hledger, read: readHledger },
    { name: "a beancount ledger", format: beancount, read: readBeancount }
  ]
) {
  describe(name, () => {
    it.prop(
      "holds each booked row in an entry of its own, whatever its texts are",
      [Schema.Array(Row).check(Schema.isMaxLength(8))],
      ([generated]) => {
        const rows = rowsOf(generated)
        const text = written(format, [[ledgerOf(rows), rows]])
        assert.deepStrictEqual(read(text), asRead(rows.filter(({ isPosted }) => isPosted)))
        assert.notMatch(text.replaceAll("\n", ""), /[\p{Cc}\p{Cf}\p{Cs}]/u)
        assert.notMatch(text, /^(?:include|\d{4}-\d\d-\d\d open Assets:Evil)/m)
      },
      { arbitrary: { seed: 11, runs: 300 } }
    )

    it("keeps the largest amounts, four decimals, and rows that share an id or have none", () => {
      const rows = [
        rowOf({ signed: money("99999999999999.9999") }),
        rowOf({ signed: money("-99999999999999.9999"), leg: 1 }),
        rowOf({ signed: money("0.00"), id: "" }),
        rowOf({ signed: money("0.005"), id: "", leg: 1, confirmed: false })
      ]
      const text = written(format, [[ledgerOf(rows), rows]])
      assert.deepStrictEqual(read(text), asRead(rows))
      assert.deepStrictEqual(read(text).map(({ name }) => name), [
        "A1",
        "A1#1",
        "20250201120000+0.00",
        "20250201120000+0.005"
      ])
    })

    it("asserts every day's balance, of days without rows too, and begins with the opening one", () => {
      const rows = [rowOf({ day: "2025-02-02", signed: money("5.00") })]
      const days = ["01", "02", "03"].map((day) => ({
        day: `2025-02-${day}`,
        closing: money(day === "01" ? "10.00" : "15.00")
      }))
      const text = written(format, [[ledgerOf(rows, { opening: money("10.00"), days }), rows]])
      assert.deepStrictEqual(
        text.match(/[^ ]+ 0 KES = .*|^.* balance .*~ 0 KES/gm) ?? [],
        format === hledger
          ? []
          : [
            "2025-02-02 balance Assets:Wallets:254700000001  10.00 ~ 0 KES",
            "2025-02-03 balance Assets:Wallets:254700000001  15.00 ~ 0 KES",
            "2025-02-04 balance Assets:Wallets:254700000001  15.00 ~ 0 KES"
          ]
      )
      if (format === hledger) {
        assert.deepStrictEqual(
          text.split("\n\n").filter((entry) => entry.includes("end of the day")).map((entry) => entry.split("\n")),
          days.map(({ closing, day }) => [
            `${day} * balance at the end of the day`,
            `    assets:wallets:254700000001  0 KES = ${Money.format(closing)} KES`
          ])
        )
      }
      assert.isBelow(text.indexOf("opening balance\n"), text.indexOf("A1"))
      assert.match(
        text,
        /^; 254700000001 KES, 2025-02-01 to 2025-02-28: rows 1, opening 10\.00, closing 15\.00, proven$/m
      )
      assert.match(
        format.text({ ledgers: [], madeAt: 0, head: "7:abcdef" }).before,
        /^; made at 1970-01-01T00:00:00\.000Z, head of the audit chain 7:abcdef$/m
      )
    })

    it("asserts a proven ledger's balances even where rows do not lead to them, so that the reader objects", () => {
      const rows = [rowOf({ signed: money("5.00") })]
      const days = [{ day: "2025-02-01", closing: money("5.0001") }]
      assert.match(written(format, [[ledgerOf(rows, { days }), rows]]), / (?:= 5\.0001|5\.0001 ~ 0) KES$/m)
      const open = written(format, [[
        ledgerOf(rows, { days, unproven: ["In 1 place the balances do not meet."] }),
        rows
      ]])
      assert.notMatch(open, / (?:= 5\.0001|5\.0001 ~ 0) KES$/m)
      assert.match(open, /^;  {2}NOT PROVEN: In 1 place the balances do not meet\.$/m)
      assert.match(
        open,
        /^; NOT PROVEN: 254700000001 KES ended 2025-02-01 with 5\.0001, and these rows come to 5\.00$/m
      )
    })

    it("books no opening and asserts nothing where the first balance is not known, and says so", () => {
      const rows = [rowOf({}), rowOf({ isPosted: false, confirmed: false })]
      const text = written(format, [[ledgerOf(rows, { opening: null, closing: null, unproven: ["Not known."] }), rows]])
      assert.strictEqual(read(text).length, 1)
      assert.notMatch(text, /opening balance"?$|end of the day|~ 0/m)
      assert.match(text, /opening not known, closing not known, NOT PROVEN$/m)
      assert.match(text, /^; {3}No opening balance is booked and no balance asserted/m)
      assert.match(text, /^; {3}Rows left out, as they did not move the balance: 1$/m)
    })

    it("books reversals of either sign to one account, whatever the letters' case", () => {
      const rows = [
        rowOf({ signed: money("5.00"), category: "Reversals" }),
        rowOf({ signed: money("-7.00"), category: "reversals", leg: 1 }),
        rowOf({ signed: money("1.00"), category: "Stock", leg: 2 })
      ]
      const text = written(format, [[ledgerOf(rows), rows]])
      assert.deepStrictEqual(
        text.match(/(?:income|expenses):\w+ +-?[\d.]+/gi)?.map((posting) => posting.toLowerCase()),
        [
          "expenses:reversals  -5.00",
          "expenses:reversals  7.00",
          "income:stock  -1.00"
        ]
      )
    })

    it("goes on from another with its first balance asserted instead of booked", () => {
      const rows = [rowOf({ signed: money("5.00") })]
      const ledger = ledgerOf(rows, { opening: money("10.00") })
      const begun = format.text({ ledgers: [ledger], madeAt: 0, head: null, goesOn: true })
      const own = begun.ledger(ledger)
      assert.isTrue("before" in own)
      const before = `${begun.before}${"before" in own ? own.before : ""}`
      assert.notMatch(before, /opening balance"?$/m)
      assert.match(before, format === hledger ? / 0 KES = 10\.00 KES$/m : /^2025-02-01 balance .* 10\.00 ~ 0 KES$/m)
      assert.match(before, /^; These days go on from those of another/m)
    })

    it("declares accounts and currencies once, of an empty period too", () => {
      const text = written(format, [[ledgerOf([]), []], [ledgerOf([], { currency: "USD" }), []]])
      for (const declared of text.match(/^(?:.* )?(?:account|open|commodity) .*$/gm) ?? []) {
        assert.strictEqual(text.split("\n").filter((line) => line === declared).length, 1, declared)
      }
      assert.match(
        text,
        format === hledger ? /^commodity USD$/m : /^2025-02-01 open Assets:Wallets:254700000001 KES,USD$/m
      )
    })

    it("refuses a wallet without a currency, and two wallets whose accounts would be one", () => {
      assert.match(
        refusal(format, [[ledgerOf([], { currency: null }), []]]),
        /254700000001, .* currency is not known, and a journal names one/
      )
      const twins = ["a:b", "a;b"].map((walletNo) => [ledgerOf([], { walletNo }), []] as const)
      assert.match(
        refusal(format, twins),
        /^Wallets a:b and a;b would both be the account .*: export them one by one, with --wallet\.$/
      )
    })
  })
}
