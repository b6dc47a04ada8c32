/**
 * What an unattended run leaves in a log: counts, days and kinds of findings, never what is in rows.
 */
import { Effect } from "effect"
import { isOpen } from "../../domain/Finding.ts"
import type { RunReport } from "../../domain/RunReport.ts"
import { LogFormatInForce } from "./logging.ts"

/** Logs how each wallet and the run ended. Where lines are for people, the summary says what is wrong, and they are for information. */
export const logReport = Effect.fnUntraced(function*({ durationMs, head, runId, status, wallets }: RunReport) {
  const isForPrograms = (yield* LogFormatInForce) === "json"
  const [warn, fail] = isForPrograms ? [Effect.logWarning, Effect.logError] : [Effect.logInfo, Effect.logInfo]
  for (const { error, findings, held, requests, retries, rows, verdict, wallet, watermark, windows } of wallets) {
    for (const { accepted, from, id, kind, to } of findings) {
      const isOld = accepted !== null
      yield* (isOld ? Effect.logInfo("accepted finding") : warn("finding")).pipe(
        Effect.annotateLogs({ run: runId, wallet, id, kind, from, to })
      )
    }
    const fields = { run: runId, wallet, verdict, watermark, windows, requests, retries, held, ...rows }
    const open = findings.filter(isOpen).length
    const counted = { ...fields, findings: open, accepted: findings.length - open }
    if (error !== null) yield* fail("wallet failed").pipe(Effect.annotateLogs({ ...counted, error }))
    else yield* (open > 0 ? warn : Effect.logInfo)("wallet ended").pipe(Effect.annotateLogs(counted))
  }
  const ended = { complete: Effect.logInfo, incomplete: warn, failed: fail }[status]
  yield* ended("run ended").pipe(Effect.annotateLogs({ run: runId, status, head, durationMs }))
})
