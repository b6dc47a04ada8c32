/**
 * Writes the canonical text of the audit chain straight into the bytes that are hashed: in strings every field of
 * every row would be a piece of its own, and the joining of them cost more than the hash.
 */
import { decimalText } from "../plan/decimalText.ts"
import { auditField, microsText } from "./auditFields.ts"

const firstRoom = 65_536
const zero = 48
const tab = 9
const lineFeed = 10
/** Below it, whole numbers are divided many times as fast. */
const int32 = 2 ** 31
const mostQuick = BigInt(int32) * 10_000n - 1n
/** From here on the engine's own copying is faster than a loop. */
const long = 13
const special = /[^ -[\]-~]/

const backslash = 92

/** What stands behind the backslash for a character that the form escapes; 0 for any other. */
const escapeLetter = (byte: number): number =>
  byte === backslash ? backslash : byte === tab ? 116 : byte === lineFeed ? 110 : byte === 13 ? 114 : 0

/** Collects the text of one window as UTF-8. */
export class AuditWriter {
  private buffer: Buffer
  private length = 0

  /** Room for so many bytes to begin with. */
  constructor(room = firstRoom) {
    this.buffer = Buffer.allocUnsafe(room)
  }

  /** What was written; the writer is of no more use then. */
  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length)
  }

  /** ASCII as it stands. */
  ascii(text: string): void {
    this.makeRoom(text.length)
    const { buffer, length } = this
    for (let index = 0; index < text.length; index++) buffer[length + index] = text.charCodeAt(index)
    this.length = length + text.length
  }

  /** The text between two places of UTF-8 bytes, as `auditField` has it. */
  fieldOf(source: Uint8Array, from: number, to: number): void {
    this.makeRoom(2 * (to - from))
    const { buffer } = this
    let { length } = this
    for (let index = from; index < to; index++) {
      const byte = source[index] as number
      const letter = byte < 32 || byte === backslash ? escapeLetter(byte) : 0
      if (letter === 0) buffer[length++] = byte
      else {
        buffer[length++] = backslash
        buffer[length++] = letter
      }
    }
    this.length = length
  }

  /** Bytes as they stand; a few of them. */
  put(bytes: Uint8Array): void {
    this.makeRoom(bytes.length)
    const { buffer, length } = this
    for (let index = 0; index < bytes.length; index++) buffer[length + index] = bytes[index] as number
    this.length = length + bytes.length
  }

  tab(): void {
    this.makeRoom(1)
    this.buffer[this.length++] = tab
  }

  endLine(): void {
    this.makeRoom(1)
    this.buffer[this.length++] = lineFeed
  }

  /** As `auditField` has it. */
  field(value: string | number | bigint | null): void {
    if (typeof value === "string") this.string(value)
    else this.ascii(auditField(value))
  }

  /** As `decimalText` has it, or null. */
  decimal(tenThousandths: bigint | null): void {
    if (tenThousandths === null) this.field(null)
    else if (tenThousandths < 0n || tenThousandths > mostQuick) this.ascii(decimalText(tenThousandths))
    else this.tenThousandths(Number(tenThousandths))
  }

  /** As `decimalText` has it, of as many ten-thousandths as a double counts exactly. */
  tenThousandths(value: number): void {
    const whole = Math.floor(value / 10_000)
    if (!(whole >= 0 && whole < int32)) return this.ascii(decimalText(BigInt(value)))
    this.makeRoom(16)
    this.whole(whole | 0)
    this.buffer[this.length++] = 46
    this.digits((value - whole * 10_000) | 0, 4)
  }

  /** As `microsText` has it. */
  micros(millis: number): void {
    const seconds = Math.floor(millis / 1000)
    if (!(seconds > 0 && seconds < int32)) return this.ascii(microsText(millis))
    this.makeRoom(16)
    this.whole(seconds | 0)
    this.digits((millis - seconds * 1000) | 0, 3)
    this.digits(0, 3)
  }

  private string(text: string): void {
    if (text.length < long) this.shortString(text)
    else if (special.test(text)) this.anyString(text)
    else {
      this.makeRoom(text.length)
      this.length += this.buffer.write(text, this.length, "latin1")
    }
  }

  private shortString(text: string): void {
    this.makeRoom(text.length)
    const { buffer, length } = this
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code < 32 || code > 126 || code === 92) return this.anyString(text)
      buffer[length + index] = code
    }
    this.length = length + text.length
  }

  private anyString(text: string): void {
    const escaped = auditField(text)
    this.makeRoom(3 * escaped.length)
    this.length += this.buffer.write(escaped, this.length, "utf8")
  }

  private whole(value: number): void {
    let count = 1
    for (let rest = (value / 10) | 0; rest > 0; rest = (rest / 10) | 0) count++
    this.digits(value, count)
  }

  /** The last `count` digits of an int32. */
  private digits(value: number, count: number): void {
    const { buffer, length } = this
    let rest = value
    for (let index = length + count - 1; index >= length; index--) {
      const tenth = (rest / 10) | 0
      buffer[index] = zero + rest - tenth * 10
      rest = tenth
    }
    this.length = length + count
  }

  private makeRoom(count: number): void {
    if (this.length + count <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(2 * (this.length + count))
    this.buffer.copy(larger, 0, 0, this.length)
    this.buffer = larger
  }
}
