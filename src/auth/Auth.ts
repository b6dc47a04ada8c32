/**
 * The token: logged in for when first needed, kept in memory, renewed once for all callers (interface 4.1 and 5).
 *
 * A token is dropped when either clock says so: the monotonic one does not jump, the wall clock goes on while the
 * machine sleeps. Too early costs one login, too late costs one refused call, which `renew` answers.
 *
 * A login runs apart from the caller that caused it, so interrupting one caller leaves the others their login.
 * After a refused login nobody asks again in this process, nor for a while in another; after one that failed otherwise, not
 * before a pause, which ends the run of whoever has more wallets to ask for.
 */
import { Clock, Context, DateTime, Deferred, Effect, Exit, Layer, Option, Redacted, Scope } from "effect"
import { payloadFreeSpan } from "../domain/payloadFreeSpan.ts"
import type { ServiceSettings } from "../settings/ServiceSettings.ts"
import { placesInForce } from "../settings/setting.ts"
import { Transport } from "../transport/Transport.ts"
import { AuthError, LoginHeld, RenewedTokenRefused } from "./AuthError.ts"
import { type IssuedToken, login } from "./login.ts"
import { type Account, heldUntil, isHeld, LoginMemory, LoginNow } from "./LoginMemory.ts"

/** Keeps the token that every request but the login carries. */
export class Auth extends Context.Service<Auth, {
  /** A token that should still be good; one login serves all who wait. */
  readonly token: Effect.Effect<Redacted.Redacted, AuthError>
  /**
   * Another token than the one the service refused: the one that came since, or a new login. A token that came by
   * renewal and never worked is not renewed within a minute: no storm of logins when a key was revoked.
   */
  renew(refused: Redacted.Redacted): Effect.Effect<Redacted.Redacted, AuthError>
  /** Tells that the service took the token. */
  accepted(token: Redacted.Redacted): Effect.Effect<void>
  /** How many logins brought a token. */
  readonly logins: Effect.Effect<number>
}>()("wallet-statement/auth/Auth") {
  /** Logs in with a consumer key and secret. Each time it is built it has a token of its own. */
  static readonly layer = (
    settings: ServiceSettings["Service"]
  ): Layer.Layer<Auth, never, Transport> =>
    Layer.fresh(Layer.effect(
      Auth,
      Effect.gen(function*() {
        const transport = yield* Transport
        const placeOf = yield* placesInForce
        const scope = yield* Scope.Scope
        const memory = yield* LoginMemory
        const tryNow = yield* LoginNow
        let held: HeldToken | undefined
        let pending: Waiting | undefined
        let refusal: AuthError | undefined
        let postponed: Postponement | undefined
        let logins = 0

        const settle = (waiting: Waiting, forRenewal: boolean) => (exit: Exit.Exit<IssuedToken, AuthError>) =>
          Clock.clockWith((clock) => {
            pending = undefined
            if (Exit.isSuccess(exit)) {
              held = hold(exit.value, forRenewal, clock)
              logins++
            } else {
              const error = Option.getOrUndefined(Exit.findErrorOption(exit))
              if (error?.loginRefused === true) refusal = error
              postponed = error === undefined ? undefined : postponement(error, clock)
            }
            return Deferred.done(waiting, Exit.map(exit, (issued) => issued.token))
          })

        // Looking and deciding is one synchronous step: no other caller comes in between.
        const obtain = (forRenewal: boolean): Effect.Effect<Redacted.Redacted, AuthError> =>
          Clock.clockWith((clock) => {
            if (refusal !== undefined) return Effect.fail(refusal)
            if (postponed !== undefined && monotonicMillis(clock) < postponed.until) return Effect.fail(postponed.error)
            if (pending !== undefined) return Effect.interruptible(Deferred.await(pending))
            if (held !== undefined && isFresh(held, clock)) return Effect.succeed(held.token)
            const waiting: Waiting = Deferred.makeUnsafe()
            pending = waiting
            return remembering(memory, settings, tryNow, login(transport, settings, placeOf)).pipe(
              Effect.onExit(settle(waiting, forRenewal)),
              Effect.ignoreCause,
              Effect.interruptible,
              Effect.forkIn(scope),
              Effect.andThen(Effect.interruptible(Deferred.await(waiting)))
            )
          }).pipe(Effect.uninterruptible)

        const renew = Effect.fnUntraced(function*(refused: Redacted.Redacted) {
          const now = monotonicMillis(yield* Clock.Clock)
          if (held !== undefined && isSame(held.token, refused)) {
            if (now < held.renewableFrom && !held.accepted) {
              return yield* new AuthError({ reason: new RenewedTokenRefused({ place: placeOf("CONSUMER_KEY") }) })
            }
            held = undefined
          }
          return yield* obtain(true)
        }, payloadFreeSpan("Auth.renew"))

        const accepted = (token: Redacted.Redacted) =>
          Effect.sync(() => {
            if (held !== undefined && isSame(held.token, token)) held.accepted = true
          })

        return Auth.of({ token: obtain(false), renew, accepted, logins: Effect.sync(() => logins) })
      })
    ))

  /** Always the same token; nothing is sent. */
  static readonly layerTest = (token: string): Layer.Layer<Auth> => {
    const redacted = Redacted.make(token)
    return Layer.succeed(
      Auth,
      Auth.of({
        token: Effect.succeed(redacted),
        renew: () => Effect.succeed(redacted),
        accepted: () => Effect.void,
        logins: Effect.succeed(1)
      })
    )
  }
}

