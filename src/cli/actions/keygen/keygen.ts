/**
 * The work of `keygen`: a key pair; the public key is to be registered with the service.
 */
import { Effect, Option } from "effect"
import { readPassphrase } from "../../../settings/Settings.ts"
import type { SignatureAlgorithm } from "../../../settings/SigningSettings.ts"
import { keygen as makePair } from "../../../signer/keygen.ts"
import { printData, printJson, printNotice } from "../../output/output.ts"

/** Makes the pair and tells where it is. */
export const keygen = Effect.fnUntraced(function*(input: {
  readonly algorithm: SignatureAlgorithm
  readonly out: string
  readonly json: boolean
}) {
  const passphrase = yield* readPassphrase
  const pair = yield* makePair({
    algorithm: input.algorithm,
    privateKeyPath: `${input.out}.pem`,
    publicKeyPath: `${input.out}.pub.pem`,
    ...(Option.isSome(passphrase) ? { passphrase: passphrase.value } : {})
  })
  if (input.json) return yield* printJson(pair)
  yield* printData(
    `private key  ${pair.privateKeyPath}\npublic key   ${pair.publicKeyPath}\nfingerprint  SHA256:${pair.fingerprint}`
  )
  yield* printNotice(
    `Register ${pair.publicKeyPath} with the service, then set WALLET_STATEMENT_PRIVATE_KEY_FILE=${pair.privateKeyPath}` +
      (Option.isSome(passphrase)
        ? ""
        : "\nThe private key is not encrypted; with WALLET_STATEMENT_PRIVATE_KEY_PASSPHRASE set it would be.")
  )
})
