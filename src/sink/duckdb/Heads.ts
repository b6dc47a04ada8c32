/**
 * Where the numbered things of a file stand: the chain of windows, quarantined records, gaps, declarations, held rows.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { firstPreviousHash } from "../WindowRecord.ts"

/** The last number given out of each, and the last hash of the chain. */
export interface Heads {
  readonly sequence: number
  readonly hash: string
  readonly quarantineId: number
  readonly gapId: number
  readonly declarationId: number
  readonly heldId: number
}

/** Reads where a file stands. */
export const readHeads = (connection: DuckDBConnection): Promise<Heads> =>
  Promise.all([
    connection.runAndReadAll("SELECT sequence, audit_hash FROM statement_windows ORDER BY sequence DESC LIMIT 1"),
    connection.runAndReadAll("SELECT coalesce(max(id), 0) FROM quarantine"),
    connection.runAndReadAll("SELECT coalesce(max(id), 0) FROM continuity_gaps"),
    connection.runAndReadAll("SELECT coalesce(max(id), 0) FROM declarations"),
    connection.runAndReadAll("SELECT coalesce(max(id), 0) FROM held_rows")
  ]).then(([last, records, gaps, declarations, held]) => {
    const [window] = last.getRows()
    const hash = window?.[1]
    return {
      sequence: Number(window?.[0] ?? 0),
      hash: typeof hash === "string" ? hash : firstPreviousHash,
      quarantineId: Number(records.getRows()[0]?.[0] ?? 0),
      gapId: Number(gaps.getRows()[0]?.[0] ?? 0),
      declarationId: Number(declarations.getRows()[0]?.[0] ?? 0),
      heldId: Number(held.getRows()[0]?.[0] ?? 0)
    }
  })
