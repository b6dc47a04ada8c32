/** Texts are taken out of the database's memory in pieces of many: all bytes, in their order, and where each text ends. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { askChunks } from "../../../../src/sink/duckdb/vectors/answers.ts"
import { Texts } from "../../../../src/sink/duckdb/vectors/vectors.ts"
import { connected } from "../../../kit/connected.ts"

/** Texts in SQL of the rows of `t(i)`. */
const values: Readonly<Record<string, string>> = {
  "as short as a vector holds": "substr('abcdefghijkl', 1, i % 13)",
  "longer than a vector holds": "i || ' is longer than a vector holds'",
  "of 12 and of 13 bytes": "substr('abcdefghijklm', 1, 12 + i % 2)",
  "short and long ones, in turns of several lengths":
    "CASE WHEN i % 7 < 3 THEN 'short' || i ELSE repeat(i || '·', 8) END",
  "with NULL among them": "CASE WHEN i % 5 = 0 THEN NULL WHEN i % 3 = 0 THEN '' ELSE repeat('x' || i, i % 9) END",
  "the same for many rows": "'longer than a vector holds, ' || i // 1000",
  "the same again and again":
    "CASE WHEN i % 2 = 0 THEN 'longer than a vector holds: a' ELSE 'longer than a vector holds: b' END",
  "of more bytes than characters": "repeat('€😀' || i, 1 + i % 4)",
  "of thousands of bytes": "repeat('payload ' || i, 1 + i % 700)",
  "that are one text": "'a text that stands for all the rows of an answer'",
  "NULL in the place of a text": "nullif('longer than a vector holds: ' || i % 3, 'longer than a vector holds: 1')",
  "NULL alone": "NULL::VARCHAR"
}

/** From where they are: as they were made, behind a table, and in another order than they lie in. */
const sources: Readonly<Record<string, (value: string) => string>> = {
  made: (value) => `SELECT ${value}, i FROM range(5000) AS t(i)`,
  kept: (value) => `FROM (SELECT ${value} AS x, i FROM kept) SELECT x, i`,
  sorted: (value) => `SELECT ${value} AS x, i FROM range(5000) AS t(i) ORDER BY hash(i)`,
  filtered: (value) =>
    `SELECT x, i FROM (SELECT ${value} AS x, i FROM range(9000) AS t(i)) WHERE i % 3 > 0 OR i % 11 = 5`,
  joined: (value) =>
    `SELECT a.x, b.i FROM (SELECT ${value} AS x, i FROM range(60) AS t(i)) a JOIN kept b ON a.i = b.i % 60`
}

const withTable = Effect.gen(function*() {
  const connection = yield* connected()
  yield* Effect.promise(() => connection.run("CREATE TABLE kept AS SELECT i FROM range(5000) AS t(i)"))
  return connection
})

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

describe("texts of an answer", () => {
  it.effect.each(
    Object.keys(values).flatMap((value) => Object.keys(sources).map((source) => [value, source] as const))
  )(
    "are all there and in order: %s, %s",
    ([value, source]) =>
      Effect.gen(function*() {
        const connection = yield* withTable
        const sql = sources[source]?.(values[value] ?? "") ?? ""
        for (const chunk of yield* Effect.promise(() => askChunks(connection, sql))) {
          const expected = chunk.getColumnVector(0).toArray().map((each) => Buffer.from(String(each ?? "")))
          const texts = new Texts(chunk, 0)
          assert.deepStrictEqual([...texts.lengths], expected.map(({ length }) => length))
          assert.strictEqual(textIn(texts), Buffer.concat(expected).toString())
          for (const [from, to] of [[0, 1], [1, 7], [700, chunk.rowCount], [900, 900]] as const) {
            const end = Math.min(to, chunk.rowCount)
            assert.strictEqual(
              textIn(texts, Math.min(from, end), end),
              Buffer.concat(expected.slice(from, end)).toString()
            )
          }
        }
      })
  )
})

/** Each piece is of use until the next only. */
const textIn = (texts: Texts, from?: number, to?: number): string =>
  utf8.decode(Buffer.concat(Array.from(texts.joined(from, to), (piece) => Buffer.from(piece))))
