/**
 * Text that a POSIX shell takes as one word, so that a printed command can be pasted as it stands.
 */

/** Quotes a word for a POSIX shell; a word of harmless characters only stays as it is. */
export const shellQuote = (word: string): string =>
  /^[A-Za-z0-9_./:=@%+][A-Za-z0-9_./:=@%+-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
