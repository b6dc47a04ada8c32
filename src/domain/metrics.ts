/**
 * Everything that is counted, by the names of docs/observability.md. Effect's Metric keeps the numbers; whoever wants
 * them exports its registry. No attribute holds a wallet, a text of the service or anything else without a bound.
 */
import { Metric } from "effect"

const counter = (name: string, description: string, attributes: Metric.Metric.AttributeSet = {}) =>
  Metric.counter(`wallet_statement.${name}`, { description, attributes, incremental: true })

/** Upper ends of the classes of times, in seconds: from a fast answer to a long pause. */
const boundaries = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800]

const seconds = (name: string, description: string) =>
  Metric.histogram(`wallet_statement.${name}`, { description, boundaries, attributes: { unit: "seconds" } })

/** Attempts that were sent, by `path`, `outcome` (`Answered` or the kind of failure) and `status` where there is one. */
export const requests = counter("requests", "Requests sent to the service, retries included")

/** Attempts after a failed one, by `path` and the failed one's `reason`. */
export const retries = counter("retries", "Requests that were sent again after a failure")

/** Answers with status 429, by `path`. */
export const rateLimited = counter("rate_limited", "Requests that the service refused because of its limit")

/** Times that a request waited before it was sent, by `why`: its `turn`, a `retry`, the `outage` that the breaker sees. */
export const waits = seconds("waits", "Time that requests waited before they were sent")

/** Decoded bytes of answers that came whole, by `path`. */
export const responseBytes = counter("response.bytes", "Bytes of answers", { unit: "bytes" })

/** Rows of committed windows, by `kind`: the fields of WindowOutcome. */
export const rows = counter("rows", "Rows of committed windows")

/** How long a window took, by `phase`: `fetch` with all attempts and waits between them, `commit`. */
export const windowDuration = seconds("window.duration", "Time that windows took to fetch and to commit")

/** Ended runs, by `status`: that of RunReport, or `interrupted`. */
export const runs = counter("runs", "Runs that ended")
