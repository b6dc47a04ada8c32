import { Effect, Layer, Redacted } from "effect"
import { Auth } from "../../src/auth/Auth.ts"
import { Signer } from "../../src/signer/Signer.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { Transport, type TransportRequest, type TransportResponse } from "../../src/transport/Transport.ts"

/** A statement service over a transport that answers from a function; its token is always the same. */
export const layerOver = (
  answer: (request: TransportRequest) => TransportResponse,
  signer: Layer.Layer<Signer> = Signer.layerTest
) =>
  Statement.layer().pipe(
    Layer.provide([
      Auth.layerTest("token"),
      signer,
      Transport.layerTest((request) => Effect.sync(() => answer(request)))
    ])
  )

/** An answer that came at once, with no record. */
export const answerOf = (status: number, more: Partial<TransportResponse> = {}): TransportResponse => ({
  status,
  bytes: Redacted.make(new TextEncoder().encode(`{"success":true,"message":"","data":[]}`)),
  said: () => "",
  attempts: 1,
  requestedAt: 0,
  durationMillis: 0,
  ...more
})
