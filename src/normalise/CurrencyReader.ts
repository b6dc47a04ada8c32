/**
 * The currencies of an answer's records, each by a number. What nearly every description looks like is read from its bytes:
 * the first number is the transaction's amount with a code before it, and nothing behind it could be a code. Any other is
 * read by `currencyOf`, for itself alone.
 */
import { int64At } from "../domain/int64.ts"
import { fromTenThousandths } from "../domain/Money.ts"
import { wordsOf } from "../domain/moneyText.ts"
import { descriptionAt, type Rows } from "../domain/Rows.ts"
import { type Currency, isCurrencyCode } from "../domain/Wallet.ts"
import { currencyOf } from "./currencyOf.ts"

const space = 32
const comma = 44
const hyphen = 45
const point = 46
const zero = 48
const codeLength = 3
const scale = 4

const isDigit = (byte: number): boolean => byte >= zero && byte <= 57
const isCapital = (byte: number): boolean => byte >= 65 && byte <= 90
const isLetter = (byte: number): boolean => isCapital(byte & ~32)

/** What tells a currency. */
type Described = Pick<Rows, "amount" | "bytes" | "descriptionStart" | "descriptionEnd">

/** Reads the currencies of an answer's records. */
export class CurrencyReader {
  /** The currencies that were found, in the order of their numbers; null stands for none that is known. */
  readonly found: Array<Currency | null> = []
  private readonly records: Described
  private readonly amounts: Int32Array
  private readonly isSet: boolean
  private readonly byText: typeof currencyOf
  /** Where the code stands that was looked up last, and its number; most records of an answer have the same. At first none does. */
  private codeAt = -1
  private codeNumber = -1

  /** `currency` is that of all records where settings name it; `byText` reads each description that is no usual one. */
  constructor(records: Described, currency: Currency | null, byText: typeof currencyOf = currencyOf) {
    this.records = records
    this.byText = byText
    this.amounts = wordsOf(records.amount)
    this.isSet = currency !== null
    if (currency !== null) this.found.push(currency)
  }

  /** The number of a record's currency. */
  at(index: number): number {
    if (this.isSet) return 0
    const number = this.usual(index)
    return number >= 0 ? number : this.numberOf(
      this.byText(descriptionAt(this.records, index), fromTenThousandths(this.records.amount[index] as bigint))
    )
  }

  private numberOf(currency: Currency | null): number {
    const number = this.found.indexOf(currency)
    return number >= 0 ? number : this.found.push(currency) - 1
  }

  /** The same for a usual description, and below 0 for any other. */
  private usual(index: number): number {
    const { bytes, descriptionEnd, descriptionStart } = this.records
    const start = descriptionStart[index] as number
    const end = descriptionEnd[index] as number
    let sum = start
    while (sum < end && !isDigit(bytes[sum] as number)) sum++
    let codeEnd = sum
    if (codeEnd > start && bytes[codeEnd - 1] === hyphen) codeEnd--
    if (codeEnd > start && bytes[codeEnd - 1] === space) codeEnd--
    const codeStart = codeEnd - codeLength
    if (sum === end || codeStart < start) return -1
    if (codeStart > start && isLetter(bytes[codeStart - 1] as number)) return -1
    const rest = this.skipSum(sum, end, Math.abs(int64At(this.amounts, index)))
    return rest < 0 || this.hasCode(rest, end) ? -1 : this.lookUp(codeStart)
  }

  /** Where a sum ends; -1 when it is not the magnitude or is written in another way than digits, point, digits. */
  private skipSum(start: number, end: number, magnitude: number): number {
    const { bytes } = this.records
    let value = 0
    let at = start
    for (; at < end && isDigit(bytes[at] as number); at++) value = value * 10 + ((bytes[at] as number) - zero)
    if (at < end && bytes[at] === comma) return -1
    let decimals = 0
    if (at < end && bytes[at] === point) {
      for (at++; at < end && isDigit(bytes[at] as number) && decimals <= scale; at++) {
        value = value * 10 + ((bytes[at] as number) - zero)
        decimals++
      }
      if (decimals === 0 || decimals > scale) return -1
    }
    const counted = value * 10 ** (scale - decimals)
    return counted <= Number.MAX_SAFE_INTEGER && counted === magnitude ? at : -1
  }

  /** Whether three capitals stand side by side. */
  private hasCode(start: number, end: number): boolean {
    const { bytes } = this.records
    let capitals = 0
    for (let at = start; at < end; at++) {
      capitals = isCapital(bytes[at] as number) ? capitals + 1 : 0
      if (capitals === codeLength) return true
    }
    return false
  }

  private lookUp(at: number): number {
    const { bytes } = this.records
    const last = this.codeAt
    if (bytes[at] !== bytes[last] || bytes[at + 1] !== bytes[last + 1] || bytes[at + 2] !== bytes[last + 2]) {
      const code = String.fromCharCode(...bytes.subarray(at, at + codeLength))
      this.codeNumber = isCurrencyCode(code) ? this.numberOf(code as Currency) : -1
      this.codeAt = at
    }
    return this.codeNumber
  }
}
