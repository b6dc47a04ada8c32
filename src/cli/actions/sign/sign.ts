/**
 * The work of `sign`: the signing text and the signature of a request, to compare with what the service expects.
 */
import { Effect, Layer, Redacted } from "effect"
import { resolve } from "node:path"
import { parseDay } from "../../../domain/Period.ts"
import { layerSigning } from "../../../settings/Settings.ts"
import { SigningSettings } from "../../../settings/SigningSettings.ts"
import { explain } from "../../../signer/explain.ts"
import { Signer } from "../../../signer/Signer.ts"
import { signingText } from "../../../signer/signingText.ts"
import { wrongUsage } from "../../ending/exit.ts"
import { printData, printJson } from "../../output/output.ts"

/** Signs and prints. */
export const sign = Effect.fnUntraced(function*(input: {
  readonly wallet: string
  readonly to: string
  readonly limit: number
  readonly explain: boolean
  readonly json: boolean
}) {
  if (parseDay(input.to) === undefined || input.limit < 1 || input.limit > 5000) {
    return yield* wrongUsage(
      "--to must be a day that exists, written YYYY-MM-DD, and --limit a whole number from 1 to 5000."
    )
  }
  const signer = yield* Signer
  const values = { walletNo: input.wallet, toDate: input.to, limit: String(input.limit) }
  const text = signingText(values, signer.separator)
  const signature = yield* signer.sign(values)
  if (input.json) {
    return yield* printJson({ signingText: text, algorithm: signer.algorithm, signature: Redacted.value(signature) })
  }
  if (input.explain) {
    const { privateKey } = yield* SigningSettings
    const keyFile = privateKey._tag === "File" ? resolve(privateKey.path) : undefined
    return yield* printData(explain({ algorithm: signer.algorithm, text, signature, keyFile }))
  }
  yield* printData(
    `signing text  ${text}\nalgorithm     ${signer.algorithm}\nsignature     ${Redacted.value(signature)}`
  )
}, Effect.provide(Signer.layerConfig.pipe(Layer.provideMerge(layerSigning))))
