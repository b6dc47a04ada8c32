/**
 * Things counted by their text.
 */

/** How often each text occurs. */
export type Multiset = ReadonlyMap<string, number>

/** Counts texts. */
export const multiset = (texts: Iterable<string>): Multiset => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** What the first has more of than the second, each as often as it is too many. */
export const surplus = (left: Multiset, right: Multiset): ReadonlyArray<string> =>
  [...left].flatMap(([text, count]) => Array<string>(Math.max(0, count - (right.get(text) ?? 0))).fill(text))
