/**
 * Texts that begin with U+FEFF are read as they are stored, wherever they stand. The driver, which leaves it out, reads those that begin
 * with another character right: what it makes of them tells how values have to look.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { askRows } from "../../../../src/sink/duckdb/vectors/answers.ts"
import { connected } from "../../../kit/connected.ts"

const mark = "\ufeff"
const other = "€"

/** Values in SQL of the rows of `t(i)`, of which some begin with ¤. */
const values: Readonly<Record<string, string>> = {
  "a short text": "'¤x'",
  "a text of its own alone": "'¤'",
  "two of them": "'¤¤x'",
  "a text as long as a vector holds": "'¤123456789'",
  "a long text": "'¤a longer text than a vector holds ' || i",
  "texts without": "'x' || i || '¤'",
  "now and then, and NULL": "CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN '¤' || i ELSE i::VARCHAR END",
  "the same for some rows each, and NULL":
    "CASE WHEN i % 7 = 3 THEN NULL WHEN i % 20 < 8 THEN '¤short' WHEN i % 20 < 16 THEN '¤a longer text than a vector holds' ELSE 'x' END",
  "what begins alike": "'¤a longer text than a vector holds ' || i // 3",
  "a text of another row that is NULL":
    "CASE WHEN i % 4 < 2 THEN nullif('¤' || i // 8, '¤' || (i // 16) * 2) ELSE '' END",
  "a text like the mark's bytes": "'\u00ef\u00bb\u00bf'",
  "JSON text": "'¤' || i::JSON",
  "an enumeration": "'¤'::ENUM('¤', 'x')",
  "no text": "i",
  "lists":
    "CASE WHEN i % 3 > 0 THEN [CASE WHEN i % 2 = 0 THEN '¤' || i END, 'x', '¤a longer text than a vector holds'] END",
  "lists of the same again and again": "['¤x', '¤x', NULL, NULL, 'x', 'x', '¤x']",
  "lists of several lengths": "list_transform(range(i % 4), lambda n: '¤' || n)",
  "empty lists": "[]::VARCHAR[]",
  "lists of lists": "[['¤' || i], NULL, [], ['x', '¤']]",
  "lists of numbers": "[i, NULL]",
  "arrays": "(CASE WHEN i % 3 > 0 THEN ['¤' || i, NULL, 'x'] END)::VARCHAR[3]",
  "arrays of arrays": "[['¤' || i, 'x'], ['y', '¤']]::VARCHAR[2][2]",
  "structs": "CASE WHEN i % 3 > 0 THEN { 'a': i, 'b': '¤' || i, 'c': 'x', '¤': NULL } END",
  "structs without": "{ 'a': 'x' || i }",
  "structs in structs": "{ 'a': { 'b': ['¤' || i], 'c': i::DECIMAL(18,4) }, 'd': TIMESTAMP '2024-01-05 10:00:00' }",
  "maps by text": "CASE WHEN i % 3 > 0 THEN MAP { '¤' || i: 1, 'x': 2 } END",
  "maps to text": "MAP { i: '¤', i + 1: NULL }",
  "empty maps": "MAP {}::MAP(VARCHAR, VARCHAR)",
  "unions":
    "CASE i % 3 WHEN 0 THEN union_value(t := '¤' || i)::UNION(t VARCHAR, n BIGINT) WHEN 1 THEN i::UNION(t VARCHAR, n BIGINT) END",
  "lists of structs": "[{ 'a': '¤' || i }, NULL, { 'a': NULL }]",
  "no value": "NULL"
}

/** More than one chunk. */
const question = (value: string, first: string) => `SELECT ${value.replaceAll("¤", first)}, i FROM range(5000) AS t(i)`

describe("values that begin with U+FEFF", () => {
  it.effect.each(Object.keys(values))("are read as they are stored: %s", (name) =>
    Effect.gen(function*() {
      const connection = yield* connected()
      const value = values[name] ?? ""
      const found = yield* Effect.promise(() => askRows(connection, question(value, mark)))
      const like = yield* Effect.promise(() => connection.runAndReadAll(question(value, other)))
      assert.deepStrictEqual(
        found.map((row) => row.map(textOf)),
        like.getRows().map((row) => row.map((each) => textOf(each)?.replaceAll(other, mark) ?? null))
      )
    }))

  it.effect("stand in no row that is not there, and are given back as they were given", () =>
    Effect.gen(function*() {
      const connection = yield* connected()
      const none = yield* Effect.promise(() => askRows(connection, `SELECT '${mark}', ['${mark}'] WHERE false`))
      assert.deepStrictEqual(none, [])
      const given = [mark, `${mark}${mark}`]
      assert.deepStrictEqual(yield* Effect.promise(() => askRows(connection, "SELECT $1, $2", given)), [given])
    }))
})

const textOf = (value: unknown): string | null =>
  value === null
    ? null
    : typeof value === "string"
    ? value
    : JSON.stringify(value, (_, each) => typeof each === "bigint" ? `${each}n` : each)
