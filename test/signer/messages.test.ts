import { assert, describe, it } from "@effect/vitest"
import { KeyFileExists, KeyFileUnwritable, KeygenError, PassphraseEmpty } from "../../src/signer/keygen.ts"
import {
  EncryptionUnsupported,
  JwkForbids,
  KeyEmpty,
  KeyFileExposed,
  KeyFileMissing,
  KeyFileNotRegular,
  KeyFileUnreadable,
  KeyFileUntrusted,
  KeyFormatUnknown,
  KeyInconsistent,
  KeyTypeUnsupported,
  NotAPrivateKey,
  PassphraseMissing,
  PassphraseWrong,
  placeOfFile,
  PssParametersUnfit,
  RsaExponentTooSmall,
  RsaKeyTooShort,
  SeveralKeys,
  SignerError,
  type SignerErrorReason,
  SigningFailed,
  WrongCurve,
  WrongKeyType
} from "../../src/signer/SignerError.ts"

const path = "/keys/my key.pem"
const place = "WALLET_STATEMENT_PRIVATE_KEY"
const setting = "WALLET_STATEMENT_PRIVATE_KEY_FILE"
const algorithmSetting = "WALLET_STATEMENT_SIGNATURE_ALGORITHM"
const newPair = "Make a new pair with wallet-statement keygen and register its public key."

