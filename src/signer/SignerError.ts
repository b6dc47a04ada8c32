/**
 * Everything that can go wrong with the private key and with signing.
 *
 * A reason holds names, sizes and places only: no part of a key, no passphrase, no text of an underlying error, which
 * could quote them.
 */
import { Schema } from "effect"
import { SignatureAlgorithm } from "../settings/SigningSettings.ts"
import {
  KeyFileExposed,
  KeyFileMissing,
  KeyFileNotRegular,
  KeyFileUnreadable,
  KeyFileUntrusted
} from "./keyFileReasons.ts"

export * from "./keyFileReasons.ts"

/** Nothing, or only whitespace, stands where the key should be. */
export class KeyEmpty extends Schema.TaggedError<KeyEmpty>()("KeyEmpty", { place: Schema.String }) {
  override get message(): string {
    return `${this.place} is empty. Put the private key there: PEM, DER or JWK.`
  }
}

/** The content is no key in a format that can be read; `detail` says what was found and what to do. */
export class KeyFormatUnknown extends Schema.TaggedError<KeyFormatUnknown>()("KeyFormatUnknown", {
  place: Schema.String,
  detail: Schema.String
}) {
  override get message(): string {
    return `${this.place} cannot be read as a key: ${this.detail}.`
  }
}

/** More than one private key is there, and nothing says which is meant. */
export class SeveralKeys extends Schema.TaggedError<SeveralKeys>()("SeveralKeys", {
  place: Schema.String,
  count: Schema.Int
}) {
  override get message(): string {
    return `${this.place} holds ${this.count} private keys. Leave only the one that is registered with the service.`
  }
}

/** The public half, or what was made from it, was given. */
export class NotAPrivateKey extends Schema.TaggedError<NotAPrivateKey>()("NotAPrivateKey", {
  place: Schema.String,
  found: Schema.Literals(["a public key", "a certificate", "a certificate request"])
}) {
  override get message(): string {
    return `${this.place} holds ${this.found}, not a private key. Give the private key that belongs to it.`
  }
}

/** The key is encrypted and no passphrase is set. */
export class PassphraseMissing extends Schema.TaggedError<PassphraseMissing>()("PassphraseMissing", {
  place: Schema.String
}) {
  override get message(): string {
    return `${this.place} is encrypted. Set WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE to its passphrase.`
  }
}

/** The passphrase does not decrypt the key; `setting` is where the passphrase was given. */
export class PassphraseWrong extends Schema.TaggedError<PassphraseWrong>()("PassphraseWrong", {
  place: Schema.String,
  setting: Schema.String
}) {
  override get message(): string {
    return `${this.place} cannot be decrypted with this passphrase. Correct ${this.setting}.`
  }
}

/** The key is encrypted in a way this runtime does not know, such as single DES. */
export class EncryptionUnsupported extends Schema.TaggedError<EncryptionUnsupported>()("EncryptionUnsupported", {
  place: Schema.String
}) {
  override get message(): string {
    return `${this.place} is encrypted with an outdated cipher. Encrypt it anew with the OpenSSL that made it: ` +
      `openssl pkcs8 -topk8 -v2 aes-256-cbc -in old.pem -out new.pem (with OpenSSL 3 add -provider legacy ` +
      `-provider default).`
  }
}

/** The RSA modulus has fewer than 2048 bits. */
export class RsaKeyTooShort extends Schema.TaggedError<RsaKeyTooShort>()("RsaKeyTooShort", {
  place: Schema.String,
  bits: Schema.Int
}) {
  override get message(): string {
    return `${this.place} is an RSA key of ${this.bits} bits; at least 2048 are needed. Make a new pair with ` +
      `wallet-statement keygen and register its public key.`
  }
}

/** The RSA key's public exponent is below 65537; `exponent` is in decimal. */
export class RsaExponentTooSmall extends Schema.TaggedError<RsaExponentTooSmall>()("RsaExponentTooSmall", {
  place: Schema.String,
  exponent: Schema.String
}) {
  override get message(): string {
    return `${this.place} is an RSA key with the public exponent ${this.exponent}, whose signatures can be forged; at ` +
      `least 65537 is needed. Make a new pair with wallet-statement keygen and register its public key.`
  }
}

