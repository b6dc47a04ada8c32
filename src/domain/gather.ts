/**
 * Takes elements of columns.
 */

/** A column of numbers. */
type Numbers = Float64Array | Int32Array | Uint16Array | Uint8Array

/** Writes the elements of a column at some indexes to another one, in their order. */
export const gather = (to: Numbers, from: Numbers, indexes: ArrayLike<number>): void => {
  for (let place = 0; place < indexes.length; place++) to[place] = from[indexes[place] as number] as number
}

/** The same for 64-bit integers. */
export const gatherMoney = (to: BigInt64Array, from: BigInt64Array, indexes: ArrayLike<number>): void => {
  for (let place = 0; place < indexes.length; place++) to[place] = from[indexes[place] as number] ?? 0n
}
