/**
 * How many retries the requests of the process may cause together, so that an outage is not met with a multiple of the
 * usual load: a fifth of the requests, and a fixed reserve for the first troubles of a short run.
 *
 * A retry after a 429 takes nothing from it: the service is well then, and the limiter holds such retries back.
 */

/** Retries for each request. */
export const retryShare = 0.2
/** Retries that need no requests before them; what is saved up is no more than that either. */
export const retryReserve = 20

/** Keeps the account. */
export class RetryBudget {
  private left = retryReserve

  /** A request begins. */
  request(): void {
    this.left = Math.min(retryReserve, this.left + retryShare)
  }

  /** Whether a retry may be made; it is paid for with that. */
  retry(): boolean {
    // Fifths do not add up to one exactly.
    if (this.left < 1 - 1e-9) return false
    this.left -= 1
    return true
  }
}
