/**
 * How long the longest record is of those that a window keeps: what a run may add is bounded by it, since an answer of many
 * short records may hold one that is as long as all others together.
 */
import type { Rejection } from "../domain/Rejection.ts"
import type { RowColumns } from "../domain/RowColumns.ts"
import type { Transaction } from "../domain/Transaction.ts"

/** About what a record takes besides its two texts: the names of its fields, its amounts and its time. */
const besideTexts = 200

/** In bytes, of columns. */
export const longestOfColumns = ({ count, descriptionEnd, descriptionStart, idEnd, idStart }: RowColumns): number => {
  let longest = 0
  for (let index = 0; index < count; index++) {
    const texts = (idEnd[index] as number) - (idStart[index] as number) + (descriptionEnd[index] as number) -
      (descriptionStart[index] as number)
    longest = Math.max(longest, texts + besideTexts)
  }
  return longest
}

/** In bytes, of rows and of records that can't be read. */
export const longestOf = (rows: ReadonlyArray<Transaction>, rejections: ReadonlyArray<Rejection>): number => {
  let longest = 0
  for (const { description, txnId } of rows) {
    longest = Math.max(longest, Buffer.byteLength(txnId) + Buffer.byteLength(description) + besideTexts)
  }
  for (const { rawText } of rejections) longest = Math.max(longest, Buffer.byteLength(rawText))
  return longest
}
