/**
 * The slow and simple way from an answer's text to its rows: an object for each record, one after the other, by a second
 * reader of JSON. It is the oracle of the way by columns.
 */
import * as Money from "../../src/domain/Money.ts"
import { contains, formatDay, type Period } from "../../src/domain/Period.ts"
import type { Rejection, RejectionCause } from "../../src/domain/Rejection.ts"
import * as ServiceTime from "../../src/domain/ServiceTime.ts"
import { dayOf, type Transaction } from "../../src/domain/Transaction.ts"
import type { WalletNo } from "../../src/domain/Wallet.ts"
import { currencyOf } from "../../src/normalise/currencyOf.ts"
import type { NormaliseRules } from "../../src/normalise/normalise.ts"
import { memberOf, readReference, type ReferenceValue } from "./referenceJson.ts"
import { dayByPattern } from "./references.ts"

/** What a window keeps of an answer. */
export interface SlowWindow {
  readonly rows: ReadonlyArray<Transaction>
  readonly rejections: ReadonlyArray<Rejection>
  readonly received: number
  readonly outside: number
  readonly duplicates: number
}

/** Half of a surrogate pair is written out, since no UTF-8 text can hold it. */
export const sound = (text: string): string =>
  Array.from(
    text,
    (character) =>
      /^[\ud800-\udfff]$/.test(character) ? String.raw`\u${character.charCodeAt(0).toString(16)}` : character
  ).join("")

const isNumeric = (value: ReferenceValue): boolean => value.kind === "string" || value.kind === "number"

const fields: ReadonlyArray<readonly [name: string, expected: string, isRight: (value: ReferenceValue) => boolean]> = [
  ["txnId", "a string", ({ kind }) => kind === "string"],
  [
    "type",
    "Debit or Credit",
    (value) => value.kind === "string" && (value.text === "Debit" || value.text === "Credit")
  ],
  ["amount", "a number, or a string that holds one", isNumeric],
  ["balance", "a number, a string that holds one, or null", (value) => value.kind === "null" || isNumeric(value)],
  ["description", "a string", ({ kind }) => kind === "string"],
  ["confirmed", "true or false", ({ kind }) => kind === "boolean"],
  ["date", "a string", ({ kind }) => kind === "string"]
]

const shapeProblem = (element: ReferenceValue): RejectionCause | undefined => {
  if (element.kind !== "object") return { reason: "not-an-object", detail: "expected an object" }
  for (const [name, expected, isRight] of fields) {
    const value = memberOf(element, name)
    if (value === undefined && name !== "balance") {
      return { reason: "missing-field", detail: `${name} is missing: expected ${expected}` }
    }
    if (value !== undefined && !isRight(value)) {
      return { reason: "wrong-field", detail: `${name}: expected ${expected}` }
    }
  }
  return undefined
}

const textOf = (element: ReferenceValue, name: string): string => {
  const value = memberOf(element, name)
  return value?.kind === "string" || value?.kind === "number" ? value.text : ""
}

const moneyReasons = {
  "not-a-decimal": ["money-not-decimal", "expected a plain decimal such as 1250.00"],
  "too-many-decimals": ["money-too-precise", "expected at most 4 decimals"],
  "too-large": ["money-too-large", "expected at most 14 digits in front of the point"]
} as const

const moneyOf = (element: ReferenceValue, name: "amount" | "balance"): Money.Money | RejectionCause => {
  const money = Money.parse(textOf(element, name))
  if (typeof money === "bigint") return money
  const [reason, expected] = moneyReasons[money]
  return { reason, detail: `${name}: ${expected}` }
}

const timeReasons = {
  "time-malformed": "date: expected YYYY-MM-DD HH:MM:SS and AM or PM, a time that exists",
  "time-marker-conflict": "date: the hour and the AM/PM marker contradict each other, and the marker policy is reject"
} as const

const rowOf = (walletNo: WalletNo, element: ReferenceValue, rules: NormaliseRules): Transaction | RejectionCause => {
  const problem = shapeProblem(element)
  if (problem !== undefined) return problem
  const amount = moneyOf(element, "amount")
  if (typeof amount === "object") return amount
  const given = memberOf(element, "balance")
  const balance = given === undefined || given.kind === "null" ? null : moneyOf(element, "balance")
  if (typeof balance === "object" && balance !== null) return balance
  const dateText = sound(textOf(element, "date"))
  const time = ServiceTime.parse(dateText, rules.markerPolicy)
  if (typeof time === "string") return { reason: time, detail: timeReasons[time] }
  const { flag, instant } = rules.clock.resolve(time.localTime)
  const description = sound(textOf(element, "description"))
  const confirmed = memberOf(element, "confirmed")
  return {
    walletNo,
    txnId: sound(textOf(element, "txnId")),
    type: textOf(element, "type") === "Credit" ? "Credit" : "Debit",
    amount,
    balance,
    currency: rules.currency ?? currencyOf(description, amount),
    description,
    confirmed: confirmed?.kind === "boolean" && confirmed.value,
    occurredAt: instant,
    localTime: time.localTime,
    dateText,
    timeFlag: time.markerConflict ? "marker-conflict" : flag
  }
}

/** The day that a record's date names, where all of the date is one. */
const dayNamedBy = (element: ReferenceValue): Rejection["day"] => {
  const date = element.kind === "object" ? textOf(element, "date") : ""
  const time = ServiceTime.parse(date, "trust-24h")
  return typeof time === "string" ? null : dayByPattern(date.slice(0, 10)) as Rejection["day"]
}

const contentOf = ({ amount, balance, ...row }: Transaction): string =>
  JSON.stringify([row, String(amount), String(balance)])

/** Two records with a balance and the same id, not a blank one, that agree in all they say are one. */
const distinct = (rows: ReadonlyArray<Transaction>): ReadonlyArray<Transaction> => {
  const seen = new Set<string>()
  return rows.filter((row) => {
    if (row.txnId.trim() === "" || row.balance === null) return true
    const content = contentOf(row)
    if (seen.has(content)) return false
    seen.add(content)
    return true
  })
}

/** What a window of some days keeps of an answer for the days that `request` names. */
export const slowWindow = (
  text: string,
  walletNo: WalletNo,
  days: Period,
  request: { readonly fromDate: string; readonly toDate: string },
  rules: NormaliseRules
): SlowWindow => {
  const reference = readReference(text)
  const data = reference._tag === "Json" ? memberOf(reference.value, "data") : undefined
  if (data?.kind !== "array") throw new Error("the oracle reads statements only")
  const rows: Array<Transaction> = []
  const rejections: Array<Rejection> = []
  for (const element of data.elements) {
    const row = rowOf(walletNo, element, rules)
    if (!("reason" in row)) {
      rows.push(row)
      continue
    }
    const day = dayNamedBy(element)
    const named = day === null ? undefined : formatDay(day)
    const isOthers = day !== null && named !== undefined && !contains(days, day) && named >= request.fromDate &&
      named <= request.toDate
    if (!isOthers) rejections.push({ ...row, rawText: text.slice(element.start, element.end), day })
  }
  const inside = rows.filter((row) => contains(days, dayOf(row)))
  const kept = distinct(inside)
  return {
    rows: kept,
    rejections,
    received: data.elements.length,
    outside: data.elements.length - inside.length - rejections.length,
    duplicates: inside.length - kept.length
  }
}
