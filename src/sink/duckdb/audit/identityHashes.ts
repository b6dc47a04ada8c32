/**
 * Looks for identities that two rows have: among their hashes in order, 8 bytes a row, since to group ten million rows takes
 * hundreds of megabytes.
 */
import { Effect, Stream } from "effect"
import type { DatabaseReader } from "../file/Database.ts"
import { bytesOf, release } from "../vectors/vectors.ts"
import { identityHashes, lastRow } from "./auditQueries.ts"

/** The most hashes that are asked about; where more repeat, the first of them name the first windows well enough. */
const most = 10_000

/** Rows whose hashes the database has in memory at once. */
const portion = 250_000

const hashBytes = 8

/** Hashes that several identities of so many rows have: nearly always because these are the same. */
export const repeatedHashes = Effect.fnUntraced(function*(reader: DatabaseReader, rows: number) {
  const hashes = new BigUint64Array(rows)
  const bytes = new Uint8Array(hashes.buffer)
  const last = Number((yield* reader.query(lastRow)).rows[0]?.[0])
  let length = 0
  for (let from = 0; from <= last; from += portion) {
    yield* Stream.runForEach(reader.chunks(identityHashes(from, portion), "together"), (chunk) =>
      Effect.sync(() => {
        const found = bytesOf(chunk, 0, hashBytes)
        bytes.set(found.subarray(0, bytes.length - length), length)
        length = Math.min(length + found.length, bytes.length)
        release(found)
      }))
  }
  hashes.sort()
  const repeated = new Set<bigint>()
  for (let index = 1; index < hashes.length && repeated.size < most; index++) {
    if (hashes[index] === hashes[index - 1]) repeated.add(hashes[index] as bigint)
  }
  return [...repeated]
})
