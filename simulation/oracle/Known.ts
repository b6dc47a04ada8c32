/**
 * A balance that is known from elsewhere.
 */

/** A balance that stands before all rows of a day, by which end of which day somebody gave it. */
export interface Known {
  readonly before: number
  readonly balance: bigint
  readonly end: "opening" | "closing"
}
