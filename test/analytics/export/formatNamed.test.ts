/**
 * Names of formats, as people write them.
 */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { formatNamed } from "../../../src/analytics/export/formats/formatNamed.ts"

const told = (name: string, dialect: string | null = null, goesOn = false): string =>
  Result.match(formatNamed({ name, dialect, goesOn }), { onSuccess: ({ words }) => words, onFailure: (why) => why })

describe("a format's name", () => {
  it("is taken in any case, and a dialect's too", () => {
    assert.deepStrictEqual([told("XLSX"), told("csv", "Excel"), told("Csv", "XERO")], [
      "xlsx",
      "csv --dialect excel",
      "csv --dialect xero"
    ])
  })

  it("that is a program's or an older one's leads to those that it reads", () => {
    for (const name of ["excel", "Excel", "xls"]) {
      assert.match(told(name), /Did you mean xlsx or csv --dialect excel\?$/)
    }
    assert.match(told("Xero"), /Did you mean csv --dialect xero\?$/)
    assert.match(told("constructor"), /^There is no format "constructor", but csv, .*parquet\.$/)
  })

  it("goes without an opening balance where the format books one, and else is refused", () => {
    assert.deepStrictEqual(["hledger", "beancount", "QIF"].map((name) => told(name, null, true)), [
      "hledger --no-opening",
      "beancount --no-opening",
      "qif --no-opening"
    ])
    assert.strictEqual(
      told("csv", "excel", true),
      "--no-opening is for qif, hledger, beancount: csv --dialect excel books no opening balance."
    )
  })
})
