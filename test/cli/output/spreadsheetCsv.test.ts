import { assert, it } from "@effect/vitest"
import { spreadsheetLine } from "../../../src/cli/output/spreadsheetCsv.ts"

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
