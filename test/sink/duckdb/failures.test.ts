/**
 * DuckDB's messages quote values, and whoever pays chooses those: what a failure means is told by how its message begins.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import {
  fileError,
  isDamagedBlock,
  isFatal,
  questionError,
  useError
} from "../../../src/sink/duckdb/file/duckErrors.ts"
import { Database } from "../../../src/sink/duckdb/index.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import type { SinkError } from "../../../src/sink/SinkError.ts"
import { row, window } from "../../../src/testing/windows.ts"
import { layerFile } from "../../kit/emptyFile.ts"
import { ask, folder } from "./files.ts"

/** What DuckDB and the system say of files, disks and engines, as somebody who pays could write it. */
const hostile = [
  "Credited KES10.00 from INTERNAL Error Ltd",
  "INTERNAL Error: Attempted to access index 5",
  "FATAL Error",
  "FATAL Error: Failed: database has been invalidated because of a previous fatal error",
  "database has been invalidated",
  "Corrupt database file",
  "IO Error: Corrupt database file: computed checksum 1 does not match stored checksum 2",
  "Could not read enough bytes from file",
  "checksum",
  "Serialization Error: x",
  "Failure while replaying WAL file",
  "is not a valid DuckDB database file!",
  "Could not set lock on file: Conflicting lock is held in /bin/x (PID 1)",
  "Trying to read a database file with version number 99, but we can only read versions between 1 and 2",
  "No space left on device",
  "Input/output error",
  "Out of Memory Error",
  "Permission denied",
  "ENOENT",
  "\" exists, but it is not a valid DuckDB database file!",
  "\nIO Error: Corrupt database file",
  "x\nINTERNAL Error: x"
]

const quoting = (text: string): ReadonlyArray<string> => [
  `Conversion Error: invalid date field format: "${text}", expected format is (YYYY-MM-DD)`,
  `Invalid Input Error: ${text}`,
  `Parser Error: syntax error at or near "${text}"`,
  `Binder Error: Referenced column "${text}" not found`,
  `Catalog Error: Table with name ${text} does not exist!`,
  `Constraint Error: PRIMARY KEY or UNIQUE constraint violation: duplicate key "${text}"`,
  `FATAL Error: Failed to append to mine: PRIMARY KEY or UNIQUE constraint violation: duplicate key "${text}"`,
  `TransactionContext Error: Failed to commit: PRIMARY KEY or UNIQUE constraint violation: duplicate key "${text}"`
]

const isQuestions = (message: string): boolean => !/^(?:Constraint|FATAL|TransactionContext)/.test(message)

const tagOf = (error: SinkError): string => error.reason._tag

const path = "/data/x.duckdb"

describe("a failure that quotes a value", () => {
  it.each(hostile)("is not what the value says: %j", (text) => {
    for (const message of quoting(text)) {
      const cause = new Error(message)
      assert.deepStrictEqual([isFatal(cause), isDamagedBlock(cause)], [message.startsWith("FATAL"), false], message)
      assert.strictEqual(tagOf(useError(path, cause, true)), "DatabaseFailed", message)
      assert.match(useError(path, cause, true).message, /failed \([A-Za-z ]+ Error\)/)
      assert.strictEqual(tagOf(fileError(path, cause)), "DatabaseFailed", message)
      if (isQuestions(message)) assert.strictEqual(tagOf(questionError(path, cause)), "QueryRefused", message)
    }
  })

  it("nor what the path says", () => {
    for (const name of ["checksum", "EACCES", "No space left on device", "Corrupt database file"]) {
      const named = `/data/${name}/x.duckdb`
      const error = fileError(named, new Error(`IO Error: Cannot open file "${named}": Too many open files`))
      assert.include(error.message, "failed (IO Error)")
    }
  })
})

