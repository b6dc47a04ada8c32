/**
 * The hashes of single windows, to compare with those that were kept elsewhere.
 */
import { Effect } from "effect"
import { noWindow } from "../../audit/ChainHead.ts"
import type { SinkError } from "../../SinkError.ts"
import type { DatabaseReader } from "../file/Database.ts"

/**
 * The hashes of some windows by their numbers, 0 being the beginning of every chain. A window that is not there is left out, and
 * so is one that is there more than once with different hashes.
 */
export const hashesAt = Effect.fnUntraced(function*(
  reader: DatabaseReader,
  sequences: Iterable<number>
): Effect.fn.Return<ReadonlyMap<number, string>, SinkError> {
  const numbers = [...new Set(sequences)]
  const { rows } = yield* reader.query(
    `SELECT sequence, min(audit_hash) FROM statement_windows
     WHERE list_contains([${numbers.join(", ")}]::BIGINT[], sequence)
     GROUP BY sequence HAVING count(DISTINCT audit_hash) = 1`
  )
  const found = rows.map(([sequence, hash]) => [Number(sequence), hash ?? ""] as const)
  return new Map([[noWindow.sequence, noWindow.hash], ...found])
})
