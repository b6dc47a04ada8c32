/**
 * What each record fault does to a record: the JSON texts that are sent in its place.
 */
import { type RecordFault, type RecordFaultKind, RecordField } from "./Fault.ts"
import type { Row } from "./Ledger.ts"
import { draw, happens } from "./random.ts"
import { dateText, markerOf, render, type WireFields } from "./wireRecord.ts"

const without = (fields: WireFields, field: RecordField): WireFields => {
  const { [field]: _gone, ...rest } = fields
  return rest
}

const wrongTypes: Record<RecordField, string> = {
  txnId: "{\"id\":1}",
  type: "\"Transfer\"",
  amount: "[10]",
  balance: "true",
  description: "42",
  confirmed: "\"yes\"",
  date: "20250101"
}

const hostile = JSON.stringify(
  "Credited KES1.00\r\n2025-01-01 ERROR forged line \u001B[2J\u001B]0;title\u0007 \u202Egnp.exe\u0000 <script>alert(1)</script>"
)

type Spoil = (fields: WireFields, row: Row, field: RecordField) => ReadonlyArray<string>
const alone = (change: (fields: WireFields, row: Row, field: RecordField) => WireFields): Spoil => (...place) => [
  render(change(...place))
]

const spoils: Record<RecordFaultKind, Spoil> = {
  missing: () => [],
  duplicated: (fields) => [render(fields), render(fields)],
  "not-an-object": () => ["\"a record\""],
  "missing-field": alone((fields, _row, field) => without(fields, field)),
  "wrong-type": alone((fields, _row, field) => ({ ...fields, [field]: wrongTypes[field] })),
  "null-field": alone((fields, _row, field) => ({ ...fields, [field]: "null" })),
  "bad-date": alone((fields) => ({ ...fields, date: "\"2025-02-30 25:61:00 PM\"" })),
  "bad-amount": alone((fields) => ({ ...fields, amount: "\"1,000.00\"" })),
  "amount-too-precise": alone((fields) => ({ ...fields, amount: "\"10.00001\"" })),
  "amount-too-large": alone((fields) => ({ ...fields, amount: "123456789012345.00" })),
  "marker-conflict": alone((fields, row) => ({
    ...fields,
    date: dateText(row.second, markerOf(row.second) === "AM" ? "PM" : "AM")
  })),
  unconfirmed: alone((fields) => ({ ...fields, confirmed: "false" })),
  "blank-id": alone((fields) => ({ ...fields, txnId: "\"\"" })),
  "extra-fields": (fields) => [render(fields).replace(/}$/, ",\"channel\":{\"code\":[1,null]},\"note\":\"new\"}")],
  "hostile-text": alone((fields) => ({ ...fields, description: hostile }))
}

/** Spoils records; remembers how often each was spoilt. */
export interface RecordSpoiler {
  /** The texts to send instead; undefined when the record is to be sent as it is. */
  readonly spoil: (walletNo: string, row: Row, fields: WireFields) => ReadonlyArray<string> | undefined
}

/** Makes a spoiler of ordered faults; undefined when there are none. */
export const makeSpoiler = (faults: ReadonlyArray<RecordFault>, seed: number): RecordSpoiler | undefined => {
  if (faults.length === 0) return undefined
  const sent = new Map<string, number>()
  const strikes = faults.map((fault, index) => {
    const which = fault.which
    const listed = "records" in which ? new Set(which.records) : undefined
    const chance = "rate" in which ? which.rate : 0
    return (walletNo: string, serial: number): boolean => {
      if (fault.walletNo !== undefined && fault.walletNo !== walletNo) return false
      if (!(listed === undefined ? happens(chance, seed, 101, index, serial) : listed.has(serial))) return false
      if (fault.times === undefined) return true
      const key = `${index} ${serial} ${walletNo}`
      const before = sent.get(key) ?? 0
      sent.set(key, before + 1)
      return before < fault.times
    }
  })
  const names = RecordField.literals
  return {
    spoil: (walletNo, row, fields) => {
      const index = strikes.findIndex((strike) => strike(walletNo, row.serial))
      const fault = faults[index]
      if (fault === undefined) return undefined
      const field = fault.field ?? names[draw(seed, 102, index, row.serial) % names.length] ?? "txnId"
      return spoils[fault.kind](fields, row, field)
    }
  }
}
