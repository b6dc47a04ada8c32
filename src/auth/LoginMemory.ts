/**
 * Remembers refused logins beyond the process: a job that starts every few minutes would lock the account otherwise.
 */
import { Context, Effect, type Option, Schema } from "effect"
import type { ServiceSettings } from "../settings/ServiceSettings.ts"

/** A login that the service refused; holds no secret. */
export const RefusedLogin = Schema.Struct({
  /** When, in milliseconds since 1970-01-01T00:00:00Z. */
  at: Schema.Finite,
  /** The status that the service answered with. */
  status: Schema.Int,
  /** How many logins in a row were refused, this one included. */
  times: Schema.Int
})
export type RefusedLogin = typeof RefusedLogin.Type

const shortestMillis = 30 * 60_000
const longestMillis = 12 * 3_600_000

/** Until when nobody asks again: half an hour after the first refusal, twice as long after each further one, up to twelve hours. */
export const heldUntil = ({ at, times }: RefusedLogin): number =>
  at + Math.min(longestMillis, shortestMillis * 2 ** Math.min(Math.max(times, 1) - 1, 10))

/**
 * Whether that time is not over. A refusal of a time to come was written before the clock was put back, or by another one: one of
 * more than twelve hours to come says nothing.
 */
export const isHeld = (refused: RefusedLogin, nowMillis: number): boolean =>
  refused.at <= nowMillis + longestMillis && nowMillis < heldUntil(refused)

/** Whom a refusal is about: a consumer key and its secret at a service. */
export type Account = ServiceSettings["Service"]

/** What earlier processes met; without a layer nothing is remembered. */
export const LoginMemory = Context.Reference<{
  /** An account's last login, when it was refused. */
  readonly recall: (account: Account) => Effect.Effect<Option.Option<RefusedLogin>>
  readonly remember: (account: Account, refused: RefusedLogin) => Effect.Effect<unknown>
  /** The service let the account in. */
  readonly forget: (account: Account) => Effect.Effect<unknown>
}>("wallet-statement/auth/LoginMemory", {
  defaultValue: () => ({
    recall: () => Effect.succeedNone,
    remember: () => Effect.void,
    forget: () => Effect.void
  })
})

/** Whether a login is tried whatever is remembered, because somebody says so. */
export const LoginNow = Context.Reference<boolean>("wallet-statement/auth/LoginNow", { defaultValue: () => false })
