/**
 * Statements made by a grammar over the functions and statements that DuckDB has, harmless and hostile ones: for a file that
 * nobody may change, and for an engine that must not be crashed.
 */
import { random } from "../plan/service.ts"

/** What a statement is made of. */
export interface Vocabulary {
  readonly scalars: ReadonlyArray<string>
  readonly tables: ReadonlyArray<string>
  readonly pragmas: ReadonlyArray<string>
  readonly aggregates: ReadonlyArray<string>
  readonly settings: ReadonlyArray<string>
  readonly relations: ReadonlyArray<string>
  /** Files that statements try to read and to write. */
  readonly files: ReadonlyArray<string>
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A maker of statements from a seed. */
export const statements = (words: Vocabulary, seed: number): () => string => {
  const next = random(seed)
  const below = (end: number): number => Math.floor(next() * end)
  const pick = (from: ReadonlyArray<string>): string => from[below(from.length)] ?? ""
  const some = (most: number, make: () => string): string => Array.from({ length: below(most + 1) }, make).join(", ")
  const named = (name: string): string => {
    const shape = below(8)
    const text = shape === 0 ? name.toUpperCase() : name
    const whole = shape === 1 || !/^[a-z_]\w*$/i.test(name) ? `"${text.replaceAll("\"", "\"\"")}"` : text
    return shape === 2 ? `system.main.${whole}` : shape === 3 ? `/* x */ ${whole}` : whole
  }
  const literal = (): string =>
    [
      () => String(below(100)),
      () => quoted(pick(words.files)),
      () => quoted(pick(words.relations)),
      () => quoted(statement(2)),
      () => quoted(pick(["", "a", "{\"a\":[1]}", "$.a", "%d", "2024-01-01", "\\", "x".repeat(200)])),
      () => "NULL",
      () => "DATE '2024-01-01'",
      () => "TIMESTAMP '2024-01-01 10:00:00'",
      () => "INTERVAL 1 DAY",
      () => "1.5::DECIMAL(18,4)",
      () => "-170141183460469231731687303715884105728",
      () => "'\\x00\\xff'::BLOB",
      () => "[1, 2, NULL]",
      () => "['a', 'b']",
      () => "{'a': 1, 'b': 'x'}",
      () => "MAP {'a': 1}",
      () => "x -> x",
      () => "(x, y) -> x",
      () => pick(["txn_id", "amount", "local_time", "description", "a"])
    ][below(19)]?.() ?? "1"
  const scalar = (depth: number): string =>
    depth <= 0 || below(3) === 0
      ? literal()
      : below(5) === 0
      ? `(SELECT ${pick(words.aggregates)}(${scalar(depth - 1)}) FROM ${relation(depth - 1)})`
      : `${named(pick(words.scalars))}(${some(3, () => scalar(depth - 1))})`
  const argument = (depth: number): string =>
    below(4) === 0
      ? `${pick(["format", "columns", "header", "level", "storage", "filename"])} := ${literal()}`
      : scalar(depth)
  const relation = (depth: number): string =>
    [
      () => pick(words.relations),
      () => quoted(pick(words.files)),
      () => `${named(pick(words.tables))}(${some(2, () => argument(depth - 1))})`,
      () => `${named(pick(words.tables))}(${some(2, () => argument(depth - 1))})`,
      () => `(${select(depth - 1)})`,
      () => `(VALUES (${literal()}))`
    ][below(6)]?.() ?? "transactions"
  const select = (depth: number): string =>
    below(3) === 0
      ? `FROM ${relation(depth)}`
      : `SELECT ${scalar(depth)} FROM ${relation(depth)}${below(3) === 0 ? ` WHERE ${scalar(depth)}` : ""} LIMIT ${
        below(5)
      }`
  const writing = (): string =>
    [
      () => `COPY (${select(1)}) TO ${quoted(pick(words.files))} (FORMAT ${pick(["csv", "parquet", "json"])})`,
      () => `COPY (${select(1)}) TO ${quoted(pick(words.files))} (FORMAT csv, USE_TMP_FILE false)`,
      () => `COPY transactions FROM ${quoted(pick(words.files))}`,
      () => `EXPORT DATABASE ${quoted(pick(words.files))}`,
      () => `IMPORT DATABASE ${quoted(pick(words.files))}`,
      () => `ATTACH ${quoted(pick(words.files))} AS other`,
      () => `INSTALL ${pick(["httpfs", "json", "sqlite"])}`,
      () => `LOAD ${quoted(pick(words.files))}`,
      () => `SET ${pick(words.settings)} = ${literal()}`,
      () => `RESET ${pick(words.settings)}`,
      () => `PRAGMA ${pick(words.pragmas)}`,
      () => `PRAGMA ${pick(words.pragmas)}(${literal()})`,
      () => `CALL ${named(pick(words.tables))}(${some(2, () => argument(1))})`,
      () => `CREATE ${pick(["", "TEMP ", "OR REPLACE "])}TABLE x AS ${select(1)}`,
      () => `CREATE ${pick(["TEMP ", ""])}VIEW x AS ${select(1)}`,
      () => `CREATE ${pick(["TEMP ", ""])}MACRO x() AS ${scalar(1)}`,
      () => "CREATE SECRET x (TYPE s3)",
      () => "CREATE TEMP SEQUENCE x",
      () => `INSERT INTO ${pick(words.relations)} ${select(1)}`,
      () => `DELETE FROM ${pick(words.relations)}`,
      () => `UPDATE transactions SET amount = ${scalar(1)}`,
      () => `MERGE INTO transactions USING transactions t ON true WHEN MATCHED THEN DELETE`,
      () => `TRUNCATE ${pick(words.relations)}`,
      () => `DROP ${pick(["TABLE", "VIEW"])} ${pick(words.relations)}`,
      () => "ALTER TABLE transactions ADD COLUMN x INT",
      () => pick(["CHECKPOINT", "FORCE CHECKPOINT", "VACUUM", "ANALYZE", "BEGIN", "COMMIT", "ROLLBACK", "ABORT"]),
      () => `PREPARE x AS ${select(1)}`,
      () => "EXECUTE x",
      () => `SET VARIABLE x = ${scalar(1)}`,
      () => `COMMENT ON TABLE transactions IS 'x'`,
      () => "USE other",
      () => "DETACH x",
      () => "COPY FROM DATABASE x TO y",
      () => "UPDATE EXTENSIONS"
    ][below(34)]?.() ?? "CHECKPOINT"
  const statement = (depth: number): string =>
    [
      () => select(depth),
      () => select(depth),
      () => select(depth),
      () => `WITH x AS (${select(depth)}) ${select(depth)}`,
      () => `EXPLAIN ${pick(["", "ANALYZE ", "(FORMAT json) "])}${below(2) === 0 ? select(depth) : writing()}`,
      () => `${pick(["DESCRIBE", "SUMMARIZE"])} ${below(2) === 0 ? select(depth) : pick(words.relations)}`,
      writing,
      writing,
      () => `${select(depth)}; ${writing()}`,
      () => `PIVOT ${pick(words.relations)} ON ${scalar(1)} USING count(*)`,
      () => `SELECT ${scalar(depth)} UNION ALL ${select(depth)}`,
      () => `-- ${pick(words.files)}\n${statement(0)}`
    ][below(12)]?.() ?? select(depth)
  return () => statement(1 + below(3))
}
