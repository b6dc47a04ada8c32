/**
 * From the service's records to rows: exact money, an instant beside the raw time, a currency where one is known. Total:
 * every record becomes a row or a rejection with its raw text, and none is lost.
 */
import { contains, dayFromNumber, type Period, startOfDay } from "../domain/Period.ts"
import { dayAt, pick, type Records, sourceText } from "../domain/Records.ts"
import type { Rejection, RejectionCause } from "../domain/Rejection.ts"
import { none, type Rows, timeFlags } from "../domain/Rows.ts"
import * as ServiceTime from "../domain/ServiceTime.ts"
import type { Currency, WalletNo } from "../domain/Wallet.ts"
import { CurrencyReader } from "./CurrencyReader.ts"

/** How a wallet's records are to be read. */
export interface NormaliseRules {
  readonly clock: ServiceTime.ZoneClock
  readonly markerPolicy: ServiceTime.MarkerPolicy
  /** The wallet's currency where settings name it; null: look into the descriptions. */
  readonly currency: Currency | null
}

/** An answer's records as rows and rejections. */
export interface Normalised {
  /** Those of the days that were asked for, in the order of the answer. */
  readonly rows: Rows
  /** The records that are none, whatever day they are of. */
  readonly rejections: ReadonlyArray<Rejection>
  /** The bytes that the longest of the rows' records has in the answer. */
  readonly longest: number
}

/** Normalises the records of some days; of all days when these are left out. */
export const normalise = (
  walletNo: WalletNo,
  records: Records,
  rules: NormaliseRules,
  days?: Period
): Normalised => {
  const { count, day, end, start } = records
  const rejections: Array<Rejection> = []
  const indexes = new Int32Array(count)
  let [kept, longest] = [0, 0]
  for (let index = 0; index < count; index++) {
    const cause = causeOf(records, index, rules)
    if (cause !== undefined) rejections.push(rejectionOf(records, index, cause))
    else if (days === undefined || contains(days, dayFromNumber(day[index] as number))) {
      longest = Math.max(longest, (end[index] as number) - (start[index] as number))
      indexes[kept++] = index
    }
  }
  return { rows: normalisedRows(walletNo, records, indexes.subarray(0, kept), rules), rejections, longest }
}

/** Why a record is no row, by its contents or by the rules. */
const causeOf = (
  { afternoon, rejected, second }: Records,
  index: number,
  { markerPolicy }: NormaliseRules
): RejectionCause | undefined => {
  const cause = rejected.size === 0 ? undefined : rejected.get(index)
  if (cause !== undefined) return cause
  const written = second[index] as number
  if (written < 0) return { reason: "time-malformed", detail: timeDetail["time-malformed"] }
  return markerPolicy === "reject" && isConflict(written, afternoon[index] === 1)
    ? { reason: "time-marker-conflict", detail: timeDetail["time-marker-conflict"] }
    : undefined
}

const timeDetail: Record<ServiceTime.TimeProblem, string> = {
  "time-malformed": "date: expected YYYY-MM-DD HH:MM:SS and AM or PM, a time that exists",
  "time-marker-conflict": "date: the hour and the AM/PM marker contradict each other, and the marker policy is reject"
}

/** Its day is the one that its date names, so that only the window of that day keeps it; null when it can't be read. */
const rejectionOf = (records: Records, index: number, cause: RejectionCause): Rejection => ({
  ...cause,
  rawText: sourceText(records, index),
  day: (records.second[index] as number) < 0 ? null : dayAt(records, index) ?? null
})

const isConflict = (second: number, isAfternoon: boolean): boolean =>
  ServiceTime.contradicts(Math.floor(second / 3600), isAfternoon)

const normalisedRows = (walletNo: WalletNo, records: Records, indexes: Int32Array, rules: NormaliseRules): Rows => {
  const count = indexes.length
  if (count === 0) return none
  // Mostly all are kept, and the columns serve as they are.
  const kept = count === records.count ? records : pick(records, indexes)
  const { afternoon, day, second } = kept
  const occurredAt = new Float64Array(count)
  const localTime = new Float64Array(count)
  const timeFlag = new Uint8Array(count)
  const currency = new Uint16Array(count)
  const currencies = new CurrencyReader(kept, rules.currency)
  const { clock, markerPolicy } = rules
  for (let index = 0; index < count; index++) {
    currency[index] = currencies.at(index)
    const written = second[index] as number
    const isWrong = isConflict(written, afternoon[index] === 1)
    const trusted = isWrong && markerPolicy === "trust-marker" ? (written + halfDay) % (2 * halfDay) : written
    const local = startOfDay(dayFromNumber(day[index] as number)) + trusted * 1000
    const { flag, instant } = clock.resolve(local)
    localTime[index] = local
    occurredAt[index] = instant
    timeFlag[index] = timeFlags.indexOf(isWrong ? "marker-conflict" : flag)
  }
  return {
    count,
    walletNo,
    answer: null,
    bytes: kept.bytes,
    idStart: kept.idStart,
    idEnd: kept.idEnd,
    descriptionStart: kept.descriptionStart,
    descriptionEnd: kept.descriptionEnd,
    dateStart: kept.dateStart,
    dateEnd: kept.dateEnd,
    credit: kept.credit,
    confirmed: kept.confirmed,
    amount: kept.amount,
    hasBalance: kept.hasBalance,
    balance: kept.balance,
    currency,
    currencies: currencies.found,
    occurredAt,
    localTime,
    timeFlag
  }
}

const halfDay = 43_200
