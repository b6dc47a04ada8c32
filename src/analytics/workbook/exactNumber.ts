/**
 * Numbers of workbooks as exact decimals. A spreadsheet counts with doubles and shows 15 digits at most: what has more of them is what is
 * left of a sum such as 0.1 + 0.2, which the file holds as 0.30000000000000004.
 */

const decimal = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/** Digits that a spreadsheet keeps. */
const kept = 15
/** With more digits before the point the 15 don't reach to four decimals behind it. */
const mostWhole = 11

/** Half up, digit by digit. */
const rounded = (digits: string, count: number): string =>
  String(BigInt(digits.slice(0, count)) + (Number(digits.charAt(count)) >= 5 ? 1n : 0n))

/** The number with a point and without an exponent. */
const plain = (sign: string, digits: string, decimals: number): string => {
  const padded = decimals < 0 ? digits + "0".repeat(-decimals) : digits.padStart(decimals + 1, "0")
  const behind = Math.max(decimals, 0)
  const [whole, fraction] = [padded.slice(0, padded.length - behind), padded.slice(padded.length - behind)]
  const told = fraction.replace(/0+$/, "")
  return `${sign}${whole.replace(/^0+(?=\d)/, "")}${told === "" ? "" : `.${told}`}`
}

/**
 * The decimal that a number of a cell stands for: as it is where it has 15 digits at most, rounded to 15 where these reach to four decimals
 * and nothing is behind these then. Undefined where it is no number or nobody can tell which decimal it was.
 */
export const exactNumber = (text: string): string | undefined => {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = decimal.exec(text.trim()) ?? []
  if (whole === "") return undefined
  const digits = (whole + fraction).replace(/^0+/, "")
  if (digits === "") return "0"
  const decimals = fraction.length - Number(exponent)
  if (Math.abs(decimals) > 400) return undefined
  if (digits.replace(/0+$/, "").length <= kept) return plain(sign, digits, decimals)
  if (digits.length - decimals > mostWhole) return undefined
  const short = plain(sign, rounded(digits, kept), decimals - (digits.length - kept))
  return /^-?\d+(\.\d{1,4})?$/.test(short) ? short : undefined
}
