/**
 * What strict JSON is refused for: its kind, its place, and what should have stood there, each in the reader's own words.
 */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as ExactJson from "../../src/json/ExactJson.ts"
import { JsonReader } from "../../src/json/JsonReader.ts"
import { defaultBounds, type JsonBounds, type JsonProblemKind } from "../../src/json/JsonValue.ts"

const parse = (text: string, bounds = defaultBounds) => ExactJson.parse(new TextEncoder().encode(text), bounds)

type Refusal = readonly [text: string, expected: string, column: number]

const letters = "one of \" \\ / b f n r t u after a backslash"
const digits = "four hexadecimal digits after \\u"

const syntax: ReadonlyArray<Refusal> = [
  ["", "a JSON value", 1],
  ["  ", "a JSON value", 3],
  ["tru", "a JSON value", 1],
  ["[truE]", "a JSON value", 2],
  ["nul", "a JSON value", 1],
  ["[1,]", "a JSON value", 4],
  ["[,1]", "a JSON value", 2],
  ["{\"a\":}", "a JSON value", 6],
  ["+1", "a JSON value", 1],
  [".5", "a JSON value", 1],
  ["1 2", "the end of the text", 3],
  ["01", "the end of the text", 2],
  ["[] ]", "the end of the text", 4],
  ["1e5e", "the end of the text", 4],
  ["[1 2]", "a comma or the end of the array", 4],
  ["[1", "a comma or the end of the array", 3],
  ["[1}", "a comma or the end of the array", 3],
  ["[1:2]", "a comma or the end of the array", 3],
  ["{\"a\":1 \"b\":2}", "a comma or the end of the object", 8],
  ["{\"a\":1]", "a comma or the end of the object", 7],
  ["{\"a\" 1}", "a colon after the key", 6],
  ["{\"a\"", "a colon after the key", 5],
  ["{\"a\"  ,", "a colon after the key", 7],
  ["{a:1}", "a key in double quotes", 2],
  ["{1:1}", "a key in double quotes", 2],
  ["{\"a\":1, }", "a key in double quotes", 9],
  ["{", "a key in double quotes", 2],
  ["-", "a digit", 2],
  ["-x", "a digit", 2],
  ["1.", "a digit", 3],
  ["[1.,2]", "a digit", 4],
  ["1e", "a digit", 3],
  ["1E+", "a digit", 4],
  ["1e-x", "a digit", 4],
  ["1e=5", "a digit", 3],
  ["1./", "a digit", 3],
  ["1.:", "a digit", 3],
  ["\"a", "the end of the string", 3],
  ["\"", "the end of the string", 2],
  ["[\"a\\\"]", "the end of the string", 7],
  ["\"a\u0001b\"", "no control character in a string", 3],
  ["\"\n\"", "no control character in a string", 2],
  ["\"\u001f\"", "no control character in a string", 2],
  ["\"a\u0000\"", "no control character in a string", 3],
  ["\"\\x\"", letters, 3],
  ["\"ab\\'\"", letters, 5],
  ["\"\\", letters, 3],
  ["\"\\u12g4\"", digits, 4],
  ["\"ab\\u\"", digits, 6],
  ["\"\\u123", digits, 4]
]

/** A character that takes several bytes counts as the UTF-16 code units it is, in columns and in offsets. */
const placed: ReadonlyArray<readonly [text: string, line: number, column: number, offset: number]> = [
  ["[\"é😀\" x]", 1, 8, 7],
  ["{\"é\":1,\n \"è\" 2}", 2, 6, 13],
  ["[1,\r\n\n\t😀]", 3, 2, 7]
]

const bounds: JsonBounds = { depth: 2, elements: 2, keys: 2, stringLength: 3, values: 7 }
const bounded: ReadonlyArray<readonly [text: string, kind: JsonProblemKind, expected: string, column: number]> = [
  ["[[ []]]", "too-deep", "at most 2 arrays and objects inside each other", 4],
  ["[[{}]]", "too-deep", "at most 2 arrays and objects inside each other", 3],
  ["[1, 2, 3]", "too-many-elements", "at most 2 elements in an array", 8],
  ["{\"a\":1,\"b\":1, \"c\":1}", "too-many-keys", "at most 2 keys in an object", 15],
  ["[\"abcd\"]", "string-too-long", "at most 3 characters in a string", 2],
  ["[1,\"\\n\\n\"]", "string-too-long", "at most 3 characters in a string", 4],
  ["{\"abcd\":1}", "string-too-long", "at most 3 characters in a string", 2],
  ["[[1,2],{\"a\":[],\"b\":1}]", "too-deep", "at most 2 arrays and objects inside each other", 13],
  ["[{\"a\":1,\"b\":2},[3,4]]", "too-many-values", "at most 6 values", 19]
]

