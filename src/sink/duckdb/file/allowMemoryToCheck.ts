/**
 * The memory of a check of a whole file. The rows that a window inserted are put in order at once, and where they changed since they
 * are looked for among all changes, so a check needs more of it where a large answer was committed.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { usualQueryBytes } from "../../../settings/QuerySettings.ts"
import { askRows } from "../vectors/answers.ts"

/** Enough for answers of usual size. */
const leastBytes = 100_000_000

/** How often the largest answer may stand in memory. */
const copies = 16

/** Allows it, by the largest answer that the file's windows tell of; never more than questions usually have. */
export const allowMemoryToCheck = (connection: DuckDBConnection): Promise<unknown> =>
  askRows(connection, "SELECT coalesce(max(bytes), 0) FROM statement_windows").then(([row]) => {
    const bytes = Math.max(leastBytes, copies * Number(row?.[0]))
    return connection.run(`SET memory_limit='${Math.floor(Math.min(bytes, usualQueryBytes()) / 1024)}KiB'`)
  })
