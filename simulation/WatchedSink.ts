/**
 * A sink with a watcher in front of it: it delays commits, lets one fail, stops the run around one, and shows the oracle
 * every window that was really committed.
 */
import { Effect } from "effect"
import type { WalletNo } from "../src/domain/Wallet.ts"
import type { StatementWindow, WindowOutcome } from "../src/domain/Window.ts"
import type { Sink } from "../src/sink/Sink.ts"
import { DiskFull, sinkError } from "../src/sink/SinkError.ts"
import type { Watermark } from "../src/sink/Watermark.ts"
import type { Chance } from "./Chance.ts"
import type { Order, Stop } from "./Order.ts"
import type { Story } from "./Story.ts"

/** A window that was committed. */
export interface Committed {
  readonly window: StatementWindow
  readonly outcome: WindowOutcome
  readonly watermark: Watermark | undefined
}

/** Who is told what happens. */
export interface Watcher {
  readonly order: Order
  readonly chance: Chance
  readonly story: Story
  readonly onBegin: () => void
  readonly onCommit: (committed: Committed) => void
  readonly onStop: (stop: Stop) => void
  /** Told when work begins and ends that no virtual time passes for. */
  readonly onOutside: (change: 1 | -1) => void
}

/** Puts a watcher in front of a sink. */
export const watch = (sink: Sink["Service"], watcher: Watcher): Sink["Service"] => {
  const { chance, order, story } = watcher
  let commits = 0
  const outside = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.acquireUseRelease(
      Effect.sync(() => watcher.onOutside(1)),
      () => effect,
      () => Effect.sync(() => watcher.onOutside(-1))
    )
  const stopAt = (number: number, side: "before" | "after") =>
    Effect.suspend(() => {
      const { stop } = order
      if (stop?.when._tag !== "Commit" || stop.when.number !== number || stop.when.side !== side) return Effect.void
      watcher.onStop(stop)
      return stop.kind === "kill" ? Effect.never : Effect.yieldNow
    })
  const commitAndTell = (window: StatementWindow) =>
    outside(Effect.gen(function*() {
      const outcome = yield* sink.commit(window)
      const watermark = yield* sink.watermark(window.walletNo)
      watcher.onCommit({ window, outcome, watermark: watermark._tag === "Some" ? watermark.value : undefined })
      return outcome
    })).pipe(Effect.uninterruptible)
  return {
    ...sink,
    beginRun: (run) => outside(Effect.tap(sink.beginRun(run), () => Effect.sync(watcher.onBegin))),
    endRun: (report) => outside(sink.endRun(report)),
    watermark: (walletNo) => outside(sink.watermark(walletNo)),
    rowsByDay: (walletNo, period) => outside(sink.rowsByDay(walletNo, period)),
    openQuarantine: (walletNo) => outside(sink.openQuarantine(walletNo)),
    quarantined: (walletNo) => outside(sink.quarantined(walletNo)),
    rowsOf: (walletNo, period) => outside(sink.rowsOf(walletNo, period)),
    continuity: (walletNo) => outside(sink.continuity(walletNo)),
    recordContinuity: (walletNo, entries) => outside(sink.recordContinuity(walletNo, entries)),
    openGaps: (walletNo: WalletNo) => outside(sink.openGaps(walletNo)),
    finishedBefore: (walletNo, asked, rules) => outside(sink.finishedBefore(walletNo, asked, rules)),
    anchors: (walletNo) => outside(sink.anchors(walletNo)),
    declaredSettings: (walletNo) => outside(sink.declaredSettings(walletNo)),
    proofs: (walletNo) => outside(sink.proofs(walletNo)),
    commit: Effect.fnUntraced(function*(window) {
      const number = ++commits
      if (chance.happens(0.3)) yield* Effect.sleep(chance.between(1, 3000))
      yield* stopAt(number, "before")
      if (number === order.failingCommit) {
        story.count("commit failed")
        story.tell(() => `commit ${number} fails`)
        return yield* sinkError(new DiskFull(), "The disk is full.")
      }
      const outcome = yield* commitAndTell(window)
      yield* stopAt(number, "after")
      return outcome
    })
  }
}
