/**
 * Which failures are worth another attempt, and how long the wait before it is; `decide` weighs them.
 *
 * Both calls of the interface only read or log in, so repeating one does no harm. Everything that is not listed here
 * is final, certificate errors above all: a second try cannot make a wrong certificate right.
 */
import { isTransientCode } from "../words/errorCodes.ts"
import type { TransportReason } from "../words/TransportError.ts"

/** Statuses that pass: the request came too late, too early or too often, or something behind the service failed. */
const transientStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** First wait's upper end. */
const firstWaitMillis = 500
/** No drawn wait is longer; `Retry-After` may be. */
const longestWaitMillis = 30_000

/** Ten years; a service can write more digits than a number holds, and dates as far away. */
const longestAskedMillis = 10 * 365 * 86_400_000

/** Whether an answer with this status is asked for again. */
export const isTransientStatus = (status: number): boolean => transientStatuses.has(status)

/** Whether another attempt may help. */
export const isTransient = (reason: TransportReason): boolean => {
  switch (reason._tag) {
    case "TimedOut":
    case "Truncated":
    case "RateLimited":
    case "ServiceFailed":
      return true
    case "ConnectionFailed":
      return isTransientCode(reason.code)
    default:
      return false
  }
}

/** Milliseconds for which a failure asks not to be asked again. */
export const retryAfterOf = (reason: TransportReason): number | undefined =>
  "retryAfterMillis" in reason ? reason.retryAfterMillis ?? undefined : undefined

/**
 * How long to wait behind attempt number `attempt` (from 1), in milliseconds: drawn evenly from nothing up to an end
 * that doubles (full jitter, so that many callers do not come back at once), but never less than the service asked for.
 */
export const waitMillis = (attempt: number, random: number, retryAfterMillis: number | undefined): number => {
  const end = Math.min(longestWaitMillis, firstWaitMillis * 2 ** Math.min(attempt - 1, 30))
  return Math.max(Math.ceil(random * end), retryAfterMillis ?? 0)
}

/**
 * `Retry-After` in milliseconds: seconds, or an HTTP date. A date is compared with the answer's own `Date` when there
 * is one, so that a clock that is off does no harm. From nothing up to ten years; undefined when it is written otherwise.
 */
export const retryAfterMillis = (
  header: string | undefined,
  serverDate: string | undefined,
  nowMillis: number
): number | undefined => {
  const text = header?.trim() ?? ""
  if (/^\d+$/.test(text)) return Math.min(longestAskedMillis, Number(text) * 1000)
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined
  const until = Date.parse(text)
  if (Number.isNaN(until)) return undefined
  const server = Date.parse(serverDate ?? "")
  return Math.min(longestAskedMillis, Math.max(0, until - (Number.isNaN(server) ? nowMillis : server)))
}
