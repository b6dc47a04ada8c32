/**
 * A new file is the same whether it is copied from a blank or made by the statements, and is looked at like any other once
 * somebody was at it.
 */
import { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api"
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Effect, Layer } from "effect"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { verifyLayout } from "../../../../src/sink/duckdb/audit/verifyLayout.ts"
import { blankIn, blankName } from "../../../../src/sink/duckdb/file/blank.ts"
import { createFile } from "../../../../src/sink/duckdb/file/createFile.ts"
import { openDatabase } from "../../../../src/sink/duckdb/file/DatabaseFile.ts"
import { firstStatements } from "../../../../src/sink/duckdb/file/migrations.ts"
import { Database, layerDuckDb } from "../../../../src/sink/duckdb/index.ts"
import { askAll, folder } from "../files.ts"

const none = () => undefined

const definitions = [
  "SELECT table_name, sql, comment FROM duckdb_tables() WHERE NOT internal ORDER BY ALL",
  "SELECT view_name, sql, comment, column_count FROM duckdb_views() WHERE NOT internal ORDER BY ALL",
  `SELECT table_name, column_index, column_name, data_type, is_nullable, column_default, comment FROM duckdb_columns()
   WHERE NOT internal ORDER BY table_name, column_index`,
  "SELECT table_name, constraint_text FROM duckdb_constraints() ORDER BY ALL",
  "SELECT number, name FROM migrations ORDER BY number",
  "SELECT * FROM layout"
]

/** A file made by the statements, and one that is copied from it. */
const both = Effect.gen(function*() {
  const place = yield* folder
  const [blank, byStatements, copied] = ["blank", "statements", "copied"].map((name) =>
    join(place, `${name}.duckdb`)
  ) as [string, string, string]
  yield* createFile(blank, none)
  copyFileSync(blank, byStatements)
  yield* createFile(copied, () => readFileSync(blank))
  return { place, blank, byStatements, copied }
})

/** The three headers of a file. */
const headersOf = (path: string): string => readFileSync(path).subarray(0, 3 * 4096).toString("hex")

const create = DuckDBInstance.create.bind(DuckDBInstance)

/** Defines what the program never does, in a file of its; gives the log as it is before the file is closed. */
const forged = (path: string, before: string): Promise<Buffer | undefined> =>
  create(path).then((instance) =>
    instance.connect().then((connection) =>
      connection.run(`${before} CREATE MACRO count(x) AS 0`)
        .then(() => (existsSync(`${path}.wal`) ? readFileSync(`${path}.wal`) : undefined))
        .finally(() => connection.closeSync())
    ).finally(() => instance.closeSync())
  )

/** Has something happen before DuckDB opens a file by its name; it is made under another one. */
const beforeOpening = (path: string, what: () => Promise<void>) =>
  vi.spyOn(DuckDBInstance, "create").mockImplementation((name, options) =>
    (name === path ? what() : Promise.resolve()).then(() => create(name, options))
  )

/** How many of the statements look at what a file defines. */
const looks = (statements: ReadonlyArray<string>): number =>
  statements.filter((sql) => sql !== firstStatements && sql.includes("duckdb_")).length

