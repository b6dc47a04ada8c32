/**
 * The one way to the service: every request, login or statement, goes through here and by the same policy.
 *
 * An attempt has a deadline from connecting to the last byte; a request has one over all its attempts and waits,
 * which starts when its first turn has come. What is tried again, and when, stands in RetryPolicy. Redirects are
 * refused, trace headers are not sent, bodies are read up to a bound.
 */
import { Clock, Context, Duration, Effect, Layer, Option, Random, Redacted, Result } from "effect"
import { HttpClient } from "effect/http"
import { payloadFreeSpan } from "../domain/payloadFreeSpan.ts"
import { ServiceSettings } from "../settings/ServiceSettings.ts"
import { TransportSettings } from "../settings/TransportSettings.ts"
import { exchange } from "./exchange.ts"
import { layerNodeHttpClient } from "./nodeHttpClient.ts"
import { makePacer } from "./Pacer.ts"
import { isTransient, waitMillis } from "./RetryPolicy.ts"
import { serverSaid } from "./serverText.ts"
import { type Stopped, TimedOut, TransportError } from "./TransportError.ts"
import { TransportObserver } from "./TransportObserver.ts"

/** A JSON request to the service. */
export interface TransportRequest {
  /** Behind the base address; starts with a slash. */
  readonly path: string
  /** Secret values are Redacted. */
  readonly headers: Readonly<Record<string, string | Redacted.Redacted>>
  /** JSON text. */
  readonly body: Redacted.Redacted
  /** What is taken out of anything the service says before it is shown, besides the credentials of the settings. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

/** An answer that came whole: a JSON object with a 2xx status, or any body with another status that is final. */
export interface TransportResponse {
  readonly status: number
  /** The decoded body, wrapped because a login's holds the token; of a status other than 2xx at most 64 KiB of it. */
  readonly bytes: Redacted.Redacted<Uint8Array>
  /** The body's `message` in quotes, without secrets and fit to be shown; or in brief what came instead; or nothing. */
  readonly said: () => string
  /** The successful one included. */
  readonly attempts: number
  /** When the successful attempt was sent, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly requestedAt: number
  /** From the first attempt to the last byte of the answer. */
  readonly durationMillis: number
}

/** Sends requests and brings their answers. */
export class Transport extends Context.Service<Transport, {
  /** Fails with a TransportError when no attempt brought an answer; interface 7's 429 and 500 count as none. */
  post(request: TransportRequest): Effect.Effect<TransportResponse, TransportError>
  /** Milliseconds by which this machine's clock was ahead of the service's at the last answer; none before one. */
  readonly clockLead: Effect.Effect<Option.Option<number>>
}>()("wallet-statement/transport/Transport") {
  /** Over whatever HttpClient is provided. */
  static readonly layer = Layer.effect(
    Transport,
    Effect.gen(function*() {
      const client = yield* HttpClient.HttpClient
      const { baseUrl, consumerKey, consumerSecret } = yield* ServiceSettings
      const settings = yield* TransportSettings
      const base = baseUrl.href.replace(/\/$/, "")
      const requestMillis = Duration.toMillis(settings.requestTimeout)
      const retryMillis = Duration.toMillis(settings.retryTimeout)
      const pacer = makePacer(settings.requestsPerMinute)
      let clockLead = Option.none<number>()

      const attemptWithin = Effect.fnUntraced(function*(request: TransportRequest, millis: number) {
        const { maxResponseBytes } = settings
        const secrets = [...request.secrets, consumerKey, consumerSecret]
        const sending = { ...request, secrets, url: `${base}${request.path}`, maxResponseBytes }
        const requestedAt = yield* Clock.currentTimeMillis
        const { bytes, servedAt, status } = yield* exchange(client, sending).pipe(
          Effect.timeoutOrElse({ duration: millis, orElse: () => Effect.fail(new TimedOut({ millis })) })
        )
        if (!Number.isNaN(servedAt)) clockLead = Option.some((yield* Clock.currentTimeMillis) - servedAt)
        return { status, bytes: Redacted.make(bytes), said: () => serverSaid(bytes, secrets), requestedAt }
      })

      const post = Effect.fnUntraced(function*(request: TransportRequest) {
        const observe = yield* TransportObserver
        const { path } = request
        yield* Effect.sleep(yield* pacer.takeTurn)
        yield* observe({ _tag: "Requesting", path })
        const started = yield* monotonicMillis
        for (let attempt = 1;; attempt++) {
          const leftAtStart = retryMillis - ((yield* monotonicMillis) - started)
          const result = yield* Effect.result(attemptWithin(request, Math.min(requestMillis, leftAtStart)))
          const elapsed = (yield* monotonicMillis) - started
          if (Result.isSuccess(result)) {
            return { ...result.success, attempts: attempt, durationMillis: Math.round(elapsed) }
          }
          const reason = result.failure
          const fail = (stopped: Stopped) => new TransportError({ reason, path, attempts: attempt, stopped })
          if (!isTransient(reason)) return yield* fail({ _tag: "Final" })
          if (attempt >= settings.maxAttempts) return yield* fail({ _tag: "AttemptsUsed" })
          const asked = "retryAfterMillis" in reason ? reason.retryAfterMillis ?? undefined : undefined
          const wait = Math.max(waitMillis(attempt, yield* Random.next, asked), yield* pacer.takeTurn)
          const left = Math.max(0, retryMillis - elapsed)
          if (wait >= left) return yield* fail({ _tag: "TimeUsed", waitMillis: wait, leftMillis: left })
          yield* observe({ _tag: "Retrying", path, attempt, reason, waitMillis: wait })
          yield* Effect.sleep(wait)
        }
      }, payloadFreeSpan("Transport.post"))

      return Transport.of({ post, clockLead: Effect.sync(() => clockLead) })
    })
  )

  /** Over Node's sockets, with the certificate authorities of the settings. */
  static readonly layerNode = this.layer.pipe(Layer.provide(layerNodeHttpClient))

  /** Answers from a function. */
  static readonly layerTest = (
    post: (request: TransportRequest) => Effect.Effect<TransportResponse, TransportError>
  ): Layer.Layer<Transport> => Layer.succeed(Transport, Transport.of({ post, clockLead: Effect.succeedNone }))
}

const monotonicMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)
