/**
 * A text as a sink keeps it: half of a surrogate pair stands there as JSON writes it.
 */

const isHalf = (character: string): boolean => character >= "\ud800" && character <= "\udfff" && character.length === 1

/** The text as it is stored. */
export const storedText = (text: string): string =>
  Array.from(text, (character) => (isHalf(character) ? JSON.stringify(character).slice(1, -1) : character)).join("")