describe("a text that is refused", () => {
  it.each(syntax)("%j: expected %s", (text, expected, column) => {
    const problem = Result.getOrThrow(Result.flip(parse(text)))
    assert.deepStrictEqual(problem, { kind: "syntax", offset: column - 1, line: 1, column, expected })
  })

  it.each(placed)("%j: line %i, column %i", (text, line, column, offset) => {
    const problem = Result.getOrThrow(Result.flip(parse(text)))
    assert.deepStrictEqual({ ...problem, expected: "" }, { kind: "syntax", offset, line, column, expected: "" })
  })

  it.each(bounded)("%s is %s", (text, kind, expected, column) => {
    const problem = Result.getOrThrow(
      Result.flip(parse(text, kind === "too-many-values" ? { ...bounds, values: 6 } : bounds))
    )
    assert.deepStrictEqual(problem, { kind, offset: column - 1, line: 1, column, expected })
  })

  it("has a key twice: at the second one's quote, also where it is escaped", () => {
    const expected = "a key that the object does not have yet"
    for (const [text, column] of [["{\"a\":1, \"a\":2}", 9], ["{\"é\":1,\"\\u00e9\":2}", 8]] as const) {
      const problem = Result.getOrThrow(Result.flip(parse(text)))
      assert.deepStrictEqual(problem, { kind: "duplicate-key", offset: column - 1, line: 1, column, expected })
    }
  })

  it("is no UTF-8", () => {
    const problem = Result.getOrThrow(Result.flip(ExactJson.parse(Uint8Array.of(0x22, 0xc3, 0x22))))
    assert.deepStrictEqual(problem, { kind: "not-utf-8", offset: 0, line: 1, column: 1, expected: "UTF-8 text" })
    assert.strictEqual(ExactJson.formatProblem(problem), "expected UTF-8 text")
  })

  it("is told as it is where what reads it fails otherwise", () => {
    const fault = new Error("a fault")
    assert.throws(() =>
      ExactJson.reading(Uint8Array.of(), () => {
        throw fault
      }), fault)
  })
})

describe("white space", () => {
  it("is what RFC 8259 names, and no other character", () => {
    for (let code = 0; code < 256; code++) {
      const character = String.fromCharCode(code)
      const isSpace = " \t\n\r".includes(character)
      for (
        const text of [
          `${character}[1]`,
          `[true${character},null]`,
          `{"a"${character}:1}`,
          `{"a":null${character}}`,
          `[]${character}`
        ]
      ) {
        assert.strictEqual(Result.isSuccess(parse(text)), isSpace, JSON.stringify(text))
      }
    }
  })
})

describe("a text within its bounds", () => {
  it("has just as many of each as it may", () => {
    for (const text of ["[[1,2],[3,4]]", "{\"abc\":1,\"b\":[\"éé😀\".length]}".replace(".length", ""), "[\"\\n\"]"]) {
      assert.isTrue(Result.isSuccess(parse(text, { ...bounds, stringLength: 4 })), text)
    }
    // Seven bytes, three UTF-16 code units.
    assert.isTrue(Result.isSuccess(parse("[\"é😀\"]", bounds)))
  })
})

describe("escapes", () => {
  it("stand for a code unit by each digit in each place, in letters of either case", () => {
    const units = Array.from({ length: 16 }, (_, digit) => [0, 4, 8, 12].map((bits) => digit << bits)).flat()
    for (const unit of [...units, 0xd800, 0xdfff, 0xfffe, 0xabcd]) {
      const hex = unit.toString(16).padStart(4, "0")
      const read = Result.getOrThrow(parse(`"a\\u${hex}${hex}\\u${hex.toUpperCase()}"`))
      assert.strictEqual(read, `a${String.fromCharCode(unit)}${hex}${String.fromCharCode(unit)}`)
    }
  })

  it("take no other character for a digit or a letter", () => {
    for (let code = 0; code < 128; code++) {
      const character = String.fromCharCode(code)
      const isDigit = /^[0-9a-fA-F]$/.test(character)
      for (const text of [`"\\u${character}000"`, `"\\u000${character}"`]) {
        assert.strictEqual(Result.isSuccess(parse(text)), isDigit, JSON.stringify(text))
      }
      const isLetter = "\"\\/bfnrt".includes(character)
      assert.strictEqual(Result.isSuccess(parse(`"\\${character}"`)), isLetter, JSON.stringify(character))
    }
  })
})

const past = (text: string, values = defaultBounds.values) => {
  const reader = new JsonReader(new TextEncoder().encode(text), { ...bounds, values })
  return Result.try({ try: () => (reader.skip(0), reader.cursor.at), catch: String })
}

describe("a value that is gone past", () => {
  it("is checked like one that is read", () => {
    for (
      const text of ["\"a\\n\"", "-1.5e3", "0", "9", "true", "false", "null", "[1,[\"b\"]]", "{\"a\":{\"b\":1}}", " 12"]
    ) {
      assert.deepStrictEqual(past(`${text} ,`), Result.succeed(text.length), text)
    }
    for (const text of ["\"a", "1.", "-", "/", ":", "tru", "[1", "{\"a\":1,\"a\":1}", "[[[]]]", "\"abcd\"", ""]) {
      assert.isTrue(Result.isFailure(past(text)), text)
    }
  })

  it("counts as the values that it is", () => {
    for (
      const [text, count] of [["1", 1], ["\"a\"", 1], ["null", 1], ["[]", 1], ["[1,2]", 3], ["{\"a\":[1]}", 3]] as const
    ) {
      assert.isTrue(Result.isSuccess(past(text, count)), text)
      assert.isTrue(Result.isFailure(past(text, count - 1)), text)
    }
  })
})
