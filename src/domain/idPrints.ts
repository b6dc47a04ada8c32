/**
 * Prints of ids: two 32-bit hashes of a text's UTF-8 bytes, mixed as MurmurHash3 does. Two ids with other prints are
 * different; about one in a hundred million pairs of a large wallet agrees by chance.
 */
import type { Rows } from "./Rows.ts"

const firstSeed = 0x3c6ef372
const secondSeed = 0x9747b28c

const mixFirst = (state: number, code: number): number => {
  const mixed = Math.imul(state ^ code, 0xcc9e2d51)
  return (mixed << 13) | (mixed >>> 19)
}

const mixSecond = (state: number, code: number): number => {
  const mixed = Math.imul(state ^ code, 0x1b873593)
  return (mixed << 15) | (mixed >>> 17)
}

const finish = (state: number): number => {
  let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

const utf8 = new TextEncoder()

/** The prints of a text, unsigned; the second is never 0. */
export const printsOf = (text: string): readonly [number, number] => {
  const bytes = utf8.encode(text)
  const prints = new Uint32Array(2)
  putPrints(prints, 0, bytes, 0, bytes.length)
  return [prints[0] ?? 0, prints[1] ?? 0]
}

/** The prints of all rows' ids, at places `2 * index` and `2 * index + 1`. */
export const printsOfIds = (
  { bytes, count, idEnd, idStart }: Pick<Rows, "bytes" | "count" | "idEnd" | "idStart">
): Uint32Array => {
  const prints = new Uint32Array(2 * count)
  for (let index = 0; index < count; index++) {
    putPrints(prints, index, bytes, idStart[index] as number, idEnd[index] as number)
  }
  return prints
}

/** Writes the prints of the text between two places of some bytes to places `2 * index` and `2 * index + 1`. */
export const putPrints = (prints: Uint32Array, index: number, bytes: Uint8Array, start: number, end: number): void => {
  let first = firstSeed
  let second = secondSeed
  for (let at = start; at < end; at++) {
    const code = bytes[at] as number
    first = mixFirst(first, code)
    second = mixSecond(second, code)
  }
  prints[2 * index] = finish(first ^ (end - start))
  prints[2 * index + 1] = finish(second ^ (end - start)) || 1
}

/** For each of the first `count` pairs of prints the last one before it that is the same; -1 where there is none. */
export const earlierAlike = (prints: Uint32Array, count: number): Int32Array => {
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1
  const slots = new Int32Array(mask + 1)
  const earlier = new Int32Array(count)
  for (let index = 0; index < count; index++) {
    const first = prints[2 * index] as number
    let slot = first & mask
    let other = slots[slot] as number
    while (other !== 0 && (prints[2 * other - 2] !== first || prints[2 * other - 1] !== prints[2 * index + 1])) {
      slot = (slot + 1) & mask
      other = slots[slot] as number
    }
    earlier[index] = other - 1
    slots[slot] = index + 1
  }
  return earlier
}
