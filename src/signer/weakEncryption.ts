/**
 * Names the encryption of a private key when it is an old one, which a found passphrase undoes too soon.
 */
import { type Element, elementAt, membersOf } from "./der.ts"
import type { EncodedKey } from "./keyFormat.ts"

/** How a key is encrypted, when that is weak; undefined for any other, and for one that is not encrypted. */
export const weakEncryption = (encoded: EncodedKey): string | undefined => {
  if (encoded._tag === "EncryptedPem") return "PEM's own encryption, whose key is one round of MD5"
  return encoded._tag === "Der" && encoded.encrypted ? weakScheme(encoded.bytes) : undefined
}

/** Object identifiers as the hexadecimal of their DER contents. */
const pbes2 = "2a864886f70d01050d"
const oldSchemes = [
  ["2a864886f70d0105", "PBES1"],
  ["2a864886f70d010c01", "the scheme of old PKCS#12 files"]
] as const
const oldCiphers: Readonly<Record<string, string>> = {
  "2a864886f70d0307": "triple DES",
  "2b0e030207": "DES",
  "2a864886f70d0302": "RC2",
  "2a864886f70d0304": "RC4"
}

/** EncryptedPrivateKeyInfo of RFC 5958: the algorithm's identifier and parameters, then the bytes. */
const weakScheme = (bytes: Uint8Array): string | undefined => {
  const inside = (element: Element | undefined) => element === undefined ? [] : membersOf(bytes, element)
  const identifier = (element: Element | undefined): string =>
    element === undefined ? "" : Buffer.from(bytes.subarray(element.start, element.end)).toString("hex")
  const [algorithm] = inside(elementAt(bytes, 0, bytes.length))
  const [scheme, parameters] = inside(algorithm)
  const name = identifier(scheme)
  if (name !== pbes2) return oldSchemes.find(([prefix]) => name.startsWith(prefix))?.[1]
  const [, cipher] = inside(parameters)
  return oldCiphers[identifier(inside(cipher)[0])]
}
