/**
 * The circuit breaker of the process: after many failures in a row one request at a time finds out whether the service
 * is back, and the others wait. What the service answers on purpose, a 429 or a refusal, is no failure.
 */
import { Duration, Effect, Exit, Layer, Option, Schedule } from "effect"
import { CircuitBreaker } from "effect/persistence"
import type { TransportReason } from "../words/TransportError.ts"
import { isTransient } from "./RetryPolicy.ts"

/** Failures in a row that open the circuit; more than one request alone makes by default. */
const failures = 10
const firstOpening = Duration.seconds(5)
const longestOpening = Duration.minutes(1)

/** A breaker with a store of its own, for as long as the scope lasts. */
export const makeBreaker = Effect.gen(function*() {
  const store = yield* Layer.build(CircuitBreaker.layerStoreMemory())
  return yield* CircuitBreaker.make({
    tripPolicy: CircuitBreaker.consecutive(failures),
    openDuration: Schedule.min([Schedule.exponential(firstOpening), Schedule.spaced(longestOpening)])
  }).pipe(Effect.provide(store))
})

/** What an attempt's ending says of the service's health. */
export const outcomeOf = (exit: Exit.Exit<unknown, TransportReason>): CircuitBreaker.Outcome => {
  if (Exit.isSuccess(exit)) return CircuitBreaker.success
  const reason = Option.getOrUndefined(Exit.findErrorOption(exit))
  if (reason === undefined) return CircuitBreaker.ignored
  return isTransient(reason) && reason._tag !== "RateLimited" ? CircuitBreaker.failure() : CircuitBreaker.success
}

/** Whether the breaker let nothing through. */
export const isRejection = (
  failure: TransportReason | CircuitBreaker.CircuitBreakerError
): failure is CircuitBreaker.CircuitBreakerError => failure._tag === "CircuitBreakerError"

/** How long to wait when the breaker lets nothing through; `random` from 0 to 1 spreads those who wait. */
export const rejectedFor = (error: CircuitBreaker.CircuitBreakerError, random: number): number =>
  error.reason._tag === "CircuitOpen"
    ? Math.max(1, Math.ceil(Duration.toMillis(error.reason.retryAfter)))
    : Math.ceil(probeMillis * (1 + random))

const probeMillis = 250
