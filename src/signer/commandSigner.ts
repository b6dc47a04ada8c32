/**
 * Signs by a command of the settings, which has the key somewhere else: in a key management service, on a token.
 */
import { Duration, Effect } from "effect"
import { createHash } from "node:crypto"
import { runCommand } from "../settings/runCommand.ts"
import type { Places } from "../settings/setting.ts"
import type { SignatureAlgorithm } from "../settings/SigningSettings.ts"
import { digest } from "./algorithm.ts"
import { readSignature } from "./signatureForm.ts"
import { SignerError, SigningFailed } from "./SignerError.ts"

const timeout = Duration.seconds(30)
/** Far more than any signature. */
const maxBytes = 2 ** 14

/** A key that a command has. */
export interface CommandSigner {
  /** PEM; fails with a SignerError where it is not known. */
  readonly publicKey: Effect.Effect<string, SignerError>
  /** The signature of a text in Base64. Fails with a SignerError. */
  readonly sign: (text: string) => Effect.Effect<string, SignerError>
}

/** Signs by the words of a command, which gets a text's SHA-256, 32 bytes, on stdin; `placeOf` names settings in errors. */
export const commandSigner = (
  words: ReadonlyArray<string>,
  algorithm: SignatureAlgorithm,
  placeOf: Places
): CommandSigner => ({
  publicKey: Effect.suspend(() =>
    failed(`the public key is where ${placeOf("SIGNER_COMMAND")} has the private one, and is not known here`)
  ),
  sign: Effect.fnUntraced(function*(text): Effect.fn.Return<string, SignerError> {
    const input = createHash(digest).update(text).digest()
    const printed = yield* runCommand(words, { input, timeout, maxBytes }).pipe(
      Effect.catch(({ problem }) => failed(`${placeOf("SIGNER_COMMAND")} ${problem}`))
    )
    const read = readSignature(printed, algorithm)
    return "signature" in read
      ? read.signature
      : yield* failed(`${placeOf("SIGNER_COMMAND")} gave no signature: ${read.problem}`)
  })
})

const failed = (detail: string): Effect.Effect<never, SignerError> =>
  Effect.fail(new SignerError({ reason: new SigningFailed({ detail }) }))
