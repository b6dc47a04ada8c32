/**
 * A wallet's records as the service keeps them: columns of numbers in order of time, so that a million take some
 * forty megabytes and a page is cut out of them without touching the rest.
 *
 * A ledger is never changed; an edit makes a new one (see `edit.ts`). Money is in ten-thousandths.
 */
import { daySeconds } from "./calendar.ts"
import { fromUnits } from "./decimal.ts"
import { describe, type Shape, shapes } from "./description.ts"
import { draw } from "./random.ts"

/** One record, all its values at hand. */
export interface Row {
  /** Names the record through all edits; records generated together count from 0 in order of time. */
  readonly serial: number
  readonly txnId: string
  readonly debit: boolean
  readonly amount: bigint
  readonly balance: bigint
  readonly currency: string
  readonly description: string
  readonly confirmed: boolean
  /** Wall-clock seconds since 1970-01-01 00:00 on the service's clock. */
  readonly second: number
}

/** The columns, one entry a record. */
export interface Columns {
  readonly serial: Int32Array
  /** The number in the txnId; shared by a payment, its fee and its reversal. */
  readonly id: Int32Array
  readonly second: Float64Array
  readonly amount: BigInt64Array
  readonly balance: BigInt64Array
  /** Bits 0–1 shape, bit 2 debit, bit 3 not confirmed, bits 4–7 currency. */
  readonly traits: Uint8Array
}

/** What an edit fixed by hand for one record. */
export interface Override {
  readonly txnId?: string
  readonly description?: string
}

/** A wallet's history. */
export interface Ledger extends Columns {
  readonly walletNo: string
  readonly seed: number
  readonly idPrefix: string
  readonly decimals: number
  readonly currencies: ReadonlyArray<string>
  /** Of every currency. */
  readonly openingBalance: bigint
  readonly overrides: ReadonlyMap<number, Override>
  readonly nextSerial: number
}

/** Room for `count` records. */
export const makeColumns = (count: number): Columns => ({
  serial: new Int32Array(count),
  id: new Int32Array(count),
  second: new Float64Array(count),
  amount: new BigInt64Array(count),
  balance: new BigInt64Array(count),
  traits: new Uint8Array(count)
})

/** Packs what a record is into one byte; `currency` is its place in the wallet's list. */
export const packTraits = (shape: Shape, debit: boolean, confirmed: boolean, currency: number): number =>
  shapes.indexOf(shape) | (debit ? 4 : 0) | (confirmed ? 0 : 8) | (currency << 4)

/** Whether the record takes from the wallet. */
export const isDebit = (traits: number): boolean => (traits & 4) !== 0
/** Whether the record is confirmed; one that is not leaves the balance as it is. */
export const isConfirmed = (traits: number): boolean => (traits & 8) === 0
/** The place of the record's currency in the wallet's list. */
export const currencyOf = (traits: number): number => traits >> 4

/** How many records. */
export const size = (ledger: Ledger): number => ledger.serial.length

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"

/** What a wallet's txnIds start with. */
export const idPrefixOf = (seed: number): string => {
  const bits = draw(seed, 77)
  return [0, 8, 16].map((shift) => letters[((bits >>> shift) & 255) % letters.length]).join("")
}

/** The record at a place in order of time, from 0; undefined beyond the end. */
export const rowAt = (ledger: Ledger, place: number): Row | undefined => {
  const serial = ledger.serial[place]
  const traits = ledger.traits[place]
  const amount = ledger.amount[place]
  const balance = ledger.balance[place]
  if (serial === undefined || traits === undefined || amount === undefined || balance === undefined) return undefined
  const fixed = ledger.overrides.get(serial)
  const currency = ledger.currencies[currencyOf(traits)] ?? ""
  const debit = isDebit(traits)
  return {
    serial,
    txnId: fixed?.txnId ?? ledger.idPrefix + String(ledger.id[place] ?? 0).padStart(9, "0"),
    debit,
    amount,
    balance,
    currency,
    description: fixed?.description ?? describe({
      debit,
      shape: shapes[traits & 3] ?? "payment",
      currency,
      amount: fromUnits(amount, ledger.decimals),
      bits: draw(ledger.seed, 5, serial)
    }),
    confirmed: isConfirmed(traits),
    second: ledger.second[place] ?? 0
  }
}

/** The first place whose record is not before the start of `day`, or a time of it when it has a fraction. */
export const firstPlaceOf = (ledger: Ledger, day: number): number => {
  const second = Math.round(day * daySeconds)
  let low = 0
  let high = size(ledger)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ledger.second[middle] ?? 0) < second) low = middle + 1
    else high = middle
  }
  return low
}

/** Works out every running balance anew, from the opening balance on. */
export const balanced = (ledger: Ledger): Ledger => {
  const running = ledger.currencies.map(() => ledger.openingBalance)
  const balance = new BigInt64Array(size(ledger))
  for (let place = 0; place < balance.length; place++) {
    const traits = ledger.traits[place] ?? 0
    const amount = ledger.amount[place] ?? 0n
    const currency = currencyOf(traits)
    const before = running[currency] ?? 0n
    const after = isConfirmed(traits) ? (isDebit(traits) ? before - amount : before + amount) : before
    running[currency] = after
    balance[place] = after
  }
  return { ...ledger, balance }
}
