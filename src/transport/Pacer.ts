/**
 * Spreads requests evenly over time, all requests of the process together.
 */
import { Clock, Effect, type Option } from "effect"

/** Gives out turns. */
export interface Pacer {
  /** Takes the next turn and says how many milliseconds it is away; the turn is used up even if nobody comes. */
  readonly takeTurn: Effect.Effect<number>
}

/** Turns that are a minute divided by `requestsPerMinute` apart; without a number every turn is now. */
export const makePacer = (requestsPerMinute: Option.Option<number>): Pacer => {
  if (requestsPerMinute._tag === "None") return { takeTurn: Effect.succeed(0) }
  const interval = 60_000 / requestsPerMinute.value
  let nextTurn = Number.NEGATIVE_INFINITY
  return {
    takeTurn: Effect.map(Clock.monotonicTimeNanos, (nanos) => {
      const now = Number(nanos) / 1e6
      const turn = Math.max(now, nextTurn)
      nextTurn = turn + interval
      return turn - now
    })
  }
}
