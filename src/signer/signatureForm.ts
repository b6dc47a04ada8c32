/**
 * The form of a signature that was made elsewhere: whether it is what the algorithm gives, as far as that shows without
 * the key.
 */
import type { SignatureAlgorithm } from "../settings/SigningSettings.ts"
import { recogniseDer } from "./der.ts"
import { decodeBase64 } from "./pem.ts"

/** The signature as the header wants it, or what is wrong with its form. */
export type ReadSignature = { readonly signature: string } | { readonly problem: string }

/** Reads what was printed: Base64 or Base64url, in lines or not. */
export const readSignature = (printed: Uint8Array, algorithm: SignatureAlgorithm): ReadSignature => {
  const text = Buffer.from(printed).toString("latin1").trim().replaceAll(/\r?\n/g, "")
  if (text === "") return { problem: "it printed nothing" }
  const bytes = encodings.test(text) ? decodeBase64(text.replaceAll("-", "+").replaceAll("_", "/")) : undefined
  if (bytes === undefined) return { problem: "what it printed is not Base64 alone" }
  const problem = isKeyOrText(bytes) ? "it printed a key or a text" : problemOf(bytes, algorithm)
  return problem === undefined
    ? { signature: Buffer.from(bytes).toString("base64") }
    : { problem: `${problem} (WALLET_STATEMENT_SIGNATURE_ALGORITHM is ${algorithm})` }
}

/** One of the two, not a mixture: the lines of a PEM text would be one. */
const encodings = /^(?:[A-Za-z0-9+/]+|[A-Za-z0-9_-]+)={0,2}$/

/**
 * A key that a command prints by mistake must not be sent to the service as a signature. No signature but ECDSA's in DER is a
 * whole DER structure, and none is text.
 */
const isKeyOrText = (bytes: Uint8Array): boolean => {
  const structure = recogniseDer(bytes)
  return (structure?.length === bytes.length && !isEcdsaDer(bytes)) ||
    /^[\t\n\r -~]*$/.test(Buffer.from(bytes).toString("latin1"))
}

const shortestRsa = 2048 / 8
const longestRsa = 8192 / 8
const p1363Length = 64

const problemOf = (bytes: Uint8Array, algorithm: SignatureAlgorithm): string | undefined => {
  switch (algorithm) {
    case "rsa-pkcs1-sha256":
    case "rsa-pss-sha256":
      return bytes.length >= shortestRsa && bytes.length <= longestRsa
        ? undefined
        : `an RSA signature has ${shortestRsa} to ${longestRsa} bytes, and it printed ${bytes.length}`
    case "ecdsa-p256-sha256-der":
      return isEcdsaDer(bytes)
        ? undefined
        : `it printed no ECDSA signature in DER${bytes.length === p1363Length ? ", but one that may be P1363" : ""}`
    case "ecdsa-p256-sha256-p1363":
      return bytes.length === p1363Length
        ? undefined
        : `a P1363 signature has ${p1363Length} bytes, and it printed ${bytes.length}` +
          `${isEcdsaDer(bytes) ? ", which are one in DER" : ""}`
  }
}

const sequence = 0x30
const integer = 0x02

/** SEQUENCE of two INTEGERs that P-256 can give, and nothing behind. */
const isEcdsaDer = (bytes: Uint8Array): boolean => {
  if (bytes[0] !== sequence || bytes[1] !== bytes.length - 2) return false
  const first = integerEnd(bytes, 2)
  return first !== undefined && integerEnd(bytes, first) === bytes.length
}

/** The end of a positive INTEGER of 32 bytes at most, written as short as can be. */
const integerEnd = (bytes: Uint8Array, at: number): number | undefined => {
  const length = bytes[at + 1] ?? 0
  const [first = 0, second = 0] = bytes.subarray(at + 2, at + 4)
  const padded = first === 0 && length > 1
  const sound = bytes[at] === integer && first < 0x80 && (!padded || second >= 0x80) && (first > 0 || padded)
  return sound && length >= 1 && length <= (padded ? 33 : 32) && at + 2 + length <= bytes.length
    ? at + 2 + length
    : undefined
}
