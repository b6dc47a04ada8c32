/**
 * A short cut through a JSON text: what most objects of an array look like, as one pattern. The engine's patterns pass
 * over text several times as fast as JsonReader goes from one character to the next. What a pattern does not fit is
 * left to the reader, which alone refuses anything.
 */
import type { JsonBounds, JsonObject } from "./JsonValue.ts"

/** Objects of one shape: always the same keys, all different, in the same order. */
export interface JsonShape {
  /**
   * Sticky. Fits nothing but such an object from brace to brace: strict JSON, no escapes in it, and no way to fit that
   * takes more than linear time.
   */
  readonly pattern: RegExp
  /** How many keys the object has; their values are no arrays and no objects. */
  readonly keys: number
  /** Makes the object that JsonReader would make, from what the pattern captured. */
  readonly make: (captures: ReadonlyArray<string | undefined>) => JsonObject
}

/** Parts of patterns: whole tokens, their values captured, and what may stand between them. */
export const token = {
  string: String.raw`"([^"\\\x00-\x1f]*)"`,
  number: String.raw`(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)`,
  boolean: "(true|false)",
  /** As compact writers have it, with a space or without. */
  space: " ?"
} as const

/** How many objects more may not fit than do before no other is tried: each costs time for nothing. */
const patience = 20

/** Reads the objects of a shape in one text. */
export class ShapeReader {
  private readonly shape: JsonShape
  private readonly text: string
  private readonly bounds: JsonBounds
  private patience = patience
  /** Where the object read last ends. */
  end = 0

  constructor(shape: JsonShape, text: string, bounds: JsonBounds) {
    this.shape = shape
    this.text = text
    this.bounds = bounds
  }

  /** How many values an object is, itself counted. */
  get values(): number {
    return this.shape.keys + 1
  }

  /** The object at a place of the text; undefined where the shape does not fit or a bound might be broken. */
  read(start: number, valuesLeft: number): JsonObject | undefined {
    const { bounds, shape: { keys, make, pattern } } = this
    if (this.patience === 0 || keys > bounds.keys || keys >= valuesLeft) return undefined
    pattern.lastIndex = start
    const captures = pattern.exec(this.text)
    // No string of the object is longer than all of it.
    if (captures === null || pattern.lastIndex - start > bounds.stringLength) {
      this.patience--
      return undefined
    }
    this.patience++
    this.end = pattern.lastIndex
    return make(captures)
  }
}
