/**
 * Counts requests as they go out, logins and retries included, and stops everything before one more than is allowed;
 * notes what the service lets be seen of its own limit on the way.
 */
import { Deferred, Effect, Option, Schema } from "effect"
import { monotonicMillis } from "../transport/limit/RunDeadline.ts"
import { TransportObserver } from "../transport/TransportObserver.ts"

/** As many requests as were allowed have been made. */
export class RequestsUsedUp extends Schema.TaggedError<RequestsUsedUp>()("RequestsUsedUp", {}) {}

/** What was seen of the service's request limit. */
export interface RequestLimit {
  /** Requests that went out, and milliseconds from the first to the end of the last. */
  readonly sent: number
  readonly millis: number
  /** Of these the ones that were refused because of the limit, with status 429. */
  readonly refused: number
  /** Requests a minute that were taken once the first had been refused, pauses included; null when too few came. */
  readonly takenPerMinute: number | null
  /** Requests a minute that the service's headers tell as its limit; null when they tell at most what is left. */
  readonly toldPerMinute: number | null
}

/** Taken requests after the first refusal from which a rate is worked out at least. */
const leastTaken = 5

/** A meter for at most `allowed` requests. */
export class RequestMeter {
  readonly allowed: number
  private readonly stopped = Deferred.makeUnsafe<never, RequestsUsedUp>()
  private readonly sentAt: Array<number> = []
  private readonly refusedAt: Array<number> = []
  private toldPerMillis: number | null = null
  private endedAt = 0

  constructor(allowed: number) {
    this.allowed = allowed
  }

  /** Requests so far. */
  get sent(): number {
    return this.sentAt.length
  }

  /** Runs requests under the meter; fails with RequestsUsedUp instead of sending one too many. */
  within<A, E, R>(requests: Effect.Effect<A, E, R>): Effect.Effect<A, E | RequestsUsedUp, R> {
    const metered = Effect.provideService(
      requests,
      TransportObserver,
      (event) =>
        Effect.flatMap(monotonicMillis, (now) => {
          if (event._tag === "Advised") {
            const { limitPerMillis } = event.advice
            if (limitPerMillis !== null) this.toldPerMillis = Math.min(this.toldPerMillis ?? Infinity, limitPerMillis)
            return Effect.void
          }
          // Only a first try and a further one are sent: a wait for a turn is none.
          if (event._tag === "Held") return Effect.void
          if (event._tag === "Retrying" && event.reason._tag === "RateLimited") this.refusedAt.push(now)
          if (this.sent >= this.allowed) {
            // The one who asks waits for ever, and is interrupted with all the rest.
            return Effect.andThen(Deferred.fail(this.stopped, new RequestsUsedUp()), Effect.never)
          }
          this.sentAt.push(now)
          return Effect.void
        })
    )
    return Effect.raceFirst(metered, Deferred.await(this.stopped)).pipe(
      Effect.ensuring(Effect.map(monotonicMillis, (now) => void (this.endedAt = now)))
    )
  }

  /** Notes a refusal that ended a request for good. */
  refused(): Effect.Effect<void> {
    return Effect.map(monotonicMillis, (now) => void this.refusedAt.push(now))
  }

  /** What was seen so far. */
  get seen(): RequestLimit {
    const { refusedAt, sentAt } = this
    const perMinute = Option.map(Option.fromUndefinedOr(refusedAt[0]), (since) => {
      const taken = sentAt.filter((at) => at >= since).length - (refusedAt.length - 1)
      return taken < leastTaken ? null : Math.floor((taken * 60_000) / Math.max(1, this.endedAt - since))
    })
    return {
      sent: sentAt.length,
      millis: sentAt[0] === undefined ? 0 : Math.round(this.endedAt - sentAt[0]),
      refused: refusedAt.length,
      takenPerMinute: Option.getOrNull(perMinute),
      toldPerMinute: this.toldPerMillis === null ? null : perMinuteOf(this.toldPerMillis)
    }
  }
}

// Rounded up by what division lost, so that 7 in 60 seconds stay 7.
const perMinuteOf = (perMillis: number): number => Math.floor(perMillis * 60_000 + 1e-6)
