/**
 * Remembers which ids a wallet has, so that loading a page of new ones need not search the table for them. It may
 * take a strange id for a known one, about once in a hundred million, and never the other way round; whoever asks
 * searches the table for what is known.
 *
 * Four bytes an id, in tables that quadruple: ten million ids take about 90 MB.
 */

const firstCapacity = 16_384
const fullness = 0.7

interface Slots {
  readonly prints: Uint32Array
  used: number
}

/** A set of texts that keeps a 32-bit print of each. */
export class KnownIds {
  private readonly tables: Array<Slots> = []

  /** Adds an id. */
  add(id: string): void {
    const print = hash(id, 0x9747b28c) || 1
    const start = hash(id, 0x3c6ef372)
    if (this.find(print, start)) return
    let table = this.tables.at(-1)
    if (table === undefined || table.used >= table.prints.length * fullness) {
      table = { prints: new Uint32Array((table?.prints.length ?? firstCapacity / 4) * 4), used: 0 }
      this.tables.push(table)
    }
    const { prints } = table
    const mask = prints.length - 1
    let slot = start & mask
    while (prints[slot] !== 0) slot = (slot + 1) & mask
    prints[slot] = print
    table.used++
  }

  /** Whether an id was added, or looks like one that was. */
  has(id: string): boolean {
    return this.find(hash(id, 0x9747b28c) || 1, hash(id, 0x3c6ef372))
  }

  private find(print: number, start: number): boolean {
    for (const { prints } of this.tables) {
      const mask = prints.length - 1
      for (let slot = start & mask; prints[slot] !== 0; slot = (slot + 1) & mask) {
        if (prints[slot] === print) return true
      }
    }
    return false
  }
}

/** MurmurHash3's mixing over UTF-16 code units, as an unsigned 32-bit number. */
const hash = (text: string, seed: number): number => {
  let state = seed
  for (let index = 0; index < text.length; index++) {
    let block = Math.imul(text.charCodeAt(index), 0xcc9e2d51)
    block = (block << 15) | (block >>> 17)
    state ^= Math.imul(block, 0x1b873593)
    state = (state << 13) | (state >>> 19)
    state = (Math.imul(state, 5) + 0xe6546b64) | 0
  }
  state ^= text.length
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}
