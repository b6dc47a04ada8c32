/**
 * What a question to the database may take.
 */
import { Context, type Duration } from "effect"
import { totalmem } from "node:os"

/** The bounds of `query`. */
export class QuerySettings extends Context.Service<QuerySettings, {
  /** Longest time a question may take. */
  readonly timeout: Duration.Duration
  /** Memory that it may take. */
  readonly bytes: number
  /** Rows that are printed to a terminal. */
  readonly rows: number
}>()("wallet-statement/settings/QuerySettings") {}

/** Memory that a question may take when nothing else is said: half of what the machine or the container has. */
export const usualQueryBytes = (): number =>
  Math.floor(Math.min(process.constrainedMemory() || Infinity, totalmem()) / 2)