interface HeldToken {
  readonly token: Redacted.Redacted
  readonly goodUntilMonotonic: number
  readonly goodUntilWall: number
  /** On the monotonic clock; until then only a token that has worked is renewed. */
  readonly renewableFrom: number
  accepted: boolean
}

const renewalPauseMillis = 60_000

/** How long nobody asks after a login that failed, if the service did not ask for more. */
const pauseMillis = 5 * 60_000

/** A login that failed: until then nobody asks, whoever wants to. */
interface Postponement {
  readonly error: AuthError
  readonly until: number
}

const postponement = (error: AuthError, clock: Clock.Clock): Postponement | undefined => {
  const limited = error.reason._tag === "TransportError" ? error.reason.reason : undefined
  const wait = limited?._tag === "RateLimited" ? limited.retryAfterMillis : null
  return { error, until: monotonicMillis(clock) + Math.max(wait ?? 0, pauseMillis) }
}

/** A login with what earlier processes met, and for what later ones meet. */
const remembering = Effect.fnUntraced(function*(
  { forget, recall, remember }: Context.Service.Shape<typeof LoginMemory>,
  account: Account,
  tryNow: boolean,
  attempt: Effect.Effect<IssuedToken, AuthError>
): Effect.fn.Return<IssuedToken, AuthError> {
  const before = Option.getOrUndefined(yield* recall(account))
  const now = yield* Clock.currentTimeMillis
  if (before !== undefined && !tryNow && isHeld(before, now)) {
    const until = heldUntil(before)
    return yield* new AuthError({
      reason: new LoginHeld({
        status: before.status,
        refusedAt: instantText(before.at),
        until: instantText(until),
        waitMinutes: Math.ceil((until - now) / 60_000)
      })
    })
  }
  return yield* attempt.pipe(
    Effect.tap(() => before === undefined ? Effect.void : forget(account)),
    Effect.tapError(({ reason }) =>
      reason._tag === "CredentialsRefused" || reason._tag === "AddressRefused"
        ? remember(account, { at: now, status: reason.status, times: (before?.times ?? 0) + 1 })
        : Effect.void
    )
  )
})

const instantText = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

type Waiting = Deferred.Deferred<Redacted.Redacted, AuthError>

const monotonicMillis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

const hold = (
  { requestedAt, token, usableMillis }: IssuedToken,
  forRenewal: boolean,
  clock: Clock.Clock
): HeldToken => {
  const now = monotonicMillis(clock)
  const age = Math.max(0, clock.currentTimeMillisUnsafe() - requestedAt)
  return {
    token,
    goodUntilMonotonic: now + usableMillis - age,
    goodUntilWall: requestedAt + usableMillis,
    renewableFrom: forRenewal ? now + renewalPauseMillis : now,
    accepted: false
  }
}

const isFresh = (held: HeldToken, clock: Clock.Clock): boolean =>
  monotonicMillis(clock) < held.goodUntilMonotonic && clock.currentTimeMillisUnsafe() < held.goodUntilWall

const isSame = (left: Redacted.Redacted, right: Redacted.Redacted): boolean =>
  Redacted.value(left) === Redacted.value(right)
