/**
 * The login endpoint (interface 4.1).
 */
import { Predicate } from "effect"
import { createHash, timingSafeEqual } from "node:crypto"
import { type Answer, refuse, success } from "./Answer.ts"
import type { State } from "./State.ts"

/** Answers a login request; `now` in milliseconds. */
export const login = (state: State, body: unknown, now: number): Answer => {
  if (!Predicate.isObject(body)) return refuse("body")
  const { consumer_key: key, consumer_secret: secret } = body
  if (!Predicate.isString(key) || !Predicate.isString(secret) || key === "" || secret === "") {
    return refuse("credentials-missing")
  }
  const { consumerKey, consumerSecret } = state.options
  if (!equal(key, consumerKey) || !equal(secret, consumerSecret)) return refuse("credentials")
  const lifetime = state.behaviour.tokenLifetimeSeconds
  const data = {
    access_token: state.tokens.issue(now, lifetime),
    token_type: "bearer",
    expires_in: lifetime
  }
  return success("Login successful.", JSON.stringify(data))
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()
const equal = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))
