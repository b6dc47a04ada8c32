/**
 * A database file that stays open for the tests of a file that know it through the sink alone: to open one takes longer than most
 * of their nights.
 */
import { Effect, Layer } from "effect"
import { join } from "node:path"
import { sinkOn } from "../../src/sink/duckdb/DuckDbSink.ts"
import { type OpenDatabase, openDatabase } from "../../src/sink/duckdb/file/DatabaseFile.ts"
import { currentVersion, ledger, tablesAt } from "../../src/sink/duckdb/file/migrations.ts"
import { layout } from "../../src/sink/duckdb/schema/layout.ts"
import { Sink, type SinkError } from "../../src/sink/Sink.ts"
import { folder } from "../sink/duckdb/files.ts"
import { putEmptyFile } from "./emptyFile.ts"
import { untilTestsEnd } from "./untilTestsEnd.ts"

const empty = tablesAt(currentVersion)
  .filter(({ name }) => name !== ledger.name && name !== layout.name)
  .map(({ name }) => `DELETE FROM ${name};`)
  .join("\n")

/** Takes all rows out of an open file; its layout stays. */
export const emptied = Effect.fnUntraced(function*(database: OpenDatabase) {
  const connection = yield* database.connect
  yield* Effect.promise(() => connection.run(`BEGIN; ${empty} COMMIT`))
}, Effect.scoped)

/** A sink in such a file, which each that is made finds empty: one at a time. */
export const sharedFile = (): Layer.Layer<Sink, SinkError> => {
  const database = untilTestsEnd(Effect.gen(function*() {
    const path = join(yield* folder, "shared.duckdb")
    yield* putEmptyFile(path)
    return yield* openDatabase(path, "write")
  }))
  return Layer.effect(
    Sink,
    Effect.gen(function*() {
      const opened = yield* database
      yield* emptied(opened)
      return yield* sinkOn(opened)
    })
  )
}
