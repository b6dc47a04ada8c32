/**
 * Checks windows whose gaps cancel each other out by all their rows, and takes that where fewer places are left in doubt.
 *
 * Gaps that cancel out may be losses that do: of a wallet whose balance comes back to where it was, rows are whole in many orders,
 * and nothing tells. So it is taken only where the balances alone leave most rows one place.
 */
import { Effect } from "effect"
import { type ExaminedWindow, examineWindow, type WindowCheck } from "../continuity/WalletContinuity.ts"
import { format, overlap, type Period } from "../domain/Period.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { ContinuityEntry } from "../domain/Window.ts"
import { Sink } from "../sink/Sink.ts"
import { cancellingStretches } from "./cancellingGaps.ts"
import { toEntry } from "./continuityRecord.ts"
import type { WalletJudgement } from "./judgeWallet.ts"
import * as WalletHistory from "./WalletHistory.ts"

/** Whose windows are joined, and how they are judged. */
export interface Joining {
  readonly walletNo: WalletNo
  /** The sink's windows: of others it need not give the rows back. */
  readonly kept: WalletHistory.WalletHistory
  readonly jitter: number
  readonly judge: (windows: WalletHistory.WalletHistory) => WalletJudgement
}

/** A wallet's windows, what they come to, and the entries of those that stand for several. */
export interface JoinedWindows {
  readonly history: WalletHistory.WalletHistory
  readonly judgement: WalletJudgement
  readonly entries: ReadonlyArray<ContinuityEntry>
}

/** So many rows are read for it in a run, and so often is a wallet judged. */
const mostRows = 200_000
const mostTries = 100

/** Joins windows as long as that leaves fewer places in doubt. */
export const joinedAcrossGaps = Effect.fnUntraced(function*(
  apart: JoinedWindows,
  { jitter, judge, kept, walletNo }: Joining
) {
  const sink = yield* Sink
  const checks = new Map<string, WindowCheck | undefined>()
  const isKept = new Set(kept)
  let [left, tries] = [mostRows, mostTries]
  const checkOf = Effect.fnUntraced(function*(period: Period, history: WalletHistory.WalletHistory) {
    const key = format(period)
    const rows = rowsIn(history, period)
    if (checks.has(key) || rows > left) return checks.get(key)
    left -= rows
    const examined = examineWindow({ period, rows: yield* sink.rowsOf(walletNo, period), jitter })
    const check = isPlaced(examined) ? examined.check : undefined
    checks.set(key, check)
    return check
  })
  let best = apart
  for (let isBetter = true; isBetter;) {
    isBetter = false
    const joinable = best.history.filter((window) => isKept.has(window))
    for (const period of cancellingStretches(best.judgement.verdict.gaps, joinable)) {
      const check = yield* checkOf(period, joinable)
      if (check === undefined || tries-- <= 0) continue
      const history = WalletHistory.replace(best.history, [check])
      const judgement = judge(history)
      if (placesIn(judgement) >= placesIn(best.judgement)) continue
      isKept.add(check)
      best = { history, judgement, entries: [...best.entries, toEntry(check)] }
      isBetter = true
      break
    }
  }
  return best
})

const rowsIn = (history: WalletHistory.WalletHistory, days: Period): number =>
  history.filter(({ period }) => overlap(period, days) !== undefined)
    .reduce((rows, { chains }) => rows + chains.reduce((sum, chain) => sum + chain.rows, 0), 0)

const isPlaced = ({ places }: ExaminedWindow): boolean =>
  2 * places.filter((place) => place === null).length < places.length

const placesIn = ({ verdict: { gaps, orders } }: WalletJudgement): number => gaps.length + orders.length
