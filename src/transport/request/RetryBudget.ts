/**
 * How many retries the requests of the process may cause together, so that an outage is not met with a multiple of the
 * usual load: a fifth of the requests, and a fixed reserve for the first troubles of a short run.
 *
 * A retry after a 429 takes nothing from it as long as the service takes other requests: it is well then, and the
 * limiter holds such retries back. Nor does a request's first one that the service named a pause for. A gateway that
 * refuses everything is an outage like any other.
 */

/** Retries for each request. */
export const retryShare = 0.2
/** Retries that need no requests before them; what is saved up is no more than that either. */
export const retryReserve = 20
/** A service that took a request within so long is well; the longest window that limits are commonly counted by. */
const wellMillis = 60_000

/** Keeps the account; times are milliseconds of a monotonic clock. */
export class RetryBudget {
  private left = retryReserve
  private takenAt = Number.NEGATIVE_INFINITY

  /** A request begins. */
  request(): void {
    this.left = Math.min(retryReserve, this.left + retryShare)
  }

  /** The service took a request. */
  taken(now: number): void {
    this.takenAt = now
  }

  /** Whether the service took a request lately, and whether a retry is left. */
  at(now: number): { readonly isWell: boolean; readonly hasRetry: boolean } {
    // Fifths do not add up to one exactly.
    return { isWell: now - this.takenAt < wellMillis, hasRetry: this.left >= 1 - 1e-9 }
  }

  /** A retry is made that is paid for. */
  pay(): void {
    this.left -= 1
  }
}
