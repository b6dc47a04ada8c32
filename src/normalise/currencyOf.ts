/**
 * The currency of a transaction is no field of the service; it stands inside the description, "Credited KES10.00 …".
 *
 * A code is believed only where it names the transaction's own amount: text written by people is full of other
 * three-letter words and other sums. Nothing believable, or two codes that are: null, not a guess. What the service itself
 * says first is no guess: whoever pays chooses the text behind it, "… ref USD 10.00", and can neither take the currency away
 * nor give another one where the service's sum is not the amount, as before a fee.
 */
import * as Money from "../domain/Money.ts"
import { type Currency, isCurrencyCode } from "../domain/Wallet.ts"

/** The currency that a description names, and whether it is the service's own word for what it booked. */
export interface NamedCurrency {
  readonly currency: Currency | null
  readonly isBooked: boolean
}

/**
 * The currency that a description names together with the amount (interface 2.5, `description`), or null. A code
 * stands right before a sum or right after it, with a space in between or none; one code never names two sums.
 */
export const currencyOf = (description: string, amount: Money.Money): Currency | null =>
  readCurrency(description, amount).currency

/** The same, and whose word it is. */
export const readCurrency = (description: string, amount: Money.Money): NamedCurrency => {
  const magnitude = Money.magnitude(amount)
  const sums = sumsIn(description)
  let booked: string | undefined
  let found: string | null = null
  for (const [index, sum] of withOwners(sums).entries()) {
    const shared = linkBetween(sums, index) === "both" ? sums[index]?.after : undefined
    const code = sum.before ?? sum.after ?? shared
    if (code === undefined || !isCurrencyCode(code.text)) continue
    if (index === 0 && booking.test(description.slice(0, Math.min(sum.start, code.at)))) booked = code.text
    const text = description.slice(sum.start, sum.end)
    if (Money.parse(text.includes(",") ? text.replaceAll(",", "") : text) !== magnitude) continue
    if (index === 0 && booked !== undefined) return { currency: booked as Currency, isBooked: true }
    if ((found ?? code.text) !== code.text || (booked ?? code.text) !== code.text) {
      return { currency: null, isBooked: false }
    }
    found = code.text
  }
  return { currency: found as Currency | null, isBooked: false }
}

/**
 * What a service begins with before it names the sum, "Credited KES10.00 …". An exchange is none of these: there the
 * service names two sums.
 */
const booking = new RegExp(
  "^(?:you (?:have )?)?(?:credited|debited|received|sent|paid|deposited|withdrawn|withdrew|transferred|charged|refunded|"
    + "reversed|payment|deposit|withdrawal|transfer|fee|charge|refund|reversal)(?: of)?:? ?$",
  "i"
)

/** A code of three capitals next to a sum, and whether a space is in between. */
interface Code {
  readonly text: string
  readonly at: number
  readonly isApart: boolean
}

/** A number in a text, and the codes that stand right before and right after it. */
interface Sum {
  readonly start: number
  readonly end: number
  readonly before: Code | undefined
  readonly after: Code | undefined
}

const sumsIn = (text: string): ReadonlyArray<Sum> => {
  const sums: Array<Sum> = []
  for (let start = nextSum(text, 0), end = 0; start >= 0; start = nextSum(text, end)) {
    end = sumEnd(text, start)
    sums.push({ start, end, before: codeBefore(text, start), after: codeAfter(text, end) })
  }
  return sums
}

/**
 * The sums, each code left to one of the two that it stands between: the nearer one. Sums that are linked by codes as
 * near to both are a list, `5.00 KES 10.00 USD` or `KES 5.00 USD 10.00`: where only its end shows a code that has no
 * other sum, codes stand behind their sums; else before them, as the service writes them. Where that leaves the first one
 * of a list without, `currencyOf` lets it have the code behind it, which is as near to it.
 */
const withOwners = (sums: ReadonlyArray<Sum>): ReadonlyArray<Sum> => {
  const owned = [...sums]
  const give = (index: number, toRight: boolean): void => {
    const [left, right] = [owned[index], owned[index + 1]]
    if (left === undefined || right === undefined) return
    if (toRight) owned[index] = { ...left, after: undefined }
    else owned[index + 1] = { ...right, before: undefined }
  }
  for (let first = 0, last = 0; first < sums.length; first = last + 1) {
    for (last = first; linkBetween(sums, last) === "both"; last++);
    const isBehind = owned[first]?.before === undefined && sums[last]?.after !== undefined &&
      linkBetween(sums, last) !== "right"
    for (let index = first; index < last; index++) give(index, !isBehind)
    const link = linkBetween(sums, last)
    if (link !== "none") give(last, link === "right")
  }
  return owned
}

/** Which of a sum and the next one the code between them stands nearer to, when there is one that touches both. */
const linkBetween = (sums: ReadonlyArray<Sum>, index: number): "none" | "left" | "right" | "both" => {
  const [code, same] = [sums[index]?.after, sums[index + 1]?.before]
  if (code === undefined || same === undefined || code.at !== same.at) return "none"
  return code.isApart === same.isApart ? "both" : code.isApart ? "right" : "left"
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

const codeAfter = (text: string, end: number): Code | undefined => {
  const isApart = isSpace(text.charCodeAt(end))
  const at = isApart ? end + 1 : end
  const code = codeAt(text, at)
  return code === undefined ? undefined : { text: code, at, isApart }
}

/** The code right before a sum and its minus sign, unless a letter goes before it. */
const codeBefore = (text: string, sum: number): Code | undefined => {
  const end = text.charCodeAt(sum - 1) === 45 ? sum - 1 : sum
  const isApart = isSpace(text.charCodeAt(end - 1))
  const at = (isApart ? end - 1 : end) - 3
  const code = at >= 0 && !isLetter(text.charCodeAt(at - 1)) ? codeAt(text, at) : undefined
  return code === undefined ? undefined : { text: code, at, isApart }
}
