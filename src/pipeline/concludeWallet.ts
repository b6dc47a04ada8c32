/**
 * Judges a wallet by all its windows, when a run has committed what it has, and lets the sink note what that comes to.
 *
 * With each window its gaps are noted, as far as it and its neighbours tell them. That is not all: a window may tell
 * whether times far before it are wrong, or which currency earlier rows are of that name none, and it may take rows away
 * from other days. What the run reports and what a check of the file finds is judged as a whole, so that is noted last.
 */
import { Duration, Effect, Option } from "effect"
import { currenciesOf } from "../continuity/wallet/WalletContinuity.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { balancesOf } from "./anchorsOf.ts"
import { joinedAcrossGaps } from "./joinedAcrossGaps.ts"
import { type JoiningRun, joiningWindow } from "./joiningWindow.ts"
import { judgeWallet, OwnWindows, type WalletJudgement } from "./judgeWallet.ts"
import { capIn } from "./KnownAnswer.ts"
import { currencyGiven, declaredJitter } from "./readingRules.ts"
import * as WalletHistory from "./WalletHistory.ts"

/** What a wallet's windows are, and what they come to; null when there is none. */
export interface ConcludedWallet {
  readonly history: WalletHistory.WalletHistory
  readonly judgement: WalletJudgement | null
}

/**
 * Judges a wallet; what follows from settings that no window has declared yet is not noted. Windows are joined where their gaps
 * cancel out only when nothing is asked for any more: rows that are missing may come when they are asked for again.
 */
export const concludeWallet = Effect.fnUntraced(
  function*(
    runId: string,
    walletNo: WalletNo,
    own: OwnWindows = new OwnWindows(),
    windows: "apart" | "joined" = "apart"
  ): Effect.fn.Return<ConcludedWallet, SinkError, Sink | PullSettings> {
    const settings = yield* PullSettings
    const sink = yield* Sink
    const jitter = Duration.toSeconds(settings.clockJitter)
    const kept = yield* WalletHistory.load(walletNo, jitter)
    const known = own.besides(kept)
    const loaded = known.windows
    if (loaded.length === 0) return { history: loaded, judgement: null }
    const { balances, undeclared } = yield* balancesOf(settings, walletNo, currenciesOf(loaded))
    const watermark = Option.getOrNull(yield* sink.watermark(walletNo))
    const days = { settledTo: watermark?.to ?? null, ...own.answered(yield* sink.windows(walletNo)) }
    const isJitterDeclared = jitter <= declaredJitter(yield* sink.declaredSettings(walletNo))
    const judge = (windows: WalletHistory.WalletHistory): WalletJudgement =>
      judgeWallet(walletNo, windows, balances, days, currencyGiven(settings, walletNo))
    const apart = { history: loaded, judgement: judge(loaded), joined: [] }
    const { history, joined, judgement } = windows === "apart"
      ? apart
      : yield* joinedAcrossGaps(apart, { walletNo, own: known.own, jitter, judge })
    if (isJitterDeclared) {
      const run = { runId, walletNo, declarations: undeclared }
      yield* commitJoined(joined, run, (upTo) => judge(WalletHistory.replace(loaded, joined.slice(0, upTo))))
      if (joined.length > 0 || undeclared.length === 0) {
        yield* sink.recordConclusions({ runId, walletNo, gaps: judgement.verdict.gaps, proofs: judgement.proofs })
      }
    }
    return { history, judgement }
  }
)

/**
 * Keeps which windows are checked as one, each with what those up to it come to, since a run may be killed behind any of them;
 * the first brings what is declared.
 */
const commitJoined = Effect.fnUntraced(
  function*(
    joined: WalletHistory.WalletHistory,
    { declarations, ...run }: Pick<JoiningRun, "declarations" | "runId" | "walletNo">,
    judged: (upTo: number) => WalletJudgement
  ): Effect.fn.Return<void, SinkError, Sink> {
    if (joined.length === 0) return
    const sink = yield* Sink
    const last = (yield* sink.windows(run.walletNo)).at(-1)
    const cap = capIn(yield* sink.continuity(run.walletNo))
    for (const [index, check] of joined.entries()) {
      const lastSettledDay = last?.lastSettledDay ?? check.period.to
      const { proofs, verdict: { gaps } } = judged(index + 1)
      yield* sink.commit(
        yield* joiningWindow(check, {
          ...run,
          cap,
          lastSettledDay,
          gaps,
          proofs,
          declarations: index === 0 ? declarations : []
        })
      )
    }
  }
)
