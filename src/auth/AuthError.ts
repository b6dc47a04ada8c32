/**
 * Everything that can go wrong with logging in. Nothing here holds a credential, a token or an answer's body.
 */
import { Schema } from "effect"
import { TransportError } from "../transport/words/TransportError.ts"

const said = (text: string): string => (text === "" ? "" : `; the service said ${text}`)

/** The service does not accept the key and secret (interface 7); asking again could lock the account, so nobody does. */
export class CredentialsRefused extends Schema.TaggedError<CredentialsRefused>()("CredentialsRefused", {
  status: Schema.Int,
  said: Schema.String,
  /** Where the key and the secret were given. */
  places: Schema.Tuple([Schema.String, Schema.String])
}) {
  override get message(): string {
    return `The service refused the login (status ${this.status})${said(this.said)}. Check ${
      this.places.join(" and ")
    }. ` +
      "The login is not tried again, because that could lock the account."
  }
}

/** The service, or a gateway before it, does not let this machine's address in, as far as its answer tells. */
export class AddressRefused extends Schema.TaggedError<AddressRefused>()("AddressRefused", {
  status: Schema.Int,
  said: Schema.String
}) {
  override get message(): string {
    return `The service does not let this machine log in (status ${this.status})${said(this.said)}. Ask whether the ` +
      "address that this machine's requests come from is on the service's list. The login is not tried again, because " +
      "that could lock the account."
  }
}

/** The service refused a login a while ago, in this process or another; it is asked again later. */
export class LoginHeld extends Schema.TaggedError<LoginHeld>()("LoginHeld", {
  status: Schema.Int,
  /** When it refused, and when it may be asked again, as ISO 8601 in UTC. */
  refusedAt: Schema.String,
  until: Schema.String,
  waitMinutes: Schema.Int
}) {
  override get message(): string {
    return `The service refused the login at ${this.refusedAt} (status ${this.status}). So that the account is not locked ` +
      `nobody logs in before ${this.until}, in ${this.waitMinutes} minutes. When key and secret are put right, ` +
      "`wallet-statement check` tries at once, and so does `pull --login-now`."
  }
}

/** A token that had just been renewed was refused and has never worked; another login would not help. */
export class RenewedTokenRefused extends Schema.TaggedError<RenewedTokenRefused>()("RenewedTokenRefused", {
  /** Where the consumer key was given. */
  place: Schema.String
}) {
  override get message(): string {
    return "The service refuses its own new token. Check with the service whether the consumer key in " +
      `${this.place} may read statements.`
  }
}

/** The login address answered in a way that the interface does not have. */
export class LoginMalformed extends Schema.TaggedError<LoginMalformed>()("LoginMalformed", {
  status: Schema.Int,
  /** What was expected. */
  expected: Schema.String,
  said: Schema.String
}) {
  override get message(): string {
    return `The login answer (status ${this.status}) is not what the interface promises: expected ${this.expected}` +
      `${said(this.said)}. Check WALLET_STATEMENT_BASE_URL.`
  }
}

/** What went wrong with a login. */
export const AuthErrorReason = Schema.Union([
  CredentialsRefused,
  AddressRefused,
  LoginHeld,
  RenewedTokenRefused,
  LoginMalformed,
  TransportError
])
export type AuthErrorReason = typeof AuthErrorReason.Type

/** No token could be had. */
export class AuthError extends Schema.TaggedError<AuthError>()("AuthError", { reason: AuthErrorReason }) {
  override get message(): string {
    return this.reason._tag === "TransportError" ? `Login failed. ${this.reason.message}` : this.reason.message
  }

  /** Whether the service refused the credentials, the address or the token, rather than failing to answer. */
  get refused(): boolean {
    return this.reason._tag === "RenewedTokenRefused" || this.reason._tag === "LoginHeld" || this.loginRefused
  }

  /** Whether the service refused the login, so that another could lock the account. */
  get loginRefused(): boolean {
    return this.reason._tag === "CredentialsRefused" || this.reason._tag === "AddressRefused"
  }
}
