/**
 * A second reader of JSON, to hold the program's own against: RFC 8259 word for word by one regular expression for
 * tokens, slow and plain, and made from no part of what it checks. It keeps every key that was written, repeated ones
 * too, and where each value stood.
 */

/** A value with its exact place in the text; `text` of a string is what it says, of a number what was written. */
export type ReferenceValue =
  & { readonly start: number; readonly end: number }
  & (
    | { readonly kind: "null" }
    | { readonly kind: "boolean"; readonly value: boolean }
    | { readonly kind: "number"; readonly text: string }
    | { readonly kind: "string"; readonly text: string }
    | { readonly kind: "array"; readonly elements: ReadonlyArray<ReferenceValue> }
    | { readonly kind: "object"; readonly entries: ReadonlyArray<readonly [key: string, value: ReferenceValue]> }
  )

/** What a text holds at most anywhere in it. */
export interface Extent {
  readonly depth: number
  readonly elements: number
  readonly keys: number
  /** Characters between the quotes as they are written. */
  readonly stringLength: number
  readonly values: number
  readonly repeatedKey: boolean
}

/** A text's value and extent, or that it is no JSON, or that it is nested beyond what this reader looks at. */
export type Reference =
  | { readonly _tag: "Json"; readonly value: ReferenceValue; readonly extent: Extent }
  | { readonly _tag: "NoJson" }
  | { readonly _tag: "Deep" }

const deepest = 600
const token =
  /[ \t\n\r]*(?:([[\]{},:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*")|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|(true|false|null))/y

class NoJson extends Error {}
class Deep extends Error {}

class Tokens {
  private readonly text: string
  private at = 0
  /** Of the token read last. */
  start = 0
  end = 0
  word = ""
  depth = 0
  elements = 0
  keys = 0
  stringLength = 0
  values = 0
  repeatedKey = false

  constructor(text: string) {
    this.text = text
  }

  next(): string {
    token.lastIndex = this.at
    const match = token.exec(this.text)
    const word = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4]
    if (match === null || word === undefined) throw new NoJson()
    this.at = token.lastIndex
    this.end = this.at
    this.start = this.at - word.length
    this.word = word
    if (word.startsWith("\"")) this.stringLength = Math.max(this.stringLength, word.length - 2)
    return word
  }

  get atEnd(): boolean {
    return /^[ \t\n\r]*$/.test(this.text.slice(this.at))
  }
}

const textOf = (word: string): string => JSON.parse(word)

const valueFrom = (tokens: Tokens, word: string, depth: number): ReferenceValue => {
  const { start } = tokens
  tokens.values++
  if (word === "[" || word === "{") {
    if (depth >= deepest) throw new Deep()
    tokens.depth = Math.max(tokens.depth, depth + 1)
    return word === "[" ? arrayFrom(tokens, start, depth + 1) : objectFrom(tokens, start, depth + 1)
  }
  const { end } = tokens
  if (word.startsWith("\"")) return { kind: "string", text: textOf(word), start, end }
  if (word === "null") return { kind: "null", start, end }
  if (word === "true" || word === "false") return { kind: "boolean", value: word === "true", start, end }
  if (/^[-0-9]/.test(word)) return { kind: "number", text: word, start, end }
  throw new NoJson()
}

const arrayFrom = (tokens: Tokens, start: number, depth: number): ReferenceValue => {
  const elements: Array<ReferenceValue> = []
  let word = tokens.next()
  while (word !== "]") {
    elements.push(valueFrom(tokens, word, depth))
    word = tokens.next()
    if (word === ",") {
      word = tokens.next()
      if (word === "]") throw new NoJson()
    } else if (word !== "]") throw new NoJson()
  }
  tokens.elements = Math.max(tokens.elements, elements.length)
  return { kind: "array", elements, start, end: tokens.end }
}

const objectFrom = (tokens: Tokens, start: number, depth: number): ReferenceValue => {
  const entries: Array<readonly [string, ReferenceValue]> = []
  let word = tokens.next()
  while (word !== "}") {
    if (!word.startsWith("\"")) throw new NoJson()
    const key = textOf(word)
    if (tokens.next() !== ":") throw new NoJson()
    entries.push([key, valueFrom(tokens, tokens.next(), depth)])
    word = tokens.next()
    if (word === ",") {
      word = tokens.next()
      if (word === "}") throw new NoJson()
    } else if (word !== "}") throw new NoJson()
  }
  tokens.keys = Math.max(tokens.keys, entries.length)
  if (new Set(entries.map(([key]) => key)).size < entries.length) tokens.repeatedKey = true
  return { kind: "object", entries, start, end: tokens.end }
}

/** Reads a text. */
export const readReference = (text: string): Reference => {
  const tokens = new Tokens(text)
  try {
    const value = valueFrom(tokens, tokens.next(), 0)
    if (!tokens.atEnd) return { _tag: "NoJson" }
    const { depth, elements, keys, repeatedKey, stringLength, values } = tokens
    return { _tag: "Json", value, extent: { depth, elements, keys, repeatedKey, stringLength, values } }
  } catch (thrown) {
    if (thrown instanceof NoJson) return { _tag: "NoJson" }
    if (thrown instanceof Deep) return { _tag: "Deep" }
    throw thrown
  }
}

/** The value that an object has under a key; none when it is no object or has no such key. */
export const memberOf = (value: ReferenceValue, key: string): ReferenceValue | undefined =>
  value.kind === "object" ? value.entries.find(([name]) => name === key)?.[1] : undefined

/** The value as plain data, numbers made by `number` from what was written. */
export const plainOf = (value: ReferenceValue, number: (text: string) => unknown): unknown => {
  switch (value.kind) {
    case "null":
      return null
    case "boolean":
      return value.value
    case "number":
      return number(value.text)
    case "string":
      return value.text
    case "array":
      return value.elements.map((element) => plainOf(element, number))
    case "object": {
      const object = {}
      for (const [key, member] of value.entries) {
        Object.defineProperty(object, key, {
          value: plainOf(member, number),
          writable: true,
          enumerable: true,
          configurable: true
        })
      }
      return object
    }
  }
}
