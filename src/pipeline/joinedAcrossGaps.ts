/**
 * Checks windows whose gaps cancel each other by all their rows, and takes that where fewer places are left in doubt.
 *
 * Gaps that cancel out may be losses that do: of a wallet whose balance comes back to where it was, rows are whole in many
 * orders, and nothing tells. So it is taken only where the balances alone tell the order of the rows of each currency whose
 * places are gone then. Rows of other currencies prove nothing for them.
 */
import { Effect } from "effect"
import { meetByBalances } from "../continuity/chain/outOfTime.ts"
import { format, type Period } from "../domain/Period.ts"
import * as Rows from "../domain/Rows.ts"
import type { Transaction } from "../domain/Transaction.ts"
import type { Gap } from "../domain/Verdict.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { cancellingStretches } from "./cancellingGaps.ts"
import { type ClosedPlaces, closedPlaces } from "./closedPlaces.ts"
import type { WalletJudgement } from "./judgeWallet.ts"
import { StretchRows } from "./StretchRows.ts"
import * as WalletHistory from "./WalletHistory.ts"
import { checkRows } from "./WindowEvidence.ts"

/** Whose windows are joined, and how they are judged. */
export interface Joining {
  readonly walletNo: WalletNo
  /** The days of windows that the sink did not give back: nor need it give back their rows. */
  readonly own: ReadonlySet<string>
  readonly jitter: number
  readonly judge: (windows: WalletHistory.WalletHistory) => WalletJudgement
}

/** A wallet's windows, what they come to, and those that stand for several of the sink's. */
export interface JoinedWindows {
  readonly history: WalletHistory.WalletHistory
  readonly judgement: WalletJudgement
  readonly joined: WalletHistory.WalletHistory
}

/** So often is a wallet judged in a run. */
const mostTries = 100

/** Joins windows as long as that leaves fewer places in doubt. */
export const joinedAcrossGaps = Effect.fnUntraced(function*(
  apart: JoinedWindows,
  { jitter, judge, own, walletNo }: Joining
) {
  const stored = new StretchRows(walletNo)
  let best = apart
  let tries = mostTries
  const joined = Effect.fnUntraced(function*(period: Period) {
    const rows = yield* stored.of(period)
    if (rows === undefined || tries-- <= 0) return undefined
    const check = checkRows({ period, rows: Rows.from(rows), jitter })
    const history = WalletHistory.replace(best.history, [check])
    const judgement = judge(history)
    const [before, after] = [placesIn(best.judgement), placesIn(judgement)]
    if (after.length >= before.length) return undefined
    const around = yield* stored.around(period)
    return around !== undefined &&
        closedPlaces(before, after).every((closed) => isByBalances(closed, rows, around, jitter))
      ? { check, history, judgement }
      : undefined
  })
  for (let isBetter = true; isBetter;) {
    isBetter = false
    const joinable = best.history.filter(({ period }) => !own.has(format(period)))
    for (const period of cancellingStretches(placesIn(best.judgement), joinable)) {
      const found = yield* joined(period)
      if (found === undefined) continue
      const { check, history, judgement } = found
      best = { history, judgement, joined: WalletHistory.replace(best.joined, [check]) }
      isBetter = true
      break
    }
  }
  return best
})

const placesIn = ({ verdict: { gaps, orders } }: WalletJudgement): ReadonlyArray<Gap> => [...gaps, ...orders]

/** Whether balances alone tell the order of a currency's rows. Rows that name none beside others may be of any. */
const isByBalances = (
  { currency, span }: ClosedPlaces,
  rows: ReadonlyArray<Transaction>,
  around: ReadonlyArray<Transaction>,
  jitter: number
): boolean => {
  const isOwn = (row: Transaction): boolean => row.currency === currency
  const isMixed = rows.some((row) => row.currency === null) && !rows.every(isOwn)
  return !isMixed && meetByBalances(Rows.from(rows.filter(isOwn)), Rows.from(around.filter(isOwn)), span, jitter)
}
