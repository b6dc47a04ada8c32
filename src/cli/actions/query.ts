/**
 * The work of `query`: read-only SQL over the file.
 */
import { Effect } from "effect"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { layerDatabase } from "../../settings/Settings.ts"
import { Database } from "../../sink/duckdb/index.ts"
import { dataColumns, printData } from "../output.ts"
import { type Format, render } from "../table.ts"

/** Asks and prints. */
export const query = Effect.fnUntraced(
  function*(sql: string, format: Format) {
    const { path } = yield* DatabaseSettings
    const database = yield* Database.openReadOnly(path)
    const result = yield* database.query(sql)
    yield* printData(render(result, format, dataColumns()))
  },
  Effect.scoped,
  Effect.provide(layerDatabase)
)
