/**
 * Looks for identities that two rows have: among their hashes in order, 8 bytes a row, since to group ten million rows takes
 * hundreds of megabytes.
 */
import { Effect, Stream } from "effect"
import type { DatabaseReader } from "../file/Database.ts"
import { bytesOf, release } from "../vectors/vectors.ts"
import { identityHashes, lastRow } from "./auditQueries.ts"

/** The most hashes that are asked about; where more repeat, these name the first windows well enough. */
const most = 10_000

/** Rows whose hashes the database has in memory at once. */
const atOnce = 250_000

const hashBytes = 8

/**
 * Hashes that several identities of so many rows have: nearly always because these are the same. Where there are more than are asked
 * about, those whose second row comes first.
 */
export const repeatedHashes = Effect.fnUntraced(function*(reader: DatabaseReader, rows: number) {
  const hashes = new BigUint64Array(rows)
  const bytes = new Uint8Array(hashes.buffer)
  let length = 0
  yield* eachPortion(reader, (found) => {
    bytes.set(found.subarray(0, bytes.length - length), length)
    length = Math.min(length + found.length, bytes.length)
  })
  const sorted = hashes.subarray(0, length / hashBytes).sort()
  const repeated = new Set<bigint>()
  for (let index = 1; index < sorted.length; index++) {
    if (sorted[index] === sorted[index - 1]) repeated.add(sorted[index] as bigint)
  }
  return repeated.size <= most ? [...repeated] : yield* firstOf(reader, repeated)
})

const firstOf = Effect.fnUntraced(function*(reader: DatabaseReader, repeated: ReadonlySet<bigint>) {
  const seen = new Set<bigint>()
  const first = new Set<bigint>()
  yield* eachPortion(reader, ({ buffer, byteLength, byteOffset }) => {
    if (first.size >= most) return
    for (const hash of new BigUint64Array(buffer, byteOffset, byteLength / hashBytes)) {
      if (!repeated.has(hash)) continue
      if (seen.has(hash) && first.size < most) first.add(hash)
      seen.add(hash)
    }
  })
  return [...first]
})

const eachPortion = Effect.fnUntraced(function*(reader: DatabaseReader, take: (hashes: Uint8Array) => void) {
  const last = Number((yield* reader.query(lastRow)).rows[0]?.[0])
  for (let from = 0; from <= last; from += atOnce) {
    yield* Stream.runForEach(reader.chunks(identityHashes(from, atOnce), "together"), (chunk) =>
      Effect.sync(() => {
        const found = bytesOf(chunk, 0, hashBytes)
        take(found)
        release(found)
      }))
  }
})
