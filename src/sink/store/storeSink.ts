/**
 * A sink on a store: windows are committed in the order in which they come, and what the store is asked and told comes one
 * after the other.
 */
import { Clock, Effect, Semaphore } from "effect"
import type { ContinuityEntry } from "../../domain/ContinuityEntry.ts"
import * as Period from "../../domain/Period.ts"
import type { RunReport } from "../../domain/RunReport.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow, WalletConclusions, WindowOutcome } from "../../domain/Window.ts"
import { windowProblem } from "../plan/commitPlan.ts"
import type { RunStart } from "../plan/RunStart.ts"
import { notKept, type SinkError } from "../SinkError.ts"
import type { Change } from "./Change.ts"
import { CommitQueue } from "./CommitQueue.ts"
import { Committer } from "./Committer.ts"
import { readingsOn } from "./readings.ts"
import { readyRowsOf } from "./readyRows.ts"
import type { Store } from "./Store.ts"

/** The members of a sink that keeps statements in a store, by itself alone. */
export const storeSink = Effect.fnUntraced(function*(store: Store) {
  const turn = yield* Semaphore.make(1)
  const committer = new Committer(store, yield* store.heads)
  const queue = new CommitQueue(turn, (commits) => committer.commitTogether(commits))

  /** What is begun is not interrupted. */
  const inTurn = <A>(effect: Effect.Effect<A, SinkError>) => turn.withPermit(Effect.uninterruptible(effect))
  const tell = (change: Change) => inTurn(store.transact((apply) => apply(change)))

  // Nobody else writes, so a run that never ended is no longer running.
  yield* tell({ kind: "runs-interrupted" })

  return {
    ...readingsOn({
      store,
      inTurn,
      walletOf: (walletNo) => committer.walletOf(walletNo),
      head: Effect.sync(() => committer.head)
    }),
    beginRun: Effect.fn("Sink.beginRun")((run: RunStart) => tell({ kind: "run-begins", run })),
    commit: Effect.fn("Sink.commit")(
      function*(window: StatementWindow): Effect.fn.Return<WindowOutcome, SinkError> {
        const problem = windowProblem(window)
        if (problem !== undefined) return yield* notKept(Period.format(window.days), problem)
        const committedAt = yield* Clock.currentTimeMillis
        return yield* queue.commit({ window, ready: readyRowsOf(window), committedAt })
      }
    ),
    endRun: Effect.fn("Sink.endRun")(function*(report: RunReport): Effect.fn.Return<void, SinkError> {
      const endedAt = yield* Clock.currentTimeMillis
      yield* inTurn(
        Effect.andThen(
          store.transact((apply) => apply({ kind: "run-ends", report, endedAt })),
          Effect.sync(() => committer.end(report.runId))
        )
      )
    }),
    recordContinuity: Effect.fn("Sink.recordContinuity")(
      (walletNo: WalletNo, entries: ReadonlyArray<ContinuityEntry>) =>
        inTurn(committer.recordContinuity(walletNo, entries))
    ),
    recordConclusions: Effect.fn("Sink.recordConclusions")(
      function*(conclusions: WalletConclusions): Effect.fn.Return<void, SinkError> {
        const foundAt = yield* Clock.currentTimeMillis
        yield* inTurn(committer.recordConclusions(conclusions, foundAt))
      }
    )
  }
})
