/**
 * The DuckDB file of the settings, for reading.
 */
import { Effect, Layer } from "effect"
import { DatabaseSettings } from "../../settings/DatabaseSettings.ts"
import { layerDuckDbReadOnly, layerDuckDbToCheck } from "../../sink/duckdb/index.ts"

/** To read only. */
export const layerFileReadOnly = Layer.unwrap(Effect.map(DatabaseSettings, ({ path }) => layerDuckDbReadOnly({ path })))

/** To read as a whole. */
export const layerFileToCheck = Layer.unwrap(Effect.map(DatabaseSettings, ({ path }) => layerDuckDbToCheck({ path })))
