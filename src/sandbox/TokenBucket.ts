/**
 * The request limit: a bucket of `burst` permits that refills at `perMinute`.
 */
import type { RateLimitOptions } from "./SandboxOptions.ts"

/** A bucket; times are milliseconds. */
export interface TokenBucket {
  /** 0 when the request may pass, or the milliseconds until one more may. */
  readonly take: (now: number) => number
}

/** Starts full. */
export const makeTokenBucket = ({ burst, perMinute }: RateLimitOptions): TokenBucket => {
  const millisAPermit = 60_000 / perMinute
  let permits = burst
  let filledAt: number | undefined
  return {
    take: (now) => {
      permits = Math.min(burst, permits + Math.max(now - (filledAt ?? now), 0) / millisAPermit)
      filledAt = now
      // A wait that was served to the millisecond must not fail for a rounding of the double.
      if (permits > 1 - 1e-6) {
        permits = Math.max(permits - 1, 0)
        return 0
      }
      return Math.ceil((1 - permits) * millisAPermit)
    }
  }
}

/** Writes `Retry-After` for a wait in milliseconds, rounded up to whole seconds; undefined for `none`. */
export const retryAfterText = (
  form: RateLimitOptions["retryAfter"],
  now: number,
  waitMillis: number
): string | undefined => {
  switch (form) {
    case "seconds":
      return String(Math.ceil(waitMillis / 1000))
    case "http-date":
      return new Date(Math.ceil((now + waitMillis) / 1000) * 1000).toUTCString()
    case "none":
      return undefined
  }
}
