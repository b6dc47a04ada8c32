/**
 * Texts one behind the other, as UTF-8 bytes.
 */
import { wellFormed } from "./wellFormed.ts"

const utf8 = new TextEncoder()

/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const bytesAUnit = 3

/** Takes texts up. */
export class TextArea {
  /** How many bytes the texts take so far. */
  length = 0
  private buffer = new Uint8Array(1024)

  /** Adds a text and gives the place behind it; half of a surrogate pair is written out. */
  add(text: string): number {
    const sound = wellFormed(text)
    this.makeRoomFor(bytesAUnit * sound.length)
    this.length += utf8.encodeInto(sound, this.buffer.subarray(this.length)).written
    return this.length
  }

  /** The same of a text that is UTF-8 already. */
  addBytes(text: Uint8Array): number {
    this.makeRoomFor(text.length)
    this.buffer.set(text, this.length)
    this.length += text.length
    return this.length
  }

  /** All texts. */
  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length)
  }

  private makeRoomFor(bytes: number): void {
    const most = this.length + bytes
    if (most <= this.buffer.length) return
    const larger = new Uint8Array(2 * most)
    larger.set(this.buffer)
    this.buffer = larger
  }
}
