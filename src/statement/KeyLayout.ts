/**
 * The keys of an answer's records: mostly the same in the same order as in the record before, which saves making and
 * comparing texts.
 */
import { standsAt } from "../json/JsonCursor.ts"
import type { JsonReader } from "../json/JsonReader.ts"
import { recordFields } from "./recordCauses.ts"

/** A key as it stands in the text, quotes included, and the place of its field; undefined for an unknown one. */
interface Key {
  readonly name: string
  readonly bytes: Uint8Array
  readonly place: number | undefined
}

const places: ReadonlyMap<string, number> = new Map(recordFields.map(([name], place) => [name, place]))

/** Reads the keys of one object after the other. */
export class KeyLayout {
  /** No two have the same name. */
  private readonly keys: Array<Key> = []
  private count = 0
  /** The names of this object's keys, once one of them was not the expected one. */
  private names: Set<string> | undefined

  /** Another object begins. */
  begin(): void {
    this.count = 0
    this.names = undefined
  }

  /** Reads the key that stands next, and gives the place of its field in `recordFields`; undefined for an unknown one. */
  next(json: JsonReader): number | undefined {
    const expected = this.keys[this.count]
    if (expected === undefined || !standsAt(json.cursor.bytes, json.cursor.at, expected.bytes)) return this.learn(json)
    json.cursor.at += expected.bytes.length
    this.count++
    return expected.place
  }

  private learn(json: JsonReader): number | undefined {
    const { cursor } = json
    this.keys.length = this.count
    const names = this.names ??= new Set(this.keys.map(({ name }) => name))
    const start = cursor.at
    const name = json.key(this.count)
    if (names.has(name)) cursor.refuse("duplicate-key", "a key that the object does not have yet", start)
    names.add(name)
    const place = places.get(name)
    this.keys.push({ name, bytes: cursor.bytes.slice(start, cursor.at), place })
    this.count++
    return place
  }
}
