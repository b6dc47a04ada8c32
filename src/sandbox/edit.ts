/**
 * Changes to a wallet's history between two pulls, as real services make them: a text corrected, a record withdrawn,
 * a late one booked, one moved to another day.
 *
 * Running balances are worked out anew, so that the history stays coherent, unless `rebalance` is false: then the
 * other balances stay as they were and the statement has a break in it.
 */
import { Schema } from "effect"
import { dayNumber, daySeconds, secondNumber } from "./calendar.ts"
import { toUnits } from "./decimal.ts"
import { shapes } from "./description.ts"
import {
  balanced,
  type Columns,
  currencyOf,
  isConfirmed,
  isDebit,
  type Ledger,
  makeColumns,
  type Override,
  packTraits,
  rowAt,
  size
} from "./Ledger.ts"

const rebalance = { rebalance: Schema.optionalKey(Schema.Boolean) }
/** A record by its place in order of time, from 0 and before the edit, or the first with a txnId. */
const record = Schema.Union([Schema.Int, Schema.String])

/** One change. Amounts are decimals as text; times are `YYYY-MM-DD HH:MM:SS`. */
export const Edit = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("change"),
    record,
    amount: Schema.optionalKey(Schema.String),
    description: Schema.optionalKey(Schema.String),
    txnId: Schema.optionalKey(Schema.String),
    confirmed: Schema.optionalKey(Schema.Boolean),
    ...rebalance
  }),
  Schema.Struct({ kind: Schema.Literal("withdraw"), record, ...rebalance }),
  Schema.Struct({
    kind: Schema.Literal("add"),
    at: Schema.String,
    type: Schema.Literals(["Debit", "Credit"]),
    amount: Schema.String,
    /** One of the wallet's; by default its first. */
    currency: Schema.optionalKey(Schema.String),
    txnId: Schema.optionalKey(Schema.String),
    description: Schema.optionalKey(Schema.String),
    ...rebalance
  }),
  Schema.Struct({ kind: Schema.Literal("move"), record, day: Schema.String, ...rebalance })
])
export type Edit = typeof Edit.Type

interface Entry {
  readonly serial: number
  readonly id: number
  readonly second: number
  readonly amount: bigint
  readonly traits: number
}

/** Makes the changed history, or says what about the edit cannot be. */
export const edited = (ledger: Ledger, edit: Edit): Ledger | string => {
  const changed = edit.kind === "add" ? add(ledger, edit) : onRecord(ledger, edit)
  return typeof changed === "string" || edit.rebalance === false ? changed : balanced(changed)
}

const onRecord = (ledger: Ledger, edit: Exclude<Edit, { readonly kind: "add" }>): Ledger | string => {
  const place = placeOf(ledger, edit.record)
  const entry = entryAt(ledger, place)
  if (entry === undefined) return "no such record"
  switch (edit.kind) {
    case "withdraw":
      return splice(ledger, place, undefined)
    case "move": {
      const day = dayNumber(edit.day)
      if (day === undefined) return "day: expected a day that exists, written YYYY-MM-DD"
      return splice(ledger, place, { ...entry, second: day * daySeconds + (entry.second % daySeconds) })
    }
    case "change": {
      const amount = edit.amount === undefined ? entry.amount : toUnits(edit.amount)
      if (amount === undefined || amount < 0n) return "amount: expected a decimal such as 10.00"
      const { traits } = entry
      const confirmed = edit.confirmed ?? isConfirmed(traits)
      const repacked = packTraits(shapes[traits & 3] ?? "payment", isDebit(traits), confirmed, currencyOf(traits))
      return splice(withOverride(ledger, entry.serial, edit), place, { ...entry, amount, traits: repacked })
    }
  }
}

const add = (ledger: Ledger, edit: Extract<Edit, { readonly kind: "add" }>): Ledger | string => {
  const second = secondNumber(edit.at)
  const amount = toUnits(edit.amount)
  const currency = edit.currency === undefined ? 0 : ledger.currencies.indexOf(edit.currency)
  if (second === undefined) return "at: expected a time that exists, written YYYY-MM-DD HH:MM:SS"
  if (amount === undefined || amount < 0n) return "amount: expected a decimal such as 10.00"
  if (currency < 0) return `currency: expected one of the wallet's, ${ledger.currencies.join(" or ")}`
  const serial = ledger.nextSerial
  const traits = packTraits("payment", edit.type === "Debit", true, currency)
  const grown = withOverride({ ...ledger, nextSerial: serial + 1 }, serial, edit)
  return splice(grown, undefined, { serial, id: 900_000_000 + serial, second, amount, traits })
}

const withOverride = (ledger: Ledger, serial: number, { description, txnId }: Override): Ledger => ({
  ...ledger,
  overrides: new Map(ledger.overrides).set(serial, {
    ...ledger.overrides.get(serial),
    ...(description === undefined ? {} : { description }),
    ...(txnId === undefined ? {} : { txnId })
  })
})

const placeOf = (ledger: Ledger, record: number | string): number => {
  if (typeof record === "number") return record
  for (let place = 0; place < size(ledger); place++) if (rowAt(ledger, place)?.txnId === record) return place
  return -1
}

const entryAt = (ledger: Ledger, place: number): Entry | undefined => {
  const serial = ledger.serial[place]
  if (serial === undefined) return undefined
  return {
    serial,
    id: ledger.id[place] ?? 0,
    second: ledger.second[place] ?? 0,
    amount: ledger.amount[place] ?? 0n,
    traits: ledger.traits[place] ?? 0
  }
}

/** Takes the record at `gone` out and puts `entry` where its time belongs, last of its second. */
const splice = (ledger: Ledger, gone: number | undefined, entry: Entry | undefined): Ledger => {
  const length = size(ledger) - (gone === undefined ? 0 : 1) + (entry === undefined ? 0 : 1)
  const columns = makeColumns(length)
  const stays = entry !== undefined && gone !== undefined && ledger.second[gone] === entry.second
  let target = 0
  let pending = entry
  for (let place = 0; place < size(ledger); place++) {
    const due = stays ? place === gone : (ledger.second[place] ?? 0) > (pending?.second ?? Infinity)
    if (pending !== undefined && due) {
      putEntry(columns, target++, pending, ledger.balance[stays ? place : Math.max(place - 1, 0)] ?? 0n)
      pending = undefined
    }
    if (place !== gone) copy(ledger, place, columns, target++)
  }
  if (pending !== undefined) putEntry(columns, target, pending, ledger.balance[size(ledger) - 1] ?? 0n)
  return { ...ledger, ...columns }
}

const putEntry = (columns: Columns, target: number, entry: Entry, balance: bigint): void => {
  columns.serial[target] = entry.serial
  columns.id[target] = entry.id
  columns.second[target] = entry.second
  columns.amount[target] = entry.amount
  columns.traits[target] = entry.traits
  columns.balance[target] = balance
}

const copy = (from: Columns, place: number, to: Columns, target: number): void => {
  to.serial[target] = from.serial[place] ?? 0
  to.id[target] = from.id[place] ?? 0
  to.second[target] = from.second[place] ?? 0
  to.amount[target] = from.amount[place] ?? 0n
  to.balance[target] = from.balance[place] ?? 0n
  to.traits[target] = from.traits[place] ?? 0
}
