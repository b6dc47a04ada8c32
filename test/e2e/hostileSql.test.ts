// @effect-diagnostics asyncFunction:off -- what drives processes from outside is plain promises
/**
 * What comes of statements that try to write, to read elsewhere or to break the engine: `HOSTILE_SQL` says how many are made up.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Database } from "../../src/sink/duckdb/index.ts"
import { run, startSandbox, withFolder } from "./program.ts"

const count = Number(process.env["HOSTILE_SQL"] ?? "500")
const seed = 20_261_123

/** Every file below a folder, with what it holds. */
const contents = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).sort().map((name) => {
      const path = join(folder, name)
      return [name, statSync(path).isDirectory() ? "" : createHash("sha256").update(readFileSync(path)).digest("hex")]
    })
  )

/** A file with a statement in it, and beside it one that nobody may read. */
const withBooks = (use: (folder: string, db: string, outside: string) => Promise<void>): Promise<void> =>
  withFolder(async (folder) => {
    const books = join(folder, "books")
    mkdirSync(books)
    const sandbox = await startSandbox(folder, ["--records", "200"])
    const db = join(books, "x.duckdb")
    try {
      const { code, stderr } = await run(["pull", "--db", db, "--from", "2025-01-01", "--to", "2025-12-31"], {
        env: sandbox.env
      })
      assert.strictEqual(code, 0, stderr)
    } finally {
      await sandbox.stop()
    }
    const outside = join(books, "outside.csv")
    writeFileSync(outside, `a\n${canary}\n`)
    await use(books, db, outside)
  })

const canary = "CANARY-5f2a77"

/** What the engine may take to answer. */
const memory = 200_000_000

/** Each is refused by \`query\`, whatever the shell, the settings or the engine would make of it. */
const hostile = (db: string, outside: string): ReadonlyArray<string> => [
  `COPY (SELECT 'x' AS a) TO '${db}' (FORMAT csv, USE_TMP_FILE false)`,
  `COPY (SELECT 'x' AS a) TO '${db}' (FORMAT csv)`,
  `COPY (SELECT 'x' AS a) TO '${db}.wal' (FORMAT csv, USE_TMP_FILE false)`,
  `COPY (SELECT 'x' AS a) TO '${db}.wal' (FORMAT parquet)`,
  `COPY (SELECT 'x' AS a) TO '${db}.tmp/x' (FORMAT csv)`,
  `COPY (SELECT 'x' AS a) TO '${outside}' (FORMAT csv)`,
  `COPY transactions FROM '${outside}'`,
  `EXPLAIN ANALYZE COPY (SELECT 'x' AS a) TO '${db}' (FORMAT csv, USE_TMP_FILE false)`,
  `/* a */ EXPLAIN /* b */ ANALYZE COPY (SELECT 'x' AS a) TO '${db}' (FORMAT csv, USE_TMP_FILE false)`,
  "EXPLAIN ANALYZE DELETE FROM transactions",
  // Comments nest for the engine, and one behind two hyphens ends with a carriage return too.
  ...[
    `COPY (SELECT 'x' AS a) TO '${db}' (FORMAT csv, USE_TMP_FILE false)`,
    "CREATE TEMP TABLE zz AS SELECT 1",
    "CALL enable_logging(storage := 'stdout', level := 'trace')",
    "FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
    "CHECKPOINT",
    "SET VARIABLE x = 1",
    "SELECT write_log('x')"
  ].flatMap((sql) => [
    `/* /* */ explain SELECT 1 -- */ ${sql}`,
    `--\r/*\nexplain SELECT 1 --*/ ${sql}`,
    `EXPLAIN (FORMAT JSON) ANALYZE /* /* */ explain SELECT 1 -- */ ${sql}`,
    `explain /* /* */ SELECT 1 -- */ ${sql}`
  ]),
  "EXPLAIN ANALYZE SELECT * FROM enable_logging()",
  "CALL enable_logging('QueryLog')",
  `CALL enable_logging(storage := 'file', storage_config := {'path': '${db}'})`,
  `FROM enable_logging(storage := 'file', storage_config := {'path': '${db}'})`,
  "SELECT * FROM \"ENABLE_LOGGING\"()",
  "SELECT * FROM system.main.enable_logging()",
  "SELECT (SELECT count(*) FROM enable_logging())",
  "WITH x AS (FROM enable_logging()) FROM x",
  "FROM query('FROM enable_logging()')",
  "FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
  "PRAGMA json_execute_serialized_sql('{}')",
  "SELECT json_serialize_plan('FROM enable_logging()')",
  "SELECT write_log('x')",
  "CALL truncate_duckdb_logs()",
  `FROM read_text('${outside}')`,
  `FROM read_csv('${outside}')`,
  `FROM read_blob('${outside}')`,
  `FROM read_duckdb('${db}')`,
  `FROM '${outside}'`,
  `SELECT * FROM "${outside}"`,
  `FROM query_table('${outside}')`,
  `FROM sniff_csv('${outside}')`,
  `FROM parquet_metadata('${outside}')`,
  "FROM glob('*')",
  "FROM duckdb_secrets()",
  "FROM which_secret('s3://x', 's3')",
  "FROM arrow_scan(0, 0, 0)",
  `ATTACH '${outside}' AS other`,
  `ATTACH '${db}' AS other (READ_WRITE)`,
  "ATTACH ':memory:' AS other",
  `EXPORT DATABASE '${db}.tmp'`,
  `IMPORT DATABASE '${db}.tmp'`,
  "INSTALL httpfs",
  "LOAD httpfs",
  `LOAD '${outside}'`,
  "SET enable_external_access = true",
  "SET disabled_filesystems = ''",
  "SET memory_limit = '100GB'",
  "RESET disabled_filesystems",
  "SET VARIABLE x = 1",
  "CHECKPOINT",
  "FORCE CHECKPOINT",
  "FROM force_checkpoint()",
  "VACUUM",
  "DELETE FROM transactions",
  "UPDATE transactions SET amount = 0",
  "INSERT INTO transactions SELECT * FROM transactions",
  "WITH x AS (SELECT 1) DELETE FROM transactions",
  "CREATE TABLE x AS SELECT 1",
  "CREATE TEMP TABLE x AS SELECT 1",
  "CREATE TEMP MACRO x() AS 1",
  "CREATE SECRET x (TYPE s3)",
  "DROP VIEW current_transactions",
  "ALTER TABLE transactions ADD COLUMN x INT",
  "PREPARE x AS SELECT 1",
  "BEGIN; DELETE FROM transactions; COMMIT",
  "SELECT 1; DELETE FROM transactions",
  "COMMIT",
  "SELECT nextval('x')",
  ""
]

