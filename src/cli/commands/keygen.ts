/**
 * `keygen`: a key pair; the public key is to be registered with the service.
 */
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { readPassphrase } from "../../settings/Settings.ts"
import { SignatureAlgorithm } from "../../settings/SigningSettings.ts"
import { keygen as makePair } from "../../signer/keygen.ts"
import { toEnding } from "../ending.ts"
import { printData, printJson, printNotice } from "../output.ts"
import { configFlag, jsonFlag, withSettings } from "../settingFlags.ts"

const run = Effect.fnUntraced(function*(input: {
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

export const keygen = Command.make(
  "keygen",
  {
    algorithm: Flag.Literals("algorithm", SignatureAlgorithm.literals).pipe(
      Flag.withDescription("What the key is for"),
      Flag.withDefault("rsa-pkcs1-sha256" as const)
    ),
    out: Flag.String("out").pipe(
      Flag.withDescription("Path of the pair without its endings .pem and .pub.pem"),
      Flag.withDefault("wallet-key")
    ),
    config: configFlag,
    json: jsonFlag
  },
  (input) => run(input).pipe(withSettings({ CONFIG: input.config }), toEnding(input.json))
).pipe(
  Command.withDescription("Make a key pair: the private key only you can read, the public key to register"),
  Command.withExamples([
    { command: "wallet-statement keygen", description: "An RSA pair in wallet-key.pem and wallet-key.pub.pem" },
    {
      command: "wallet-statement keygen --algorithm ecdsa-p256-sha256-der --out keys/acme",
      description: "A P-256 pair in keys/acme.pem and keys/acme.pub.pem"
    }
  ])
)
