/**
 * `normalise` for records that travel as columns, to the same rows.
 */
import { areDistinct, putPrints } from "../domain/idPrints.ts"
import * as Money from "../domain/Money.ts"
import { contains, dayFromNumber, type Period, startOfDay } from "../domain/Period.ts"
import { descriptionAt, type RowColumns, timeFlags } from "../domain/RowColumns.ts"
import { columnNames, roomFor, type ScannedRecords } from "../domain/ScannedRecords.ts"
import * as ServiceTime from "../domain/ServiceTime.ts"
import type { Currency, WalletNo } from "../domain/Wallet.ts"
import { currencyOf } from "./currencyOf.ts"
import type { NormaliseRules } from "./normalise.ts"
import { UsualCurrency } from "./UsualCurrency.ts"

/**
 * The rows of some days; undefined where a record has to be rejected, an id comes twice or the currencies differ, which
 * is left to the way by objects.
 */
export const normaliseColumns = (
  walletNo: WalletNo,
  records: ScannedRecords,
  days: Period,
  rules: NormaliseRules
): RowColumns | undefined => {
  if (rules.markerPolicy === "reject" && hasConflict(records)) return undefined
  const kept = within(records, days)
  const currency = rules.currency ?? commonCurrency(kept)
  const idPrints = printsOfIds(kept)
  return currency === undefined || !areDistinct(idPrints, kept.count)
    ? undefined
    : { ...kept, walletNo, currency, idPrints, ...timesOf(kept, rules) }
}

const hasConflict = ({ afternoon, count, second }: ScannedRecords): boolean => {
  for (let index = 0; index < count; index++) {
    if (ServiceTime.contradicts(hourOf(second[index] as number), afternoon[index] === 1)) return true
  }
  return false
}

const hourOf = (second: number): number => Math.floor(second / 3600)

/** The records of some days: nearly always all of them. */
const within = (records: ScannedRecords, days: Period): ScannedRecords => {
  const { count, day } = records
  const isInside = (index: number): boolean => contains(days, dayFromNumber(day[index] as number))
  let inside = 0
  for (let index = 0; index < count; index++) if (isInside(index)) inside++
  if (inside === count) return records
  const kept = roomFor(inside, records.bytes)
  let place = 0
  for (let index = 0; index < count; index++) if (isInside(index)) copyRecord(records, index, kept, place++)
  return { ...kept, count: inside }
}

const copyRecord = (from: ScannedRecords, index: number, to: ScannedRecords, place: number): void => {
  for (const name of columnNames) to[name][place] = from[name][index] as number
}

const printsOfIds = ({ bytes, count, idEnd, idStart }: ScannedRecords): Uint32Array => {
  const prints = new Uint32Array(2 * count)
  for (let index = 0; index < count; index++) {
    putPrints(prints, index, bytes, idStart[index] as number, idEnd[index] as number)
  }
  return prints
}

/** The currency that all descriptions name, or null where none names one; undefined when they differ. */
const commonCurrency = (records: ScannedRecords): Currency | null | undefined => {
  const usual = new UsualCurrency(records)
  let common: Currency | null | undefined
  for (let index = 0; index < records.count; index++) {
    const amount = records.amount[index] as number
    const currency = usual.at(index) ??
      currencyOf(descriptionAt(records, index), Money.fromTenThousandths(BigInt(amount)))
    if (index > 0 && currency !== common) return undefined
    common = currency
  }
  return common ?? null
}

const timesOf = (
  { afternoon, count, day, second }: ScannedRecords,
  { clock, markerPolicy }: NormaliseRules
): Pick<RowColumns, "localTime" | "occurredAt" | "timeFlag"> => {
  const localTime = new Float64Array(count)
  const occurredAt = new Float64Array(count)
  const timeFlag = new Uint8Array(count)
  for (let index = 0; index < count; index++) {
    const written = second[index] as number
    const isConflict = ServiceTime.contradicts(hourOf(written), afternoon[index] === 1)
    const trusted = isConflict && markerPolicy === "trust-marker" ? (written + halfDay) % (2 * halfDay) : written
    const local = startOfDay(dayFromNumber(day[index] as number)) + trusted * 1000
    const { flag, instant } = clock.resolve(local)
    localTime[index] = local
    occurredAt[index] = instant
    if (isConflict || flag !== null) timeFlag[index] = timeFlags.indexOf(isConflict ? "marker-conflict" : flag)
  }
  return { localTime, occurredAt, timeFlag }
}

const halfDay = 43_200