describe("a failure that begins with its kind", () => {
  it("tells a newer DuckDB's file from one of a newer version of this program", () => {
    const text =
      "Trying to read a database file with version number 69, but we can only read versions between 64 and 68."
    const { message, reason } = fileError("/data/x.duckdb", new Error(`IO Error: ${text}`))
    assert.deepInclude(reason, { _tag: "TooNew", found: 69, supported: 68 })
    assert.include(
      message,
      "/data/x.duckdb was written by a newer version of DuckDB (its storage 69; this program reads up to 68)."
    )
  })

  it.each(
    [
      ["INTERNAL Error: Attempted to access index 5", "Damaged", "DatabaseFailed", "DatabaseFailed"],
      ["FATAL Error: Failed: database has been invalidated", "DatabaseFailed", "DatabaseFailed", "DatabaseFailed"],
      ["Serialization Error: Failed to deserialize: x", "Damaged", "DatabaseFailed", "QueryRefused"],
      ["IO Error: Corrupt database file: computed checksum 1 does not", "Damaged", "Damaged", "Damaged"],
      ["IO Error: Could not read enough bytes from file \"/data/x.duckdb\"", "Damaged", "Damaged", "Damaged"],
      ["IO Error: Corrupt WAL file: entry at byte position 1", "Damaged", "Damaged", "Damaged"],
      [
        "IO Error: The file \"/data/x.duckdb\" exists, but it is not a valid DuckDB database file!",
        "Damaged",
        "DatabaseFailed",
        "DatabaseFailed"
      ],
      [
        "Catalog Error: Failure while replaying WAL file \"/data/x.duckdb.wal\": x",
        "Damaged",
        "DatabaseFailed",
        "QueryRefused"
      ],
      ["IO Error: Could not write file \"x\": No space left on device", "DiskFull", "DiskFull", "DiskFull"],
      [
        "TransactionContext Error: Failed to commit: Could not write file \"x\": No space left on device",
        "DiskFull",
        "DiskFull",
        "QueryRefused"
      ],
      [
        "Failed to append: Could not write file \"x\": No space left on device",
        "DiskFull",
        "DiskFull",
        "QueryRefused"
      ],
      [
        "FATAL Error: Failed to create checkpoint because of error: Could not write file \"x\": No space left on device",
        "DiskFull",
        "DiskFull",
        "DatabaseFailed"
      ],
      [
        "FATAL Error: Checkpoint failed for database \"x\". Original error: Corrupt database file: computed checksum",
        "Damaged",
        "Damaged",
        "DatabaseFailed"
      ],
      [
        "IO Error: Could not read from file \"x\": Input/output error",
        "DatabaseFailed",
        "DatabaseFailed",
        "DatabaseFailed"
      ],
      ["IO Error: Cannot open file \"x\": Permission denied", "Inaccessible", "Inaccessible", "Inaccessible"],
      ["Out of Memory Error: could not allocate", "DatabaseFailed", "DatabaseFailed", "QueryRefused"]
    ] as const
  )("means the same whatever follows: %s", (message, opening, writing, asking) => {
    const cause = new Error(message)
    assert.deepStrictEqual(
      [fileError, useError, questionError].map((meaning) => tagOf(meaning(path, cause, true))),
      [opening, writing, asking]
    )
  })

  it("is the engine's own when that breaks down over a question, and says nothing of the file", () => {
    const { message } = questionError(path, new Error("INTERNAL Error: Attempted to access index 5"))
    assert.include(message, "engine broke down over this query")
    assert.notMatch(message, /damage|aside|\/data/)
  })
})

const damagedNames = (inside: string) => readdirSync(inside).filter((name) => name.includes("damaged"))

describe("a file that a sink has open", () => {
  it.effect("stays where it is, whatever a question makes the database say", () =>
    Effect.gen(function*() {
      const inside = yield* folder
      const path = join(inside, "x.duckdb")
      const rows = hostile.map((description, index) =>
        row(`id ${index}`, "2024-01-05 10:00:00", "1.00", null, { description })
      )
      yield* Effect.gen(function*() {
        const sink = yield* Sink
        const database = yield* Database
        yield* sink.commit(window("2024-01-01", "2024-01-31", rows))
        for (const index of rows.keys()) {
          const sql = `SELECT description::DATE FROM transactions WHERE txn_id = 'id ${index}'`
          assert.strictEqual(tagOf(yield* Effect.flip(database.query(sql))), "QueryRefused", hostile[index])
        }
        assert.strictEqual((yield* sink.commit(window("2024-02-01", "2024-02-29", []))).inserted, 0)
      }).pipe(Effect.provide(Layer.provideMerge(Database.layerReadOnly({ path }), layerFile(path))))
      assert.deepStrictEqual(damagedNames(inside), [])
      assert.deepStrictEqual(yield* ask(path, "SELECT count(*) FROM transactions"), [[String(hostile.length)]])
    }))
})
