/**
 * Why the balances do not prove a ledger's days, in words for whoever asked for it.
 */
import { addDays, formatDay, parseDay } from "../../domain/Period.ts"
import type { QueryRow } from "../../sink/duckdb/index.ts"

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** The reasons that a row of `ledgersQuestion` holds, a sentence each. */
export const unprovenReasons = (row: QueryRow): ReadonlyArray<string> => {
  const [from, to = null, opening = null, closing = null] = row.slice(2)
  const [missing, gaps, untied = null, provenFrom = null, provenTo = null, firstNeeded = null] = row.slice(10)
  const reasons = [
    ...(Number(missing) === 0
      ? []
      : [`${counted(Number(missing), "day is", "days are")} not loaded, or may lack rows.`]),
    ...(Number(gaps) === 0 ? [] : [`In ${counted(Number(gaps), "place", "places")} the balances do not meet.`]),
    ...(untied === null ? [] : [`The rows up to ${untied} do not lead to the balance that it ends with.`]),
    ...(provenFrom === null || provenTo === null
      ? ["The balances prove no day."]
      : [
        ...(firstNeeded !== null && provenFrom > firstNeeded
          ? [`The balances prove no day before ${provenFrom}.`]
          : []),
        ...(to !== null && provenTo < to ? [`The balances prove no day from ${dayAfter(provenTo)} on.`] : [])
      ])
  ]
  if (reasons.length > 0 || (opening !== null && closing !== null)) return reasons
  return [`The balance at the beginning of ${from} or at the end of ${to} is not known.`]
}

const dayAfter = (day: string): string => {
  const parsed = parseDay(day)
  return parsed === undefined ? day : formatDay(addDays(parsed, 1))
}
