/**
 * A service at the HttpClient boundary that answers by a script and remembers what it was asked.
 */
import { Clock, Duration, Effect, Fiber, Layer, Option, Redacted, Stream } from "effect"
import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { Auth } from "../../src/auth/Auth.ts"
import type { ServiceSettings } from "../../src/settings/ServiceSettings.ts"
import type { TransportSettings } from "../../src/settings/TransportSettings.ts"

/** How one request is answered. */
export type Reply =
  | {
    readonly status?: number
    readonly headers?: Record<string, string>
    readonly body?: string
    readonly afterMillis?: number
    /** Whether the body goes on behind its text, and nothing more of it comes. */
    readonly isEndless?: boolean
  }
  | { readonly code: string }
  | "never"
  | "never-ending-body"
  | "broken-body"

/** A request as it arrived. */
export interface Arrived {
  readonly atMillis: number
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

const bodyOf = (request: HttpClientRequest.HttpClientRequest): string =>
  request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : ""

const transportError = (request: HttpClientRequest.HttpClientRequest, code: string) =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({
      request,
      cause: Object.assign(new Error("canary in a cause"), { code })
    })
  })

const responseOf = (
  request: HttpClientRequest.HttpClientRequest,
  reply: Exclude<Reply, "never" | { code: string }>,
  ended: Effect.Effect<void>
) => {
  const { body = "{}", headers = {}, isEndless = false, status = 200 } = typeof reply === "string" ? {} : reply
  const response = HttpClientResponse.fromWeb(request, new Response(null, { status, headers }))
  const bytes = Stream.make(new TextEncoder().encode(body))
  const stream = isEndless || reply === "never-ending-body"
    ? Stream.concat(bytes, Stream.never)
    : reply === "broken-body"
    ? Stream.concat(bytes, Stream.fail(transportError(request, "UND_ERR_SOCKET")))
    : bytes
  Object.defineProperty(response, "stream", { value: Stream.ensuring(stream, ended) })
  return response
}

/**
 * A client that answers each request as it is told; what it was asked; and when each request was over: answered to the
 * last byte, failed or given up.
 */
export const fakeClient = (answer: (arrived: Arrived, count: number) => Reply) => {
  const requests: Array<Arrived> = []
  const endings: Array<number> = []
  const client = HttpClient.make((request, url) => {
    const index = requests.length
    const ended = Effect.map(Clock.currentTimeMillis, (now) => {
      endings[index] = now
    })
    return Effect.gen(function*() {
      const atMillis = yield* Clock.currentTimeMillis
      const arrived = { atMillis, url: url.href, headers: { ...request.headers }, body: bodyOf(request) }
      requests.push(arrived)
      const reply = answer(arrived, requests.length)
      if (reply === "never") return yield* Effect.never
      if (typeof reply === "object" && "code" in reply) return yield* transportError(request, reply.code)
      if (typeof reply === "object" && reply.afterMillis !== undefined) yield* Effect.sleep(reply.afterMillis)
      return responseOf(request, reply, ended)
    }).pipe(Effect.ensuring(ended))
  })
  return { requests, endings, layer: Layer.succeed(HttpClient.HttpClient, client) }
}

/** Answers by a list; its last entry is repeated. */
export const scripted = (...replies: ReadonlyArray<Reply>) =>
  fakeClient((_, count) => replies[Math.min(count, replies.length) - 1] ?? { status: 200 })

/** An account, whose secrets are easy to look for, and how patiently it is asked. */
export const testSettings = (
  overrides: Partial<TransportSettings["Service"]> = {},
  baseUrl = "https://wallet.test/base"
): readonly [ServiceSettings["Service"], TransportSettings["Service"]] => [
  {
    baseUrl: new URL(baseUrl),
    consumerKey: Redacted.make("canary-consumer-key"),
    consumerSecret: Redacted.make("canary-consumer-secret")
  },
  {
    requestTimeout: Duration.seconds(30),
    retryTimeout: Duration.minutes(2),
    maxAttempts: 5,
    maxResponseBytes: 1_000_000,
    requestsPerMinute: Option.none(),
    caFile: Option.none(),
    ...overrides
  }
]

/** An account's login. */
export const testAuth = Auth.layer(testSettings()[0])

/** Runs an effect while the test clock goes on in small steps, until it ends. */
export const onClock = <A, E, R>(effect: Effect.Effect<A, E, R>, stepMillis = 100) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(effect)
    for (let step = 0; step < 100_000 && fiber.pollUnsafe() === undefined; step++) yield* TestClock.adjust(stepMillis)
    return yield* Fiber.join(fiber)
  })
