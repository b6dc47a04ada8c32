/**
 * The four signature algorithms in the words of node:crypto, and which keys each of them takes.
 */
import { constants, type KeyObject, type SignKeyObjectInput } from "node:crypto"
import type { SignatureAlgorithm } from "../settings/SigningSettings.ts"
import {
  KeyTypeUnsupported,
  PssParametersUnfit,
  RsaExponentTooSmall,
  RsaKeyTooShort,
  type SignerErrorReason,
  WrongCurve,
  WrongKeyType
} from "./SignerError.ts"

/** The digest of all four algorithms (interface 5.4). */
export const digest = "sha256"
/** Bytes of salt in an RSA-PSS signature: as long as the digest, as RFC 8017 and JOSE have it. */
const saltLength = 32
const minRsaBits = 2048
/** With 1 anyone can forge a signature; with 3 and its like, services that check the padding loosely take forged ones. */
const minRsaExponent = 65_537n

/** The key with the padding or signature encoding of the algorithm, for node:crypto's sign and verify. */
export const keyInput = (key: KeyObject, algorithm: SignatureAlgorithm): SignKeyObjectInput => {
  switch (algorithm) {
    case "rsa-pkcs1-sha256":
      return { key, padding: constants.RSA_PKCS1_PADDING }
    case "rsa-pss-sha256":
      return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
    case "ecdsa-p256-sha256-der":
      return { key, dsaEncoding: "der" }
    case "ecdsa-p256-sha256-p1363":
      return { key, dsaEncoding: "ieee-p1363" }
  }
}

/** What a JWK may name as its `alg` for the algorithm. */
export const jwkAlgorithm: Readonly<Record<SignatureAlgorithm, string>> = {
  "rsa-pkcs1-sha256": "RS256",
  "rsa-pss-sha256": "PS256",
  "ecdsa-p256-sha256-der": "ES256",
  "ecdsa-p256-sha256-p1363": "ES256"
}

/** What a key is needed for, and how errors name the place that it came from and the one where the algorithm was given. */
export interface KeyUse {
  readonly algorithm: SignatureAlgorithm
  readonly place: string
  readonly setting: string
}

/** Why a private or public key does not fit the algorithm; undefined when it does. */
export const misfit = (key: KeyObject, use: KeyUse): SignerErrorReason | undefined => {
  const { algorithm } = use
  switch (key.asymmetricKeyType) {
    case "rsa":
      return algorithm.startsWith("rsa") ? weakRsa(key, use) : new WrongKeyType({ ...use, keyType: "RSA" })
    case "rsa-pss":
      return algorithm === "rsa-pss-sha256"
        ? weakRsa(key, use) ?? boundPss(key, use)
        : new WrongKeyType({ ...use, keyType: "RSA-PSS" })
    case "ec":
      return algorithm.startsWith("ecdsa")
        ? otherCurve(key, use)
        : new WrongKeyType({ ...use, keyType: "EC" })
    default:
      return new KeyTypeUnsupported({ place: use.place, keyType: keyTypeName(key.asymmetricKeyType) })
  }
}

const keyTypeName = (type: string | undefined): string =>
  (type ?? "unknown").replace(/^(ed|x)(?=\d)/, (prefix) => (prefix === "ed" ? "Ed" : "X"))

const weakRsa = (key: KeyObject, use: KeyUse) => {
  const { modulusLength: bits = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
  if (bits < minRsaBits) return new RsaKeyTooShort({ place: use.place, bits })
  return publicExponent < minRsaExponent
    ? new RsaExponentTooSmall({ place: use.place, exponent: String(publicExponent) })
    : undefined
}

const boundPss = (key: KeyObject, use: KeyUse) => {
  const bound = key.asymmetricKeyDetails
  // A key without parameters is bound to nothing; a key with parameters names all three.
  const fits = (bound?.hashAlgorithm ?? digest) === digest && (bound?.mgf1HashAlgorithm ?? digest) === digest &&
    (bound?.saltLength ?? 0) <= saltLength
  return fits ? undefined : new PssParametersUnfit({ place: use.place })
}

const otherCurve = (key: KeyObject, use: KeyUse) => {
  const curve = key.asymmetricKeyDetails?.namedCurve ?? "of explicit parameters"
  return curve === "prime256v1" ? undefined : new WrongCurve({ place: use.place, curve, setting: use.setting })
}
