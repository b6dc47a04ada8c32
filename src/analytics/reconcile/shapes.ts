/**
 * Ids and references of one shape, such as `INV-9` and `ORD-9`: where those of a shape are never found in the statement they are numbers of
 * the books' own, and say nothing about which payment a row is.
 */

/** The shape of a text: small, with a 9 for every number. */
export const shapeOf = (text: string): string => `regexp_replace(lower(${text}), '[0-9]+', '9', 'g')`

/** Of fewer rows no shape is told. */
const fewest = 20

/** Whether too few of the rows of a shape are found for it to speak. */
export const isQuiet = (rows: string, found: string): string => `${rows} >= ${fewest} AND 10 * ${found} < ${rows}`
