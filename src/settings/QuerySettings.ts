/**
 * What a question to the database may take.
 */
import { Context, type Duration, type Option } from "effect"

/** The bounds of `query`. */
export class QuerySettings extends Context.Service<QuerySettings, {
  /** Longest time a question may take. */
  readonly timeout: Duration.Duration
  /** Memory that it may take; none: half of what the machine has. */
  readonly bytes: Option.Option<number>
  /** Rows that are printed to a terminal. */
  readonly rows: number
}>()("wallet-statement/settings/QuerySettings") {}
