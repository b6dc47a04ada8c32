/**
 * Everything that a simulation leaves to chance follows from its seed through one of these.
 */
import { makeRandom, type Random, seedOf } from "../src/sandbox/random.ts"

/** A source of draws. */
export class Chance {
  private readonly seed: number
  private source: Random
  private count = 0

  constructor(seed: number) {
    this.seed = seed
    this.source = makeRandom(seed)
  }

  /** The draws of one behaviour of a seed's world: what others draw does not change them, nor they what others draw. */
  static named(seed: number, behaviour: string): Chance {
    return new Chance(seedOf(seed, behaviour))
  }

  /** How many draws there were so far. */
  get drawn(): number {
    return this.count
  }

  /** Goes on as if there had been so many draws. */
  goTo(drawn: number): void {
    this.source = makeRandom(this.seed)
    for (this.count = 0; this.count < drawn; this.count++) this.source.next()
  }

  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number {
    this.count++
    return this.source.below(bound)
  }

  /** A whole number between two bounds, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  /** Whether something happens that does so at this rate, 0 to 1. */
  happens(rate: number): boolean {
    return this.next() < rate
  }

  /** One of a list. */
  pick<const List extends readonly [unknown, ...ReadonlyArray<unknown>]>(list: List): List[number] {
    return list[this.below(list.length)] ?? list[0]
  }

  /** One of a list, or undefined when it is empty. */
  some<A>(list: ReadonlyArray<A>): A | undefined {
    return list[this.below(Math.max(list.length, 1))]
  }

  /** A list in another order. */
  shuffled<A>(list: ReadonlyArray<A>): Array<A> {
    return list.map((item) => [this.next(), item] as const)
      .sort(([left], [right]) => left - right)
      .map(([, item]) => item)
  }

  private next(): number {
    this.count++
    return this.source.next()
  }
}
