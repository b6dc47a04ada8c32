/**
 * How many windows may be on their way into a sink at a time. A sink that takes several commits them in the order in which
 * `commit` was called, and answers a question only after those that were given to it before.
 *
 * It is said by the `commit` itself: a sink that somebody makes of another, with a `commit` of its own, gets one window at a
 * time.
 */
import type { Effect } from "effect"
import type { StatementWindow, WindowOutcome } from "../domain/Window.ts"
import type { SinkError } from "./SinkError.ts"

interface Commit {
  (window: StatementWindow): Effect.Effect<WindowOutcome, SinkError>
  readonly inFlight?: number
}

interface Committing {
  readonly commit: Commit
}

/** The same sink, taking so many at a time. */
export const takingSeveral = <Sink extends Committing>(sink: Sink, inFlight: number): Sink => ({
  ...sink,
  commit: Object.assign((window: StatementWindow) => sink.commit(window), { inFlight })
})

/** How many a sink takes. */
export const inFlightOf = ({ commit }: Committing): number => commit.inFlight ?? 1
