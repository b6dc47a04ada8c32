/**
 * A look into a sink in memory.
 */
import type { MemoryTables } from "../../src/sink/MemoryTables.ts"
import type { Snapshot } from "./contract.ts"
import { describeRow } from "./windows.ts"

export const memorySnapshot = (tables: MemoryTables["Service"]): Snapshot => {
  const rows = [...tables.rows.values()].flat()
  return {
    rows: rows.map(describeRow).sort(),
    positions: Object.fromEntries(
      rows.map((entry) => [name({ txnId: entry.transaction.txnId, leg: entry.leg }), entry.position])
    ),
    events: tables.events.map((event) => `${event.sequence} ${event.kind} ${name(event)}`).sort(),
    quarantine: tables.quarantine.map((record) => `${record.rawText} ${record.state}`).sort(),
    hashes: tables.windows.map((entry) => entry.auditHash)
  }
}

const name = (entry: { readonly txnId: string; readonly leg: number }): string => `${entry.txnId}#${entry.leg}`
