/**
 * Where the statement is kept.
 */
import { Context, type Duration } from "effect"

/** The database part of the settings. */
export class DatabaseSettings extends Context.Service<DatabaseSettings, {
  /** Path of the DuckDB file. */
  readonly path: string
  /** Whether its group may read and write it too, when that is one of the process's own. */
  readonly allowGroup?: boolean | undefined
  /** How long what writes, or publishes, waits for another process that has the file open; undefined is not at all. */
  readonly wait?: Duration.Duration | undefined
}>()("wallet-statement/settings/DatabaseSettings") {}
