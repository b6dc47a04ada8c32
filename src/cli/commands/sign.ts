/**
 * `sign`: the signing text and the signature of a request, to compare with what the service expects.
 */
import { Effect, Layer, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { parseDay } from "../../domain/Period.ts"
import { layerSigning } from "../../settings/Settings.ts"
import { explain } from "../../signer/explain.ts"
import { Signer } from "../../signer/Signer.ts"
import { signingText } from "../../signer/signingText.ts"
import { toEnding } from "../ending.ts"
import { CommandEnd, exitCode } from "../exit.ts"
import { printData, printJson } from "../output.ts"
import { configFlag, jsonFlag, withSettings } from "../settingFlags.ts"

const run = Effect.fnUntraced(function*(input: {
  readonly wallet: string
  readonly to: string
  readonly limit: number
  readonly explain: boolean
  readonly json: boolean
}) {
  if (parseDay(input.to) === undefined || input.limit < 1 || input.limit > 5000) {
    return yield* new CommandEnd({
      code: exitCode.usage,
      message: "--to must be a day that exists, written YYYY-MM-DD, and --limit a whole number from 1 to 5000."
    })
  }
  const signer = yield* Signer
  const values = { walletNo: input.wallet, toDate: input.to, limit: String(input.limit) }
  const text = signingText(values, signer.separator)
  const signature = yield* signer.sign(values)
  if (input.json) {
    return yield* printJson({ signingText: text, algorithm: signer.algorithm, signature: Redacted.value(signature) })
  }
  if (input.explain) return yield* printData(explain({ algorithm: signer.algorithm, text, signature }))
  yield* printData(
    `signing text  ${text}\nalgorithm     ${signer.algorithm}\nsignature     ${Redacted.value(signature)}`
  )
})

export const sign = Command.make(
  "sign",
  {
    wallet: Flag.String("wallet").pipe(Flag.withDescription("Wallet number of the request")),
    to: Flag.String("to").pipe(Flag.withDescription("Last day of the request, YYYY-MM-DD")),
    limit: Flag.Int("limit").pipe(Flag.withDescription("Limit of the request"), Flag.withDefault(5000)),
    explain: Flag.Boolean("explain").pipe(
      Flag.withDescription("Print a shell script that makes and verifies the signature with OpenSSL"),
      Flag.withDefault(false)
    ),
    config: configFlag,
    json: jsonFlag
  },
  (input) =>
    run(input).pipe(
      Effect.provide(Signer.layer.pipe(Layer.provide(layerSigning))),
      withSettings({ CONFIG: input.config }),
      toEnding(input.json)
    )
).pipe(
  Command.withDescription("Print the signing text and the signature of a statement request"),
  Command.withExamples([
    { command: "wallet-statement sign --wallet 254700000001 --to 2024-03-31", description: "Sign a request" },
    {
      command: "wallet-statement sign --wallet 254700000001 --to 2024-03-31 --explain > check.sh",
      description: "Get the OpenSSL commands that give the same"
    }
  ])
)