describe("SQL that wants more than to read the statement", () => {
  it("is refused, and nothing in the folder is changed", () =>
    withBooks(async (folder, db, outside) => {
      const before = contents(folder)
      const all = hostile(db, outside)
      const asking = Effect.gen(function*() {
        const database = yield* Database.openReadOnly(db, memory)
        for (const sql of all) {
          // As the process does that `query` asks.
          const answer = Effect.flatMap(database.stream(sql), ({ batches }) => Stream.runDrain(batches))
          const { message, reason } = yield* Effect.flip(answer)
          assert.strictEqual(reason._tag, "QueryRefused", `${sql}: ${message}`)
          assert.notInclude(message, canary, sql)
          assert.deepStrictEqual(contents(folder), before, sql)
        }
      })
      await Effect.runPromise(Effect.scoped(asking))
      for (const sql of all.filter((_, index) => index % 8 === 0)) {
        const { code, stderr, stdout } = await run(["query", "--db", db, sql])
        assert.strictEqual(code, 2, `${sql}: ${stderr}`)
        assert.notInclude(stdout + stderr, canary, sql)
        assert.notMatch(stderr, /mistake of the program|broke down/, sql)
        assert.deepStrictEqual(contents(folder), before, sql)
      }
    }), 240_000)

  it(
    `changes nothing, reads nothing else and breaks nothing in ${count} statements that a grammar makes, seed ${seed}`,
    () =>
      withBooks(async (folder, db, outside) => {
        const before = contents(folder)
        const told = await new Promise<string>((done) => {
          execFile(
            process.execPath,
            [asking, db, String(seed), "0", String(count), canary, outside, join(folder, "new.csv"), "/etc/passwd"],
            { cwd: folder, maxBuffer: 2 ** 28, env: {} },
            (_, stdout) => done(stdout)
          )
        })
        const lines = told.trimEnd().split("\n")
        assert.strictEqual(lines.length, 2 * count, `the engine broke down over ${lines.at(-1)}`)
        const outcomes = Map.groupBy(lines.filter((_, index) => index % 2 === 1), (line) => line.split(" ")[1] ?? "")
        assert.deepStrictEqual(outcomes.get("READ") ?? [], [], "something outside was read")
        assert.includeMembers(["answered", "QueryRefused", "stopped"], [...outcomes.keys()])
        for (const outcome of ["answered", "QueryRefused"]) {
          assert.isAbove(outcomes.get(outcome)?.length ?? 0, count / 20)
        }
        assert.deepStrictEqual(contents(folder), before)
      }),
    1_200_000
  )
})

const asking = join(import.meta.dirname, "askMany.ts")
