/**
 * Where the numbered things of a file stand.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { noWindow } from "../../audit/ChainHead.ts"
import type { Heads } from "../../store/Heads.ts"
import { askRows } from "../vectors/answers.ts"

const lastId = (table: string): string => `(SELECT coalesce(max(id), 0) FROM ${table})`

/** Reads where a file stands. */
export const readHeads = (connection: DuckDBConnection): Promise<Heads> =>
  askRows(
    connection,
    `SELECT coalesce(max(sequence), 0), arg_max(audit_hash, sequence), ${lastId("quarantine")},
       ${lastId("continuity_gaps")}, ${lastId("declarations")}, ${lastId("held_rows")} FROM statement_windows`
  ).then(([row = []]) => {
    const [sequence, hash, quarantineId, gapId, declarationId, heldId] = row
    return {
      sequence: Number(sequence),
      hash: typeof hash === "string" ? hash : noWindow.hash,
      quarantineId: Number(quarantineId),
      gapId: Number(gapId),
      declarationId: Number(declarationId),
      heldId: Number(heldId)
    }
  })
