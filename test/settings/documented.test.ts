/**
 * Every setting stands in the README's table.
 */
import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { secretNames, settingNames } from "../../src/settings/Settings.ts"

it("names every setting in the README, secrets by their plain name", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8")
  const named = new Set(readme.match(/`[A-Z][A-Z_]+`/g))
  const plain = settingNames.filter((name) =>
    !secretNames.some((secret) => name === `${secret}_FILE` || name === `${secret}_COMMAND`)
  )
  assert.deepStrictEqual(plain.filter((name) => !named.has(`\`${name}\``)), [])
})
