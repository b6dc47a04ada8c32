/**
 * `keygen`: a key pair; the public key is to be registered with the service.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { SignatureAlgorithm } from "../../settings/SigningSettings.ts"
import { toEnding } from "../ending/ending.ts"
import { configFlag, jsonFlag, withSettings } from "../flags/sharedFlags.ts"

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
  (input) =>
    Effect.promise(() => import("../actions/keygen/keygen.ts")).pipe(
      Effect.flatMap(({ keygen }) => keygen(input)),
      withSettings(input),
      toEnding(input.json)
    )
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
