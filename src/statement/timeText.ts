/**
 * Reads timestamps where they stand in bytes: `2024-03-05 14:03:22 PM` (interface 2.5, `date`).
 */
import { dayAtStart } from "../domain/Period.ts"
import { noDay } from "../domain/Records.ts"

const space = 32
const zero = 48
const colon = 58

/** Sets the case of a letter to upper. */
const upper = 0xdf

const letterA = 65
const letterM = 77
const letterP = 80

/** Of a text that is no timestamp. */
const noTime = -1

const dayLength = 10
const length = 22

/** Reads one timestamp after the other; what it read stands in the fields until the next is read. */
export class TimeText {
  /** Days since 1970-01-01, by the first ten characters; `noDay` where they name none. */
  day = noDay
  /** Seconds since midnight by the hour as written; -1 where the text is no timestamp. */
  second = noTime
  /** Whether the marker is PM. */
  isAfternoon = false
  /** The first ten characters that were read last. */
  private readonly last = new Uint8Array(dayLength)

  read(bytes: Uint8Array, start: number, end: number): void {
    this.readDay(bytes, start, end)
    this.isAfternoon = false
    this.second = end - start === length && this.day !== noDay ? this.secondAt(bytes, start + dayLength) : noTime
  }

  /** Most records stand on the day of the one before, and are told by their bytes. */
  private readDay(bytes: Uint8Array, start: number, end: number): void {
    const { last } = this
    if (end - start >= dayLength) {
      let same = 0
      while (same < dayLength && bytes[start + same] === last[same]) same++
      if (same === dayLength) return
    }
    const text = String.fromCharCode(...bytes.subarray(start, Math.min(end, start + dayLength)))
    this.day = dayAtStart(text) ?? noDay
    if (end - start >= dayLength) last.set(bytes.subarray(start, start + dayLength))
    else last.fill(0)
  }

  private secondAt(bytes: Uint8Array, at: number): number {
    const hour = twoDigits(bytes, at + 1)
    const minute = twoDigits(bytes, at + 4)
    const second = twoDigits(bytes, at + 7)
    const marker = (bytes[at + 10] as number) & upper
    if (
      hour > 23 || minute > 59 || second > 59 || bytes[at] !== space || bytes[at + 3] !== colon ||
      bytes[at + 6] !== colon || bytes[at + 9] !== space || ((bytes[at + 11] as number) & upper) !== letterM ||
      (marker !== letterA && marker !== letterP)
    ) return noTime
    this.isAfternoon = marker === letterP
    return (hour * 60 + minute) * 60 + second
  }
}

/** The number that two digits write; more than any clock shows when they are none. */
const twoDigits = (bytes: Uint8Array, at: number): number => {
  const tens = (bytes[at] as number) - zero
  const units = (bytes[at + 1] as number) - zero
  return tens >= 0 && units >= 0 && units <= 9 ? tens * 10 + units : 100
}
