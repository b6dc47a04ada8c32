/**
 * Reads values of the database as they are stored. The driver takes U+FEFF at the beginning of a text for a byte order mark and leaves
 * it out, also within lists and structs: values that hold such a text, or texts that repeat, are put together here, all others are the
 * driver's. It still leaves it out in a VARIANT, which no table of ours has.
 */
import {
  arrayValue,
  type DuckDBDataChunk,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  DuckDBVector,
  listValue,
  mapValue,
  structValue,
  unionValue,
  UTINYINT
} from "@duckdb/node-api"
import duckdb, { type Vector } from "@duckdb/node-bindings"
import { int64At } from "../../../domain/int64.ts"
import { isNull, release, textBytes, validityIn, wordsIn } from "./vectors.ts"

/** The values of a column by the numbers of its rows. */
export type Values = (row: number) => DuckDBValue

/** The values of a column of a chunk. */
export const valuesOf = (chunk: DuckDBDataChunk, column: number): Values => {
  const given = chunk.getColumnVector(column)
  return marked(duckdb.data_chunk_get_vector(chunk.chunk, column), chunk.rowCount, given.type) ??
    ((row) => given.getItem(row))
}

/** The values of all columns of a chunk. */
export const columnsOf = (chunk: DuckDBDataChunk): ReadonlyArray<Values> =>
  Array.from({ length: chunk.columnCount }, (_, column) => valuesOf(chunk, column))

const mark = "\ufeff"

/** Its three bytes in UTF-8, as the lower ones of a word. */
const markBytes = 0xbfbbef

/** The values of a vector when a text in it begins with the mark or repeats; undefined when the driver reads all of them as well. */
const marked = (vector: Vector, count: number, type: DuckDBType): Values | undefined => {
  if (type.typeId === DuckDBTypeId.VARCHAR) return texts(vector, count, type)
  const make = markedWithin(vector, count, type)
  if (make === undefined) return undefined
  const validity = validityIn(vector, count)
  return (row) => (isNull(validity, row) ? null : make(row))
}

/**
 * Texts that stand behind their like are made once, and the driver keeps what it made: a text is made anew for each row otherwise, which
 * takes longer than all else that is done with most of them.
 */
const texts = (vector: Vector, count: number, type: DuckDBType): Values | undefined => {
  const words = wordsIn(vector, count, textBytes)
  const validity = validityIn(vector, count)
  const firsts = new Int32Array(count)
  const withMark = new Set<number>()
  let isPlain = true
  for (let row = 0; row < count; row++) {
    const repeats = row > 0 && isSame(words, row) && !isNull(validity, row) && !isNull(validity, row - 1)
    firsts[row] = repeats ? (firsts[row - 1] as number) : row
    if (!repeats && beginsWithMark(words, row)) withMark.add(row)
    isPlain &&= !repeats
  }
  release(words)
  if (isPlain && withMark.size === 0) return undefined
  const given = DuckDBVector.create(vector, count, type)
  return (row) => {
    const first = firsts[row] as number
    const text = given.getItem(first)
    return typeof text === "string" && withMark.has(first) ? mark + text : text
  }
}

/** The first bytes of a text stand in the vector whatever its length. */
const beginsWithMark = (words: Int32Array, row: number): boolean =>
  ((words[4 * row + 1] as number) & 0xffffff) === markBytes

/** Whether a text is that of the row before, as far as the vector tells: all of it, or where it is. */
const isSame = (words: Int32Array, row: number): boolean => {
  for (let word = 4 * row; word < 4 * row + 4; word++) if (words[word] !== words[word - 4]) return false
  return true
}

/** The same of values that consist of others, where they are not NULL. */
const markedWithin = (vector: Vector, count: number, type: DuckDBType): Values | undefined => {
  switch (type.typeId) {
    case DuckDBTypeId.LIST: {
      const items = marked(duckdb.list_vector_get_child(vector), duckdb.list_vector_get_size(vector), type.valueType)
      if (items === undefined) return undefined
      const each = listsIn(vector, count)
      return (row) => listValue(each(row, items))
    }
    case DuckDBTypeId.ARRAY: {
      const { length, valueType } = type
      const items = marked(duckdb.array_vector_get_child(vector), count * length, valueType)
      return items && ((row) => arrayValue(Array.from({ length }, (_, index) => items(row * length + index))))
    }
    case DuckDBTypeId.MAP: {
      const entries = duckdb.list_vector_get_child(vector)
      const fields = markedFields(entries, duckdb.list_vector_get_size(vector), [type.keyType, type.valueType])
      if (fields === undefined) return undefined
      const each = listsIn(vector, count)
      return (row) => mapValue(each(row, (place) => ({ key: fields(place, 0), value: fields(place, 1) })))
    }
    case DuckDBTypeId.STRUCT: {
      const fields = markedFields(vector, count, type.entryTypes)
      return fields &&
        ((row) => structValue(Object.fromEntries(type.entryNames.map((name, index) => [name, fields(row, index)]))))
    }
    case DuckDBTypeId.UNION: {
      const fields = markedFields(vector, count, [UTINYINT, ...type.memberTypes])
      return fields && ((row) => {
        const member = Number(fields(row, 0))
        return unionValue(type.memberTags[member] ?? "", fields(row, member + 1))
      })
    }
    default:
      return undefined
  }
}

/** The fields of structs by row and place. */
const markedFields = (
  vector: Vector,
  count: number,
  types: ReadonlyArray<DuckDBType>
): ((row: number, place: number) => DuckDBValue) | undefined => {
  const fields = types.map((type, index) => marked(duckdb.struct_vector_get_child(vector, index), count, type))
  if (fields.every((field) => field === undefined)) return undefined
  const all = types.map((type, index): Values => {
    const given = DuckDBVector.create(duckdb.struct_vector_get_child(vector, index), count, type)
    return fields[index] ?? ((row) => given.getItem(row))
  })
  return (row, place) => all[place]?.(row) ?? null
}

/** Makes an array of each item of a row's list. */
const listsIn = (vector: Vector, count: number) => {
  const spans = wordsIn(vector, count, 16)
  return <A>(row: number, make: (place: number) => A): Array<A> => {
    const [start, length] = [int64At(spans, 2 * row), int64At(spans, 2 * row + 1)]
    return Array.from({ length }, (_, index) => make(start + index))
  }
}
