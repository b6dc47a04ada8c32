/**
 * A wallet's part of a run's report: what the run counted, and what its sink holds in the end.
 */
import { Effect, Option } from "effect"
import { type Day, formatDay, formatDayOrNull } from "../domain/Period.ts"
import type { WalletReport } from "../domain/RunReport.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { AcceptWithdrawals } from "./AcceptWithdrawals.ts"
import { changeFindings } from "./changeFindings.ts"
import type { ConcludedWallet } from "./concludeWallet.ts"
import { findingsOf } from "./findingsOf.ts"
import { walletFindings } from "./walletFindings.ts"
import { truncatedDaysIn } from "./WalletHistory.ts"
import type { WalletTally } from "./WalletTally.ts"

/** Reports on a wallet; `error` is what stopped its pull. */
export const reportWallet = Effect.fnUntraced(function*(
  tally: WalletTally,
  { history, judgement }: ConcludedWallet,
  error: string | null
): Effect.fn.Return<WalletReport, SinkError, Sink | PullSettings> {
  const { walletNo } = tally
  const { clock } = yield* PullSettings
  const sink = yield* Sink
  const watermark = Option.getOrNull(yield* sink.watermark(walletNo))
  const known = {
    walletNo,
    judgement,
    firstDay: formatDayOrNull(history.reduce<Day | null>((first, { period: { from } }) => (
      first === null || from < first ? from : first
    ), null)),
    truncatedDays: truncatedDaysIn(history),
    quarantined: yield* sink.quarantined(Option.some(walletNo)),
    held: yield* sink.heldRows(walletNo),
    changes: yield* changeFindings(walletNo)
  }
  return tally.report({
    ...known,
    clock,
    watermark: watermark === null ? null : formatDay(watermark.to),
    findings: yield* walletFindings(walletNo, [...findingsOf(known), ...tally.noticed]),
    mayAccept: yield* AcceptWithdrawals,
    error
  })
})
