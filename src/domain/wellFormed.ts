/**
 * Half of a surrogate pair: JSON can say it, `"\ud800"`, and no UTF-8 text can hold it, so neither can a database or a hash.
 */

/** With `u`, whole pairs are characters of their own and not found. */
const half = /\p{Surrogate}/gu

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16)}`

/** The text with each such half written as JSON writes it, `\ud800`: kept, and told apart from every other half. */
export const wellFormed = (text: string): string => text.isWellFormed() ? text : text.replace(half, escaped)
