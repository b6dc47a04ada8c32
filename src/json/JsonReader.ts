/**
 * The reading part of ExactJson: one pass over the text, by character codes.
 *
 * Nesting is bounded, and so is the recursion: no text makes it overflow the stack. Objects at one depth mostly have
 * the same keys in the same order; the reader guesses them, which saves making and comparing key strings.
 */
import { JsonNumber } from "../domain/JsonNumber.ts"
import { escapedLetter, escapedUnit } from "./JsonEscape.ts"
import { JsonRefusal } from "./JsonRefusal.ts"
import { type JsonShape, ShapeReader } from "./JsonShape.ts"
import type { JsonBounds, JsonObject, JsonProblemKind, JsonValue } from "./JsonValue.ts"

const deepest = 512
const quote = 34
const comma = 44
const minus = 45
const point = 46
const zero = 48
const nine = 57
const colon = 58
const openBracket = 91
const backslash = 92
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/** Reads one text, once. */
export class JsonReader {
  private readonly text: string
  private readonly bounds: JsonBounds
  private readonly maxDepth: number
  private readonly shapes: ShapeReader | undefined
  private index = 0
  private values = 0
  /** By depth: the keys, free of escapes, of the object read last. */
  private readonly guesses: Array<ReadonlyArray<string>> = []
  private lastKeyHadEscapes = false

  /** `shape`: what elements of arrays mostly look like; it changes no result. */
  constructor(text: string, bounds: JsonBounds, shape?: JsonShape) {
    this.text = text
    this.bounds = bounds
    this.shapes = shape === undefined ? undefined : new ShapeReader(shape, text, bounds)
    this.maxDepth = Math.min(bounds.depth, deepest)
  }

  /** The value that is the whole text; throws a JsonRefusal when there is none. */
  whole(): JsonValue {
    const value = this.value(this.nextCode(), 0)
    this.nextCode()
    if (this.index < this.text.length) this.refuse("syntax", "the end of the text")
    return value
  }

  private refuse(kind: JsonProblemKind, expected: string, offset = this.index): never {
    throw new JsonRefusal(kind, offset, expected)
  }

  /** Skips white space; NaN at the end of the text. */
  private nextCode(): number {
    const text = this.text
    let code = text.charCodeAt(this.index)
    while (code <= 32 && (code === 32 || code === 10 || code === 13 || code === 9)) {
      code = text.charCodeAt(++this.index)
    }
    return code
  }

  private value(code: number, depth: number): JsonValue {
    if (this.values++ === this.bounds.values) this.refuse("too-many-values", `at most ${this.bounds.values} values`)
    if (code === quote) return this.string()
    if (code === minus || (code >= zero && code <= nine)) return this.number(code)
    if (code === openBrace) return this.object(depth + 1)
    if (code === openBracket) return this.array(depth + 1)
    if (this.word("true")) return true
    if (this.word("false")) return false
    if (this.word("null")) return null
    return this.refuse("syntax", "a JSON value")
  }

  private word(word: string): boolean {
    if (!this.text.startsWith(word, this.index)) return false
    this.index += word.length
    return true
  }

  private array(depth: number): JsonValue {
    if (depth > this.maxDepth) this.refuse("too-deep", `at most ${this.maxDepth} arrays and objects inside each other`)
    const elements: Array<JsonValue> = []
    this.index++
    let code = this.nextCode()
    if (code === closeBracket) {
      this.index++
      return elements
    }
    while (true) {
      if (elements.length === this.bounds.elements) {
        this.refuse("too-many-elements", `at most ${this.bounds.elements} elements in an array`)
      }
      elements.push((code === openBrace ? this.shaped(depth) : undefined) ?? this.value(code, depth))
      code = this.nextCode()
      this.index++
      if (code === closeBracket) return elements
      if (code !== comma) this.refuse("syntax", "a comma or the end of the array", this.index - 1)
      code = this.nextCode()
    }
  }

  /** The object at the index when it has the shape and keeps within the bounds. */
  private shaped(depth: number): JsonObject | undefined {
    const { shapes } = this
    if (shapes === undefined || depth >= this.maxDepth) return undefined
    const object = shapes.read(this.index, this.bounds.values - this.values)
    if (object === undefined) return undefined
    this.index = shapes.end
    this.values += shapes.values
    return object
  }

