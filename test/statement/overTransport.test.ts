import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { WalletNo } from "../../src/domain/Wallet.ts"
import { Signer } from "../../src/signer/Signer.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { answerOf, layerOver } from "./overTransport.ts"

const fetch = Effect.flatMap(
  Statement,
  (statement) =>
    statement.fetch({ walletNo: WalletNo.make("W"), fromDate: "2024-03-01", toDate: "2024-03-31", limit: 10 })
)

const withKeyPlace: Layer.Layer<Signer> = Layer.effect(
  Signer,
  Effect.map(Signer, (signer) => Signer.of({ ...signer, keyPlace: "a.pem" }))
).pipe(Layer.provide(Signer.layerTest))

describe("what a statement tells of its answer", () => {
  it.effect("is when it was asked for and came, and how long that took", () =>
    Effect.gen(function*() {
      const { attempts, bytes, durationMillis, requestedAt, servedAt } = yield* fetch
      assert.deepStrictEqual({ attempts, bytes, durationMillis, requestedAt, servedAt }, {
        attempts: 3,
        bytes: 39,
        durationMillis: 250,
        requestedAt: 1000,
        servedAt: 1200
      })
    }).pipe(
      Effect.provide(
        layerOver(() => answerOf(200, { attempts: 3, durationMillis: 250, requestedAt: 1000, servedAt: 1200 }))
      )
    ))

  it.effect("is nothing of when it came where the service does not say so", () =>
    Effect.gen(function*() {
      assert.notProperty(yield* fetch, "servedAt")
    }).pipe(Effect.provide(layerOver(() => answerOf(200)))))
})

describe("a refusal", () => {
  it.effect("names the place of the key that signed", () =>
    Effect.gen(function*() {
      const { message } = yield* Effect.flip(fetch)
      assert.include(message, "belongs to a.pem, then")
    }).pipe(Effect.provide(layerOver(() => answerOf(403, { said: () => "Invalid signature." }), withKeyPlace))))

  it.effect("names the place of the consumer key whose token was refused", () =>
    Effect.gen(function*() {
      const { message } = yield* Effect.flip(fetch)
      assert.include(message, "the consumer key in WALLET_STATEMENT_CONSUMER_KEY may")
    }).pipe(Effect.provide(layerOver(() => answerOf(401)))))

  it.effect.each([[1, ""], [2, " Tried 2 times."]] as const)(
    "of an answer beyond a bound says after how many tries it came: %s",
    ([attempts, tried]) =>
      Effect.gen(function*() {
        const { message } = yield* Effect.flip(fetch)
        assert.isTrue(message.endsWith(`raise WALLET_STATEMENT_MAX_RESPONSE_DEPTH.${tried}`), message)
      }).pipe(
        Effect.provide(
          layerOver(() => answerOf(200, { attempts, bytes: Redacted.make(new TextEncoder().encode("[".repeat(40))) }))
        )
      )
  )
})