/** The JWK says itself that it is not for this; `member` says so, and `setting` is where the algorithm was given. */
export class JwkForbids extends Schema.TaggedError<JwkForbids>()("JwkForbids", {
  place: Schema.String,
  member: Schema.Literals(["use", "key_ops", "alg"]),
  algorithm: SignatureAlgorithm,
  setting: Schema.String
}) {
  override get message(): string {
    const remedy = "Give the key that is for it"
    return this.member === "alg"
      ? `${this.place} is a JWK whose alg is for another algorithm than ${this.algorithm}. ${remedy}, or correct ` +
        `${this.setting}.`
      : `${this.place} is a JWK whose ${this.member} does not allow signing. ${remedy}.`
  }
}

/** The EC key lies on another curve than P-256; `curve` is its OpenSSL name, `setting` is where the algorithm was given. */
export class WrongCurve extends Schema.TaggedError<WrongCurve>()("WrongCurve", {
  place: Schema.String,
  curve: Schema.String,
  setting: Schema.String
}) {
  override get message(): string {
    return `${this.place} is an EC key on the curve ${this.curve}; ${this.setting} needs P-256 (prime256v1). ` +
      `Make a new pair with wallet-statement keygen and register its public key.`
  }
}

/** The key is usable, but not with the algorithm that is set; `setting` is where that was given. */
export class WrongKeyType extends Schema.TaggedError<WrongKeyType>()("WrongKeyType", {
  place: Schema.String,
  keyType: Schema.Literals(["RSA", "RSA-PSS", "EC"]),
  algorithm: SignatureAlgorithm,
  setting: Schema.String
}) {
  override get message(): string {
    const { algorithm, setting } = this
    const fitting = {
      "RSA": "rsa-pkcs1-sha256 or rsa-pss-sha256",
      "RSA-PSS": "rsa-pss-sha256, the only one such a key allows,",
      "EC": "ecdsa-p256-sha256-der or ecdsa-p256-sha256-p1363"
    }[this.keyType]
    const needed = algorithm.startsWith("ecdsa") ? "an EC key on P-256" : "a plain RSA key"
    return `${this.place} is an ${this.keyType} key, but ${setting} is ${algorithm}. ` +
      `Set ${setting} to ${fitting} or give ${needed}.`
  }
}

/** An RSA-PSS key that its own parameters bind to something else than SHA-256 with a salt of 32 bytes. */
export class PssParametersUnfit extends Schema.TaggedError<PssParametersUnfit>()("PssParametersUnfit", {
  place: Schema.String
}) {
  override get message(): string {
    return `${this.place} is an RSA-PSS key whose parameters forbid SHA-256, MGF1 with SHA-256 or a salt of 32 bytes. ` +
      `Give a plain RSA key or one made for these.`
  }
}

/** A kind of key that none of the algorithms takes, such as Ed25519. */
export class KeyTypeUnsupported extends Schema.TaggedError<KeyTypeUnsupported>()("KeyTypeUnsupported", {
  place: Schema.String,
  keyType: Schema.String
}) {
  override get message(): string {
    return `${this.place} is a key of type ${this.keyType}, which no WALLET_STATEMENT_SIGNATURE_ALGORITHM takes. ` +
      `Give an RSA key of at least 2048 bits or an EC key on P-256.`
  }
}

/** What the key signs does not verify with its own public half: a part of it is damaged. */
export class KeyInconsistent extends Schema.TaggedError<KeyInconsistent>()("KeyInconsistent", {
  place: Schema.String
}) {
  override get message(): string {
    return `${this.place} is damaged: its private and public parts do not belong together. Restore it from a copy.`
  }
}

/** A signature could not be made; `detail` says why, for signers outside this process too. */
export class SigningFailed extends Schema.TaggedError<SigningFailed>()("SigningFailed", { detail: Schema.String }) {
  override get message(): string {
    return `The request could not be signed: ${this.detail}.`
  }
}

/** Each way in which the key or the signing can fail. */
export const SignerErrorReason = Schema.Union([
  KeyFileMissing,
  KeyFileNotRegular,
  KeyFileUnreadable,
  KeyFileExposed,
  KeyFileUntrusted,
  KeyEmpty,
  KeyFormatUnknown,
  SeveralKeys,
  NotAPrivateKey,
  PassphraseMissing,
  PassphraseWrong,
  EncryptionUnsupported,
  RsaKeyTooShort,
  RsaExponentTooSmall,
  JwkForbids,
  WrongCurve,
  WrongKeyType,
  PssParametersUnfit,
  KeyTypeUnsupported,
  KeyInconsistent,
  SigningFailed
])
export type SignerErrorReason = typeof SignerErrorReason.Type

/** The private key cannot be used or a signature cannot be made; the message names the place and the remedy. */
export class SignerError extends Schema.TaggedError<SignerError>()("SignerError", { reason: SignerErrorReason }) {
  override get message(): string {
    return this.reason.message
  }
}
