/**
 * The sandbox's own exact money: whole ten-thousandths in a bigint. Kept apart from the client's money on purpose,
 * so that a mistake in one is not repeated in the other.
 */

const unit = 10_000n

/** Reads a plain decimal with up to four decimals; undefined for anything else. */
export const toUnits = (text: string): bigint | undefined => {
  const match = /^(-?)(\d{1,14})(?:\.(\d{1,4}))?$/.exec(text)
  if (match === null) return undefined
  const magnitude = BigInt(match[2] ?? "0") * unit + BigInt((match[3] ?? "").padEnd(4, "0"))
  return match[1] === "-" ? -magnitude : magnitude
}

const zeros = ["0000", "000", "00", "0", ""] as const

/** Writes with `decimals` decimals (0 to 4), or with all four when fewer would lose something. */
export const fromUnits = (units: bigint, decimals: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(5, "0")
  const sign = units < 0n ? "-" : ""
  const point = digits.length - 4
  const kept = digits.endsWith(zeros[decimals] ?? "") ? decimals : 4
  const whole = digits.slice(0, point)
  return kept === 0 ? sign + whole : `${sign}${whole}.${digits.slice(point, point + kept)}`
}
