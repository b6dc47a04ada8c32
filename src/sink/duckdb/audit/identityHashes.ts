/**
 * Looks for identities that two rows have, among their hashes, 8 bytes a row, since to group ten million rows takes
 * hundreds of megabytes.
 */
import { Effect, Stream } from "effect"
import type { DatabaseReader } from "../file/Database.ts"
import { release, wordsOf } from "../vectors/vectors.ts"
import { identityHashes, lastRow, strayHashes } from "./auditQueries.ts"

/** The most hashes that are asked about; where more repeat, these name the first windows well enough. */
const most = 10_000

/** Rows whose hashes the database has in memory at once. */
const atOnce = 250_000

/** Of a hash of the database. */
export const hashBytes = 8

/** Parts that hashes are put in by some of their bits, so that what tells those of one part apart fits the processor's own memory. */
const parts = 256

/** Words of a block of hashes. */
const blockWords = 4_096

/** Slots for each hash of a part, at least. */
const slotsEach = 1.5

/** Hashes of identities, of which some may come again: nearly always because their identities are the same. */
export class IdentityHashes {
  /** How many were added. */
  count = 0
  private readonly blocks: ReadonlyArray<Array<Int32Array>> = Array.from({ length: parts }, () => [])
  /** The last block of each part, and how many words of it are filled. */
  private readonly last = Array.from({ length: parts }, () => new Int32Array())
  private readonly filled = new Uint32Array(parts)
  private piece = new Int32Array()
  private cut = 0

  /** Adds hashes, two words each. */
  add(words: Int32Array): void {
    const { filled, last } = this
    this.count += words.length / 2
    for (let index = 0; index < words.length; index += 2) {
      const low = words[index] as number
      const high = words[index + 1] as number
      const part = mixed(low, high) >>> 24
      if (filled[part] === (last[part] as Int32Array).length) this.turn(part)
      const block = last[part] as Int32Array
      const at = filled[part] as number
      block[at] = low
      block[at + 1] = high
      filled[part] = at + 2
    }
  }

  /** Those that came again. */
  repeated(): ReadonlySet<bigint> {
    const found = new Set<bigint>()
    let slots = new Uint32Array()
    for (let part = 0; part < parts; part++) {
      const blocks = (this.blocks[part] ?? []).map((block) =>
        block === this.last[part] ? block.subarray(0, this.filled[part]) : block
      )
      const least = (blocks.reduce((sum, { length }) => sum + length, 0) / 2) * slotsEach
      const size = 2 ** Math.ceil(Math.log2(Math.max(least, 2)))
      if (size > slots.length) slots = new Uint32Array(size)
      else slots.fill(0)
      findRepeated(blocks, slots, found)
    }
    return found
  }

  /** Blocks are cut from few large pieces of memory: each piece has the garbage collector look whether there is too much. */
  private turn(part: number): void {
    if (this.cut === this.piece.length) {
      this.piece = new Int32Array(blockWords * parts)
      this.cut = 0
    }
    const block = this.piece.subarray(this.cut, this.cut += blockWords)
    this.blocks[part]?.push(block)
    this.last[part] = block
    this.filled[part] = 0
  }
}

/** Enters each hash by its number in the slot that other bits lead to, or behind it; 0 is empty. There are more slots than hashes. */
const findRepeated = (blocks: ReadonlyArray<Int32Array>, slots: Uint32Array, found: Set<bigint>): void => {
  const last = slots.length - 1
  let number = 0
  for (const block of blocks) {
    for (let index = 0; index < block.length; index += 2) {
      const low = block[index] as number
      const high = block[index + 1] as number
      let slot = mixed(low, high) & last
      while (slots[slot] !== 0 && !isAt(blocks, slots[slot] as number, low, high)) slot = (slot + 1) & last
      number++
      if (slots[slot] === 0) slots[slot] = number
      else found.add(BigInt.asUintN(64, (BigInt(high) << 32n) | BigInt.asUintN(32, BigInt(low))))
    }
  }
}

/** Whether a hash has a number, counted from 1 on; all blocks but the last are full. */
const isAt = (blocks: ReadonlyArray<Int32Array>, number: number, low: number, high: number): boolean => {
  const word = (number - 1) * 2
  const block = blocks[Math.floor(word / blockWords)] as Int32Array
  const at = word % blockWords
  return block[at] === low && block[at + 1] === high
}

/** Bits that tell parts and slots; those of the database's hash are much alike at its lower end. */
const mixed = (low: number, high: number): number => {
  const product = Math.imul(low ^ Math.imul(high, 0x9e37_79b1), 0x85eb_ca6b)
  return Math.imul(product ^ (product >>> 15), 0xc2b2_ae35)
}

/** Adds the hashes of rows that no window is said to have inserted. */
export const addStrays = (reader: DatabaseReader, hashes: IdentityHashes) =>
  Stream.runForEach(
    reader.chunks(strayHashes, "singly"),
    (chunk) =>
      Effect.sync(() => {
        const found = wordsOf(chunk, 0, hashBytes)
        hashes.add(found)
        release(found)
      })
  )

/** The hashes to ask about: those that came again, or, where too many did, of these those whose second row comes first. */
export const suspectsAmong = Effect.fnUntraced(function*(reader: DatabaseReader, hashes: IdentityHashes) {
  const repeated = hashes.repeated()
  if (repeated.size <= most) return [...repeated]
  const seen = new Set<bigint>()
  const first = new Set<bigint>()
  yield* eachPortion(reader, (found) => {
    if (first.size >= most) return
    for (const hash of found) {
      if (!repeated.has(hash)) continue
      if (seen.has(hash) && first.size < most) first.add(hash)
      seen.add(hash)
    }
  })
  return [...first]
})

const eachPortion = Effect.fnUntraced(function*(reader: DatabaseReader, take: (hashes: BigUint64Array) => void) {
  const last = Number((yield* reader.query(lastRow)).rows[0]?.[0])
  for (let from = 0; from <= last; from += atOnce) {
    yield* Stream.runForEach(reader.chunks(identityHashes(from, atOnce), "together"), (chunk) =>
      Effect.sync(() => {
        const found = wordsOf(chunk, 0, hashBytes)
        take(new BigUint64Array(found.buffer, found.byteOffset, found.length / 2))
        release(found)
      }))
  }
})
