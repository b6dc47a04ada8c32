/**
 * Looks for identities that two rows have: through a set of their hashes, 4 to 9 bytes a row, since to group ten million
 * rows takes hundreds of megabytes.
 */
import type { DuckDBDataChunk } from "@duckdb/node-api"
import { Effect, Stream } from "effect"
import type { DatabaseReader } from "../file/Database.ts"
import { KnownIds } from "../vectors/KnownIds.ts"
import { release, wordsOf } from "../vectors/vectors.ts"
import { identityHashes, lastRow } from "./auditQueries.ts"

/** The most hashes that are asked about; where more repeat, the first of them name the first windows well enough. */
const most = 10_000

/** Rows whose hashes are in memory at once. */
const portion = 250_000

/** Hashes of identities that another row has too, or looks as if it had: about one in a hundred million is a mistake. */
export const repeatedHashes = Effect.fnUntraced(function*(reader: DatabaseReader, rows: number) {
  const known = new KnownIds(rows)
  const repeated: Array<bigint> = []
  const last = Number((yield* reader.query(lastRow)).rows[0]?.[0])
  for (let from = 0; from <= last; from += portion) {
    yield* Stream.runForEach(
      reader.chunks(identityHashes(from, portion), "together"),
      (chunk) => Effect.sync(() => addHashes(chunk, known, repeated))
    )
  }
  return repeated
})

const addHashes = (chunk: DuckDBDataChunk, known: KnownIds, repeated: Array<bigint>): void => {
  const words = wordsOf(chunk, 0, 8)
  for (let index = 0; index < words.length; index += 2) {
    const [low, high] = [(words[index] as number) >>> 0, (words[index + 1] as number) >>> 0]
    if (!known.addPrints(low, high || 1) && repeated.length < most) repeated.push((BigInt(high) << 32n) | BigInt(low))
  }
  release(words)
}
