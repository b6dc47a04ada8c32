/**
 * How the service writes what its records hold: amounts and balances as JSON strings or numbers, hours by 24 or by 12.
 */
import { parse } from "../../domain/ServiceTime.ts"
import { type Numeric, numericText, type StatementRecord } from "../../domain/StatementRecord.ts"

/** How often a number was written in which form. */
export interface NumberForms {
  readonly strings: number
  readonly numbers: number
  readonly absent: number
  /** The most digits behind the point. */
  readonly decimals: number
}

/** What the records of some answers were like; a record that came in several counts in each. */
export interface Writing {
  readonly records: number
  readonly malformed: number
  readonly amounts: NumberForms
  readonly balances: NumberForms
  /** Hours above 12, or 0: only a 24-hour clock writes them. */
  readonly hoursOf24: number
  /** Hours that contradict their marker on a 24-hour clock. */
  readonly markerConflicts: number
}

const noNumbers: NumberForms = { strings: 0, numbers: 0, absent: 0, decimals: 0 }

/** Whether hours are those of a 12-hour clock: none is above 12 or 0, and some contradict their marker else. */
export const isTwelveHours = ({ hoursOf24, markerConflicts }: Writing): boolean =>
  hoursOf24 === 0 && markerConflicts > 0

/** Nothing seen yet. */
export const nothingWritten: Writing = {
  records: 0,
  malformed: 0,
  amounts: noNumbers,
  balances: noNumbers,
  hoursOf24: 0,
  markerConflicts: 0
}

const counted = (forms: NumberForms, value: Numeric | null | undefined): NumberForms => {
  if (value === null || value === undefined) return { ...forms, absent: forms.absent + 1 }
  const decimals = Math.max(forms.decimals, /\.(\d+)$/.exec(numericText(value))?.[1]?.length ?? 0)
  return typeof value === "string"
    ? { ...forms, decimals, strings: forms.strings + 1 }
    : { ...forms, decimals, numbers: forms.numbers + 1 }
}

/** Adds records as they were received; undefined for one that is none by its shape. */
export const withRecords = (writing: Writing, records: ReadonlyArray<StatementRecord | undefined>): Writing => {
  let { amounts, balances, hoursOf24, malformed, markerConflicts } = writing
  for (const record of records) {
    if (record === undefined) {
      malformed++
      continue
    }
    const { amount, balance, date } = record
    amounts = counted(amounts, amount)
    balances = counted(balances, balance)
    const hour = Number(date.slice(11, 13))
    if (hour === 0 || hour > 12) hoursOf24++
    const time = parse(date, "trust-24h")
    if (typeof time !== "string" && time.markerConflict) markerConflicts++
  }
  return {
    records: writing.records + records.length,
    amounts,
    balances,
    hoursOf24,
    malformed,
    markerConflicts
  }
}
