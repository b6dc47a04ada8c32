/**
 * Why an element of a statement's `data` is no record: the first of its fields, in the order of interface 2.5, that is
 * missing or not what it should be. Names the field and what it should look like, never its value.
 */
import type { MoneyProblem } from "../domain/Money.ts"
import type { RejectionCause } from "../domain/Rejection.ts"

/** The fields of a record, and what each should be. */
export const recordFields = [
  ["txnId", "a string"],
  ["type", "Debit or Credit"],
  ["amount", "a number, or a string that holds one"],
  ["balance", "a number, a string that holds one, or null"],
  ["description", "a string"],
  ["confirmed", "true or false"],
  ["date", "a string"]
] as const

/** Places in `recordFields`. */
export const field = { txnId: 0, type: 1, amount: 2, balance: 3, description: 4, confirmed: 5, date: 6 } as const

/** Fields as a set: a bit for each. */
export type FieldSet = number

/** The set of one field. */
export const setOf = (place: number): FieldSet => 1 << place

const all: FieldSet = (1 << recordFields.length) - 1
const optional: FieldSet = setOf(field.balance)

/** Whether all fields are right that were seen, and all were seen that must be there. */
export const isWhole = (seen: FieldSet, right: FieldSet): boolean => (seen | optional) === all && seen === right

/** Why an object is no record, where it is not whole. */
export const causeOfShape = (seen: FieldSet, right: FieldSet): RejectionCause => {
  const wrong = all & ~right & (seen | ~optional)
  const place = 31 - Math.clz32(wrong & -wrong)
  const [name = "", expected = ""] = recordFields[place] ?? []
  return (seen & setOf(place)) === 0
    ? { reason: "missing-field", detail: `${name} is missing: expected ${expected}` }
    : { reason: "wrong-field", detail: `${name}: expected ${expected}` }
}

/** Why a value that is no object is no record. */
export const noObject: RejectionCause = { reason: "not-an-object", detail: "expected an object" }

const reasons = {
  "not-a-decimal": ["money-not-decimal", "expected a plain decimal such as 1250.00"],
  "too-many-decimals": ["money-too-precise", "expected at most 4 decimals"],
  "too-large": ["money-too-large", "expected at most 14 digits in front of the point"]
} as const satisfies Record<MoneyProblem, readonly [RejectionCause["reason"], string]>

/** Why the money of a field is none. */
export const causeOfMoney = (place: number, problem: MoneyProblem): RejectionCause => {
  const [reason, expected] = reasons[problem]
  return { reason, detail: `${recordFields[place]?.[0] ?? ""}: ${expected}` }
}