const messages: ReadonlyArray<readonly [SignerErrorReason, string]> = [
  [
    new KeyFileMissing({ path, setting }),
    "There is no private key file at /keys/my key.pem. Put the key there or correct WALLET_STATEMENT_PRIVATE_KEY_FILE."
  ],
  [
    new KeyFileNotRegular({ path, setting, found: "a directory" }),
    "/keys/my key.pem (WALLET_STATEMENT_PRIVATE_KEY_FILE) is a directory. Name the key file itself there, or give " +
    "the key's text in WALLET_STATEMENT_PRIVATE_KEY instead."
  ],
  [
    new KeyFileUnreadable({ path, setting, code: "EACCES" }),
    "/keys/my key.pem (WALLET_STATEMENT_PRIVATE_KEY_FILE) cannot be read (EACCES). Let the user that runs this program " +
    "read it."
  ],
  [
    new KeyFileExposed({ path, setting, problem: "has mode 0644: not only its owner can get at it." }),
    "/keys/my key.pem (WALLET_STATEMENT_PRIVATE_KEY_FILE) has mode 0644: not only its owner can get at it."
  ],
  [
    new KeyFileUntrusted({ path, setting, problem: "belongs to user 7. Run: chown 0 key.pem" }),
    "/keys/my key.pem (WALLET_STATEMENT_PRIVATE_KEY_FILE) belongs to user 7. Run: chown 0 key.pem"
  ],
  [
    new KeyEmpty({ place: placeOfFile("k.pem", setting) }),
    "k.pem (WALLET_STATEMENT_PRIVATE_KEY_FILE) is empty. Put the private key there: PEM, DER or JWK."
  ],
  [
    new KeyFormatUnknown({ place, detail: "it is larger than any key" }),
    "WALLET_STATEMENT_PRIVATE_KEY cannot be read as a key: it is larger than any key."
  ],
  [
    new SeveralKeys({ place, count: 2 }),
    "WALLET_STATEMENT_PRIVATE_KEY holds 2 private keys. Leave only the one that is registered with the service."
  ],
  [
    new NotAPrivateKey({ place, found: "a certificate" }),
    "WALLET_STATEMENT_PRIVATE_KEY holds a certificate, not a private key. Give the private key that belongs to it."
  ],
  [
    new PassphraseMissing({ place }),
    "WALLET_STATEMENT_PRIVATE_KEY is encrypted. Set WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE to its passphrase."
  ],
  [
    new PassphraseWrong({ place, setting: "WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE" }),
    "WALLET_STATEMENT_PRIVATE_KEY cannot be decrypted with this passphrase. Correct " +
    "WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE."
  ],
  [
    new EncryptionUnsupported({ place }),
    "WALLET_STATEMENT_PRIVATE_KEY is encrypted with an outdated cipher. Encrypt it anew with the OpenSSL that made it: " +
    "openssl pkcs8 -topk8 -v2 aes-256-cbc -in old.pem -out new.pem (with OpenSSL 3 add -provider legacy " +
    "-provider default)."
  ],
  [
    new RsaExponentTooSmall({ place, exponent: "3" }),
    "WALLET_STATEMENT_PRIVATE_KEY is an RSA key with the public exponent 3, whose signatures can be forged; at least " +
    `65537 is needed. ${newPair}`
  ],
  [
    new JwkForbids({ place, member: "use", algorithm: "rsa-pkcs1-sha256", setting: algorithmSetting }),
    "WALLET_STATEMENT_PRIVATE_KEY is a JWK whose use does not allow signing. Give the key that is for it."
  ],
  [
    new JwkForbids({ place, member: "alg", algorithm: "rsa-pss-sha256", setting: algorithmSetting }),
    "WALLET_STATEMENT_PRIVATE_KEY is a JWK whose alg is for another algorithm than rsa-pss-sha256. Give the key that " +
    "is for it, or correct WALLET_STATEMENT_SIGNATURE_ALGORITHM."
  ],
  [
    new RsaKeyTooShort({ place, bits: 1024 }),
    `WALLET_STATEMENT_PRIVATE_KEY is an RSA key of 1024 bits; at least 2048 are needed. ${newPair}`
  ],
  [
    new WrongCurve({ place, curve: "secp384r1", setting: algorithmSetting }),
    "WALLET_STATEMENT_PRIVATE_KEY is an EC key on the curve secp384r1; WALLET_STATEMENT_SIGNATURE_ALGORITHM needs P-256 " +
    `(prime256v1). ${newPair}`
  ],
  [
    new WrongKeyType({ place, keyType: "RSA", algorithm: "ecdsa-p256-sha256-der", setting: algorithmSetting }),
    "WALLET_STATEMENT_PRIVATE_KEY is an RSA key, but WALLET_STATEMENT_SIGNATURE_ALGORITHM is ecdsa-p256-sha256-der. Set " +
    "WALLET_STATEMENT_SIGNATURE_ALGORITHM to rsa-pkcs1-sha256 or rsa-pss-sha256 or give an EC key on P-256."
  ],
  [
    new WrongKeyType({ place, keyType: "RSA-PSS", algorithm: "rsa-pkcs1-sha256", setting: algorithmSetting }),
    "WALLET_STATEMENT_PRIVATE_KEY is an RSA-PSS key, but WALLET_STATEMENT_SIGNATURE_ALGORITHM is rsa-pkcs1-sha256. Set " +
    "WALLET_STATEMENT_SIGNATURE_ALGORITHM to rsa-pss-sha256, the only one such a key allows, or give a plain RSA key."
  ],
  [
    new WrongKeyType({ place, keyType: "EC", algorithm: "rsa-pss-sha256", setting: algorithmSetting }),
    "WALLET_STATEMENT_PRIVATE_KEY is an EC key, but WALLET_STATEMENT_SIGNATURE_ALGORITHM is rsa-pss-sha256. Set " +
    "WALLET_STATEMENT_SIGNATURE_ALGORITHM to ecdsa-p256-sha256-der or ecdsa-p256-sha256-p1363 or give a plain RSA key."
  ],
  [
    new PssParametersUnfit({ place }),
    "WALLET_STATEMENT_PRIVATE_KEY is an RSA-PSS key whose parameters forbid SHA-256, MGF1 with SHA-256 or a salt of 32 " +
    "bytes. Give a plain RSA key or one made for these."
  ],
  [
    new KeyTypeUnsupported({ place, keyType: "Ed25519" }),
    "WALLET_STATEMENT_PRIVATE_KEY is a key of type Ed25519, which no WALLET_STATEMENT_SIGNATURE_ALGORITHM takes. Give an " +
    "RSA key of at least 2048 bits or an EC key on P-256."
  ],
  [
    new KeyInconsistent({ place }),
    "WALLET_STATEMENT_PRIVATE_KEY is damaged: its private and public parts do not belong together. Restore it from a copy."
  ],
  [
    new SigningFailed({ detail: "the vault did not answer" }),
    "The request could not be signed: the vault did not answer."
  ]
]

const keygenMessages: ReadonlyArray<readonly [KeygenError["reason"], string]> = [
  [
    new KeyFileExists({ path: "k.pem" }),
    "k.pem exists and is not overwritten: it may be the key that is registered. Choose another path."
  ],
  [
    new KeyFileUnwritable({ path: "k.pem", code: "ENOENT" }),
    "k.pem cannot be written (ENOENT). Choose a folder that exists and may be written to."
  ],
  [
    new PassphraseEmpty({}),
    "The passphrase for the new private key is empty. Give one, or leave WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE unset."
  ]
]

describe("the messages of the signer", () => {
  it.each(messages.map(([reason, message]) => [reason._tag, reason, message] as const))(
    "name the place and the remedy: %s",
    (_, reason, message) => assert.strictEqual(new SignerError({ reason }).message, message)
  )

  it.each(keygenMessages.map(([reason, message]) => [reason._tag, reason, message] as const))(
    "name what was in the way of a new pair: %s",
    (_, reason, message) => assert.strictEqual(new KeygenError({ reason }).message, message)
  )
})
