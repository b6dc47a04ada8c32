/**
 * When the whole run must be over, for every request made in it: no attempt begins after it, and no wait that would
 * end behind it is begun.
 */
import { Clock, Context, Duration, Effect } from "effect"

/** The monotonic clock in milliseconds. */
export const monotonicMillis: Effect.Effect<number> = Effect.map(
  Clock.monotonicTimeNanos,
  (nanos) => Number(nanos) / 1e6
)

/** The end of the run in force, in milliseconds of the monotonic clock; infinite unless somebody sets one. */
export const RunDeadline = Context.Reference<number>("wallet-statement/transport/RunDeadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
})

/** Gives an effect and everything in it that long; an earlier deadline that is in force stays. */
export const endingWithin =
  (limit: Duration.Duration) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function*() {
      const end = Math.min(yield* RunDeadline, (yield* monotonicMillis) + Duration.toMillis(limit))
      return yield* Effect.provideService(effect, RunDeadline, end)
    })
