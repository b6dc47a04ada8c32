/**
 * A span that knows how an effect ended but not with what: an ordinary one keeps the success value, which here would
 * be an answer's body, records or rows, and the failure's message, which may repeat words of the service.
 */
import { Cause, Clock, Effect, Exit, type Tracer } from "effect"

/** What a span keeps of a failure: its kind for a name, and no text of it. */
class Kind extends Error {
  override readonly name: string
  override readonly stack = ""
  constructor(kind: string) {
    super(kind)
    this.name = kind
  }
}

/** Runs an effect in a span that ends without the effect's value and without the text of its failure. */
export const payloadFreeSpan =
  (name: string, options?: Tracer.SpanOptionsNoTrace) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.makeSpan(name, options), (span) =>
      effect.pipe(
        Effect.withParentSpan(span),
        Effect.onExit((exit) => Effect.map(Clock.currentTimeNanos, (nanos) => span.end(nanos, withoutText(exit))))
      ))

const withoutText = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<void, Kind> =>
  Exit.isSuccess(exit) ? Exit.void : Exit.failCause(Cause.fromReasons(exit.cause.reasons.map(kindOf)))

const kindOf = (reason: Cause.Reason<unknown>): Cause.Reason<Kind> => {
  if (Cause.isInterruptReason(reason)) return reason
  return Cause.isFailReason(reason)
    ? Cause.makeFailReason(new Kind(tagOf(reason.error) ?? "Error"))
    : Cause.makeDieReason(new Kind("Defect"))
}

/** The tag of an error, with that of its reason where it has one. */
const tagOf = (error: unknown): string | undefined => {
  if (typeof error !== "object" || error === null || !("_tag" in error)) return undefined
  const reason = "reason" in error ? tagOf(error.reason) : undefined
  return reason === undefined ? String(error._tag) : `${String(error._tag)}/${reason}`
}
