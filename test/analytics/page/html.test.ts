/**
 * Texts of others in a page: each is a text and nothing else.
 */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { foreign, html } from "../../../src/analytics/page/html.ts"
import { printable } from "../../../src/domain/printable.ts"
import { textIn } from "../../kit/readPage.ts"

const list = join(process.env["CONFORMANCE_VECTORS"] ?? "", "naughty-strings.json")
const absent = process.env["CONFORMANCE_VECTORS"] === undefined || !existsSync(list)
const skipped = absent ? " (skipped: CONFORMANCE_VECTORS is not set)" : ""
const naughty: ReadonlyArray<string> = absent ? [] : JSON.parse(readFileSync(list, "utf8"))

const hostile = [
  "<script>alert(1)</script>",
  "\"><img src=x onerror=alert(1)>",
  "' onmouseover='alert(1)",
  "</style><svg onload=alert(1)>",
  "&lt;b&gt; &amp; `",
  "]]><!--"
]

describe("a page's template", () => {
  it("escapes what it is given, and takes HTML only from a template", () => {
    for (const text of hostile) {
      const { text: made } = html`<p title="${text}">${text}</p>`
      assert.match(made, /^<p title="[^"<>]*">[^<>]*<\/p>$/)
      assert.strictEqual(textIn(made), text)
    }
    assert.strictEqual(html`${[html`<b>${"<"}</b>`, 1, null, "&"]}`.text, "<b>&lt;</b>1&amp;")
  })

  it("writes out what is invisible or commands, cuts what is long, and masks numbers of cards", () => {
    assert.strictEqual(foreign("a\u202eb\n\u0007"), "a\\u{202e}b\\u{a}\\u{7}")
    assert.strictEqual(foreign("x".repeat(300)).length, 121)
    assert.strictEqual(foreign("card 4111 1111 1111 1111"), "card **** **** **** 1111")
  })

  it.skipIf(absent)(`shows every text of the list of naughty strings as it stands${skipped}`, () => {
    assert.isAbove(naughty.length, 400)
    for (const text of naughty) {
      const { text: made } = html`<td title="${foreign(text)}">${foreign(text, 10_000)}</td>`
      assert.match(made, /^<td title="[^"<>]*">[^<>]*<\/td>$/)
      const shown = printable(text, 10_000)
      // A number that may be a card's is masked, and nothing else of a text is lost.
      if (!/\d{13}/.test(shown.replace(/[^\d]/g, ""))) assert.strictEqual(textIn(made), shown)
      else assert.strictEqual(textIn(made).length, shown.length)
    }
  })
})
