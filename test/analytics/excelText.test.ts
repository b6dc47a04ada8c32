/**
 * Texts as Excel leaves them in CSV, and the quote that is taken from them again.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { excelText, quotedForExcel } from "../../src/analytics/excelText.ts"

const Text = Schema.Array(
  Schema.Literals([
    "a",
    "Mar",
    "5",
    "٥",
    "５",
    " ",
    "\n",
    "-",
    "'",
    "é",
    "漢",
    "年",
    "TRUE",
    "fal",
    "SE",
    "\u017f",
    "wahr",
    "\u00a0",
    "\u000b",
    "\ufeff",
    "=",
    "\u202e",
    ".",
    ":"
  ])
).check(Schema.isMaxLength(5))

/** Asks DuckDB of each text with a quote before it whether the quote is taken away. */
const takenByDuckDB = (texts: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const connection = yield* Effect.promise(() => DuckDBInstance.create().then((instance) => instance.connect()))
    const taken: Array<boolean> = []
    for (const text of texts) {
      const asked = yield* Effect.promise(() =>
        connection.runAndReadAll("SELECT regexp_matches($text, $pattern)", {
          text: `'${text}`,
          pattern: quotedForExcel
        })
      )
      taken.push(asked.getRows()[0]?.[0] === true)
    }
    connection.closeSync()
    return taken
  })

it.effect.prop(
  "DuckDB takes the quote from just the texts that it was put before",
  [Schema.Array(Text).check(Schema.isMaxLength(40))],
  ([made]) =>
    Effect.gen(function*() {
      const texts = made.map((pieces) => pieces.join(""))
      assert.deepStrictEqual(
        yield* takenByDuckDB(texts),
        texts.map((text) => excelText(text) !== text),
        JSON.stringify(texts)
      )
    }),
  { arbitrary: { seed: 18, runs: 60 } }
)

it.effect("words for true and false have a quote in any case and before any blank, and no other words", () =>
  Effect.gen(function*() {
    for (
      const [texts, isQuoted] of [
        [["TRUE", "True", "true", "fALSe", "wahr", "FALSCH\u00a0\n", "Onwaar\u000b", "vrai\ufeff", "Faux\u3000"], true],
        [["truely", "fal\u017fe", "wah", "TRUE story", "truetrue", "notTRUE"], false]
      ] as const
    ) {
      for (const text of texts) assert.strictEqual(excelText(text), isQuoted ? `'${text}` : text)
      assert.deepStrictEqual(yield* takenByDuckDB(texts), texts.map(() => isQuoted))
    }
  }))
