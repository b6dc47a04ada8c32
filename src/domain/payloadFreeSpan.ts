/**
 * A span that knows how an effect ended but not with what: an ordinary one keeps the success value, which here would
 * be an answer's body, records or rows.
 */
import { Clock, Effect, Exit, type Tracer } from "effect"

/** Runs an effect in a span that ends without the effect's value; errors carry no payload and stay. */
export const payloadFreeSpan =
  (name: string, options?: Tracer.SpanOptionsNoTrace) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.makeSpan(name, options), (span) =>
      effect.pipe(
        Effect.withParentSpan(span),
        Effect.onExit((exit) => Effect.map(Clock.currentTimeNanos, (nanos) => span.end(nanos, Exit.asVoid(exit))))
      ))
