/**
 * Rows that name no currency beside others that do: what they leave open in the order of those, and what is said of them
 * when they fit nowhere.
 */
import { type Day, dayOfLocalTime } from "../../domain/Period.ts"
import { mostRows, type Verdict } from "../../domain/Verdict.ts"
import type { Currency } from "../../domain/Wallet.ts"
import { type ChainCheck, check } from "../chain/Continuity.ts"
import type { NamedRow } from "./sharing.ts"

/** Leaves the last row of a currency's day without a place where a row that may be the currency's stands behind it. */
export const leaveOpen = (rows: ReadonlyArray<NamedRow>, places: Array<number | null>): void => {
  const lastNameless = new Map<Day, number>()
  for (const { currency, localTime } of rows) {
    const day = dayOfLocalTime(localTime)
    if (currency === null) lastNameless.set(day, Math.max(lastNameless.get(day) ?? -Infinity, localTime))
  }
  const lastNamed = new Map<string, number>()
  rows.forEach(({ currency, localTime }, index) => {
    if (currency === null || places[index] === null) return
    const key = `${currency} ${dayOfLocalTime(localTime)}`
    if ((places[index] ?? -1) > (places[lastNamed.get(key) ?? -1] ?? -1)) lastNamed.set(key, index)
  })
  for (const index of lastNamed.values()) {
    const second = Math.floor((rows[index]?.localTime ?? 0) / 1000)
    const latest = lastNameless.get(dayOfLocalTime(rows[index]?.localTime ?? 0)) ?? -Infinity
    if (Math.floor(latest / 1000) >= second) places[index] = null
  }
}

const byTime = (left: NamedRow, right: NamedRow): number =>
  left.localTime - right.localTime || (left.txnId < right.txnId ? -1 : 1)

/** Whether a chain is a wallet's only one, by the currencies that are known of it; rows that fit nowhere beside one are not. */
export const isOnlyChain = (currency: Currency | null, known: ReadonlyArray<Currency>): boolean =>
  known.length === 0 || (known.length === 1 && known[0] === currency)

/** Rows that name no currency and fit into no chain: no balance of theirs is believed, so that none is passed on. */
export const leftOver = (rows: ReadonlyArray<NamedRow>): ChainCheck => {
  const alone = check(rows)
  const verdict: Verdict = {
    ...alone.verdict,
    kind: "ambiguous",
    gaps: [],
    rows: rows.toSorted(byTime).slice(0, mostRows).map((row) => row.txnId)
  }
  return { ...alone, verdict, opening: null, closing: null, ways: [], mayRest: false }
}
