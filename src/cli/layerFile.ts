/**
 * The DuckDB file of the settings.
 */
import { Effect, Layer } from "effect"
import { DatabaseSettings } from "../settings/DatabaseSettings.ts"
import { layerDuckDb, layerDuckDbReadOnly, layerDuckDbToCheck } from "../sink/duckdb/index.ts"

/** To load into; made when it is missing. */
export const layerFile = Layer.unwrap(Effect.map(DatabaseSettings, ({ path }) => layerDuckDb({ path })))

/** To read only. */
export const layerFileReadOnly = Layer.unwrap(Effect.map(DatabaseSettings, ({ path }) => layerDuckDbReadOnly({ path })))

/** To read as a whole. */
export const layerFileToCheck = Layer.unwrap(Effect.map(DatabaseSettings, ({ path }) => layerDuckDbToCheck({ path })))
