/**
 * The rows of an answer that fit on a terminal: an answer may have no end.
 */
import { Stream } from "effect"

/** The first rows, and whether there were more once they have been read. */
export interface FirstRows<A, E> {
  readonly batches: Stream.Stream<ReadonlyArray<A>, E>
  readonly isMore: () => boolean
}

/** So many rows of batches, of which no more are asked for than it takes to know whether there are more. */
export const firstRows = <A, E>(
  batches: Stream.Stream<ReadonlyArray<A>, E>,
  most: number
): FirstRows<A, E> => {
  let seen = 0
  return {
    batches: batches.pipe(
      Stream.map((rows) => {
        const fitting = rows.slice(0, Math.max(most - seen, 0))
        seen += rows.length
        return fitting
      }),
      Stream.takeUntil(() => seen > most)
    ),
    isMore: () => seen > most
  }
}
