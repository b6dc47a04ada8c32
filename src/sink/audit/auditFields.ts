/**
 * How values are written in the canonical text of the audit chain: as PostgreSQL's COPY text format writes them.
 */

const special = /[\\\t\n\r]/
const everySpecial = /[\\\t\n\r]/g

const escape = (character: string): string =>
  character === "\\" ? "\\\\" : character === "\t" ? "\\t" : character === "\n" ? "\\n" : "\\r"

/** A value as a field: `\N` for null; backslash, tab, line feed and carriage return escaped with a backslash. */
export const auditField = (value: string | number | bigint | null): string => {
  if (value === null) return "\\N"
  const text = typeof value === "string" ? value : String(value)
  return special.test(text) ? text.replace(everySpecial, escape) : text
}

/** Whole milliseconds as whole microseconds. */
export const microsText = (millis: number): string => {
  if (millis < 1000) return String(millis * 1000)
  const seconds = Math.floor(millis / 1000)
  return `${seconds}${String(millis - seconds * 1000 + 1000).slice(1)}000`
}