  private object(depth: number): JsonValue {
    if (depth > this.maxDepth) this.refuse("too-deep", `at most ${this.maxDepth} arrays and objects inside each other`)
    const object: Record<string, JsonValue> = {}
    this.index++
    let code = this.nextCode()
    if (code === closeBrace) {
      this.index++
      return object
    }
    const guess = this.guesses[depth] ?? []
    let learnt: Array<string> | undefined
    let unescaped = true
    for (let count = 0;; count++) {
      if (code !== quote) this.refuse("syntax", "a key in double quotes")
      if (count === this.bounds.keys) this.refuse("too-many-keys", `at most ${this.bounds.keys} keys in an object`)
      const start = this.index
      let key = learnt === undefined && unescaped ? this.guessedKey(guess[count]) : undefined
      if (key === undefined) {
        key = this.string()
        if (Object.hasOwn(object, key)) this.refuse("duplicate-key", "a key that the object does not have yet", start)
        if (learnt === undefined && unescaped) learnt = guess.slice(0, count)
        if (this.lastKeyHadEscapes) {
          unescaped = false
          learnt = undefined
        } else learnt?.push(key)
      }
      if (this.nextCode() !== colon) this.refuse("syntax", "a colon after the key")
      this.index++
      const value = this.value(this.nextCode(), depth)
      if (key === "__proto__") setOwn(object, key, value)
      else object[key] = value
      code = this.nextCode()
      this.index++
      if (code === closeBrace) break
      if (code !== comma) this.refuse("syntax", "a comma or the end of the object", this.index - 1)
      code = this.nextCode()
    }
    if (learnt !== undefined) this.guesses[depth] = learnt
    return object
  }

  /** The guess, when it stands at the index as a whole key. */
  private guessedKey(guess: string | undefined): string | undefined {
    if (guess === undefined) return undefined
    const { index, text } = this
    const length = guess.length
    for (let at = 0; at < length; at++) {
      if (text.charCodeAt(index + 1 + at) !== guess.charCodeAt(at)) return undefined
    }
    if (text.charCodeAt(index + 1 + length) !== quote) return undefined
    this.index = index + length + 2
    return guess
  }

  private string(): string {
    const text = this.text
    const start = this.index + 1
    let index = start
    let code = text.charCodeAt(index)
    while (code !== quote && code !== backslash && code >= 32) code = text.charCodeAt(++index)
    this.lastKeyHadEscapes = code === backslash
    if (code === backslash) return this.escapedString(start, index)
    if (code !== quote) this.refuseStringEnd(index)
    this.checkLength(start, index)
    this.index = index + 1
    return text.slice(start, index)
  }

  private escapedString(start: number, firstEscape: number): string {
    const text = this.text
    let result = ""
    let kept = start
    let index = firstEscape
    while (true) {
      const code = text.charCodeAt(index)
      if (code === quote) break
      if (code === backslash) {
        result += text.slice(kept, index) + this.escape(index)
        index += text.charCodeAt(index + 1) === 117 ? 6 : 2
        kept = index
      } else if (code >= 32) index++
      else this.refuseStringEnd(index)
    }
    this.checkLength(start, index)
    this.index = index + 1
    return result + text.slice(kept, index)
  }

  private escape(index: number): string {
    const letter = this.text.charAt(index + 1)
    if (letter === "u") {
      return escapedUnit(this.text.slice(index + 2, index + 6)) ??
        this.refuse("syntax", "four hexadecimal digits after \\u", index + 2)
    }
    return escapedLetter(letter) ?? this.refuse("syntax", "one of \" \\ / b f n r t u after a backslash", index + 1)
  }

  private checkLength(start: number, end: number): void {
    const { stringLength } = this.bounds
    if (end - start > stringLength) {
      this.refuse("string-too-long", `at most ${stringLength} characters in a string`, start - 1)
    }
  }

  private refuseStringEnd(index: number): never {
    const ended = index >= this.text.length
    return this.refuse("syntax", ended ? "the end of the string" : "no control character in a string", index)
  }

  private number(first: number): JsonNumber {
    const text = this.text
    const start = this.index
    let index = first === minus ? start + 1 : start
    index = text.charCodeAt(index) === zero ? index + 1 : this.digits(index)
    if (text.charCodeAt(index) === point) index = this.digits(index + 1)
    if ((text.charCodeAt(index) | 32) === 101) {
      const sign = text.charCodeAt(index + 1)
      index = this.digits(sign === minus || sign === 43 ? index + 2 : index + 1)
    }
    this.index = index
    return new JsonNumber(text.slice(start, index))
  }

  private digits(from: number): number {
    let index = from
    let code = this.text.charCodeAt(index)
    while (code >= zero && code <= nine) code = this.text.charCodeAt(++index)
    return index > from ? index : this.refuse("syntax", "a digit", index)
  }
}

const setOwn = (object: Record<string, JsonValue>, key: string, value: JsonValue): void => {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}
