/**
 * Where the statement is kept.
 */
import { Context } from "effect"

/** The database part of the settings. */
export class DatabaseSettings extends Context.Service<DatabaseSettings, {
  /** Path of the DuckDB file. */
  readonly path: string
  /** Whether its group may read and write it too, when that is one of the process's own. */
  readonly allowGroup?: boolean | undefined
}>()("wallet-statement/settings/DatabaseSettings") {}
