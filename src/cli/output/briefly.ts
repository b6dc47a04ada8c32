/**
 * Errors in fewer words, where there was one try and nothing to say of the others.
 */
import type { AuthError } from "../../auth/AuthError.ts"
import type { StatementError } from "../../statement/StatementError.ts"

/** What is wrong and what to do; of a request without an answer the reason alone, and how long to wait. */
export const briefly = (error: AuthError | StatementError): string => {
  const { reason } = error
  if (reason._tag === "AuthError") return briefly(reason)
  if (reason._tag !== "TransportError") return error.message
  const wait = "retryAfterMillis" in reason.reason ? reason.reason.retryAfterMillis : null
  const asked = wait === null ? "" : ` It asks to wait ${Math.ceil(wait / 1000)} s.`
  return `${reason.path}: ${reason.reason.message}.${asked}`
}
