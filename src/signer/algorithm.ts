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

/** Why a private or public key does not fit the algorithm; undefined when it does. `place` is how errors name it. */
export const misfit = (
  key: KeyObject,
  algorithm: SignatureAlgorithm,
  place: string
): SignerErrorReason | undefined => {
  switch (key.asymmetricKeyType) {
    case "rsa":
      return algorithm.startsWith("rsa") ? weakRsa(key, place) : new WrongKeyType({ place, keyType: "RSA", algorithm })
    case "rsa-pss":
      return algorithm === "rsa-pss-sha256"
        ? weakRsa(key, place) ?? boundPss(key, place)
        : new WrongKeyType({ place, keyType: "RSA-PSS", algorithm })
    case "ec":
      return algorithm.startsWith("ecdsa")
        ? otherCurve(key, place)
        : new WrongKeyType({ place, keyType: "EC", algorithm })
    default:
      return new KeyTypeUnsupported({ place, keyType: keyTypeName(key.asymmetricKeyType) })
  }
}

const keyTypeName = (type: string | undefined): string =>
  (type ?? "unknown").replace(/^(ed|x)(?=\d)/, (prefix) => (prefix === "ed" ? "Ed" : "X"))

const weakRsa = (key: KeyObject, place: string) => {
  const { modulusLength: bits = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
  if (bits < minRsaBits) return new RsaKeyTooShort({ place, bits })
  return publicExponent < minRsaExponent
    ? new RsaExponentTooSmall({ place, exponent: String(publicExponent) })
    : undefined
}

const boundPss = (key: KeyObject, place: string) => {
  const bound = key.asymmetricKeyDetails
  // A key without parameters is bound to nothing; a key with parameters names all three.
  const fits = (bound?.hashAlgorithm ?? digest) === digest && (bound?.mgf1HashAlgorithm ?? digest) === digest &&
    (bound?.saltLength ?? 0) <= saltLength
  return fits ? undefined : new PssParametersUnfit({ place })
}

const otherCurve = (key: KeyObject, place: string) => {
  const curve = key.asymmetricKeyDetails?.namedCurve ?? "of explicit parameters"
  return curve === "prime256v1" ? undefined : new WrongCurve({ place, curve })
}
