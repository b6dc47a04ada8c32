import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { spawnSync } from "node:child_process"
import { commandWords } from "../../src/settings/commandWords.ts"

describe("commandWords", () => {
  it.each<[string, ReadonlyArray<string>]>([
    ["", []],
    [" \t\n ", []],
    ["pass show wallet", ["pass", "show", "wallet"]],
    ["  op  read\t'op://vault/a b' ", ["op", "read", "op://vault/a b"]],
    [`a"b c"d'e f'\\ g`, ["ab cde f g"]],
    [`'' ""`, ["", ""]],
    [`"a\\"b" "c\\d" "\\$x" '\\'`, [`a"b`, "c\\d", "$x", "\\"]],
    ["a\\\nb", ["ab"]],
    ["a \\\n b", ["a", "b"]],
    ["end\\", ["end\\"]],
    [`"it's" 'say "hi"'`, ["it's", `say "hi"`]],
    ["ключ 🔑 'a é'", ["ключ", "🔑", "a é"]]
  ])("takes %j apart as a shell does", (text, words) => {
    assert.deepStrictEqual(commandWords(text), words)
  })

  it("expands nothing, and knows no operators", () => {
    const text = "a $HOME `id` $(id) ~ * {b,c} | d; e & # f > g"
    assert.deepStrictEqual(commandWords(text), text.split(" "))
  })

  it.each([`'`, `a "b`, `a 'b" c`, `"a\\"`, `x "\\`, `"a 'b'`])("refuses quotes that don't end: %s", (text) => {
    assert.isUndefined(commandWords(text))
  })

  const characters = Schema.Literals(["a", "b", " ", "\t", "'", `"`, "\\", "-", "=", "/", "é", ","])
  const shell = process.platform === "win32" ? undefined : "/bin/sh"

  it.effect.prop(
    "gives what the shell of this machine makes of any text without its operators (seed 20261123)",
    { texts: Schema.Array(Schema.Array(characters)) },
    ({ texts }) =>
      Effect.sync(() => {
        if (shell === undefined) return
        for (const text of texts.map((letters) => letters.join(""))) {
          const words = commandWords(text)
          // The first argument is there whatever the text: printf without one prints its format once.
          const { status, stdout } = spawnSync(shell, ["-c", `printf '%s\\n' first ${text}`], { encoding: "utf8" })
          if (words === undefined) assert.notStrictEqual(status, 0, JSON.stringify(text))
          else assert.deepStrictEqual(stdout.split("\n"), ["first", ...words, ""], JSON.stringify(text))
        }
      }),
    { arbitrary: { seed: 20_261_123 } }
  )
})
