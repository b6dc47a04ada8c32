/**
 * Reading what is needed to sign: a private key, or a command that signs elsewhere.
 */
import { Effect, Option, type Redacted } from "effect"
import {
  PRIVATE_KEY,
  PRIVATE_KEY_COMMAND,
  PRIVATE_KEY_FILE,
  PRIVATE_KEY_PASSPHRASE,
  SIGNATURE_ALGORITHM,
  SIGNATURE_SEPARATOR,
  SIGNER_COMMAND
} from "./describedService.ts"
import { onlyOneOf, optionalSecret, printedSecret } from "./secretSetting.ts"
import { gather, missing, optional, orDefault, otherwise, type SettingsError } from "./setting.ts"
import type { PrivateKeySource, SigningSettings } from "./SigningSettings.ts"

const readPrivateKey: Effect.Effect<PrivateKeySource, SettingsError> = Effect.gen(function*() {
  const text = yield* optional(PRIVATE_KEY)
  const file = yield* optional(PRIVATE_KEY_FILE)
  const printing = yield* optional(PRIVATE_KEY_COMMAND)
  const signing = yield* optional(SIGNER_COMMAND)
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
  return yield* missing(
    "PRIVATE_KEY_FILE",
    "the path of your private key (or WALLET_STATEMENT_PRIVATE_KEY to its text, or " +
      "WALLET_STATEMENT_SIGNER_COMMAND to a command that signs); `wallet-statement keygen` makes a pair"
  )
})

/** The passphrase of the private key, which need not have one. */
export const readPassphrase: Effect.Effect<Option.Option<Redacted.Redacted>, SettingsError> = optionalSecret(
  PRIVATE_KEY_PASSPHRASE
)

/** All that signing needs. */
export const readSigning: Effect.Effect<SigningSettings["Service"], SettingsError> = gather({
  privateKey: readPrivateKey,
  passphrase: readPassphrase,
  algorithm: orDefault(SIGNATURE_ALGORITHM),
  separator: otherwise(SIGNATURE_SEPARATOR, "")
})
