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

/** Ten-thousandths as a decimal with exactly four decimals, as DECIMAL(18,4) prints: `-0.5000`. */
export const decimalText = (tenThousandths: bigint): string => {
  const value = Number(tenThousandths)
  if (value >= 0 && value <= Number.MAX_SAFE_INTEGER) {
    const whole = Math.floor(value / 10_000)
    // Small integers are printed many times faster than a bigint.
    return `${whole}.${String(value - whole * 10_000 + 10_000).slice(1)}`
  }
  const negative = tenThousandths < 0n
  const digits = String(negative ? -tenThousandths : tenThousandths).padStart(5, "0")
  return `${negative ? "-" : ""}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** Whole milliseconds as whole microseconds. */
export const microsText = (millis: number): string => {
  if (millis < 1000) return String(millis * 1000)
  const seconds = Math.floor(millis / 1000)
  return `${seconds}${String(millis - seconds * 1000 + 1000).slice(1)}000`
}
