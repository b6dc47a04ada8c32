/**
 * What was asked of the sandbox and how it answered; no secrets, tokens, signatures or record contents.
 */
import { type Refusal, refusals } from "./Answer.ts"
import type { AnswerFault } from "./Fault.ts"

/** Where a request went. */
export type Endpoint = "login" | "statement" | "other"

/** One request. */
export interface RequestEntry {
  /** Counts all requests from 1. */
  readonly number: number
  /** When it came, in milliseconds since 1970-01-01T00:00:00Z by the sandbox's clock. */
  readonly at: number
  readonly endpoint: Endpoint
  /** The path that was asked, without its query. */
  readonly path: string
  /** As sent, for statement requests whose body could be read. */
  wallet?: string
  from?: string
  to?: string
  limit?: string
  /** The status that was sent; absent while there is none. */
  status?: number
  records?: number
  refusal?: Refusal
  /** Milliseconds that a 429 of the rate limit asked the client to wait. */
  waitMillis?: number
  fault?: AnswerFault["kind"]
}

/** The log in numbers. */
export interface Stats {
  readonly requests: number
  /** Tokens given out. */
  readonly logins: number
  /** Statement requests that came. */
  readonly statements: number
  readonly rateLimited: number
  readonly recordsSent: number
  /** Requests refused, by reason; those of ordered faults are not among them. */
  readonly refused: Readonly<Record<Refusal, number>>
  /** Answers spoilt, by fault. */
  readonly faults: Readonly<Partial<Record<AnswerFault["kind"], number>>>
}

/** Counts a log. */
export const statsOf = (entries: ReadonlyArray<RequestEntry>): Stats => {
  const refused = Object.fromEntries(Object.keys(refusals).map((name) => [name, 0])) as Record<Refusal, number>
  const faults: Partial<Record<AnswerFault["kind"], number>> = {}
  let logins = 0
  let statements = 0
  let recordsSent = 0
  for (const entry of entries) {
    if (entry.endpoint === "statement") statements++
    if (entry.endpoint === "login" && entry.status === 200 && entry.fault === undefined) logins++
    if (entry.refusal !== undefined) refused[entry.refusal]++
    if (entry.fault !== undefined) faults[entry.fault] = (faults[entry.fault] ?? 0) + 1
    recordsSent += entry.records ?? 0
  }
  return {
    requests: entries.length,
    logins,
    statements,
    rateLimited: refused["rate-limit"],
    recordsSent,
    refused,
    faults
  }
}
