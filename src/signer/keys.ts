/**
 * Makes the merchant's private key out of the settings: finds it, decrypts it, checks that it fits the algorithm and
 * is sound.
 *
 * Errors of the cryptographic library are never passed on: only their code decides which of our errors it is.
 */
import { Effect, Option, Predicate, Redacted } from "effect"
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto"
import { type Places, placesInForce } from "../settings/setting.ts"
import type { PrivateKeySource, SignatureAlgorithm, SigningSettings } from "../settings/SigningSettings.ts"
import { digest, jwkAlgorithm, keyInput, type KeyUse, misfit } from "./algorithm.ts"
import { forbidsSigning } from "./jwk.ts"
import { readKeyFile } from "./keyFile.ts"
import { type EncodedKey, findKey, type Placed } from "./keyFormat.ts"
import {
  EncryptionUnsupported,
  JwkForbids,
  KeyFormatUnknown,
  KeyInconsistent,
  KeyTypeUnsupported,
  PassphraseMissing,
  PassphraseWrong,
  placeOfFile,
  SignerError,
  type SignerErrorReason,
  WrongCurve
} from "./SignerError.ts"
import { weakEncryption } from "./weakEncryption.ts"

/** Settings with a private key that is signed with here. */
export interface KeySettings extends Omit<SigningSettings["Service"], "privateKey"> {
  readonly privateKey: Exclude<PrivateKeySource, { readonly _tag: "Command" }>
}

/** Reads a private key from where it is and checks it against the algorithm of the settings. */
export const loadPrivateKey = Effect.fn("keys.loadPrivateKey")(function*(settings: KeySettings) {
  const { algorithm, passphrase, privateKey } = settings
  const material = privateKey._tag === "Text" ? Redacted.value(privateKey.text) : yield* readKeyFile(privateKey.path)
  const placeOf = yield* placesInForce
  return yield* readPrivateKey(material, {
    algorithm,
    passphrase,
    get place() {
      return placeOfKey(privateKey, placeOf)
    }
  })
})

/** How errors name where a key comes from. */
export const placeOfKey = (source: PrivateKeySource, placeOf: Places): string => {
  switch (source._tag) {
    case "Text":
      return placeOf(source.setting ?? "PRIVATE_KEY")
    case "File":
      return placeOfFile(source.path, placeOf("PRIVATE_KEY_FILE"))
    case "Command":
      return `the key of ${placeOf("SIGNER_COMMAND")}`
  }
}

/** A key that can be used, and what is to be told of how it is kept. */
export interface LoadedKey {
  readonly key: KeyObject
  readonly remark: string | undefined
}

/** What a key is needed for, how to decrypt it, and how errors name the place it came from. */
export interface KeyRequirements extends Placed {
  readonly algorithm: SignatureAlgorithm
  readonly passphrase: Option.Option<Redacted.Redacted>
}

/** Makes a private key of a setting's text or a file's bytes; a passphrase that is not needed is ignored. */
export const readPrivateKey = Effect.fnUntraced(function*(
  material: string | Uint8Array,
  required: KeyRequirements
) {
  const placeOf = yield* placesInForce
  const encoded = yield* findKey(material, required)
  const secret = Option.getOrElse(Option.map(required.passphrase, Redacted.value), () => "")
  if (isEncrypted(encoded) && secret === "") {
    return yield* new SignerError({ reason: new PassphraseMissing({ place: required.place }) })
  }
  const use: KeyUse = {
    algorithm: required.algorithm,
    get place() {
      return required.place
    },
    get setting() {
      return placeOf("SIGNATURE_ALGORITHM")
    }
  }
  const key = yield* Effect.try({
    try: () => decodeTwice(encoded, secret),
    catch: (error) => new SignerError({ reason: reasonOf(error, encoded, use, placeOf) })
  })
  const reason = misfit(key, use) ?? forbidden(encoded, use) ?? damage(key, use)
  if (reason !== undefined) return yield* new SignerError({ reason })
  const weakness = weakEncryption(encoded)
  const loaded: LoadedKey = { key, remark: weakness === undefined ? undefined : remarkOn(required.place, weakness) }
  return loaded
})

