/** Signing settings as a test gives them. */
import { Effect, Option, Redacted } from "effect"
import type { SignatureAlgorithm } from "../../src/settings/SigningSettings.ts"
import type { KeySettings } from "../../src/signer/keys.ts"
import { Signer } from "../../src/signer/Signer.ts"

export interface Given {
  readonly text?: string
  readonly path?: string
  readonly passphrase?: string
  readonly algorithm?: SignatureAlgorithm
  readonly separator?: string
}

/** The settings' service, as the program's own settings would give it. */
export const settings = (given: Given): KeySettings => ({
  privateKey: given.path === undefined
    ? { _tag: "Text", text: Redacted.make(given.text ?? "") }
    : { _tag: "File", path: given.path },
  passphrase: Option.map(Option.fromUndefinedOr(given.passphrase), (text) => Redacted.make(text)),
  algorithm: given.algorithm ?? "rsa-pkcs1-sha256",
  separator: given.separator ?? ""
})

/** The real signer with such settings. */
export const signerLayer = (given: Given) => Signer.layer(settings(given))

/** Runs what needs a signer with the real one. */
export const withSigner = <A, E>(given: Given, use: (signer: Signer["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(Signer, use).pipe(Effect.provide(signerLayer(given)))
