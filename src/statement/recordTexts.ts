/**
 * Records as the texts that they stand in, each by itself: as quarantine keeps them, and as somebody writes them who plays
 * the service.
 */
import { Result } from "effect"
import { JsonNumber } from "../domain/JsonNumber.ts"
import { isRecord, type Records, sourceText } from "../domain/Records.ts"
import type { RejectionCause } from "../domain/Rejection.ts"
import type { Numeric, StatementRecord } from "../domain/StatementRecord.ts"
import { formatProblem, parse } from "../json/ExactJson.ts"
import { JsonReader } from "../json/JsonReader.ts"
import { defaultBounds, type JsonBounds } from "../json/JsonValue.ts"
import { RecordReader } from "./RecordReader.ts"

const utf8 = new TextEncoder()

/** Of texts that were read before, within whatever bounds were set then. */
export const boundless: JsonBounds = {
  depth: Infinity,
  elements: Infinity,
  keys: Infinity,
  stringLength: Infinity,
  values: Infinity
}

/** Reads texts of one record each, held against the bounds by itself; one that is no JSON is told apart like any other that is no record. */
export const readTexts = (texts: ReadonlyArray<string>, bounds: JsonBounds = defaultBounds): Records => {
  const problems = new Map<number, RejectionCause>()
  const sound = texts.map((text, index) =>
    Result.match(parse(utf8.encode(text), bounds), {
      onFailure: (problem) => {
        problems.set(index, { reason: "not-an-object", detail: formatProblem(problem) })
        return "null"
      },
      onSuccess: () => text
    })
  )
  const reader = new RecordReader(new JsonReader(utf8.encode(`[${sound.join(",")}]`), boundless))
  reader.readAll(1)
  const records = reader.records(null)
  return { ...records, rejected: new Map([...records.rejected, ...problems]) }
}

/** Records as if an answer had held them. */
export const recordsOf = (records: ReadonlyArray<StatementRecord>): Records =>
  readTexts(records.map(recordText), boundless)

/** A record as the service writes it (interface 2.5); a balance that is left out stays so. */
export const recordText = (record: StatementRecord): string => {
  const { amount, balance, confirmed, date, description, txnId, type } = record
  const [before, behind] = [{ txnId, type }, { description, confirmed, date }].map((part) =>
    JSON.stringify(part).slice(1, -1)
  )
  const balanceJson = balance === undefined ? "" : `"balance":${numericJson(balance)},`
  return `{${before ?? ""},"amount":${numericJson(amount)},${balanceJson}${behind ?? ""}}`
}

const numericJson = (value: Numeric | null): string => value instanceof JsonNumber ? value.text : JSON.stringify(value)

/** A record as it was received; undefined for an element that is none by its shape. */
export const recordAt = (records: Records, index: number): StatementRecord | undefined => {
  if (!isRecord(records, index)) return undefined
  const read = parse(utf8.encode(sourceText(records, index)), boundless)
  // The columns were read from the very text, and found it to be a record.
  return Result.getOrThrow(read) as unknown as StatementRecord
}

/** All elements of an answer, each as `recordAt` gives it. */
export const receivedIn = (records: Records): ReadonlyArray<StatementRecord | undefined> =>
  Array.from({ length: records.count }, (_, index) => recordAt(records, index))
