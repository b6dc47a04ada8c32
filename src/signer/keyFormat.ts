/**
 * Finds the one private key in what a setting or a file holds, in whatever format it is written.
 *
 * PEM, DER, JWK, and Base64 of one of these as environments without line breaks have it. A certificate beside the key
 * is ignored; a second private key is not.
 */
import { Effect } from "effect"
import { type DerKind, recogniseDer } from "./der.ts"
import { forbidsSigning, type Jwk, looksLikeJwk, readJwks } from "./jwk.ts"
import { decodeBase64, looksLikePem, type PemBlock, readPem, writePem } from "./pem.ts"
import {
  KeyEmpty,
  KeyFormatUnknown,
  NotAPrivateKey,
  SeveralKeys,
  SignerError,
  type SignerErrorReason
} from "./SignerError.ts"

/** A private key as it was found, not yet decrypted or decoded. */
export type EncodedKey =
  | {
    readonly _tag: "Der"
    readonly type: "pkcs1" | "pkcs8" | "sec1"
    readonly bytes: Uint8Array
    readonly encrypted: boolean
  }
  | { readonly _tag: "EncryptedPem"; readonly pem: string }
  | { readonly _tag: "Jwk"; readonly jwk: Jwk }

/** How errors name the place of a key; asked for only when there is an error, since that may take a while to find. */
export interface Placed {
  readonly place: string
}

/** Finds the private key in the text of a setting or the bytes of a file; `at` is how errors name it. */
export const findKey = (
  material: string | Uint8Array,
  at: Placed
): Effect.Effect<EncodedKey, SignerError> => {
  const found = typeof material === "string" ? inText(material, at, adviceOnText) : inBytes(material, at)
  return "reason" in found ? Effect.fail(new SignerError(found)) : Effect.succeed(found)
}

type Found = EncodedKey | { readonly reason: SignerErrorReason }

const inBytes = (bytes: Uint8Array, at: Placed): Found =>
  recogniseDer(bytes) === undefined ? inText(decodeText(bytes), at, adviceOnFile) : inDer(bytes, at)

const decodeText = (bytes: Uint8Array): string =>
  // PowerShell's `>` writes UTF-16 with a byte order mark; no UTF-8 starts with its first byte.
  new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-8").decode(bytes)

const inText = (material: string, at: Placed, advice: string): Found => {
  const text = material.replaceAll(/(?:\\r)?\\n/g, "\n").trim()
  if (text === "") return { reason: new KeyEmpty({ place: at.place }) }
  if (looksLikeJwk(text)) return inJwks(text, at)
  if (looksLikePem(text)) return inPem(text, at)
  const bytes = decodeBase64(text)
  if (bytes !== undefined && recogniseDer(bytes) !== undefined) return inDer(bytes, at)
  const decoded = bytes === undefined ? "" : decodeText(bytes)
  if (looksLikePem(decoded)) return inPem(decoded, at)
  return unknown(
    at,
    text.startsWith("PuTTY-User-Key-File")
      ? "it is a PuTTY key; export it with puttygen as an OpenSSH key and that as PEM"
      : advice
  )
}

const adviceOnText =
  "it should be PEM text, Base64 of DER or a JWK; a path belongs in WALLET_STATEMENT_PRIVATE_KEY_FILE"
const adviceOnFile =
  "it should be PEM, DER or JWK, and may be cut off; copy the file again whole, as binary where it is DER"

const inJwks = (text: string, at: Placed): Found => {
  const keys = readJwks(text)
  if (keys === undefined) return unknown(at, "it looks like JSON, but is no JSON Web Key")
  const secret = keys.filter(({ d, kty }) => d !== undefined || kty === "oct" || kty === "AKP")
  const [jwk] = secret
  if (jwk === undefined) return { reason: new NotAPrivateKey({ place: at.place, found: "a public key" }) }
  if (secret.length === 1) return { _tag: "Jwk", jwk }
  // Of the keys of a set, those that are for something else are not meant.
  const [signing, ...others] = secret.filter((key) => forbidsSigning(key) === undefined)
  return signing === undefined || others.length > 0 ? several(at, secret.length) : { _tag: "Jwk", jwk: signing }
}

