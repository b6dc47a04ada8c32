/**
 * Verifies signatures as the service does, so that a key pair can be tried before any request is sent.
 */
import { Effect, Redacted } from "effect"
import { createPublicKey, verify as verifySignature } from "node:crypto"
import type { SignatureAlgorithm } from "../settings/SigningSettings.ts"
import { digest, keyInput, misfit } from "./algorithm.ts"
import type { Signature } from "./Signer.ts"
import { KeyFormatUnknown, SignerError } from "./SignerError.ts"

const place = "the public key"

/**
 * Whether the signature is the public key's over the text (interface 5.4). The key is PEM: SubjectPublicKeyInfo, PKCS#1
 * or a certificate. A signature that is not one line of standard Base64 with padding counts as wrong. Fails with a
 * SignerError when the key is unreadable or does not fit the algorithm.
 */
export const verify = Effect.fnUntraced(function*(
  publicKeyPem: string,
  algorithm: SignatureAlgorithm,
  text: string | Uint8Array,
  signature: Signature
) {
  const key = yield* Effect.try({
    try: () => createPublicKey(publicKeyPem),
    catch: () => new SignerError({ reason: new KeyFormatUnknown({ place, detail: "it should be PEM text" }) })
  })
  const reason = misfit(key, { algorithm, place, setting: "the algorithm" })
  if (reason !== undefined) return yield* new SignerError({ reason })
  const encoded = Redacted.value(signature)
  const bytes = Buffer.from(encoded, "base64")
  if (bytes.toString("base64") !== encoded) return false
  return verifySignature(digest, Buffer.from(text), keyInput(key, algorithm), bytes)
})
