/**
 * A record as JSON text (interface 2.5), field by field so that a fault can spoil one of them. Numbers are written
 * from exact text, never through a double.
 */
import { hourOf, timeText } from "./calendar.ts"
import { fromUnits } from "./decimal.ts"
import { RecordField } from "./Fault.ts"
import type { Row } from "./Ledger.ts"
import { draw } from "./random.ts"
import type { Behaviour } from "./SandboxOptions.ts"

/** The JSON text of each field that is sent. */
export type WireFields = Readonly<Partial<Record<RecordField, string>>>

/** How numbers are written. */
export type Forms = Pick<Behaviour, "amountForm" | "balanceForm" | "clock">

const numberText = (form: Behaviour["balanceForm"], text: string, bits: number): string =>
  form === "number" || (form === "mixed" && (bits & 1) === 0) ? text : `"${text}"`

/** The marker that goes with the hour. */
export const markerOf = (second: number): "AM" | "PM" => (hourOf(second) < 12 ? "AM" : "PM")

/** Writes a record's date: a time and a marker; the hour by 24 as the interface has it, or from 1 to 12. */
export const dateText = (second: number, marker: string, clock: Behaviour["clock"] = "24-hour"): string => {
  const text = timeText(second)
  if (clock === "24-hour") return `"${text} ${marker}"`
  const hour = String((hourOf(second) + 11) % 12 + 1).padStart(2, "0")
  return `"${text.slice(0, 11)}${hour}${text.slice(13)} ${marker}"`
}

/** A record's fields as they should be. */
export const wireFields = (row: Row, forms: Forms, decimals: number): WireFields => {
  const bits = draw(row.serial, 31)
  return {
    txnId: JSON.stringify(row.txnId),
    type: row.debit ? "\"Debit\"" : "\"Credit\"",
    amount: numberText(forms.amountForm, fromUnits(row.amount, decimals), bits),
    ...(forms.balanceForm === "absent"
      ? {}
      : { balance: numberText(forms.balanceForm, fromUnits(row.balance, decimals), bits >>> 1) }),
    description: JSON.stringify(row.description),
    confirmed: row.confirmed ? "true" : "false",
    date: dateText(row.second, markerOf(row.second), forms.clock)
  }
}

/** Joins fields to a JSON object. */
export const render = (fields: WireFields): string => {
  let text = ""
  for (const name of RecordField.literals) {
    const value = fields[name]
    if (value !== undefined) text += `${text === "" ? "{" : ","}"${name}":${value}`
  }
  return `${text === "" ? "{" : text}}`
}
