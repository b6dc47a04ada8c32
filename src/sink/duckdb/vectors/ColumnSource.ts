/**
 * Where the values of a column come from.
 */
import duckdb from "@duckdb/node-bindings"

/** Texts as places in bytes. */
export interface Places {
  readonly kind: "places"
  readonly bytes: Uint8Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly order: Int32Array
}

/** 64-bit integers; where `isThere` is given, 0 in it stands for NULL. */
export interface Integers {
  readonly kind: "integers"
  readonly values: BigInt64Array
  readonly isThere: Uint8Array | undefined
  readonly order: Int32Array
}

/**
 * A column's values by row number: text, safe integers, 32-bit integers, booleans; or one value for all rows. With an `order`
 * the values stand in arrays and the order says which row each is of: safe integers with NaN for NULL, 64-bit integers, bytes,
 * a few texts by their number, texts by their places.
 */
export type ColumnSource =
  | { readonly kind: "constant"; readonly value: duckdb.Value }
  | { readonly kind: "text"; readonly at: (row: number) => string | null }
  | { readonly kind: "integer"; readonly at: (row: number) => number | null }
  | { readonly kind: "int32"; readonly at: (row: number) => number | null }
  | { readonly kind: "boolean"; readonly at: (row: number) => boolean | null }
  | { readonly kind: "numbers"; readonly values: Float64Array; readonly order: Int32Array }
  | { readonly kind: "bytes"; readonly values: Uint8Array; readonly order: Int32Array }
  | {
    readonly kind: "choice"
    readonly values: Uint8Array | Uint16Array
    readonly texts: ReadonlyArray<string | null>
    readonly order: Int32Array
  }
  | Integers
  | Places

/** A text for all rows. */
export const constantText = (text: string): ColumnSource => ({ kind: "constant", value: duckdb.create_varchar(text) })

/** A 64-bit integer for all rows. */
export const constantInteger = (value: number): ColumnSource => ({
  kind: "constant",
  value: duckdb.create_int64(BigInt(value))
})

/** An instant in milliseconds since 1970 for all rows. */
export const constantInstant = (millis: number): ColumnSource => ({
  kind: "constant",
  value: duckdb.create_timestamp_tz({ micros: BigInt(millis) * 1000n })
})
