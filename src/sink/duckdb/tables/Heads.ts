/**
 * Where the numbered things of a file stand: the chain of windows, quarantined records, gaps, declarations, held rows.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { type ChainHead, noWindow } from "../../audit/ChainHead.ts"

/** The last number given out of each, and the last hash of the chain. */
export interface Heads {
  readonly sequence: number
  readonly hash: string
  readonly quarantineId: number
  readonly gapId: number
  readonly declarationId: number
  readonly heldId: number
}

const lastId = (table: string): string => `(SELECT coalesce(max(id), 0) FROM ${table})`

/** Reads where the chain of a file stands. */
export const readHead = (connection: DuckDBConnection): Promise<ChainHead> =>
  connection.runAndReadAll("SELECT sequence, audit_hash FROM statement_windows ORDER BY sequence DESC LIMIT 1")
    .then((reader) => {
      const [[sequence, hash] = []] = reader.getRows()
      return typeof hash === "string" ? { sequence: Number(sequence), hash } : noWindow
    })

/** Reads where a file stands. */
export const readHeads = (connection: DuckDBConnection): Promise<Heads> =>
  connection.runAndReadAll(
    `SELECT coalesce(max(sequence), 0), arg_max(audit_hash, sequence), ${lastId("quarantine")},
       ${lastId("continuity_gaps")}, ${lastId("declarations")}, ${lastId("held_rows")} FROM statement_windows`
  ).then((reader) => {
    const [[sequence, hash, quarantineId, gapId, declarationId, heldId] = []] = reader.getRows()
    return {
      sequence: Number(sequence),
      hash: typeof hash === "string" ? hash : noWindow.hash,
      quarantineId: Number(quarantineId),
      gapId: Number(gapId),
      declarationId: Number(declarationId),
      heldId: Number(heldId)
    }
  })
