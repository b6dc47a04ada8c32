/** The hashes of identities that a check of a file asks about. */
import { Effect } from "effect"
import { firstWrongHash } from "../../src/sink/duckdb/audit/auditHashes.ts"
import { addStrays, IdentityHashes, suspectsAmong } from "../../src/sink/duckdb/audit/identityHashes.ts"
import type { DatabaseReader } from "../../src/sink/duckdb/index.ts"

/** Those of a file's rows, by whatever windows they came. */
export const suspectsIn = Effect.fnUntraced(function*(reader: DatabaseReader) {
  const hashes = new IdentityHashes()
  yield* firstWrongHash(reader, new Set(), { take: (some) => hashes.add(some) })
  yield* addStrays(reader, hashes)
  return yield* suspectsAmong(reader, hashes)
})
