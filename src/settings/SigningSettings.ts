/**
 * What is needed to sign a statement request: the merchant's private key and how the service wants the signature.
 */
import { Context, type Option, type Redacted, Schema } from "effect"

/** The signature schemes in use with such services; the default is `rsa-pkcs1-sha256` (interface 5.4 leaves it open). */
export const SignatureAlgorithm = Schema.Literals([
  "rsa-pkcs1-sha256",
  "rsa-pss-sha256",
  "ecdsa-p256-sha256-der",
  "ecdsa-p256-sha256-p1363"
])
export type SignatureAlgorithm = typeof SignatureAlgorithm.Type

/**
 * Where the private key comes from: its text, from the setting that `setting` names where it is not `PRIVATE_KEY`; a file that
 * only its owner may read; or nowhere, when a command signs with a key that it alone knows. That gets the SHA-256 of what is to be signed
 * on stdin, 32 bytes, and prints the signature in Base64.
 */
export type PrivateKeySource =
  | { readonly _tag: "Text"; readonly text: Redacted.Redacted; readonly setting?: "PRIVATE_KEY_COMMAND" }
  | { readonly _tag: "File"; readonly path: string }
  | { readonly _tag: "Command"; readonly words: ReadonlyArray<string> }

/** The signing part of the settings. */
export class SigningSettings extends Context.Service<SigningSettings, {
  readonly privateKey: PrivateKeySource
  readonly passphrase: Option.Option<Redacted.Redacted>
  readonly algorithm: SignatureAlgorithm
  /** Stands between the signed values; the service's family uses none. */
  readonly separator: string
}>()("wallet-statement/settings/SigningSettings") {}
