/**
 * The Bearer Tokens that are valid (interface 5.1 to 5.3). A new login does not end older tokens; only time, use or
 * revocation does.
 */
import { randomBytes } from "node:crypto"

/** The tokens of one sandbox; times are milliseconds. */
export interface Tokens {
  readonly issue: (now: number, lifetimeSeconds: number) => string
  /** Whether the token is good now; counts the use when it is. */
  readonly accept: (token: string, now: number, uses: number | null) => boolean
  readonly revokeAll: () => void
}

/** Starts with no token. */
export const makeTokens = (): Tokens => {
  const held = new Map<string, { readonly expiresAt: number; uses: number }>()
  return {
    issue: (now, lifetimeSeconds) => {
      const token = randomBytes(24).toString("base64url")
      held.set(token, { expiresAt: now + lifetimeSeconds * 1000, uses: 0 })
      return token
    },
    accept: (token, now, uses) => {
      const entry = held.get(token)
      if (entry === undefined) return false
      if (now >= entry.expiresAt || (uses !== null && entry.uses >= uses)) {
        held.delete(token)
        return false
      }
      entry.uses++
      return true
    },
    revokeAll: () => held.clear()
  }
}
