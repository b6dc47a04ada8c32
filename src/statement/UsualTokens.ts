/**
 * Reads the parts of a usual answer from its bytes. Each reader is given where a part begins and says where it ends, or
 * `unusual`; what it read stands in the fields until the next of its kind is read.
 */
import { parseDay } from "../domain/Period.ts"
import { dateLength, mostExact } from "../domain/ScannedRecords.ts"

const space = 32
const quote = 34
const comma = 44
const hyphen = 45
const point = 46
const zero = 48
const colon = 58
const letterA = 65
const letterM = 77
const letterP = 80
const backslash = 92

const powersOfTen = [1, 10, 100, 1000, 10_000]

/** What a reader gives where something unusual stands. */
export const unusual = -1

/** Reads the parts of one answer. */
export class UsualTokens {
  value = 0
  isAscii = true
  isFirst = true
  /** Days since 1970-01-01. */
  day = unusual
  /** Seconds since midnight by the hour as written. */
  second = 0
  isAfternoon = false
  private dayAt = unusual
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Where a member's value begins, after the comma before it and its key. */
  next(at: number, key: Uint8Array): number {
    if (this.bytes[at] !== comma) return unusual
    const found = this.expect(this.after(at + 1), key)
    return found === unusual ? unusual : this.after(found)
  }

  /** Past one space, as less compact writers have it. */
  after(at: number): number {
    return this.bytes[at] === space ? at + 1 : at
  }

  /** Past some bytes. */
  expect(at: number, expected: Uint8Array): number {
    const { bytes } = this
    for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return unusual
    return at + expected.length
  }

  /** Past one of two texts; `isFirst` says which. */
  either(at: number, first: Uint8Array, second: Uint8Array): number {
    const end = this.expect(at, first)
    this.isFirst = end !== unusual
    return this.isFirst ? end : this.expect(at, second)
  }

  /** Where the closing quote of a string without escapes stands; `isAscii` says whether the string is. */
  plain(at: number): number {
    const { bytes } = this
    if (bytes[at] !== quote) return unusual
    let highest = 0
    for (let index = at + 1; index < bytes.length; index++) {
      const byte = bytes[index] as number
      if (byte === quote) {
        this.isAscii = highest < 128
        return index
      }
      if (byte < space || byte === backslash) return unusual
      if (byte > highest) highest = byte
    }
    return unusual
  }

  /** Past a decimal, in quotes or not, of at most four decimals; `value` is its ten-thousandths. */
  numeric(at: number): number {
    const { bytes } = this
    const isQuoted = bytes[at] === quote
    let index = isQuoted ? at + 1 : at
    const isNegative = bytes[index] === hyphen
    if (isNegative) index++
    const first = index
    let value = 0
    let byte = bytes[index] as number
    while (byte >= zero && byte < colon) {
      value = value * 10 + (byte - zero)
      byte = bytes[++index] as number
    }
    const whole = index - first
    if (whole === 0 || (!isQuoted && whole > 1 && bytes[first] === zero)) return unusual
    let decimals = 0
    if (byte === point) {
      byte = bytes[++index] as number
      while (byte >= zero && byte < colon && decimals < powersOfTen.length) {
        value = value * 10 + (byte - zero)
        decimals++
        byte = bytes[++index] as number
      }
      if (decimals === 0 || decimals === powersOfTen.length) return unusual
    }
    // The digit loop is exact up to 2 ** 53, and whatever was more than that still is.
    value *= powersOfTen[powersOfTen.length - 1 - decimals] as number
    if (value > mostExact) return unusual
    this.value = isNegative && value !== 0 ? -value : value
    if (!isQuoted) return byte === comma ? index : unusual
    return byte === quote ? index + 1 : unusual
  }

  /** Past a timestamp in quotes; `day`, `second` and `isAfternoon` say which. */
  time(at: number): number {
    const { bytes } = this
    const start = at + 1
    const end = start + dateLength
    if (bytes[at] !== quote || bytes[end] !== quote) return unusual
    const day = this.dayOf(start)
    const hour = this.twoDigits(start + 11)
    const minute = this.twoDigits(start + 14)
    const second = this.twoDigits(start + 17)
    if (day === unusual || hour > 23 || minute > 59 || second > 59) return unusual
    if (
      bytes[start + 10] !== space || bytes[start + 13] !== colon || bytes[start + 16] !== colon ||
      bytes[start + 19] !== space || bytes[start + 21] !== letterM
    ) return unusual
    const marker = bytes[start + 20]
    if (marker !== letterA && marker !== letterP) return unusual
    this.second = (hour * 60 + minute) * 60 + second
    this.isAfternoon = marker === letterP
    return end + 1
  }

  /** The day written at a place. Most records stand on the day of the one before, and are told by their bytes. */
  private dayOf(start: number): number {
    const { bytes, dayAt } = this
    let same = dayAt === unusual ? -1 : 0
    while (same >= 0 && same < 10) same = bytes[start + same] === bytes[dayAt + same] ? same + 1 : -1
    if (same < 0) {
      const text = String.fromCharCode(...bytes.subarray(start, start + 10))
      this.day = Math.max(parseDay(text) ?? unusual, unusual)
      this.dayAt = start
    }
    return this.day
  }

  /** The number that two digits write; more than any clock shows when they are none. */
  private twoDigits(at: number): number {
    const tens = (this.bytes[at] as number) - zero
    const units = (this.bytes[at + 1] as number) - zero
    return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : 100
  }
}
