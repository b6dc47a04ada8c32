/**
 * Money as DECIMAL(18,4) prints it.
 */

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
