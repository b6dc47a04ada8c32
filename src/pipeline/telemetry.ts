/**
 * What runs, wallets and commits leave in metrics and spans: days, counts, kinds of failures and the ends of wallet
 * numbers; no record, amount or balance.
 */
import { Cause, Clock, Effect, Exit, Metric } from "effect"
import * as metrics from "../domain/metrics.ts"
import { payloadFreeSpan } from "../domain/payloadFreeSpan.ts"
import { formatDay } from "../domain/Period.ts"
import type { RunReport } from "../domain/RunReport.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { rowCount, type StatementWindow, type WindowOutcome } from "../domain/Window.ts"

const kinds = ["inserted", "changed", "unchanged", "withdrawn", "returned", "quarantined"] as const

/** Commits a window in a span of its own; counts its rows and how long it took to fetch and to commit. */
export const committing =
  (window: StatementWindow) => <E, R>(commit: Effect.Effect<WindowOutcome, E, R>): Effect.Effect<WindowOutcome, E, R> =>
    Effect.gen(function*() {
      const { origin, receipt } = window
      const from = yield* Clock.monotonicTimeNanos
      const outcome = yield* commit
      const nanos = (yield* Clock.monotonicTimeNanos) - from
      yield* duration("commit", Number(nanos) / 1e9)
      if (origin === "service") yield* duration("fetch", receipt.durationMillis / 1000)
      for (const kind of kinds) {
        yield* Metric.update(Metric.withAttributes(metrics.rows, { kind }), outcome[kind])
        yield* Effect.annotateCurrentSpan(`wallet_statement.${kind}`, outcome[kind])
      }
      return outcome
    }).pipe(payloadFreeSpan("Pull.commit", {
      attributes: {
        "wallet_statement.run": window.runId,
        "wallet_statement.from": formatDay(window.days.from),
        "wallet_statement.to": formatDay(window.days.to),
        "wallet_statement.rows": rowCount(window)
      }
    }))

const duration = (phase: "fetch" | "commit", seconds: number): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(metrics.windowDuration, { phase }), seconds)

/** Runs a whole pull in a span of its own and counts it by its status. */
export const running = <A extends { readonly report: RunReport }, E, R>(run: Effect.Effect<A, E, R>) =>
  run.pipe(
    Effect.onExit((exit) => {
      const status = statusOf(exit)
      return Effect.andThen(
        Effect.annotateCurrentSpan("wallet_statement.status", status),
        Metric.update(Metric.withAttributes(metrics.runs, { status }), 1)
      )
    }),
    payloadFreeSpan("Pull.run")
  )

const statusOf = (exit: Exit.Exit<{ readonly report: RunReport }, unknown>): string => {
  if (Exit.isSuccess(exit)) return exit.value.report.status
  return Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "failed"
}

/** A wallet number as spans show it: it is often a telephone number, and spans leave the machine. */
export const endOf = (walletNo: WalletNo): string => `…${walletNo.slice(-4)}`
