/**
 * Where the values of a column come from.
 */
import duckdb from "@duckdb/node-bindings"

/** Texts as places in the bytes of an answer, which has more than a few bytes. */
export interface Places {
  readonly kind: "places"
  readonly bytes: Uint8Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly order: Int32Array
}

/**
 * A column's values by row number: text, 64-bit integers as bigint or as safe integers, 32-bit integers, booleans; or
 * one value for all rows. With an `order` the values stand in arrays and the order says which row each is of: safe integers
 * with NaN for NULL, bytes, a few texts by their number, texts by their places.
 */
export type ColumnSource =
  | { readonly kind: "constant"; readonly value: duckdb.Value }
  | { readonly kind: "text"; readonly at: (row: number) => string | null }
  | { readonly kind: "bigint"; readonly at: (row: number) => bigint | null }
  | { readonly kind: "integer"; readonly at: (row: number) => number | null }
  | { readonly kind: "int32"; readonly at: (row: number) => number | null }
  | { readonly kind: "boolean"; readonly at: (row: number) => boolean | null }
  | { readonly kind: "numbers"; readonly values: Float64Array; readonly order: Int32Array }
  | { readonly kind: "bytes"; readonly values: Uint8Array; readonly order: Int32Array }
  | {
    readonly kind: "choice"
    readonly values: Uint8Array
    readonly texts: ReadonlyArray<string | null>
    readonly order: Int32Array
  }
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