const copyPem = "copy the key again whole, from the -----BEGIN line to the -----END line"

const inPem = (text: string, at: Placed): Found => {
  const blocks = readPem(text)
  if (blocks === undefined) return unknown(at, `a PEM block is cut off or is no Base64; ${copyPem}`)
  const secret = blocks.filter(({ label }) => label.endsWith("PRIVATE KEY"))
  const [block] = secret
  if (secret.length > 1) return several(at, secret.length)
  return block === undefined ? withoutPrivateKey(blocks, at) : inBlock(block, at)
}

const withoutPrivateKey = (blocks: ReadonlyArray<PemBlock>, at: Placed): Found => {
  const has = (ending: string) => blocks.some(({ label }) => label.endsWith(ending))
  if (has("PUBLIC KEY")) return { reason: new NotAPrivateKey({ place: at.place, found: "a public key" }) }
  if (has("CERTIFICATE")) return { reason: new NotAPrivateKey({ place: at.place, found: "a certificate" }) }
  if (has("CERTIFICATE REQUEST")) {
    return { reason: new NotAPrivateKey({ place: at.place, found: "a certificate request" }) }
  }
  return unknown(at, "none of its PEM blocks is a private key; put the one there whose -----BEGIN line says so")
}

const inBlock = (block: PemBlock, at: Placed): Found => {
  if (block.dekInfo !== undefined) return { _tag: "EncryptedPem", pem: writePem(block) }
  if (block.label === "OPENSSH PRIVATE KEY") {
    return unknown(at, "it is in OpenSSH's own format; convert a copy of it with ssh-keygen -p -m PEM -f COPY")
  }
  return recogniseDer(block.bytes) === undefined
    ? unknown(at, `the PEM block is damaged or cut off; ${copyPem}`)
    : inDer(block.bytes, at)
}

const publicKinds: Partial<Record<DerKind, NotAPrivateKey["found"]>> = {
  "rsa-public": "a public key",
  "spki": "a public key",
  "certificate": "a certificate",
  "certificate-request": "a certificate request"
}

const inDer = (bytes: Uint8Array, at: Placed): Found => {
  const structures = structuresOf(bytes)
  const [kind] = structures
  if (kind === undefined) return unknown(at, "bytes follow after the key")
  if (structures.length > 1) return several(at, structures.length)
  const found = publicKinds[kind]
  if (found !== undefined) return { reason: new NotAPrivateKey({ place: at.place, found }) }
  switch (kind) {
    case "pkcs1":
    case "pkcs8":
    case "sec1":
      return { _tag: "Der", type: kind, bytes, encrypted: false }
    case "pkcs8-encrypted":
      return { _tag: "Der", type: "pkcs8", bytes, encrypted: true }
    case "pkcs12":
      return unknown(
        at,
        "it is a PKCS#12 bundle; take the key out with openssl pkcs12 -nocerts -in FILE -out KEY.pem"
      )
    default:
      return unknown(at, "it is DER, but neither PKCS#1, PKCS#8 nor SEC1")
  }
}

/** The structures that stand one behind the other; empty when something else follows the first. */
const structuresOf = (bytes: Uint8Array): ReadonlyArray<DerKind> => {
  const kinds: Array<DerKind> = []
  for (let at = 0; at < bytes.length;) {
    const structure = recogniseDer(bytes.subarray(at))
    if (structure === undefined) return []
    kinds.push(structure.kind)
    at += structure.length
  }
  return kinds
}

const unknown = (at: Placed, detail: string): Found => ({ reason: new KeyFormatUnknown({ place: at.place, detail }) })

const several = (at: Placed, count: number): Found => ({ reason: new SeveralKeys({ place: at.place, count }) })
