import { assert, it } from "@effect/vitest"
import { harmless, isPlain } from "../../../src/analytics/export/csvText.ts"
import { spreadsheetLine } from "../../../src/cli/output/spreadsheetCsv.ts"
import { printable } from "../../../src/domain/printable.ts"

it("a line for a spreadsheet has no formula, no line end of others, and every digit of a number", () => {
  assert.strictEqual(
    spreadsheetLine([
      "=1+1",
      "+1",
      "-12.50",
      "-1+1",
      "@SUM(A1)",
      "\t=x",
      " =x",
      "＝x",
      "a,\"b\"",
      "two\nlines",
      "x;=1;\t@y",
      null,
      "",
      "99999999999999.9999"
    ]),
    "'=1+1,'+1,-12.50,'-1+1,'@SUM(A1),\\u{9}=x,' =x,'＝x,\"a,\"\"b\"\"\",two\\u{a}lines,\"x;'=1;\\u{9}@y\",,,99999999999999.9999\r\n"
  )
})

it("a text is only called plain that stays what it is when it is made harmless and printable, whatever character it has where", () => {
  let plain = 0
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code)
    for (
      const text of [
        character,
        `${character}=1`,
        `a${character}=1`,
        `a${character}`,
        `a ${character}" =1`,
        `-${character}`
      ]
    ) {
      if (!isPlain(text)) continue
      plain++
      assert.strictEqual(harmless(printable(text, Infinity)), text, `U+${code.toString(16)}`)
    }
  }
  assert.isAbove(plain, 300)
  assert.isTrue(isPlain("Credited KES 12.50 from Pwani Logistics, invoice #5291 (2/3)"))
})