const remarkOn = (place: string, weakness: string): string =>
  `${place} is encrypted with ${weakness}: whoever gets it can try many passphrases a second. Encrypt it anew: ` +
  "openssl pkcs8 -topk8 -v2 aes-256-cbc -iter 600000 -in OLD.pem -out NEW.pem"

/** A JWK is for what it says. */
const forbidden = (encoded: EncodedKey, use: KeyUse): SignerErrorReason | undefined => {
  if (encoded._tag !== "Jwk") return undefined
  const { alg } = encoded.jwk
  const member = forbidsSigning(encoded.jwk) ??
    (alg === undefined || alg === jwkAlgorithm[use.algorithm] ? undefined : "alg")
  return member === undefined ? undefined : new JwkForbids({ ...use, member })
}

const isEncrypted = (encoded: EncodedKey): boolean =>
  encoded._tag === "EncryptedPem" || (encoded._tag === "Der" && encoded.encrypted)

/** The first try may fail with an error that a TLS connection that broke has left behind in OpenSSL's queue. */
const decodeTwice = (encoded: EncodedKey, passphrase: string): KeyObject => {
  try {
    return decode(encoded, passphrase)
  } catch {
    return decode(encoded, passphrase)
  }
}

const decode = (encoded: EncodedKey, passphrase: string): KeyObject => {
  switch (encoded._tag) {
    case "Der": {
      const { bytes, encrypted, type } = encoded
      const key = Buffer.from(bytes)
      return createPrivateKey({ key, format: "der", type, ...(encrypted ? { passphrase } : {}) })
    }
    case "EncryptedPem":
      return createPrivateKey({ key: encoded.pem, passphrase })
    case "Jwk":
      return createPrivateKey({ key: { ...encoded.jwk }, format: "jwk" })
  }
}

const reasonOf = (error: unknown, encoded: EncodedKey, use: KeyUse, placeOf: Places): SignerErrorReason => {
  const { place } = use
  const code = Predicate.hasProperty(error, "code") ? String(error.code) : ""
  if (encoded._tag === "Jwk") return reasonOfJwk(encoded.jwk.kty, code, use)
  if (!isEncrypted(encoded)) {
    const detail = "it looks like a key, but its inside is damaged or unknown; restore it from a copy"
    return new KeyFormatUnknown({ place, detail })
  }
  // A wrong passphrase that happens to leave sound padding ends as ERR_OSSL_UNSUPPORTED: the inside is no key then.
  return code === "ERR_OSSL_EVP_UNSUPPORTED"
    ? new EncryptionUnsupported({ place })
    : new PassphraseWrong({ place, setting: placeOf("PRIVATE_KEY_PASSPHRASE") })
}

const reasonOfJwk = (kty: string, code: string, { place, setting }: KeyUse): SignerErrorReason => {
  if (kty === "oct" || kty === "AKP" || kty === "OKP") return new KeyTypeUnsupported({ place, keyType: `JWK ${kty}` })
  if (code === "ERR_CRYPTO_INVALID_CURVE") return new WrongCurve({ place, curve: "that its crv names", setting })
  const needed = kty === "RSA" ? "n, e, d, p, q, dp, dq and qi" : "crv, x, y and d"
  return new KeyFormatUnknown({ place, detail: `the JWK is damaged or incomplete; it needs ${needed}` })
}

/** Signs something and verifies it: a key whose parts do not belong together would have every request refused. */
const damage = (key: KeyObject, use: KeyUse): SignerErrorReason | undefined => {
  const probe = Buffer.from("wallet-statement")
  try {
    const signature = sign(digest, probe, keyInput(key, use.algorithm))
    const sound = verify(digest, probe, keyInput(createPublicKey(key), use.algorithm), signature)
    return sound ? undefined : new KeyInconsistent({ place: use.place })
  } catch {
    return new KeyInconsistent({ place: use.place })
  }
}
