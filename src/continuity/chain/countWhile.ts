/**
 * Counting in what is sorted.
 */

/** How many of so many indexes hold, from 0 on, when none holds behind one that does not. */
export const countWhile = (length: number, holds: (index: number) => boolean): number => {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}
