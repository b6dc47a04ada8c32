/**
 * What becomes of a request behind each attempt: the policy, pure. What is worth another attempt at all, and how long the wait before
 * it is, stands in RetryPolicy.
 */
import type { Turn } from "../limit/Limiter.ts"
import { HeldBack, type Stopped, type TransportReason } from "../words/TransportError.ts"
import { isTransient, retryAfterOf, waitMillis } from "./RetryPolicy.ts"

/** What is known of a request. */
export interface RequestState {
  readonly attempts: number
  /** Why the last attempt failed. */
  readonly last: TransportReason | undefined
  /** Whether it was refused because of the service's limit. */
  readonly wasLimited: boolean
}

/** A request before its first attempt. */
export const begun: RequestState = { attempts: 0, last: undefined, wasLimited: false }

/** What came of a turn: an answer, a failed attempt, no leave of the breaker, or no turn in time. */
export type Outcome<A> =
  | { readonly _tag: "Answered"; readonly answer: A }
  | { readonly _tag: "Failed"; readonly reason: TransportReason }
  | { readonly _tag: "Rejected"; readonly waitMillis: number }
  | Extract<Turn, { readonly _tag: "TooLate" }>

/** What else a decision depends on. */
export interface Circumstances {
  readonly maxAttempts: number
  /** How long the request may still take. */
  readonly leftMillis: number
  /** Whether the run is over before the request's own time is. */
  readonly isRunShorter: boolean
  /** From 0 to 1; spreads those who wait. */
  readonly random: number
  /** Whether the service took a request lately. */
  readonly isWell: boolean
  /** Whether the budget of retries has one left. */
  readonly hasRetry: boolean
}

/** Another attempt behind a failed one, and whether it is one of the budget's. */
export interface Retry {
  readonly reason: TransportReason
  readonly isPaid: boolean
}

/** What to do: give the answer, wait for another turn, or give up. */
export type Decision<A> =
  | { readonly _tag: "Done"; readonly state: RequestState; readonly answer: A }
  | {
    readonly _tag: "Wait"
    readonly state: RequestState
    readonly waitMillis: number
    /** Left out where no attempt was made. */
    readonly retry?: Retry
  }
  | {
    readonly _tag: "Stop"
    readonly state: RequestState
    readonly reason: TransportReason
    readonly stopped: Stopped
  }

/** Another turn is waited for. */
export type Wait = Extract<Decision<unknown>, { readonly _tag: "Wait" }>

/** Decides it. */
export const decide = <A>(
  before: RequestState,
  outcome: Outcome<A>,
  circumstances: Circumstances
): Decision<A> => {
  const { hasRetry, isRunShorter, isWell, leftMillis, maxAttempts, random } = circumstances
  const tooLate = (state: RequestState, reason: TransportReason, waitMillis: number): Decision<A> => {
    const _tag = isRunShorter ? "RunOver" : "TimeUsed"
    return { _tag: "Stop", state, reason, stopped: { _tag, waitMillis, leftMillis: Math.max(0, leftMillis) } }
  }
  switch (outcome._tag) {
    case "Answered":
      return { _tag: "Done", state: { ...before, attempts: before.attempts + 1 }, answer: outcome.answer }
    case "TooLate": {
      const { asked, waitMillis } = outcome
      return tooLate(before, before.last ?? new HeldBack({ why: asked ? "asked" : "turn", waitMillis }), waitMillis)
    }
    case "Rejected": {
      const { waitMillis } = outcome
      return waitMillis < leftMillis
        ? { _tag: "Wait", state: before, waitMillis }
        : tooLate(before, before.last ?? new HeldBack({ why: "outage", waitMillis }), waitMillis)
    }
    case "Failed": {
      const { reason } = outcome
      const attempts = before.attempts + 1
      const isLimited = reason._tag === "RateLimited"
      const state = { attempts, last: reason, wasLimited: before.wasLimited || isLimited }
      const stop = (_tag: "Final" | "AttemptsUsed" | "BudgetUsed"): Decision<A> => ({
        _tag: "Stop",
        state,
        reason,
        stopped: { _tag }
      })
      if (!isTransient(reason)) return stop("Final")
      if (attempts >= maxAttempts) return stop("AttemptsUsed")
      const wait = waitMillis(attempts, random, retryAfterOf(reason))
      if (wait >= leftMillis) return tooLate(state, reason, wait)
      const isFirstAsked = isLimited && !before.wasLimited && reason.retryAfterMillis !== null
      const isPaid = !(isLimited && (isFirstAsked || isWell))
      return isPaid && !hasRetry
        ? stop("BudgetUsed")
        : { _tag: "Wait", state, waitMillis: wait, retry: { reason, isPaid } }
    }
  }
}
