/**
 * What one statement request brought: the records in the order they came, and what an auditor wants to know about
 * the answer.
 */
import type { Records } from "./Records.ts"
import type { WalletNo } from "./Wallet.ts"

/** A statement request as it is sent; the strings that are signed are the strings in the body (interface 2.3, 5.4). */
export interface StatementRequest {
  readonly walletNo: WalletNo
  /** `YYYY-MM-DD` */
  readonly fromDate: string
  /** `YYYY-MM-DD` */
  readonly toDate: string
  /** 1 to 5000 */
  readonly limit: number
}

/** The answer to one statement request. */
export interface StatementPage {
  readonly request: StatementRequest
  /** As many as the answer's `data` has elements, in their order; the interface promises none. */
  readonly records: Records
  /** Length of the decoded body. */
  readonly bytes: number
  /** Of the decoded body, in lower-case hex. */
  readonly sha256: string
  /** Attempts that the answer took, the successful one included. */
  readonly attempts: number
  /** When the successful attempt was sent, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly requestedAt: number
  /** When the service says it answered, in milliseconds since 1970-01-01T00:00:00Z; left out when it does not say. */
  readonly servedAt?: number
  /** From the first attempt to the last byte of the answer. */
  readonly durationMillis: number
}

/** Whether two are one answer, or say the same: their bytes are the same. A page that no answer brought has no digest. */
export const isSameAnswer = (one: StatementPage, other: StatementPage): boolean =>
  one.sha256 !== "" && one.sha256 === other.sha256
