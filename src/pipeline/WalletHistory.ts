/**
 * What the balances say of all the days of a wallet that were ever committed, window by window, across runs.
 */
import { Effect, Option } from "effect"
import { currenciesWith, outerAnchors } from "../continuity/wallet/chains.ts"
import type { KnownBalance } from "../continuity/wallet/KnownBalance.ts"
import { joinWindows, type WalletAnchors, type WindowContinuity } from "../continuity/wallet/WalletContinuity.ts"
import type { ContinuityEntry } from "../domain/ContinuityEntry.ts"
import { addDays, formatDay, overlap, type Period, startOfDay, without } from "../domain/Period.ts"
import type { Gap } from "../domain/Verdict.ts"
import type { Currency, WalletNo } from "../domain/Wallet.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { continuityOfEntry, entryOfContinuity } from "./continuityRecord.ts"
import { entriesLeftBy } from "./entriesLeftBy.ts"
import { declaredJitter } from "./readingRules.ts"
import { checkRows, type WindowEvidence } from "./WindowEvidence.ts"

/** The checks of a wallet's windows, which never overlap, in the order of their days. */
export type WalletHistory = ReadonlyArray<WindowEvidence>

/**
 * Reads a wallet's history; what has to be worked out again is worked out from the stored rows and written down. So is
 * what another jitter of the times, in seconds, may say of them, as soon as a window has declared that jitter: what is
 * written down has to follow from what is declared.
 */
export const load = Effect.fnUntraced(
  function*(walletNo: WalletNo, jitter: number): Effect.fn.Return<WalletHistory, SinkError, Sink> {
    const sink = yield* Sink
    const stale: Array<ContinuityEntry> = []
    const history: Array<WindowEvidence> = []
    const { entries } = entriesLeftBy(yield* sink.windows(walletNo), yield* sink.continuity(walletNo))
    for (const entry of entries) {
      const { days, truncated } = entry
      // Even of rows in the order of their times another jitter may say that they stand on another day.
      const known = Option.filter(continuityOfEntry(entry), (check) => check.jitter === jitter)
      const check = Option.isSome(known)
        ? known.value
        : checkRows({ period: days, rows: yield* sink.liveRows(walletNo, days), truncated, jitter })
      if (Option.isNone(known)) stale.push(entryOfContinuity(check))
      history.push(check)
    }
    if (stale.length > 0 && jitter <= declaredJitter(yield* sink.declaredSettings(walletNo))) {
      yield* sink.recordContinuity(walletNo, stale)
    }
    return history
  }
)

/** The days of a history that were cut off, `YYYY-MM-DD`. */
export const truncatedDaysIn = (history: WalletHistory): ReadonlyArray<string> =>
  history.filter(({ truncated }) => truncated).map(({ period }) => formatDay(period.from))

/** Checks again what is left of the windows that `days` cover in part. */
export const leftovers = Effect.fnUntraced(
  function*(
    history: WalletHistory,
    walletNo: WalletNo,
    days: Period
  ): Effect.fn.Return<WalletHistory, SinkError, Sink> {
    const sink = yield* Sink
    const parts = history.filter(({ period }) => overlap(period, days) !== undefined)
      .flatMap((window) =>
        without(window.period, days).map((period) => ({ period, truncated: window.truncated, jitter: window.jitter }))
      )
    return yield* Effect.forEach(
      parts,
      ({ jitter, period, truncated }) =>
        Effect.map(sink.liveRows(walletNo, period), (rows) => checkRows({ period, rows, truncated, jitter }))
    )
  }
)

/** The history with some checks in the place of all that they overlap. */
export const replace = (history: WalletHistory, checks: WalletHistory): WalletHistory =>
  [...history.filter(({ period }) => checks.every((check) => overlap(period, check.period) === undefined)), ...checks]
    .sort((left, right) => left.period.from - right.period.from)

/** Whether a window tells what stands behind it of a currency, whatever stands before it; undefined without such rows. */
const settles = ({ chains, shared }: WindowContinuity, currency: Currency | null): boolean | undefined => {
  if (shared.length > 0 || chains.some((chain) => chain.currency === null && currency !== null)) return false
  const chain = chains.find((each) => each.currency === currency)
  return chain === undefined ? undefined : !chain.mayRest && chain.ways.length === 1
}

/** The gaps of a part of a history, and the days that they are all of. */
export interface JudgedGaps {
  readonly gaps: ReadonlyArray<Gap>
  readonly days: Period
}

/**
 * The gaps in some neighbouring windows of a history, and between them and what stands before and after them. For
 * each currency that is the nearest window that has rows of it, and as long as that leaves open which balance stands
 * behind it the next one too.
 */
export const gapsAround = (
  history: WalletHistory,
  within: Period,
  balances: ReadonlyArray<KnownBalance>
): JudgedGaps => {
  const currencies = new Set(history.flatMap(({ chains }) => chains.map(({ currency }) => currency)))
  const earlier = history.filter(({ period }) => period.to < within.from).toReversed()
  const later = history.filter(({ period }) => period.from > within.to)
  const [before, after] = [reachOf(earlier, currencies), reachOf(later, currencies)]
  const needed = [
    ...earlier.slice(0, before.needed).reverse(),
    ...history.filter(({ period }) => overlap(period, within) !== undefined),
    ...later.slice(0, after.needed)
  ]
  const beyond = { earlier: earlier.slice(before.needed), later: later.slice(after.needed) }
  const anchors = outerAnchors(history, balances).map((anchor) => anchorWithin(anchor, beyond))
  const { verdict } = joinWindows(needed, anchors, currenciesWith(history, balances))
  const days = {
    from: earlier[before.unsettled - 1]?.period.from ?? within.from,
    to: later[after.unsettled - 1]?.period.to ?? within.to
  }
  const [start, end] = [startOfDay(days.from), startOfDay(addDays(days.to, 1))]
  const gaps = verdict.gaps.filter((gap) =>
    (gap.from ?? Number.NEGATIVE_INFINITY) < end && (gap.to ?? Number.POSITIVE_INFINITY) >= start
  )
  return { gaps, days }
}

/** An anchor stands at an end of a history, and holds for a part of it only if no row of its currency is beyond. */
const anchorWithin = (
  { closing, currency = null, opening }: WalletAnchors,
  beyond: { readonly earlier: WalletHistory; readonly later: WalletHistory }
): WalletAnchors => {
  const hasRows = (windows: WalletHistory): boolean => windows.some((window) => settles(window, currency) !== undefined)
  return {
    currency,
    ...(opening === undefined || hasRows(beyond.earlier) ? {} : { opening }),
    ...(closing === undefined || hasRows(beyond.later) ? {} : { closing })
  }
}

/**
 * How many windows, nearest first, tell what stands next to the days on their side, and how many of them leave it open
 * for some currency.
 */
const reachOf = (side: WalletHistory, currencies: ReadonlySet<Currency | null>) => {
  const reach = { needed: 0, unsettled: 0 }
  for (const currency of currencies) {
    for (const [index, window] of side.entries()) {
      const isSettled = settles(window, currency)
      if (isSettled === undefined) continue
      reach.needed = Math.max(reach.needed, index + 1)
      if (isSettled) break
      reach.unsettled = Math.max(reach.unsettled, index + 1)
    }
  }
  return reach
}
