/**
 * A wallet's windows on their way: fetched, normalised and checked, and then committed to the sink in force.
 */
import { Effect } from "effect"
import { formatDay } from "../domain/Period.ts"
import { rowCount, type StatementWindow, type WindowOutcome } from "../domain/Window.ts"
import type { PullSettings } from "../settings/PullSettings.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import type { Statement } from "../statement/Statement.ts"
import type { AskError } from "./askStatement.ts"
import { checkWindows } from "./checkWindows.ts"
import type { CheckedWindow } from "./FetchedWindow.ts"
import { fetchWindows } from "./fetchWindows.ts"
import { normaliseWindows } from "./normaliseWindows.ts"
import * as Pipeline from "./Pipeline.ts"
import { PullObserver } from "./PullObserver.ts"
import { committing } from "./telemetry.ts"
import type { WalletPull } from "./WalletPull.ts"

/** The windows of a wallet, fetched, normalised and checked: everything of a pull but the commit. */
export const windows = (
  pull: WalletPull
): Pipeline.Pipeline<CheckedWindow, AskError | SinkError, Statement | Sink | PullSettings> =>
  Pipeline.from(fetchWindows(pull)).pipe(
    Pipeline.via(normaliseWindows),
    Pipeline.via(Pipeline.ahead(1)),
    Pipeline.via(checkWindows)
  )

/** A target that commits windows to the sink in force. */
export const toSink = <W extends StatementWindow>(window: W): Effect.Effect<W, SinkError, Sink> =>
  Effect.as(commitOf(window), window)

/** Commits a window, and says so. */
export const commitOf = (window: StatementWindow): Effect.Effect<WindowOutcome, SinkError, Sink> =>
  Effect.gen(function*() {
    const sink = yield* Sink
    const observe = yield* PullObserver
    const outcome = yield* sink.commit(window).pipe(committing(window))
    yield* Effect.logDebug("window committed").pipe(
      Effect.annotateLogs({
        run: window.runId,
        wallet: window.walletNo,
        from: formatDay(window.days.from),
        to: formatDay(window.days.to),
        rows: rowCount(window),
        inserted: outcome.inserted
      })
    )
    yield* observe({
      _tag: "Committed",
      walletNo: window.walletNo,
      days: window.days,
      rows: rowCount(window),
      outcome
    })
    return outcome
  })
