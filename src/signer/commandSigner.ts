/**
 * Signs by a command of the settings, which has the key somewhere else: in a key management service, on a token.
 */
import { Duration, Effect } from "effect"
import { createHash } from "node:crypto"
import { runCommand } from "../settings/runCommand.ts"
import type { SignatureAlgorithm } from "../settings/SigningSettings.ts"
import { digest } from "./algorithm.ts"
import { readSignature } from "./signatureForm.ts"
import { SignerError, SigningFailed } from "./SignerError.ts"

const timeout = Duration.seconds(30)
/** Far more than any signature. */
const maxBytes = 2 ** 14

/** The signature of a text in Base64. The command gets the text's SHA-256, 32 bytes, on stdin. Fails with a SignerError. */
export const signByCommand = Effect.fnUntraced(
  function*(
    text: string,
    words: ReadonlyArray<string>,
    algorithm: SignatureAlgorithm
  ): Effect.fn.Return<string, SignerError> {
    const input = createHash(digest).update(text).digest()
    const printed = yield* runCommand(words, { input, timeout, maxBytes }).pipe(
      Effect.mapError(({ problem }) => failed(`WALLET_STATEMENT_SIGNER_COMMAND ${problem}`))
    )
    const read = readSignature(printed, algorithm)
    return "signature" in read
      ? read.signature
      : yield* failed(`WALLET_STATEMENT_SIGNER_COMMAND gave no signature: ${read.problem}`)
  }
)

/** A command that signs tells no public key. */
export const noPublicKey = (): SignerError =>
  failed("the public key is where WALLET_STATEMENT_SIGNER_COMMAND has the private one, and is not known here")

const failed = (detail: string): SignerError => new SignerError({ reason: new SigningFailed({ detail }) })
