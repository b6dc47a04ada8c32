/**
 * Everything that a simulation leaves to chance follows from its seed through one of these.
 */
import { makeRandom, seedOf } from "../src/sandbox/random.ts"

/** A source of draws. */
export class Chance {
  private readonly source: ReturnType<typeof makeRandom>

  constructor(seed: number) {
    this.source = makeRandom(seed)
  }

  /** The draws of one behaviour of a seed's world: what others draw does not change them, nor they what others draw. */
  static named(seed: number, behaviour: string): Chance {
    return new Chance(seedOf(seed, behaviour))
  }

  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number {
    return this.source.below(bound)
  }

  /** A whole number between two bounds, both included. */
  between(least: number, most: number): number {
    return least + this.source.below(most - least + 1)
  }

  /** Whether something happens that does so at this rate, 0 to 1. */
  happens(rate: number): boolean {
    return this.source.next() < rate
  }

  /** One of a list. */
  pick<const List extends readonly [unknown, ...ReadonlyArray<unknown>]>(list: List): List[number] {
    return list[this.source.below(list.length)] ?? list[0]
  }

  /** One of a list, or undefined when it is empty. */
  some<A>(list: ReadonlyArray<A>): A | undefined {
    return list[this.source.below(Math.max(list.length, 1))]
  }

  /** A list in another order. */
  shuffled<A>(list: ReadonlyArray<A>): Array<A> {
    return list.map((item) => [this.source.next(), item] as const)
      .sort(([left], [right]) => left - right)
      .map(([, item]) => item)
  }
}
