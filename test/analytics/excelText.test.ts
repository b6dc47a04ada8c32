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
    "wahr",
    "=",
    "\u202e",
    ".",
    ":"
  ])
).check(Schema.isMaxLength(5))

it.effect.prop(
  "DuckDB takes the quote from just the texts that it was put before",
  [Schema.Array(Text).check(Schema.isMaxLength(40))],
  ([made]) =>
    Effect.gen(function*() {
      const texts = made.map((pieces) => pieces.join(""))
      const connection = yield* Effect.promise(() => DuckDBInstance.create().then((instance) => instance.connect()))
      for (const text of texts) {
        const asked = yield* Effect.promise(() =>
          connection.runAndReadAll("SELECT regexp_matches($text, $pattern)", {
            text: `'${text}`,
            pattern: quotedForExcel
          })
        )
        assert.strictEqual(asked.getRows()[0]?.[0], excelText(text) !== text, JSON.stringify(text))
      }
      connection.closeSync()
    }),
  { arbitrary: { seed: 18, runs: 60 } }
)
