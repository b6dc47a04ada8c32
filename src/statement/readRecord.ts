/**
 * From one element of a statement's `data` to a record, or why it is none.
 */
import { Predicate, Result, Schema } from "effect"
import { JsonNumber } from "../domain/JsonNumber.ts"
import type { RejectionCause } from "../domain/Rejection.ts"
import type { ReceivedRecord } from "../domain/StatementPage.ts"
import { StatementRecord } from "../domain/StatementRecord.ts"
import { formatProblem, parse } from "../json/ExactJson.ts"

const fields: ReadonlyArray<readonly [name: string, expected: string, isRight: (value: unknown) => boolean]> = [
  ["txnId", "a string", Schema.is(StatementRecord.fields.txnId)],
  ["type", "Debit or Credit", Schema.is(StatementRecord.fields.type)],
  ["amount", "a number, or a string that holds one", Schema.is(StatementRecord.fields.amount)],
  ["balance", "a number, a string that holds one, or null", Schema.is(StatementRecord.fields.balance)],
  ["description", "a string", Schema.is(StatementRecord.fields.description)],
  ["confirmed", "true or false", Schema.is(StatementRecord.fields.confirmed)],
  ["date", "a string", Schema.is(StatementRecord.fields.date)]
]
const optionalFields: ReadonlySet<string> = new Set(["balance"])

/** Reads one element of `data` (interface 2.5); fields that the interface does not name are tolerated. */
export const readRecord = (element: unknown): ReceivedRecord =>
  isRecord(element)
    ? { _tag: "Record", record: element }
    : { _tag: "Malformed", cause: causeOf(element), dateText: dateTextOf(element) }

/** What the schema of a record says, several times as fast. */
const isRecord = (element: unknown): element is StatementRecord => {
  if (!Predicate.isObject(element)) return false
  const { amount, balance, confirmed, date, description, txnId, type }: { readonly [name: string]: unknown } = element
  return typeof txnId === "string" && (type === "Debit" || type === "Credit") && isNumeric(amount) &&
    (balance === undefined || balance === null || isNumeric(balance)) && typeof description === "string" &&
    typeof confirmed === "boolean" && typeof date === "string"
}

const isNumeric = (value: unknown): boolean => typeof value === "string" || value instanceof JsonNumber

const dateTextOf = (element: unknown): string | null =>
  Predicate.hasProperty(element, "date") && Predicate.isString(element.date) ? element.date : null

const causeOf = (element: unknown): RejectionCause => {
  if (!Predicate.isObject(element)) return { reason: "not-an-object", detail: "expected an object" }
  for (const [name, expected, isRight] of fields) {
    const present = Object.hasOwn(element, name)
    if (!present && !optionalFields.has(name)) {
      return { reason: "missing-field", detail: `${name} is missing: expected ${expected}` }
    }
    if (present && !isRight(Reflect.get(element, name))) {
      return { reason: "wrong-field", detail: `${name}: expected ${expected}` }
    }
  }
  return { reason: "wrong-field", detail: "expected a transaction record" }
}

/** Reads the text of one element, as quarantine keeps it. */
export const readRecordText = (text: string): ReceivedRecord =>
  Result.match(parse(text), {
    onFailure: (problem) => ({
      _tag: "Malformed",
      cause: { reason: "not-an-object", detail: formatProblem(problem) },
      dateText: null
    }),
    onSuccess: readRecord
  })
