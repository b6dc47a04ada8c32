/**
 * One login: credentials go out, a token comes back (interface 2.1, 2.2, 4.1).
 */
import { Effect, Redacted, Result, Schema } from "effect"
import { ErrorEnvelope, numericText, TokenEnvelope } from "../domain/StatementRecord.ts"
import { formatProblem, parse } from "../json/ExactJson.ts"
import type { ServiceSettings } from "../settings/ServiceSettings.ts"
import type { Places } from "../settings/setting.ts"
import { pageBounds } from "../settings/TransportSettings.ts"
import type { Transport, TransportResponse } from "../transport/Transport.ts"
import { isAddressRefusal } from "./addressRefusal.ts"
import { AddressRefused, AuthError, type AuthErrorReason, CredentialsRefused, LoginMalformed } from "./AuthError.ts"

/** A token as the service gave it. */
export interface IssuedToken {
  readonly token: Redacted.Redacted
  /** Milliseconds that it may be used, from when the login was sent; a safety margin is already taken off. */
  readonly usableMillis: number
  /** When the login was sent, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly requestedAt: number
}

const path = "/api/v2/auth/login"
/** 422: what was sent is understood, and not taken; 423: the account is locked. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 422, 423])
const isError = Schema.is(ErrorEnvelope)
const isToken = Schema.is(TokenEnvelope)
/** What a header can hold. */
const headerText = /^[\x21-\x7e]{1,8192}$/

const longestMillis = 24 * 3_600_000
const shortestMillis = 1_000
const unknownMillis = 60_000
const largestMarginMillis = 60_000

/**
 * How long to use a token that lives `expiresIn` seconds: a tenth less, at most a minute less. A text that is no
 * positive number counts as one minute: the token is good for something, and one login for each call would be a storm.
 */
export const usableMillis = (expiresIn: string): number => {
  const millis = Number(expiresIn) * 1000
  if (!(millis > 0)) return unknownMillis
  const life = Math.min(millis, longestMillis)
  return Math.max(shortestMillis, life - Math.min(largestMarginMillis, life / 10))
}

/** Logs in; fails with an AuthError, which names settings by `placeOf`. */
export const login = Effect.fnUntraced(function*(
  transport: Transport["Service"],
  { consumerKey, consumerSecret }: ServiceSettings["Service"],
  placeOf: Places
): Effect.fn.Return<IssuedToken, AuthError> {
  const body = JSON.stringify({
    consumer_key: Redacted.value(consumerKey),
    consumer_secret: Redacted.value(consumerSecret)
  })
  const response = yield* transport.post({
    path,
    headers: { accept: "application/json", "content-type": "application/json" },
    body: Redacted.make(body),
    secrets: []
  }).pipe(Effect.mapError((reason) => new AuthError({ reason })))
  const read = readToken(response, placeOf)
  if (Result.isFailure(read)) return yield* new AuthError({ reason: read.failure })
  return { ...read.success, requestedAt: response.requestedAt }
})

const refusalOf = (status: number, said: string, placeOf: Places): AuthErrorReason =>
  isAddressRefusal(status, said)
    ? new AddressRefused({ status, said })
    : new CredentialsRefused({ status, said, places: [placeOf("CONSUMER_KEY"), placeOf("CONSUMER_SECRET")] })

const readToken = (
  { bytes, said, status }: TransportResponse,
  placeOf: Places
): Result.Result<Omit<IssuedToken, "requestedAt">, AuthErrorReason> => {
  // What is said beside a token is not shown: it could repeat the token.
  const malformed = (expected: string, text = "") => Result.fail(new LoginMalformed({ status, expected, said: text }))
  const refused = () => Result.fail(refusalOf(status, said(), placeOf))
  if (refusals.has(status)) return refused()
  if (status < 200 || status > 299) return malformed("status 200", said())
  const parsed = parse(Redacted.value(bytes), pageBounds)
  if (Result.isFailure(parsed)) return malformed(`JSON (${formatProblem(parsed.failure)})`)
  const envelope = parsed.success
  if (isError(envelope)) return refused()
  if (!isToken(envelope)) return malformed("success, and data with access_token and expires_in")
  const { access_token: token, expires_in: expiresIn } = envelope.data
  if (!headerText.test(token)) return malformed("an access_token of printable characters")
  return Result.succeed({ token: Redacted.make(token), usableMillis: usableMillis(numericText(expiresIn)) })
}
