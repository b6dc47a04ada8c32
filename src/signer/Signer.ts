/**
 * Signs statement requests (interface 5.4, header `Signature`).
 *
 * The private key is read once, when the layer is built, and never leaves it. A signer that keeps its key elsewhere,
 * in a key management service for instance, is another layer of the same service.
 */
import { Context, Effect, Layer, Redacted } from "effect"
import { createHash, createPublicKey, type KeyObject, sign } from "node:crypto"
import { placesInForce } from "../settings/setting.ts"
import { type SignatureAlgorithm, SigningSettings } from "../settings/SigningSettings.ts"
import { digest, keyInput } from "./algorithm.ts"
import { type CommandSigner, commandSigner } from "./commandSigner.ts"
import { loadPrivateKey, placeOfKey } from "./keys.ts"
import { SignerError, SigningFailed } from "./SignerError.ts"
import { type SignedValues, signingText } from "./signingText.ts"

/** The value of the header `Signature`: standard Base64 with padding, on one line. */
export type Signature = Redacted.Redacted

/** Makes the signature of a statement request. */
export class Signer extends Context.Service<Signer, {
  /** Signs the values exactly as the request's body carries them. Fails with a SignerError. */
  sign(request: SignedValues): Effect.Effect<Signature, SignerError>
  readonly algorithm: SignatureAlgorithm
  /** Stands between the signed values. */
  readonly separator: string
  /** The public key to register with the service: PEM, SubjectPublicKeyInfo. */
  readonly publicKey: Effect.Effect<string, SignerError>
  /** What people should know of how the key is kept; absent when there is nothing. */
  readonly remark?: string | undefined
  /** How errors name where the key comes from; absent when that is not told. */
  readonly keyPlace?: string | undefined
}>()("wallet-statement/signer/Signer") {
  /**
   * Signs in this process with a key, or by a command. Building it fails when the key cannot be used, and warns of a key that
   * is kept badly; whether the command can be used is seen when it signs.
   */
  static readonly layer = (settings: SigningSettings["Service"]): Layer.Layer<Signer, SignerError> =>
    Layer.fresh(Layer.effect(
      Signer,
      Effect.gen(function*() {
        const { algorithm, privateKey, separator } = settings
        const placeOf = yield* placesInForce
        const { publicKey, remark, sign } = yield* wayOf(settings)
        if (remark !== undefined) yield* Effect.logWarning(remark)
        return Signer.of({
          algorithm,
          separator,
          publicKey,
          remark,
          get keyPlace() {
            return placeOfKey(privateKey, placeOf)
          },
          sign: Effect.fn("Signer.sign")(function*(request) {
            return Redacted.make(yield* sign(signingText(request, separator)), { label: "Signature" })
          })
        })
      })
    ))

  /** Signs in this process with the key of the settings in force. */
  static readonly layerConfig: Layer.Layer<Signer, SignerError, SigningSettings> = Layer.fresh(
    Layer.unwrap(Effect.map(SigningSettings, Signer.layer))
  )

  /** A fake without a key: the signature is the Base64 of the signing text's SHA-256, no separator. */
  static readonly layerTest: Layer.Layer<Signer> = Layer.succeed(
    Signer,
    Signer.of({
      algorithm: "rsa-pkcs1-sha256",
      separator: "",
      publicKey: Effect.fail(new SignerError({ reason: new SigningFailed({ detail: "the fake signer has no key" }) })),
      sign: (request) =>
        Effect.sync(() =>
          Redacted.make(createHash(digest).update(signingText(request, "")).digest("base64"), { label: "Signature" })
        )
    })
  )
}

interface Way extends CommandSigner {
  readonly remark?: string | undefined
}

const wayOf = Effect.fnUntraced(
  function*(settings: SigningSettings["Service"]): Effect.fn.Return<Way, SignerError> {
    const { algorithm, privateKey } = settings
    if (privateKey._tag === "Command") return commandSigner(privateKey.words, algorithm, yield* placesInForce)
    const { key, remark } = yield* loadPrivateKey({ ...settings, privateKey })
    const publicKey = createPublicKey(key).export({ type: "spki", format: "pem" }).toString()
    return { publicKey: Effect.succeed(publicKey), remark, sign: (text) => signText(text, key, algorithm) }
  }
)

/** Signs on the thread pool, so that many wallets at once do not hold up the event loop. */
const signText = (text: string, key: KeyObject, algorithm: SignatureAlgorithm): Effect.Effect<string, SignerError> =>
  Effect.callback((resume) => {
    sign(digest, Buffer.from(text), keyInput(key, algorithm), (error, signature) => {
      const reason = new SigningFailed({ detail: "the cryptographic library refused the key" })
      resume(error === null ? Effect.succeed(signature.toString("base64")) : Effect.fail(new SignerError({ reason })))
    })
  })
