/**
 * One attempt: a request goes out, a bounded answer comes back or a reason why none did.
 *
 * The connection is given up when the attempt ends in any other way than with the whole body.
 */
import { Clock, Effect, Redacted, Stream } from "effect"
import {
  FetchHttpClient,
  Headers,
  HttpBody,
  HttpClient,
  type HttpClientError,
  HttpClientRequest,
  type HttpClientResponse
} from "effect/http"
import type { Places } from "../../settings/setting.ts"
import { type LimitAdvice, limitAdvice } from "../limit/limitAdvice.ts"
import { connectionFailure } from "../words/connectionFailure.ts"
import { lookOf, serverSaid } from "../words/serverText.ts"
import {
  Compressed,
  ConnectionFailed,
  NotJson,
  RateLimited,
  Redirected,
  ServiceFailed,
  TooLarge,
  type TransportReason,
  Truncated
} from "../words/TransportError.ts"
import { isTransientStatus, retryAfterMillis } from "./RetryPolicy.ts"

/** What a request is, apart from the address. */
export interface Sending {
  readonly url: string
  readonly headers: Readonly<Record<string, string | Redacted.Redacted>>
  readonly body: Redacted.Redacted
  readonly secrets: ReadonlyArray<Redacted.Redacted>
  readonly maxResponseBytes: number
  /** How long the body of a refusal is waited for, which is only a message. */
  readonly refusalMillis: number
  /** Called with what the service says of its limit, as soon as the head of an answer is there. */
  readonly onAdvice: (advice: LimitAdvice) => void
  /** Names settings in reasons. */
  readonly placeOf: Places
}

/** An answer whose body came whole. */
export interface Answer {
  readonly status: number
  readonly bytes: Uint8Array
  /** When the service says it answered, in milliseconds since 1970-01-01T00:00:00Z; NaN when it does not say. */
  readonly servedAt: number
}

/** Statuses of answers that have no body: nothing of it can have been lost. */
const bodiless: ReadonlySet<number> = new Set([204, 205])
/** Bytes of a refusal's body that are read for its message. */
const refusalBytes = 65_536
const redactedNames = ["authorization", "signature", "cookie", "set-cookie"]

/** Sends once; answers with other statuses than 2xx come back too, unless they are transient or redirect. */
export const exchange = (
  client: HttpClient.HttpClient,
  sending: Sending
): Effect.Effect<Answer, TransportReason> =>
  attempt(HttpClient.withScope(client), sending).pipe(
    Effect.scoped,
    // Spans and trace headers of the client would go to the third party; redirects would take the signature along.
    Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
    Effect.provideService(Headers.CurrentRedactedNames, redactedNames)
  )

const attempt = Effect.fnUntraced(function*<R>(
  client: HttpClient.HttpClient.With<HttpClientError.HttpClientError, R>,
  sending: Sending
): Effect.fn.Return<Answer, TransportReason, R> {
  const response = yield* client.execute(requestOf(sending)).pipe(
    Effect.mapError((error) => connectionReason(error, sending.placeOf))
  )
  const { headers, status } = response
  const advice = limitAdvice(headers, (yield* Clock.currentTimeMillis) / 1000)
  if (advice !== undefined) sending.onAdvice(advice)
  if (status >= 300 && status < 400) return yield* new Redirected({ status })
  if (isTransientStatus(status)) return yield* transientReason(response, sending)
  const servedAt = Date.parse(headers["date"] ?? "")
  // A refusal is one however it is written: what it says is for people.
  if (status < 200 || status > 299) {
    return { status, bytes: yield* readStart(response, sending.refusalMillis), servedAt }
  }
  if (bodiless.has(status)) return yield* new NotJson({ status, html: false })
  if (isCompressed(response)) return yield* new Compressed()
  const bytes = yield* readWhole(response, sending.maxResponseBytes)
  const look = lookOf(bytes)
  if (look === "cut-off") return yield* new Truncated({ bytes: bytes.length })
  if (look !== "object") return yield* new NotJson({ status, html: look === "html" })
  return { status, bytes, servedAt }
})

const requestOf = (sending: Sending): HttpClientRequest.HttpClientRequest => {
  const headers: Record<string, string> = { "accept-encoding": "identity" }
  for (const [name, value] of Object.entries(sending.headers)) {
    headers[name] = Redacted.isRedacted(value) ? Redacted.value(value) : value
  }
  const body = HttpBody.text(Redacted.value(sending.body), "application/json")
  return HttpClientRequest.post(sending.url).pipe(
    HttpClientRequest.setBody(body),
    HttpClientRequest.setHeaders(headers)
  )
}

const transientReason = Effect.fnUntraced(function*(
  response: HttpClientResponse.HttpClientResponse,
  { refusalMillis, secrets }: Sending
): Effect.fn.Return<never, TransportReason> {
  const { headers, status } = response
  const said = serverSaid(yield* readStart(response, refusalMillis), secrets)
  const now = yield* Clock.currentTimeMillis
  const wait = retryAfterMillis(headers["retry-after"], headers["date"], now) ?? null
  return yield* status === 429
    ? new RateLimited({ retryAfterMillis: wait, said })
    : new ServiceFailed({ status, retryAfterMillis: wait, said })
})

const readWhole = Effect.fnUntraced(function*(
  response: HttpClientResponse.HttpClientResponse,
  maxBytes: number
): Effect.fn.Return<Uint8Array, TransportReason> {
  const announced = Number(response.headers["content-length"] ?? 0)
  if (announced > maxBytes) return yield* new TooLarge({ maxBytes })
  const chunks: Array<Uint8Array> = []
  let length = 0
  yield* response.stream.pipe(
    Stream.mapError(() => new Truncated({ bytes: length })),
    Stream.runForEachArray((arrived) => {
      for (const chunk of arrived) {
        chunks.push(chunk)
        length += chunk.length
      }
      return length > maxBytes ? Effect.fail(new TooLarge({ maxBytes })) : Effect.void
    })
  )
  return Buffer.concat(chunks, length)
})

const isCompressed = ({ headers }: HttpClientResponse.HttpClientResponse): boolean =>
  (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity"

/** As much of a refusal as its message needs, and as comes soon; a body that breaks off is a message that is missing. */
const readStart = (response: HttpClientResponse.HttpClientResponse, millis: number): Effect.Effect<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  if (isCompressed(response)) return Effect.succeed(Buffer.concat([]))
  return response.stream.pipe(
    Stream.runForEachWhile((chunk) =>
      Effect.sync(() => {
        chunks.push(chunk)
        length += chunk.length
        return length < refusalBytes
      })
    ),
    Effect.timeout(millis),
    Effect.ignore,
    Effect.map(() => Buffer.concat(chunks, length).subarray(0, refusalBytes))
  )
}

const connectionReason = (error: HttpClientError.HttpClientError, placeOf: Places): TransportReason =>
  error.reason._tag === "InvalidUrlError"
    ? new ConnectionFailed({ code: "ERR_INVALID_URL" })
    : connectionFailure(error.reason.cause, placeOf)
