/**
 * How many windows may be on their way into a sink at a time. A sink that takes several commits them in the order in which
 * `commit` was called, and answers a question only after those that were given to it before.
 *
 * Noted of the very sink alone: one that somebody made of it, with a `commit` of its own, gets one window at a time.
 */
import type { Sink } from "./Sink.ts"

const noted = new WeakMap<Sink["Service"], number>()

/** Notes how many a sink takes, and gives the sink back. */
export const takingSeveral = (sink: Sink["Service"], windows: number): Sink["Service"] => {
  noted.set(sink, windows)
  return sink
}

/** How many a sink takes. */
export const inFlightOf = (sink: Sink["Service"]): number => noted.get(sink) ?? 1
