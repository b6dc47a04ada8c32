/**
 * Whether a refusal is about where the request came from: many such services let in listed addresses only. The
 * interface shows no words for that (interface 7), so these are guesses.
 */

/** Words of a refusal that names the caller's address, or the list of those that are let in. */
export const addressWords = /\bip\b|white-?\s?list|allow-?\s?list|not allowed from/i

const credentialWords = /credential|consumer|secret|password|\bkey\b/i

/** Whether a refused login was about the address: its words say so, or it is a 403 that does not name credentials. */
export const isAddressRefusal = (status: number, said: string): boolean =>
  addressWords.test(said) || (status === 403 && !credentialWords.test(said))
