/**
 * Reading what is needed to sign: a private key, or a command that signs elsewhere.
 */
import { Effect, Option, type Redacted } from "effect"
import { path } from "./path.ts"
import { onlyOneOf, optionalSecret, printedSecret } from "./secretSetting.ts"
import { gather, optional, problemWith, type SettingsError, withDefault } from "./setting.ts"
import * as shapes from "./shapes.ts"
import { type PrivateKeySource, SignatureAlgorithm, type SigningSettings } from "./SigningSettings.ts"

const readPrivateKey: Effect.Effect<PrivateKeySource, SettingsError> = Effect.gen(function*() {
  const text = yield* optional("PRIVATE_KEY", shapes.secret("a private key in PEM form"))
  const file = yield* optional(
    "PRIVATE_KEY_FILE",
    path("the path of a private key file; its text belongs in WALLET_STATEMENT_PRIVATE_KEY")
  )
  const printing = yield* optional("PRIVATE_KEY_COMMAND", shapes.command)
  const signing = yield* optional("SIGNER_COMMAND", shapes.command)
  yield* onlyOneOf({
    PRIVATE_KEY: text,
    PRIVATE_KEY_FILE: file,
    PRIVATE_KEY_COMMAND: printing,
    SIGNER_COMMAND: signing
  })
  if (Option.isSome(text)) return { _tag: "Text", text: text.value }
  if (Option.isSome(file)) return { _tag: "File", path: file.value }
  if (Option.isSome(signing)) return { _tag: "Command", words: signing.value }
  if (Option.isSome(printing)) {
    const setting = "PRIVATE_KEY_COMMAND"
    return { _tag: "Text", text: yield* printedSecret(setting, printing.value), setting }
  }
  return yield* problemWith(
    "PRIVATE_KEY_FILE",
    "is missing: set it to the path of your private key (or WALLET_STATEMENT_PRIVATE_KEY to its text, or " +
      "WALLET_STATEMENT_SIGNER_COMMAND to a command that signs); `wallet-statement keygen` makes a pair"
  )
})

/** The passphrase of the private key, which need not have one. */
export const readPassphrase: Effect.Effect<Option.Option<Redacted.Redacted>, SettingsError> = optionalSecret(
  "PRIVATE_KEY_PASSPHRASE",
  "the passphrase of the private key"
)

/** All that signing needs. */
export const readSigning: Effect.Effect<SigningSettings["Service"], SettingsError> = gather({
  privateKey: readPrivateKey,
  passphrase: readPassphrase,
  algorithm: withDefault("SIGNATURE_ALGORITHM", shapes.oneOf(SignatureAlgorithm.literals), "rsa-pkcs1-sha256"),
  separator: withDefault("SIGNATURE_SEPARATOR", shapes.verbatim("the text between the signed values"), "")
})
