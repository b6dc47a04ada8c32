/**
 * Texts as they stand in a sheet: what XML can't hold, or would change, is written as `_x0007_`, as spreadsheets do; and what looks like
 * that already is told apart, by writing its first mark in the same way.
 */

/** Controls but for tab and line feed, halves of surrogate pairs, and what is no character. With `u` whole pairs are not found. */
const unfit = "(?![\\t\\n])\\p{Cc}|\\p{Surrogate}|[\\ufffe\\uffff]"
const unfitMark = `_(?=x[0-9A-Fa-f]{4}(?:_|${unfit}))`
const special = new RegExp(`[&<>"]|${unfitMark}|${unfit}`, "gu")

const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" }

const escaped = (character: string): string =>
  names[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`

/** The text of a cell or of an attribute. */
export const cellText = (text: string): string => text.replace(special, escaped)
