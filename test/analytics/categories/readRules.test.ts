/**
 * Rules for categories as people write them.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readRules } from "../../../src/analytics/categories/readRules.ts"
import * as Money from "../../../src/domain/Money.ts"

const toml = `
# stock
[[rule]]
description = "*kilimo*"
type = "debit"
amount_from = "100.00"
amount_to = 250
category = "Stock"
counterparty = "Kilimo"

[[rule]]
description = "interest"
category = "Interest"
counterparty = ""
`

const csv = "\ufeffdescription;type;amount_from;amount_to;category;counterparty\r\n" +
  "*kilimo*;debit;100.00;250;Stock;Kilimo\r\n\r\n" +
  "\"interest; \"\"net\"\"\";;;;Interest;\r\n"

const read = (path: string, text: string) =>
  Effect.map(
    readRules(path, text),
    (rules) =>
      rules.map(({ amountFrom, amountTo, category, counterparty, description, source, type }) => [
        description,
        type,
        amountFrom === null ? null : Money.format(amountFrom),
        amountTo === null ? null : Money.format(amountTo),
        category,
        counterparty,
        source
      ])
  )

const problemsOf = (path: string, text: string) =>
  Effect.map(Effect.flip(readRules(path, text)), ({ problems }) => problems)

describe("rules in a file", () => {
  it.effect("are tables of TOML", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* read("/a/categories.toml", toml), [
        ["*kilimo*", "Debit", "100.00", "250.00", "Stock", "Kilimo", "categories.toml, line 3: rule 1"],
        ["interest", null, null, null, "Interest", "", "categories.toml, line 11: rule 2"]
      ])
      assert.deepStrictEqual(yield* read("x.toml", "# none yet\n"), [])
    }))

  it.effect("are lines of CSV, where an empty field says nothing", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* read("rules.CSV", csv), [
        ["*kilimo*", "Debit", "100.00", "250.00", "Stock", "Kilimo", "rules.CSV, line 2: the rule"],
        ["interest; \"net\"", null, null, null, "Interest", null, "rules.CSV, line 4: the rule"]
      ])
    }))

  it.effect("are told all that is wrong with them at once, each with its place", () =>
    Effect.gen(function*() {
      const problems = yield* problemsOf(
        "r.toml",
        `[[rule]]
descripton = "x"
category = "A"
[[rule]]
description = "y"
type = "both"
amount_from = "ten"
amount_to = "-1"
[[rule]]
amount_from = "9.00001"
amount_to = 1e300
category = "C"
[[rule]]
amount_from = "2"
amount_to = "1"
category = ["D"]
[[rule]]
amount_from = "2"
amount_to = "1"
category = "E"
`
      )
      assert.deepStrictEqual(problems, [
        "r.toml, line 1: rule 1 has \"descripton\", which a rule knows not; it may have description, type, amount_from, " +
        "amount_to, category, counterparty",
        "r.toml, line 4: rule 2 has a type that is neither Debit nor Credit",
        "r.toml, line 4: rule 2 has an amount_from that is no decimal number such as 1250.00",
        "r.toml, line 4: rule 2 has an amount_to that is below zero: amounts are not signed, `type` says the direction",
        "r.toml, line 4: rule 2 gives neither a category nor a counterparty",
        "r.toml, line 9: rule 3 has an amount_from that has more than four decimals",
        "r.toml, line 9: rule 3 has an amount_to that has more than 14 digits before the point",
        "r.toml, line 13: rule 4 has a field that is no text or number",
        "r.toml, line 17: rule 5 has an amount_from above its amount_to: no row fits it"
      ])
    }))

  it.effect("are refused as a whole where the file is none of rules", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* problemsOf("r.toml", "x = 1"), ["r.toml may hold nothing but tables [[rule]]"])
      assert.match(
        (yield* problemsOf("r.toml", "[[rule]\n"))[0] ?? "",
        /^r\.toml is not valid TOML \(line 1, column \d+\)$/
      )
      assert.deepStrictEqual(yield* problemsOf("r.csv", ""), ["r.csv is empty: its first line names the columns"])
      assert.match(
        (yield* problemsOf("r.csv", "category\n\"open\n"))[0] ?? "",
        /^r\.csv is not valid CSV \(line \d\)/
      )
      assert.deepStrictEqual(yield* problemsOf("r.csv", "category\nA,B\n"), [
        "r.csv, line 2: the rule has more fields than the first line names"
      ])
    }))
})
