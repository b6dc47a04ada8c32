/**
 * Lets the requests of the process out one by one, as Turns says, first come, first served; retries need not queue
 * again.
 */
import { Effect, Option, Semaphore } from "effect"
import { type LimitAdvice } from "./limitAdvice.ts"
import type { Sent } from "./LimitEvidence.ts"
import { monotonicMillis } from "./RunDeadline.ts"
import { Turns } from "./Turns.ts"

/** A turn came, or would come too late: after so many milliseconds, and whether the service asked for the wait. */
export type Turn =
  | { readonly _tag: "Now"; readonly sent: Sent }
  | { readonly _tag: "TooLate"; readonly waitMillis: number; readonly asked: boolean }

/** Until when, on the monotonic clock, a request waits: for its turn, and for the end of a pause that was asked for. */
export interface Patience {
  readonly turnUntil: number
  readonly pauseUntil: number
  /** Told when a wait begins that a person notices, with its length. */
  readonly onWait: (millis: number) => Effect.Effect<void>
}

/** A shorter wait is noticed by nobody. */
const noticeable = 1000

/** Advice to send nothing is followed that long; then the service is asked again, which may say `Retry-After`. */
const longestAdvisedPause = 60_000

/** The limiter of a process. */
export class Limiter {
  private readonly turns: Turns
  private readonly queue = Semaphore.makeUnsafe(1)

  constructor(perMinute: Option.Option<number>) {
    this.turns = new Turns(Option.getOrUndefined(perMinute))
  }

  /** Waits for a first turn behind all who wait for theirs. */
  first(patience: Patience): Effect.Effect<Turn> {
    const queued = this.queue.withPermits(1)(this.again(patience))
    if (patience.turnUntil === Number.POSITIVE_INFINITY) return queued
    return Effect.flatMap(monotonicMillis, (now) =>
      Effect.timeoutOrElse(queued, {
        duration: Math.max(0, patience.turnUntil - now),
        orElse: () => Effect.succeed<Turn>({ _tag: "TooLate", waitMillis: 0, asked: false })
      }))
  }

  /** Waits for a further turn. */
  again({ onWait, pauseUntil, turnUntil }: Patience): Effect.Effect<Turn> {
    const { turns } = this
    return Effect.gen(function*() {
      while (true) {
        const now = yield* monotonicMillis
        const wait = turns.wait(now)
        if (now >= turnUntil) return { _tag: "TooLate", waitMillis: wait, asked: false }
        if (wait === 0) return { _tag: "Now", sent: turns.take(now) }
        const pause = turns.closedFor(now)
        const asked = pause > 0 && now + pause >= Math.min(pauseUntil, turnUntil)
        if (asked || now + wait >= turnUntil) return { _tag: "TooLate", waitMillis: asked ? pause : wait, asked }
        if (wait >= noticeable) yield* onWait(wait)
        yield* Effect.sleep(Math.ceil(wait))
      }
    })
  }

  /** The request was not sent after all. */
  unsent(sent: Sent): void {
    this.turns.unsent(sent)
  }

  /** The request was not refused because of the limit. */
  taken(sent: Sent): void {
    this.turns.taken(sent)
  }

  /** The request was refused because of the limit, as was learnt `now`, and the service asked for a pause of so long. */
  refused(sent: Sent, now: number, pauseMillis: number): void {
    this.turns.refused(sent, now, pauseMillis)
  }

  /** The service asked not to be asked for so long. */
  pause(now: number, millis: number): void {
    this.turns.close(now + millis)
  }

  /** The service told its limit. */
  advise(now: number, { forMillis, perMillis }: LimitAdvice): void {
    if (perMillis === 0) this.turns.close(now + Math.min(forMillis, longestAdvisedPause))
    else this.turns.advise(perMillis, now + forMillis)
  }
}
