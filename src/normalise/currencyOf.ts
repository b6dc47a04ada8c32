/**
 * The currency of a transaction is no field of the service; it stands inside the description, "Credited KES10.00 …".
 *
 * A code is believed only where it names the transaction's own amount: text written by people is full of other
 * three-letter words and other sums. Nothing believable, or two codes that are: null, not a guess.
 */
import * as Money from "../domain/Money.ts"
import { type Currency, isCurrencyCode } from "../domain/Wallet.ts"

/**
 * The currency that a description names together with the amount (interface 2.5, `description`), or null. A code
 * stands right before a sum or right after it, with a space in between or none; one code never names two sums.
 */
export const currencyOf = (description: string, amount: Money.Money): Currency | null => {
  const magnitude = amount < 0n ? Money.negate(amount) : amount
  const [, code = "", sum = ""] = usual.exec(description) ?? []
  return isCurrencyCode(code) && Money.parse(sum) === magnitude ? code as Currency : search(description, magnitude)
}

/**
 * What nearly every description looks like: the first number is a sum with a code before it, and nothing behind it
 * could be a code. Takes a third of the time of `search`, measured.
 */
const usual = /^(?:\D*[^A-Za-z\d])?([A-Z]{3}) ?-?(\d+(?:\.\d+(?!\d)|(?![\d,.])))(?:[^A-Z]|[A-Z]{1,2}(?![A-Z]))*$/

const search = (description: string, magnitude: Money.Money): Currency | null => {
  let found: string | null = null
  let read = 0
  for (let start = nextSum(description, 0); start >= 0; start = nextSum(description, read)) {
    const end = sumEnd(description, start)
    const before = codeBefore(description, start, read)
    const afterAt = isSpace(description.charCodeAt(end)) ? end + 1 : end
    const after = before === undefined ? codeAt(description, afterAt) : undefined
    read = after === undefined ? end : afterAt + 3
    const code = before ?? after
    if (code === undefined || !isCurrencyCode(code)) continue
    const sum = description.slice(start, end)
    if (Money.parse(sum.includes(",") ? sum.replaceAll(",", "") : sum) !== magnitude) continue
    if (found !== null && found !== code) return null
    found = code
  }
  return found as Currency | null
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isUpper = (code: number): boolean => code >= 65 && code <= 90
const isLetter = (code: number): boolean => isUpper(code & ~32)
const isSpace = (code: number): boolean =>
  code === 32 || ((code < 32 || code > 127) && /\s/.test(String.fromCharCode(code)))
const isInSum = (code: number): boolean => isDigit(code) || code === 44 || code === 46

/** The first digit from `from` on that does not go on with another number; -1 for none. */
const nextSum = (text: string, from: number): number => {
  for (let index = from; index < text.length; index++) {
    if (isDigit(text.charCodeAt(index)) && !isInSum(text.charCodeAt(index - 1))) return index
  }
  return -1
}

/** Where a sum ends: digits and commas, then perhaps a point and more digits. */
const sumEnd = (text: string, start: number): number => {
  let end = start
  while (isDigit(text.charCodeAt(end)) || text.charCodeAt(end) === 44) end++
  if (text.charCodeAt(end) !== 46 || !isDigit(text.charCodeAt(end + 1))) return end
  end++
  while (isDigit(text.charCodeAt(end))) end++
  return end
}

/** The code of three capitals at a place, when no letter follows it. */
const codeAt = (text: string, at: number): string | undefined =>
  isUpper(text.charCodeAt(at)) && isUpper(text.charCodeAt(at + 1)) && isUpper(text.charCodeAt(at + 2)) &&
    !isLetter(text.charCodeAt(at + 3))
    ? text.slice(at, at + 3)
    : undefined

/** The code right before a sum and its minus sign, unless a letter goes before it or it lies before `read`. */
const codeBefore = (text: string, sum: number, read: number): string | undefined => {
  let end = text.charCodeAt(sum - 1) === 45 ? sum - 1 : sum
  if (isSpace(text.charCodeAt(end - 1))) end--
  return end - 3 >= read && !isLetter(text.charCodeAt(end - 4)) ? codeAt(text, end - 3) : undefined
}
