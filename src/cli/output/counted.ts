/**
 * Numbers of things, as people read them.
 */

/** `1 row`, `5,000 rows`. */
export const counted = (value: number, one: string, many: string): string =>
  `${value.toLocaleString("en-US")} ${value === 1 ? one : many}`
