/**
 * Remembers which ids a wallet has, so that loading a page of new ones need not search the table for them. It may
 * take a strange id for a known one, about once in a hundred million, and never the other way round; whoever asks
 * searches the table for what is known.
 *
 * Four bytes an id, in tables that quadruple: ten million ids take about 90 MB.
 */
import { printsOf, putPrints } from "../../../domain/idPrints.ts"

const firstCapacity = 16_384
const secondCapacity = 262_144
const fullness = 0.7

interface Slots {
  readonly prints: Uint32Array
  used: number
}

/** Small for the many wallets with few rows; soon large, since every table has to be looked into for each id. */
const nextCapacity = (last: number | undefined): number =>
  last === undefined ? firstCapacity : Math.max(4 * last, secondCapacity)

const tableFor = (capacity: number): Slots => ({ prints: new Uint32Array(capacity), used: 0 })

/** A set of texts that keeps a 32-bit print of each. */
export class KnownIds {
  private readonly tables: Array<Slots> = []
  private readonly read = new Uint32Array(2)

  /** A set with one table for so many ids, which is all that has to be looked into until more are added. */
  constructor(expected = 0) {
    if (expected > 0) {
      this.tables.push(tableFor(Math.max(2 ** Math.ceil(Math.log2(expected / fullness)), firstCapacity)))
    }
  }

  /** Adds an id; false when it was there, or looks like one that was. */
  add(id: string): boolean {
    const [start, print] = printsOf(id)
    return this.addPrints(start, print)
  }

  private addPrints(start: number, print: number): boolean {
    if (this.has(start, print)) return false
    this.put(start, print)
    return true
  }

  /** The same for an id in UTF-8, between two places of some bytes. */
  addBytes(bytes: Uint8Array, start: number, end: number): boolean {
    putPrints(this.read, 0, bytes, start, end)
    const [first = 0, second = 0] = this.read
    return this.addPrints(first, second)
  }

  /** Adds ids by their prints, as `printsOfIds` gives them, when none of them is there; else adds none and gives false. */
  addAll(prints: Uint32Array): boolean {
    for (let place = 0; place < prints.length; place += 2) {
      if (this.has(prints[place] as number, prints[place + 1] as number)) return false
    }
    for (let place = 0; place < prints.length; place += 2) {
      this.addPrints(prints[place] as number, prints[place + 1] as number)
    }
    return true
  }

  private has(start: number, print: number): boolean {
    for (const { prints } of this.tables) {
      const mask = prints.length - 1
      for (let slot = start & mask; prints[slot] !== 0; slot = (slot + 1) & mask) {
        if (prints[slot] === print) return true
      }
    }
    return false
  }

  private put(start: number, print: number): void {
    let table = this.tables.at(-1)
    if (table === undefined || table.used >= table.prints.length * fullness) {
      table = tableFor(nextCapacity(table?.prints.length))
      this.tables.push(table)
    }
    const { prints } = table
    const mask = prints.length - 1
    let slot = start & mask
    while (prints[slot] !== 0) slot = (slot + 1) & mask
    prints[slot] = print
    table.used++
  }
}
