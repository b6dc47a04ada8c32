/**
 * Everything that can keep a statement request from becoming a page. Nothing here holds a record, a body, a token or
 * a signature; what the service said is escaped and cut first.
 */
import { Schema } from "effect"
import { AuthError } from "../auth/AuthError.ts"
import { SignerError } from "../signer/SignerError.ts"
import { TransportError } from "../transport/words/TransportError.ts"

const said = (text: string): string => (text === "" ? "" : `; the service said ${text}`)
const refusal = { status: Schema.Int, said: Schema.String }

/** The request was wrong before it was sent; `detail` says what and how it should be. */
export class RequestInvalid extends Schema.TaggedError<RequestInvalid>()("RequestInvalid", { detail: Schema.String }) {
  override get message(): string {
    return `The statement request was not sent: ${this.detail}.`
  }
}

/** A token was refused, and the one after it too; `credentials` names where the consumer key was given. */
export class TokenRefused extends Schema.TaggedError<TokenRefused>()("TokenRefused", {
  ...refusal,
  credentials: Schema.String
}) {
  override get message(): string {
    return `The service refused the token, and the new one too (status ${this.status})${said(this.said)}. Check with ` +
      `the service whether the consumer key in ${this.credentials} may read statements.`
  }
}

/** The service does not accept the signature; `key` names where the key comes from that signed, where the signer tells. */
export class SignatureRefused extends Schema.TaggedError<SignatureRefused>()("SignatureRefused", {
  ...refusal,
  key: Schema.optional(Schema.String)
}) {
  override get message(): string {
    return `The service refused the signature (status ${this.status})${said(this.said)}. Check that the public key ` +
      `registered there belongs to ${this.key ?? "the private key"}, then WALLET_STATEMENT_SIGNATURE_ALGORITHM and ` +
      "WALLET_STATEMENT_SIGNATURE_SEPARATOR; `wallet-statement sign --explain` shows what is signed."
  }
}

/** The service does not let this address or this key in. */
export class AccessRefused extends Schema.TaggedError<AccessRefused>()("AccessRefused", refusal) {
  override get message(): string {
    return `The service refused access (status ${this.status})${
      said(this.said)
    }. Ask the service whether this machine's ` +
      "address is on its list and whether the consumer key may read this wallet."
  }
}

/** The service does not know the wallet. */
export class WalletUnknown extends Schema.TaggedError<WalletUnknown>()("WalletUnknown", refusal) {
  override get message(): string {
    return `The service does not know the wallet (status ${this.status})${
      said(this.said)
    }. Check the wallet number, that ` +
      "it belongs to the account of the consumer key, and WALLET_STATEMENT_BASE_URL."
  }
}

/** The service does not accept the dates. */
export class DatesRefused extends Schema.TaggedError<DatesRefused>()("DatesRefused", refusal) {
  override get message(): string {
    return `The service refused the dates (status ${this.status})${said(this.said)}. Check --from and --to.`
  }
}

/** The service does not accept the limit. */
export class LimitRefused extends Schema.TaggedError<LimitRefused>()("LimitRefused", refusal) {
  override get message(): string {
    return `The service refused the limit (status ${this.status})${said(this.said)}. Choose a lower one with --limit.`
  }
}

/** The service refused the request for a reason that is not known. */
export class RequestRefused extends Schema.TaggedError<RequestRefused>()("RequestRefused", refusal) {
  override get message(): string {
    return `The service refused the statement request (status ${this.status})${
      said(this.said)
    }. If the reason is not ` +
      "clear, run `wallet-statement check` and ask the service."
  }
}

/** A good status came with a body that is no statement; nothing of it was used. */
export class AnswerMalformed extends Schema.TaggedError<AnswerMalformed>()("AnswerMalformed", {
  status: Schema.Int,
  /** Where in the body, and what was expected there. */
  detail: Schema.String
}) {
  override get message(): string {
    return `The statement answer (status ${this.status}) is not what the interface promises: ${this.detail}. Nothing of it ` +
      "was used; try again, and if it stays so, ask the service."
  }
}

/** What went wrong with a statement request. */
export const StatementErrorReason = Schema.Union([
  RequestInvalid,
  TokenRefused,
  SignatureRefused,
  AccessRefused,
  WalletUnknown,
  DatesRefused,
  LimitRefused,
  RequestRefused,
  AnswerMalformed,
  AuthError,
  SignerError,
  TransportError
])
export type StatementErrorReason = typeof StatementErrorReason.Type

/** A statement request brought no page. */
export class StatementError extends Schema.TaggedError<StatementError>()("StatementError", {
  reason: StatementErrorReason
}) {
  override get message(): string {
    return this.reason._tag === "TransportError" ? `No statement: ${this.reason.message}` : this.reason.message
  }

  /** Whether login, token or signature were refused, which no other request can change. */
  get refused(): boolean {
    const { reason } = this
    if (reason._tag === "AuthError") return reason.refused
    return reason._tag === "TokenRefused" || reason._tag === "SignatureRefused" || reason._tag === "AccessRefused"
  }
}
