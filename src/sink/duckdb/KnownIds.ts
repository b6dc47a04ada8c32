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

  /** Adds an id; false when it was there, or looks like one that was. */
  add(id: string): boolean {
    const [start, print] = hashes(id)
    for (const { prints } of this.tables) {
      const mask = prints.length - 1
      for (let slot = start & mask; prints[slot] !== 0; slot = (slot + 1) & mask) {
        if (prints[slot] === print) return false
      }
    }
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
    return true
  }
}

/** Two unsigned 32-bit hashes of a text's UTF-16 code units, mixed as MurmurHash3 does; the second is never 0. */
const hashes = (text: string): readonly [number, number] => {
  let one = 0x3c6ef372
  let other = 0x9747b28c
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 0xcc9e2d51)
    one = (one << 13) | (one >>> 19)
    other = Math.imul(other ^ code, 0x1b873593)
    other = (other << 15) | (other >>> 17)
  }
  return [finish(one ^ text.length), finish(other ^ text.length) || 1]
}

const finish = (state: number): number => {
  let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
