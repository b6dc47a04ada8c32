/**
 * What the wallets of a run tell each other of how few records the service gives at once.
 */
import { Effect } from "effect"
import { doubtOf } from "../domain/Finding.ts"
import { formatDay } from "../domain/Period.ts"
import type { WalletReport } from "../domain/RunReport.ts"
import { WalletNo } from "../domain/Wallet.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import { AnswerCap } from "./AnswerCap.ts"
import * as KnownAnswer from "./KnownAnswer.ts"
import { walletFindings } from "./walletFindings.ts"

/** The cap that earlier runs found with any of the wallets; none is known when they found none. */
export const rememberedCap = Effect.gen(function*() {
  const settings = yield* PullSettings
  const cap = new AnswerCap(settings.limit)
  for (const { walletNo } of settings.wallets) {
    const { cap: found } = yield* KnownAnswer.load(settings, walletNo)
    if (found !== undefined) cap.learn(found)
  }
  return cap
})

/** A report with the days of answers that a wallet found to be cut off after the pull of this one had ended. */
export const withCappedDays = Effect.fnUntraced(function*(report: WalletReport, { found }: AnswerCap) {
  if (found === undefined) return report
  const walletNo = WalletNo.make(report.wallet)
  const { daysWith } = yield* KnownAnswer.load(yield* PullSettings, walletNo)
  const capped = daysWith(found).map(({ from, to }) =>
    doubtOf(
      "cap",
      `The days were loaded from an answer with ${found} records, and the service gives no more at once: some may be missing. ` +
        "The next pull asks for them again in smaller pieces.",
      { from: formatDay(from), to: formatDay(to) }
    )
  )
  const findings = yield* walletFindings(walletNo, capped)
  return findings.length === 0 ? report : { ...report, findings: [...report.findings, ...findings] }
})
