/**
 * Reads a private key written as JSON Web Key (RFC 7517), alone or as the only private key of a key set.
 */
import { Option, Schema } from "effect"

/** The members of a JWK that make an RSA, EC or octet-pair key, and those that say what it is for; others are ignored. */
export const Jwk = Schema.Struct({
  kty: Schema.Literals(["RSA", "EC", "OKP", "oct", "AKP"]),
  crv: Schema.optionalKey(Schema.String),
  n: Schema.optionalKey(Schema.String),
  e: Schema.optionalKey(Schema.String),
  d: Schema.optionalKey(Schema.String),
  p: Schema.optionalKey(Schema.String),
  q: Schema.optionalKey(Schema.String),
  dp: Schema.optionalKey(Schema.String),
  dq: Schema.optionalKey(Schema.String),
  qi: Schema.optionalKey(Schema.String),
  x: Schema.optionalKey(Schema.String),
  y: Schema.optionalKey(Schema.String),
  use: Schema.optionalKey(Schema.String),
  key_ops: Schema.optionalKey(Schema.Array(Schema.String)),
  alg: Schema.optionalKey(Schema.String)
})
export type Jwk = typeof Jwk.Type

const JwkDocument = Schema.fromJsonString(Schema.Union([Schema.Struct({ keys: Schema.Array(Jwk) }), Jwk]))

/** Whether the text is JSON by its first character, which starts no other key format. */
export const looksLikeJwk = (text: string): boolean => text.startsWith("{")

/** The keys of a JWK or a JWK set; undefined when the text is neither. The parse error is dropped: it quotes the text. */
export const readJwks = (text: string): ReadonlyArray<Jwk> | undefined => {
  const document = Option.getOrUndefined(Schema.decodeOption(JwkDocument)(text))
  if (document === undefined) return undefined
  return "keys" in document ? document.keys : [document]
}

/** Which member says that a key is not for signing (RFC 7517, 4.2 and 4.3); undefined when none does. */
export const forbidsSigning = ({ key_ops: operations, use }: Jwk): "use" | "key_ops" | undefined =>
  use !== undefined && use !== "sig"
    ? "use"
    : operations !== undefined && !operations.includes("sign")
    ? "key_ops"
    : undefined
