/**
 * 64-bit integers as two words of 32 bits, the low one first, put together in doubles: cheaper than a bigint for each.
 */

const twoTo32 = 4_294_967_296

/** Writes a whole number that a double counts exactly as the integer at an index. */
export const putInt64 = (words: Int32Array, index: number, value: number): void => {
  const high = Math.floor(value / twoTo32)
  words[2 * index] = value - high * twoTo32
  words[2 * index + 1] = high
}

/** The integer at an index: exact up to 2 ** 53, and beyond that never nearer to 0 than 2 ** 53. */
export const int64At = (words: Int32Array, index: number): number =>
  (words[2 * index + 1] as number) * twoTo32 + ((words[2 * index] as number) >>> 0)

/** Writes the sum of two integers to an index of `into`, exactly; with a `sign` of -1 what is left when the second is taken away. */
export const addInt64 = (
  into: Int32Array,
  index: number,
  left: Int32Array,
  leftIndex: number,
  sign: 1 | -1,
  right: Int32Array,
  rightIndex: number
): void => {
  const low = ((left[2 * leftIndex] as number) >>> 0) + sign * ((right[2 * rightIndex] as number) >>> 0)
  into[2 * index] = low
  into[2 * index + 1] = (left[2 * leftIndex + 1] as number) + sign * (right[2 * rightIndex + 1] as number) +
    Math.floor(low / twoTo32)
}
