/**
 * Prints of ids: two 32-bit hashes of a text's UTF-16 code units, or of ASCII bytes, mixed as MurmurHash3 does. Two ids
 * with other prints are different; about one in a hundred million pairs of a large wallet agrees by chance.
 */

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

/** The prints of a text, unsigned; the second is never 0. */
export const printsOf = (text: string): readonly [number, number] => {
  let first = firstSeed
  let second = secondSeed
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    first = mixFirst(first, code)
    second = mixSecond(second, code)
  }
  return [finish(first ^ text.length), finish(second ^ text.length) || 1]
}

/** Writes the prints of the ASCII text between two places of some bytes to places `2 * index` and `2 * index + 1`. */
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

/** Whether no two of the first `count` pairs of prints agree. */
export const areDistinct = (prints: Uint32Array, count: number): boolean => {
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1
  const slots = new Int32Array(mask + 1)
  for (let index = 0; index < count; index++) {
    const first = prints[2 * index] as number
    let slot = first & mask
    for (let other = slots[slot] as number; other !== 0; other = slots[slot] as number) {
      if (prints[2 * other - 2] === first && prints[2 * other - 1] === prints[2 * index + 1]) return false
      slot = (slot + 1) & mask
    }
    slots[slot] = index + 1
  }
  return true
}
