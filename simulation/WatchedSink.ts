/**
 * A sink with a watcher in front of it: it lets a commit fail, stops the run around one, and tells of every window that
 * was committed. Commits to a sink that takes one at a time are delayed, too.
 */
import { Effect } from "effect"
import type { StatementWindow, WindowOutcome } from "../src/domain/Window.ts"
import { inFlightOf, takingSeveral } from "../src/sink/inFlight.ts"
import type { Watermark } from "../src/sink/plan/Watermark.ts"
import type { RunStart, Sink } from "../src/sink/Sink.ts"
import { DiskFull, sinkError } from "../src/sink/SinkError.ts"
import type { Chance } from "./Chance.ts"
import { type LiveRow, liveRowOf } from "./LiveRow.ts"

import type { Order, Stop } from "./Order.ts"
import type { Story } from "./Story.ts"

/** A window that was committed. */
export interface Committed {
  readonly window: StatementWindow
  /** What the sink held of its days before; undefined when several windows may be on their way. */
  readonly before: ReadonlyArray<LiveRow> | undefined
  readonly outcome: WindowOutcome
  /** Undefined when there is none, or several windows may be on their way. */
  readonly watermark: Watermark | undefined
}

/** Who is told what happens. */
export interface Watcher {
  readonly order: Order
  readonly chance: Chance
  readonly story: Story
  /** A run is about to begin, and has begun. */
  readonly onBeginning: (run: RunStart) => void
  readonly onBegin: () => void
  /** A window was given, and was committed. */
  readonly onGiven: (window: StatementWindow) => void
  readonly onCommit: (committed: Committed) => void
  readonly onStop: (stop: Stop) => void
  /** Lets the commits of a window fail; without it they fail before the sink hears of them. */
  readonly refuse?: (window: StatementWindow) => void
}

/** Puts a watcher in front of a sink. */
export const watch = (sink: Sink["Service"], watcher: Watcher): Sink["Service"] => {
  const { chance, order, story } = watcher
  let commits = 0
  let isDead = false
  const stopAt = (number: number, side: "before" | "after") =>
    Effect.suspend(() => {
      const { stop } = order
      if (isDead) return Effect.never
      if (stop?.when._tag !== "Commit" || stop.when.number !== number || stop.when.side !== side) return Effect.void
      watcher.onStop(stop)
      isDead = stop.kind === "kill"
      // Before a commit nothing may come between: the next window would overtake it.
      return isDead ? Effect.never : side === "before" ? Effect.void : Effect.yieldNow
    })
  const fail = (number: number, window: StatementWindow) =>
    Effect.suspend(() => {
      if (number !== order.failingCommit) return Effect.void
      story.count("commit failed")
      story.tell(() => `commit ${number} fails`)
      if (watcher.refuse === undefined) return Effect.fail(sinkError(new DiskFull(), "The disk is full."))
      watcher.refuse(window)
      return Effect.void
    })
  const beginRun = (run: RunStart) =>
    Effect.suspend(() => {
      watcher.onBeginning(run)
      return Effect.tap(sink.beginRun(run), () => Effect.sync(watcher.onBegin))
    })
  const commitAlone = Effect.fnUntraced(function*(window: StatementWindow) {
    const before = (yield* sink.storedRows(window.walletNo, window.days)).flatMap(({ leg, transaction, withdrawn }) =>
      withdrawn ? [] : [liveRowOf(transaction, leg)]
    )
    const outcome = yield* sink.commit(window)
    const watermark = yield* sink.watermark(window.walletNo)
    watcher.onCommit({ window, before, outcome, watermark: watermark._tag === "Some" ? watermark.value : undefined })
    return outcome
  }, Effect.uninterruptible)
  const oneByOne: Sink["Service"] = {
    ...sink,
    beginRun,
    commit: Effect.fnUntraced(function*(window) {
      const number = ++commits
      if (chance.happens(0.3)) yield* Effect.sleep(chance.between(1, 3000))
      yield* stopAt(number, "before")
      yield* fail(number, window)
      const outcome = yield* commitAlone(window)
      yield* stopAt(number, "after")
      return outcome
    })
  }
  if (inFlightOf(sink) === 1) return oneByOne
  const several: Sink["Service"] = {
    ...sink,
    beginRun,
    commit: Effect.fnUntraced(function*(window) {
      const number = ++commits
      yield* stopAt(number, "before")
      yield* fail(number, window)
      watcher.onGiven(window)
      const outcome = yield* sink.commit(window)
      watcher.onCommit({ window, before: undefined, outcome, watermark: undefined })
      yield* stopAt(number, "after")
      return outcome
    })
  }
  return takingSeveral(several, inFlightOf(sink))
}
