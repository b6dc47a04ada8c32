/**
 * Rows that name no currency beside others that do: what they leave open in the order of those, and what is said of them
 * when they fit nowhere.
 */
import { type Day, dayOfLocalTime } from "../../domain/Period.ts"
import { currencyAt, type Rows } from "../../domain/Rows.ts"
import { mostRows, type Verdict } from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import { type ChainCheck, check } from "../chain/Continuity.ts"
import { byTime, eachRow } from "../chain/Edges.ts"

/** Leaves the last row of a currency's day without a place where a row that may be the currency's stands behind it. */
export const leaveOpen = (rows: Rows, places: Array<number | null>): void => {
  const lastNameless = new Map<Day, number>()
  for (const [index, time] of timesOf(rows)) {
    const day = dayOfLocalTime(time)
    if (currencyAt(rows, index) === null) lastNameless.set(day, Math.max(lastNameless.get(day) ?? -Infinity, time))
  }
  const lastNamed = new Map<string, number>()
  for (const [index, time] of timesOf(rows)) {
    const currency = currencyAt(rows, index)
    if (currency === null || places[index] === null) continue
    const key = `${currency} ${dayOfLocalTime(time)}`
    if ((places[index] ?? -1) > (places[lastNamed.get(key) ?? -1] ?? -1)) lastNamed.set(key, index)
  }
  for (const index of lastNamed.values()) {
    const time = rows.localTime[index] ?? 0
    const latest = lastNameless.get(dayOfLocalTime(time)) ?? -Infinity
    if (Math.floor(latest / 1000) >= Math.floor(time / 1000)) places[index] = null
  }
}

const timesOf = ({ count, localTime }: Rows) => localTime.subarray(0, count).entries()

/** Whether a chain is a wallet's only one, by the currencies that are known of it; rows that fit nowhere beside one are not. */
export const isOnlyChain = (currency: Currency | null, known: ReadonlyArray<Currency>): boolean =>
  known.length === 0 || (known.length === 1 && known[0] === currency)

/** Rows that name no currency and fit into no chain: no balance of theirs is believed, so that none is passed on. */
export const leftOver = (rows: Rows): ChainCheck => {
  const alone = check(rows)
  const verdict: Verdict = {
    ...alone.verdict,
    kind: "ambiguous",
    gaps: [],
    rows: eachRow(rows).toSorted(byTime).slice(0, mostRows).map((row) => row.txnId)
  }
  return { ...alone, verdict, opening: null, closing: null, ways: [], mayRest: false, silent: null }
}
