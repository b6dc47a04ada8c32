/**
 * Where the statement is kept.
 */
import { Context } from "effect"

/** The database part of the settings. */
export class DatabaseSettings extends Context.Service<DatabaseSettings, {
  /** Path of the DuckDB file. */
  readonly path: string
}>()("wallet-statement/settings/DatabaseSettings") {}
