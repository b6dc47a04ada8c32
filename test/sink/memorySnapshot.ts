/**
 * A look into a sink in memory.
 */
import * as Money from "../../src/domain/Money.ts"
import type { MemoryTables } from "../../src/sink/memory/MemoryTables.ts"
import type { Snapshot } from "../../src/testing/index.ts"
import { describeRow } from "../../src/testing/windows.ts"

export const memorySnapshot = (tables: MemoryTables["Service"]): Snapshot => {
  const rows = [...tables.rows.values()].flat()
  return {
    rows: rows.map(describeRow).sort(),
    positions: Object.fromEntries(
      rows.map((entry) => [name({ txnId: entry.transaction.txnId, leg: entry.leg }), entry.position])
    ),
    events: tables.events.map((event) => `${event.sequence} ${event.kind} ${name(event)}`).sort(),
    quarantine: tables.quarantine.map((record) => `${record.rawText} ${record.state}`).sort(),
    gaps: tables.gaps.map(({ closedRunId, foundRunId, gap }) =>
      `${gap.afterTxnId}..${gap.beforeTxnId} ${Money.format(gap.missing)} ${
        closedRunId === null ? `found by ${foundRunId}` : `closed by ${closedRunId}`
      }`
    ).sort(),
    hashes: tables.windows.map((entry) => entry.auditHash)
  }
}

const name = (entry: { readonly txnId: string; readonly leg: number }): string => `${entry.txnId}#${entry.leg}`
