/**
 * Goes through a strict JSON text (RFC 8259), byte by byte: skips white space, reads one token after the other, and
 * counts what they come to. Whoever holds it knows what may stand where.
 *
 * It throws a JsonRefusal where something else stands, or more than the bounds allow.
 */
import { escapedLetter, escapedUnit } from "./JsonEscape.ts"
import { JsonRefusal } from "./JsonRefusal.ts"
import type { JsonBounds, JsonProblemKind } from "./JsonValue.ts"

/** Bytes that tell one token from another. */
export const byte = {
  quote: 34,
  comma: 44,
  minus: 45,
  zero: 48,
  nine: 57,
  colon: 58,
  openBracket: 91,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125
} as const

const { minus, nine, quote, zero } = byte
const point = 46
const backslash = 92
const letterU = 117
/** How many bytes an escape takes. */
const unitLength = 6
const letterLength = 2

/** Nesting beyond it is refused, whatever the bounds allow: recursion follows it. */
const deepest = 512

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })
const words = ([["true", true], ["false", false], ["null", null]] as const).map(([word, value]) =>
  [new TextEncoder().encode(word), value] as const
)

/** Whether some bytes stand at a place of others. */
export const standsAt = (bytes: Uint8Array, at: number, expected: Uint8Array): boolean => {
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false
  return true
}

/** Reads the tokens of one text, once; `bytes` are UTF-8. */
export class JsonCursor {
  readonly bytes: Uint8Array
  readonly bounds: JsonBounds
  /** Where the next token, or the white space before it, begins. */
  at = 0
  /** Where the string or number read last begins, and ends, without its quotes. */
  start = 0
  end = 0
  /** Whether the string read last holds an escape. */
  isEscaped = false
  private readonly depth: number
  private values = 0

  constructor(bytes: Uint8Array, bounds: JsonBounds) {
    this.bytes = bytes
    this.bounds = bounds
    this.depth = Math.min(bounds.depth, deepest)
  }

  /** Stops the reading at a place, or here; `expected` is what should have stood there. */
  refuse(kind: JsonProblemKind, expected: string, offset = this.at): never {
    throw new JsonRefusal(kind, offset, expected)
  }

  /** Skips white space and gives the byte behind it; NaN at the end of the text. */
  next(): number {
    const { bytes } = this
    let { at } = this
    while (at < bytes.length) {
      const code = bytes[at] as number
      if (code > 32 || (code !== 32 && code !== 10 && code !== 13 && code !== 9)) {
        this.at = at
        return code
      }
      at++
    }
    this.at = at
    return Number.NaN
  }

  /** Counts a value that begins here. */
  count(): void {
    if (this.values++ === this.bounds.values) this.refuse("too-many-values", `at most ${this.bounds.values} values`)
  }

  /** Goes into an array or object that begins here, which is inside so many others and itself. */
  enter(depth: number): void {
    if (depth > this.depth) this.refuse("too-deep", `at most ${this.depth} arrays and objects inside each other`)
    this.at++
  }

  /** Goes past the colon behind a key. */
  colon(): void {
    if (this.bytes[this.at] !== byte.colon && this.next() !== byte.colon) {
      this.refuse("syntax", "a colon after the key")
    }
    this.at++
  }

  /** Goes past what stands behind a member or an element: false when it was the last one. */
  advance(close: number, what: "array" | "object"): boolean {
    const code = this.next()
    this.at++
    if (code === close) return false
    if (code !== byte.comma) this.refuse("syntax", `a comma or the end of the ${what}`, this.at - 1)
    return true
  }

  /** Reads the string that begins here. */
  string(): void {
    const { bytes } = this
    const start = this.at + 1
    this.isEscaped = false
    let at = start
    for (;;) {
      const code = at < bytes.length ? (bytes[at] as number) : 0
      if (code === quote) break
      if (code === backslash) {
        this.isEscaped = true
        at = this.behindEscape(at)
      } else if (code < 32) this.refuseStringEnd(at)
      else at++
    }
    // There are never more characters than bytes.
    if (at - start > this.bounds.stringLength) this.checkLength(start, at)
    this.start = start
    this.end = at
    this.at = at + 1
  }

  /** The string or number read last, as a text; lone surrogates written as escapes are kept. */
  text(): string {
    const { bytes, end, isEscaped, start } = this
    if (!isEscaped) return utf8.decode(bytes.subarray(start, end))
    let text = ""
    let kept = start
    for (let at = start; at < end;) {
      if (bytes[at] !== backslash) at++
      else {
        // Escapes often follow each other, and decoding nothing takes as long as decoding a little.
        if (at > kept) text += utf8.decode(bytes.subarray(kept, at))
        const isUnit = bytes[at + 1] === letterU
        text += isUnit ? String.fromCharCode(escapedUnit(bytes, at + 2)) : escapedLetter(bytes[at + 1])
        at = kept = at + (isUnit ? unitLength : letterLength)
      }
    }
    return text + utf8.decode(bytes.subarray(kept, end))
  }

  /** Reads the number that begins here. */
  number(): void {
    const { bytes } = this
    const start = this.at
    let at = bytes[start] === minus ? start + 1 : start
    at = bytes[at] === zero ? at + 1 : this.digits(at)
    if (bytes[at] === point) at = this.digits(at + 1)
    if (at < bytes.length && ((bytes[at] as number) | 32) === 101) {
      const sign = bytes[at + 1]
      at = this.digits(sign === minus || sign === 43 ? at + 2 : at + 1)
    }
    this.isEscaped = false
    this.start = start
    this.end = at
    this.at = at
  }

  /** Reads true, false or null. */
  word(): boolean | null {
    for (const [word, value] of words) {
      if (standsAt(this.bytes, this.at, word)) {
        this.at += word.length
        return value
      }
    }
    return this.refuse("syntax", "a JSON value")
  }

  private digits(from: number): number {
    const { bytes } = this
    let at = from
    while (at < bytes.length && (bytes[at] as number) >= zero && (bytes[at] as number) <= nine) at++
    return at > from ? at : this.refuse("syntax", "a digit", at)
  }

  private behindEscape(at: number): number {
    const { bytes } = this
    if (bytes[at + 1] === letterU) {
      if (escapedUnit(bytes, at + 2) < 0) this.refuse("syntax", "four hexadecimal digits after \\u", at + 2)
      return at + unitLength
    }
    if (escapedLetter(bytes[at + 1]) === undefined) {
      this.refuse("syntax", "one of \" \\ / b f n r t u after a backslash", at + 1)
    }
    return at + letterLength
  }

  private checkLength(start: number, end: number): void {
    const { stringLength } = this.bounds
    if (utf8.decode(this.bytes.subarray(start, end)).length > stringLength) {
      this.refuse("string-too-long", `at most ${stringLength} characters in a string`, start - 1)
    }
  }

  private refuseStringEnd(at: number): never {
    const isAtEnd = at >= this.bytes.length
    return this.refuse("syntax", isAtEnd ? "the end of the string" : "no control character in a string", at)
  }
}
