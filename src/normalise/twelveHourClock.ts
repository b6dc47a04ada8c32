/**
 * Whether a service writes its times by a 12-hour clock, though its hours are taken for those of a 24-hour clock.
 */
import { parse } from "../domain/ServiceTime.ts"
import { signedAmount, type Transaction } from "../domain/Transaction.ts"

/** What of a row tells the clock. */
export type ClockWitness = Pick<Transaction, "amount" | "balance" | "currency" | "dateText" | "type">

/**
 * When about half of a wallet's rows are of the afternoon, twenty of which none has an hour above 12 or 0 are one case in a
 * million on a 24-hour clock.
 */
const enoughRows = 20

/** Of so many rows it is one case in thirty: not enough to know, and too many to say nothing. */
export const doubtfulRows = 5

/** Pairs of rows whose order the balances prove and the two clocks tell otherwise: by chance five agree once in 32. */
const enoughPairs = 5

/** A row's times by both clocks. */
interface Witness {
  readonly row: ClockWitness
  readonly by24: number
  readonly by12: number
}

/** One row in so many at least has to contradict its marker where the balances don't prove the clock: fewer are mistakes. */
const rarest = 4

/** One pair in so many rows at least has to speak for the other clock: fewer meet by chance, where rows are missing. */
const rarestPairs = 10

/**
 * Whether rows are written by a 12-hour clock: no hour is 0 or above 12, both markers come, and hours contradict theirs on a
 * 24-hour clock; so many of so many rows that these are no mistakes, or so that the balances prove the order of the other.
 * `enough` rows are what the first takes.
 */
export const isTwelveHourClock = (rows: ReadonlyArray<ClockWitness>, enough: number = enoughRows): boolean => {
  const witnesses: Array<Witness> = []
  let [mornings, afternoons, conflicts] = [0, 0, 0]
  for (const row of rows) {
    const [by24, by12] = [parse(row.dateText, "trust-24h"), parse(row.dateText, "trust-marker")]
    if (typeof by24 === "string" || typeof by12 === "string") continue
    const hour = Number(row.dateText.slice(11, 13))
    if (hour === 0 || hour > 12) return false
    if (row.dateText[20]?.toUpperCase() === "P") afternoons++
    else mornings++
    if (by24.markerConflict) conflicts++
    witnesses.push({ row, by24: by24.localTime, by12: by12.localTime })
  }
  if (mornings === 0 || afternoons === 0 || conflicts === 0) return false
  const { for12, for24 } = votes(witnesses)
  const isUsual = witnesses.length >= enough && conflicts * rarest >= witnesses.length
  return for12 - for24 >= enoughPairs ||
    (isUsual && for24 - for12 < Math.min(enoughPairs, witnesses.length / rarestPairs))
}

/** How many pairs of rows that follow each other by their balances stand in the order of only one of the clocks. */
const votes = (witnesses: ReadonlyArray<Witness>): { readonly for12: number; readonly for24: number } => {
  const leading = soleBy(witnesses, ({ row }) => balanceKey(row, row.balance))
  const following = soleBy(
    witnesses,
    ({ row }) => balanceKey(row, row.balance === null ? null : row.balance - signedAmount(row))
  )
  let [for12, for24] = [0, 0]
  for (const [key, next] of following) {
    const before = leading.get(key)
    if (before === undefined || next === undefined || before === next) continue
    const [is24, is12] = [before.by24 <= next.by24, before.by12 <= next.by12]
    if (is12 && !is24) for12++
    if (is24 && !is12) for24++
  }
  return { for12, for24 }
}

const balanceKey = ({ currency }: ClockWitness, balance: bigint | null): string | undefined =>
  balance === null ? undefined : `${currency ?? ""} ${balance}`

/** The witnesses that alone have their key. */
const soleBy = (
  witnesses: ReadonlyArray<Witness>,
  keyOf: (witness: Witness) => string | undefined
): ReadonlyMap<string, Witness | undefined> => {
  const found = new Map<string, Witness | undefined>()
  for (const witness of witnesses) {
    const key = keyOf(witness)
    if (key !== undefined) found.set(key, found.has(key) ? undefined : witness)
  }
  return found
}
