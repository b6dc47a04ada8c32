/**
 * Verifies request signatures with the registered public key (interface 5.4).
 */
import { constants, createPublicKey, generateKeyPairSync, type KeyObject, verify } from "node:crypto"
import type { Algorithm } from "./SandboxOptions.ts"

/** The values that are signed, as the very texts that were sent. */
export interface SignedValues {
  readonly walletNo: string
  readonly toDate: string
  readonly limit: string
}

/** Whether a `Signature` header is right for these values. */
export type Verifier = (values: SignedValues, signature: string) => boolean

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const schemes: Record<Algorithm, (key: KeyObject) => Parameters<typeof verify>[2]> = {
  "rsa-pkcs1-sha256": (key) => ({ key, padding: constants.RSA_PKCS1_PADDING }),
  "rsa-pss-sha256": (key) => ({
    key,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_AUTO
  }),
  "ecdsa-p256-sha256-der": (key) => ({ key, dsaEncoding: "der" }),
  "ecdsa-p256-sha256-p1363": (key) => ({ key, dsaEncoding: "ieee-p1363" })
}

/** Makes a verifier; a text says what is wrong with the key. */
export const makeVerifier = (publicKey: string, algorithm: Algorithm, separator: string): Verifier | string => {
  const key = readKey(publicKey)
  const wanted = algorithm.startsWith("rsa") ? "rsa" : "ec"
  if (key === undefined) return "publicKey: expected a public key as PEM"
  if (key.asymmetricKeyType !== wanted) return `publicKey: ${algorithm} needs a key of type ${wanted}`
  return ({ limit, toDate, walletNo }, signature) => {
    if (!base64.test(signature)) return false
    const text = [walletNo, toDate, limit].join(separator)
    return verify("sha256", Buffer.from(text), schemes[algorithm](key), Buffer.from(signature, "base64"))
  }
}

const readKey = (pem: string): KeyObject | undefined => {
  try {
    return createPublicKey(pem)
  } catch {
    return undefined
  }
}

/** A fresh pair for an algorithm, as PEM (SPKI and PKCS#8). */
export const makeKeyPair = (algorithm: Algorithm): { readonly publicKey: string; readonly privateKey: string } => {
  const publicKeyEncoding = { type: "spki", format: "pem" } as const
  const privateKeyEncoding = { type: "pkcs8", format: "pem" } as const
  return algorithm.startsWith("rsa")
    ? generateKeyPairSync("rsa", { modulusLength: 2048, publicKeyEncoding, privateKeyEncoding })
    : generateKeyPairSync("ec", { namedCurve: "P-256", publicKeyEncoding, privateKeyEncoding })
}
