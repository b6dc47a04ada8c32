/**
 * Judges a wallet by all its windows, when a run has committed what it has, and lets the sink note what that comes to.
 *
 * With each window its gaps are noted, as far as it and its neighbours tell them. That is not all: a window may tell
 * whether times far before it are wrong, or which currency earlier rows are of that name none, and it may take rows away
 * from other days. What the run reports and what a check of the file finds is judged as a whole, so that is noted last.
 */
import { Duration, Effect, Option } from "effect"
import { checkWindow } from "../continuity/WalletContinuity.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { ContinuityEntry } from "../domain/Window.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { balancesOf } from "./anchorsOf.ts"
import { cancellingStretches } from "./cancellingGaps.ts"
import { toEntry } from "./continuityRecord.ts"
import { judgeWallet, OwnWindows, type WalletJudgement } from "./judgeWallet.ts"
import { declaredJitter } from "./readingRules.ts"
import * as WalletHistory from "./WalletHistory.ts"

/** Whose windows are joined, and how they are judged. */
interface Joining {
  readonly walletNo: WalletNo
  /** The sink's windows: of others it need not give the rows back. */
  readonly kept: WalletHistory.WalletHistory
  readonly jitter: number
  readonly judge: (windows: WalletHistory.WalletHistory) => WalletJudgement
}

/** Checks windows whose gaps cancel each other out by all their rows, and takes that where fewer places are left in doubt. */
const joinedAcrossGaps = Effect.fnUntraced(function*(
  history: WalletHistory.WalletHistory,
  judgement: WalletJudgement,
  { jitter, judge, kept, walletNo }: Joining
) {
  const sink = yield* Sink
  let best = { history, judgement, entries: new Array<ContinuityEntry>() }
  const isKept = new Set(kept)
  for (const period of cancellingStretches(judgement.verdict.gaps, history.filter((each) => isKept.has(each)))) {
    const check = checkWindow({ period, rows: yield* sink.rowsOf(walletNo, period), jitter })
    const windows = WalletHistory.replace(best.history, [check])
    const judged = judge(windows)
    if (placesIn(judged) >= placesIn(best.judgement)) continue
    best = { history: windows, judgement: judged, entries: [...best.entries, toEntry(check)] }
  }
  return best
})

const placesIn = ({ verdict: { gaps, orders } }: WalletJudgement): number => gaps.length + orders.length

/** What a wallet's windows are, and what they come to; null when there is none. */
export interface ConcludedWallet {
  readonly history: WalletHistory.WalletHistory
  readonly judgement: WalletJudgement | null
}

/** Judges a wallet; what follows from settings that no window has declared yet is not noted. */
export const concludeWallet = Effect.fnUntraced(
  function*(
    runId: string,
    walletNo: WalletNo,
    own: OwnWindows = new OwnWindows()
  ): Effect.fn.Return<ConcludedWallet, SinkError, Sink | PullSettings> {
    const settings = yield* PullSettings
    const sink = yield* Sink
    const jitter = Duration.toSeconds(settings.clockJitter)
    const kept = yield* WalletHistory.load(walletNo, jitter)
    const loaded = own.under(kept)
    if (loaded.length === 0) return { history: loaded, judgement: null }
    const { balances, undeclared } = yield* balancesOf(settings, walletNo)
    const watermark = Option.getOrNull(yield* sink.watermark(walletNo))
    const isJitterDeclared = jitter <= declaredJitter(yield* sink.declaredSettings(walletNo))
    const judge = (windows: WalletHistory.WalletHistory): WalletJudgement =>
      judgeWallet(windows, balances, watermark?.to ?? null)
    const joined = yield* joinedAcrossGaps(loaded, judge(loaded), { walletNo, kept, jitter, judge })
    if (isJitterDeclared) yield* Effect.forEach(joined.entries, (entry) => sink.joinContinuity(walletNo, entry))
    const { history, judgement } = joined
    const isDeclared = undeclared.length === 0 && isJitterDeclared
    if (isDeclared) {
      yield* sink.recordConclusions({ runId, walletNo, gaps: judgement.verdict.gaps, proofs: judgement.proofs })
    }
    return { history, judgement }
  }
)
