/**
 * Chance that can be replayed: the same seed gives the same numbers on every machine.
 *
 * Not for secrets. Two forms: a generator for long runs of draws (sfc32), and a draw that depends only on its
 * arguments, for choices that must not depend on what was asked before.
 */

/** A source of draws that all follow from its seed. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  readonly next: () => number
  /** A whole number from 0 up to, not including, `bound`; `bound` is at most 2^32. */
  readonly below: (bound: number) => number
}

const scramble = (value: number): number => {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** A whole number from 0 up to, not including, 2^32 that depends on the arguments alone. */
export const draw = (seed: number, ...places: ReadonlyArray<number>): number => {
  let bits = scramble(seed ^ 0x9e37_79b9)
  for (const place of places) bits = scramble(bits + Math.imul(place | 0, 0x9e37_79b1) + 0x7f4a_7c15)
  return bits
}

/** Whether something that happens at this rate (0 to 1) happens here; depends on the arguments alone. */
export const happens = (rate: number, seed: number, ...places: ReadonlyArray<number>): boolean =>
  draw(seed, ...places) < rate * 4_294_967_296

/** A number for a text, to make seeds of names. */
export const seedOf = (seed: number, text: string): number => {
  let bits = draw(seed, text.length)
  for (let index = 0; index < text.length; index++) bits = scramble(bits ^ text.charCodeAt(index))
  return bits
}

/** Starts a source of draws. */
export const makeRandom = (seed: number): Random => {
  let a = draw(seed, 1) | 0
  let b = draw(seed, 2) | 0
  let c = draw(seed, 3) | 0
  let count = 1
  const next = () => {
    const sum = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let index = 0; index < 12; index++) next()
  return { next, below: (bound) => Math.floor(next() * bound) }
}
