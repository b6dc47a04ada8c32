/**
 * Makes values of a JSON text. Nesting is bounded, and so is the recursion: no text makes it overflow the stack.
 */
import { JsonNumber } from "../domain/JsonNumber.ts"
import { byte, JsonCursor } from "./JsonCursor.ts"
import type { JsonBounds, JsonValue } from "./JsonValue.ts"

/** Reads values where its cursor stands. */
export class JsonReader {
  readonly cursor: JsonCursor

  constructor(bytes: Uint8Array, bounds: JsonBounds) {
    this.cursor = new JsonCursor(bytes, bounds)
  }

  /** The value that is the whole text. */
  whole(): JsonValue {
    const value = this.value(0)
    this.end()
    return value
  }

  /** Nothing may follow but white space. */
  end(): void {
    const { cursor } = this
    if (!Number.isNaN(cursor.next())) cursor.refuse("syntax", "the end of the text")
  }

  /** The value that stands next, inside so many arrays and objects. */
  value(depth: number): JsonValue {
    const { cursor } = this
    const code = cursor.next()
    cursor.count()
    if (code === byte.quote) return this.string()
    if (code === byte.minus || (code >= byte.zero && code <= byte.nine)) {
      cursor.number()
      return new JsonNumber(cursor.text())
    }
    if (code === byte.openBrace) return this.object(depth + 1)
    if (code === byte.openBracket) return this.array(depth + 1)
    return cursor.word()
  }

  /** Goes past the value that stands next, inside so many arrays and objects; it is checked like any other. */
  skip(depth: number): void {
    const { cursor } = this
    const code = cursor.next()
    if (code === byte.openBrace || code === byte.openBracket) {
      this.value(depth)
      return
    }
    cursor.count()
    if (code === byte.quote) cursor.string()
    else if (code === byte.minus || (code >= byte.zero && code <= byte.nine)) cursor.number()
    else cursor.word()
  }

  /** The members of an object that begins here: `member` reads the value of each, behind the colon. */
  members(depth: number, member: (key: string) => void): void {
    const { cursor } = this
    cursor.enter(depth)
    if (cursor.next() === byte.closeBrace) {
      cursor.at++
      return
    }
    const keys = new Set<string>()
    do {
      const key = this.key(keys.size)
      if (keys.has(key)) cursor.refuse("duplicate-key", "a key that the object does not have yet", cursor.start - 1)
      keys.add(key)
      cursor.colon()
      member(key)
    } while (cursor.advance(byte.closeBrace, "object"))
  }

  /** The elements of an array that begins here: `element` reads each. */
  elements(depth: number, element: () => void): void {
    const { cursor } = this
    cursor.enter(depth)
    if (cursor.next() === byte.closeBracket) {
      cursor.at++
      return
    }
    let count = 0
    do {
      cursor.next()
      if (count++ === cursor.bounds.elements) {
        cursor.refuse("too-many-elements", `at most ${cursor.bounds.elements} elements in an array`)
      }
      element()
    } while (cursor.advance(byte.closeBracket, "array"))
  }

  /** The key that stands next, of an object that has so many before it. */
  key(before: number): string {
    const { cursor } = this
    if (cursor.next() !== byte.quote) cursor.refuse("syntax", "a key in double quotes")
    if (before === cursor.bounds.keys) {
      cursor.refuse("too-many-keys", `at most ${cursor.bounds.keys} keys in an object`)
    }
    return this.string()
  }

  private string(): string {
    this.cursor.string()
    return this.cursor.text()
  }

  private array(depth: number): JsonValue {
    const elements: Array<JsonValue> = []
    this.elements(depth, () => elements.push(this.value(depth)))
    return elements
  }

  private object(depth: number): JsonValue {
    const object: Record<string, JsonValue> = {}
    this.members(depth, (key) => {
      const value = this.value(depth)
      if (key === "__proto__") setOwn(object, key, value)
      else object[key] = value
    })
    return object
  }
}

const setOwn = (object: Record<string, JsonValue>, key: string, value: JsonValue): void => {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}
