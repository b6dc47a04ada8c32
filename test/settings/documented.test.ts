/**
 * Every setting stands in the table of docs/settings.md.
 */
import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { secretNames, settingNames } from "../../src/settings/catalogue.ts"

it("names every setting in docs/settings.md, secrets by their plain name", () => {
  const page = readFileSync(new URL("../../docs/settings.md", import.meta.url), "utf8")
  const named = new Set(page.match(/`[A-Z][A-Z_]+`/g))
  const plain = settingNames.filter((name) =>
    !secretNames.some((secret) => name === `${secret}_FILE` || name === `${secret}_COMMAND`)
  )
  assert.deepStrictEqual(plain.filter((name) => !named.has(`\`${name}\``)), [])
})
