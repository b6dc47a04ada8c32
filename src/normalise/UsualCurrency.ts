/**
 * `currencyOf` for what nearly every description looks like, read from its bytes: the first number is the transaction's
 * amount with a code before it, and nothing behind it could be a code. Anything else is left to `currencyOf`.
 */
import type { ScannedRecords } from "../domain/ScannedRecords.ts"
import { type Currency, isCurrencyCode } from "../domain/Wallet.ts"

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

/** Reads the currencies of an answer's records. */
export class UsualCurrency {
  private readonly records: ScannedRecords
  /** Where the code stands that was looked up last; most records of an answer have the same. */
  private codeAt = -1
  private code: Currency | undefined

  constructor(records: ScannedRecords) {
    this.records = records
  }

  /** The currency of a record; undefined when its description is none of the usual ones. */
  at(index: number): Currency | undefined {
    const { amount, bytes, descriptionEnd, descriptionStart } = this.records
    const start = descriptionStart[index] as number
    const end = descriptionEnd[index] as number
    let sum = start
    while (sum < end && !isDigit(bytes[sum] as number)) sum++
    let codeEnd = sum
    if (codeEnd > start && bytes[codeEnd - 1] === hyphen) codeEnd--
    if (codeEnd > start && bytes[codeEnd - 1] === space) codeEnd--
    const codeStart = codeEnd - codeLength
    if (sum === end || codeStart < start || !this.isCode(codeStart)) return undefined
    if (codeStart > start && isLetter(bytes[codeStart - 1] as number)) return undefined
    const rest = this.skipSum(sum, end, Math.abs(amount[index] as number))
    return rest < 0 || this.hasCode(rest, end) ? undefined : this.lookUp(codeStart)
  }

  private isCode(at: number): boolean {
    const { bytes } = this.records
    return isCapital(bytes[at] as number) && isCapital(bytes[at + 1] as number) && isCapital(bytes[at + 2] as number)
  }

  /** Where a sum ends; -1 when it is not the magnitude or is written in another way than digits, point, digits. */
  private skipSum(start: number, end: number, magnitude: number): number {
    const { bytes } = this.records
    let value = 0
    let at = start
    for (; at < end && isDigit(bytes[at] as number); at++) value = value * 10 + (bytes[at] as number) - zero
    if (at < end && bytes[at] === comma) return -1
    let decimals = 0
    if (at < end && bytes[at] === point) {
      for (at++; at < end && isDigit(bytes[at] as number) && decimals <= scale; at++) {
        value = value * 10 + (bytes[at] as number) - zero
        decimals++
      }
      if (decimals === 0 || decimals > scale) return -1
    }
    // Too many digits for a double make a value beyond any magnitude that travels in columns.
    return value * 10 ** (scale - decimals) === magnitude ? at : -1
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

  private lookUp(at: number): Currency | undefined {
    const { bytes } = this.records
    const last = this.codeAt
    if (
      last < 0 || bytes[at] !== bytes[last] || bytes[at + 1] !== bytes[last + 1] || bytes[at + 2] !== bytes[last + 2]
    ) {
      const code = String.fromCharCode(...bytes.subarray(at, at + codeLength))
      this.code = isCurrencyCode(code) ? code as Currency : undefined
      this.codeAt = at
    }
    return this.code
  }
}
