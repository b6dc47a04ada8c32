/**
 * What to hold against what the service has when it refuses a signature, and OpenSSL commands, version 1.1 or 3, that
 * give the same figures. No part of the private key is in it.
 */
import { createHash } from "node:crypto"
import { shellQuote } from "../settings/shellQuote.ts"
import type { PrivateKeySource, SignatureAlgorithm } from "../settings/SigningSettings.ts"
import { fingerprint } from "./fingerprint.ts"

/** What a signature was made of. */
export interface Signed {
  /** As `signingText` gives it. */
  readonly text: string
  readonly algorithm: SignatureAlgorithm
  readonly separator: string
  /** PEM. */
  readonly publicKey: string
  readonly privateKey: PrivateKeySource
}

/** SHA-256 of the signing text in hexadecimal, as OpenSSL prints it. */
export const textDigest = (text: string): string => createHash("sha256").update(text).digest("hex")

/** The comparison, line by line. */
export const comparison = ({ algorithm, privateKey, publicKey, separator, text }: Signed): ReadonlyArray<string> => {
  const file = privateKey._tag === "File" ? shellQuote(privateKey.path) : "private.pem"
  const between = separator === "" ? "nothing between them" : `${JSON.stringify(separator)} between them`
  return [
    "Compare with the service's operator:",
    `  signing text        ${JSON.stringify(text)}  (wallet_no, to_date and limit, ${between})`,
    `  its SHA-256         ${textDigest(text)}`,
    `  signature scheme    ${algorithm}`,
    `  public key SHA-256  ${fingerprint(publicKey)}`,
    "By OpenSSL, the digest of the text and the fingerprint of this key:",
    `  printf '%s' ${shellQuote(text)} | openssl dgst -sha256`,
    `  openssl pkey -in ${file} -pubout -outform DER | openssl dgst -sha256`,
    "and the fingerprint of the key that is registered with the service, saved as registered.pem:",
    "  openssl pkey -pubin -in registered.pem -outform DER | openssl dgst -sha256",
    "If the fingerprints differ, register this key's public half there, or use the private key that belongs to the " +
    "registered one. If they agree, the service expects another text or scheme: set " +
    "WALLET_STATEMENT_SIGNATURE_SEPARATOR or WALLET_STATEMENT_SIGNATURE_ALGORITHM as its operator says; " +
    "`wallet-statement sign --explain` shows the whole signature."
  ]
}