describe("a new file", () => {
  afterEach(() => vi.restoreAllMocks())

  it.effect("defines the same when it is copied from a blank, and says when it was made itself", () =>
    Effect.gen(function*() {
      const { blank, byStatements, copied, place } = yield* both
      assert.deepStrictEqual(yield* askAll(copied, definitions), yield* askAll(byStatements, definitions))
      const times = ["SELECT min(applied_at), max(applied_at) FROM migrations"]
      const [[[first = null] = []] = []] = yield* askAll(copied, times)
      const [[[, ofBlank = null] = []] = []] = yield* askAll(blank, times)
      assert.isAbove(Date.parse(String(first)), Date.parse(String(ofBlank)))
      const layout = yield* Effect.scoped(Effect.flatMap(Database.openReadOnly(copied), verifyLayout))
      assert.deepStrictEqual(layout, [])
      assert.deepStrictEqual(readdirSync(place).toSorted(), ["blank.duckdb", "copied.duckdb", "statements.duckdb"])
    }))

  it.effect("has nothing that opening it for writing makes anew", () =>
    Effect.gen(function*() {
      const { copied } = yield* both
      chmodSync(copied, 0o600)
      const content = readFileSync(copied)
      yield* Effect.scoped(openDatabase(copied, "write"))
      assert.isTrue(content.equals(readFileSync(copied)))
    }))

  it.effect("is made by the statements where the blank is none", () =>
    Effect.gen(function*() {
      const { blank, byStatements, place } = yield* both
      const expected = yield* askAll(byStatements, definitions)
      const half = readFileSync(blank).subarray(0, statSync(blank).size / 2)
      for (const [index, bytes] of [half, Buffer.from("no database"), undefined].entries()) {
        const made = join(place, `made${index}.duckdb`)
        yield* createFile(made, () => bytes)
        assert.deepStrictEqual(yield* askAll(made, definitions), expected)
      }
    }))

  it.effect("is copied from a blank that is whole and of these very statements, and from no other", () =>
    Effect.gen(function*() {
      const { blank, place } = yield* both
      const folder = join(place, "dist")
      mkdirSync(folder)
      assert.isUndefined(blankIn(folder))
      const bytes = readFileSync(blank)
      const name = blankName(bytes)
      mkdirSync(join(folder, name))
      assert.isUndefined(blankIn(folder))
      rmdirSync(join(folder, name))
      for (let place = 5; place < bytes.length; place += 61_441) {
        const damaged = Buffer.from(bytes)
        damaged.writeUInt8(255 - damaged.readUInt8(place), place)
        writeFileSync(join(folder, name), damaged)
        assert.isUndefined(blankIn(folder), `byte ${place}`)
      }
      writeFileSync(join(folder, name), bytes)
      assert.isTrue(bytes.equals(blankIn(folder) ?? Buffer.of()))
      renameSync(join(folder, name), join(folder, name.replace(/-[0-9a-f]+-/, "-0123456789abcdef-")))
      assert.isUndefined(blankIn(folder))
    }))

  it.effect("is as different from another one when both are copies: DuckDB writes nothing that tells two apart", () =>
    Effect.gen(function*() {
      const { byStatements, place } = yield* both
      const other = join(place, "other.duckdb")
      yield* createFile(other, none)
      assert.strictEqual(headersOf(other), headersOf(byStatements))
    }))

  it.effect("leaves the blank as it is", () =>
    Effect.gen(function*() {
      const { blank, byStatements, place } = yield* both
      assert.isTrue(readFileSync(blank).equals(readFileSync(byStatements)))
      assert.isFalse(readdirSync(place).some((name) => name.endsWith(".wal")))
    }))

  it.effect.each(
    [
      ["was at it", (path: string) => forged(path, "").then(() => undefined)],
      ["put a log beside it", (path: string) => {
        // The file keeps its number and time.
        const kept = `${path}.kept`
        renameSync(path, kept)
        copyFileSync(kept, path)
        return forged(path, "PRAGMA disable_checkpoint_on_shutdown;").then((log = Buffer.of()) => {
          renameSync(kept, path)
          return writeFileSync(`${path}.wal`, log)
        })
      }]
    ] as const
  )("is looked at like any other when somebody %s before it was opened", ([, what]) =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      beforeOpening(path, () => what(path))
      const error = yield* Effect.flip(Effect.scoped(Layer.build(layerDuckDb({ path }))))
      assert.strictEqual(error.reason._tag, "Foreign")
    }))

  it.effect("is not looked at again by who made it", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "x.duckdb")
      const asked = vi.spyOn(DuckDBConnection.prototype, "run")
      yield* Effect.scoped(Layer.build(layerDuckDb({ path })))
      const first = asked.mock.calls.map(([sql]) => sql)
      asked.mockClear()
      yield* Effect.scoped(Layer.build(layerDuckDb({ path })))
      assert.deepStrictEqual([looks(first), looks(asked.mock.calls.map(([sql]) => sql))], [0, 2])
    }))
})
