/**
 * The one way to the service: every request, login or statement, goes through here and by the same policy.
 *
 * An attempt has a deadline from connecting to the last byte; a request has one over all its attempts and waits,
 * which starts when its first turn has come; a run has one over everything (RunDeadline). What becomes of a request
 * behind an attempt stands in `request/decide.ts`. Four things are shared by all requests of the process: the limiter, which finds the
 * service's limit and stays below it; `Retry-After`, which makes all wait; the budget of retries; and the breaker,
 * which stops asking a service that is down. Redirects are refused, trace headers are not sent, bodies are read up to
 * a bound.
 */
import { Clock, Context, Duration, Effect, Exit, Layer, Option, Random, Redacted, Result } from "effect"
import { HttpClient } from "effect/http"
import { payloadFreeSpan } from "../domain/payloadFreeSpan.ts"
import type { ServiceSettings } from "../settings/ServiceSettings.ts"
import { placesInForce } from "../settings/setting.ts"
import { type TransportSettings, usualTransport } from "../settings/TransportSettings.ts"
import type { LimitAdvice } from "./limit/limitAdvice.ts"
import { Limiter } from "./limit/Limiter.ts"
import type { Sent } from "./limit/LimitEvidence.ts"
import { monotonicMillis, RunDeadline } from "./limit/RunDeadline.ts"
import { isRejection, makeBreaker, outcomeOf, rejectedFor } from "./request/breaker.ts"
import { begun, decide, type Outcome, type Wait } from "./request/decide.ts"
import { exchange } from "./request/exchange.ts"
import { RetryBudget } from "./request/RetryBudget.ts"
import { retryAfterOf } from "./request/RetryPolicy.ts"
import { attempted, retried, waited } from "./telemetry.ts"
import { layerNodeHttpClient } from "./tls/nodeHttpClient.ts"
import { TransportObserver } from "./TransportObserver.ts"
import { serverSaid } from "./words/serverText.ts"
import { TimedOut, TransportError, type TransportReason } from "./words/TransportError.ts"

/** A JSON request to the service. */
export interface TransportRequest {
  /** Behind the base address; starts with a slash. */
  readonly path: string
  /** Secret values are Redacted. */
  readonly headers: Readonly<Record<string, string | Redacted.Redacted>>
  /** JSON text. */
  readonly body: Redacted.Redacted
  /** Taken out of anything the service says before it is shown, then and later; the settings' credentials are anyway. */
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
  /** When the service says it answered, in milliseconds since 1970-01-01T00:00:00Z; left out when it does not say. */
  readonly servedAt?: number
  /** From the first attempt to the last byte of the answer. */
  readonly durationMillis: number
}

type Attempted = Omit<TransportResponse, "attempts" | "durationMillis">

/** Sends requests and brings their answers. */
export class Transport extends Context.Service<Transport, {
  /** Fails with a TransportError when no attempt brought an answer; interface 7's 429 and 500 count as none. */
  post(request: TransportRequest): Effect.Effect<TransportResponse, TransportError>
  /** Milliseconds by which this machine's clock was ahead of the service's at the last answer; none before one. */
  readonly clockLead: Effect.Effect<Option.Option<number>>
}>()("wallet-statement/transport/Transport") {
  /** To a service, over whatever HttpClient is provided. Each time it is built it is a way of its own. */
  static readonly layer = (
    { baseUrl, consumerKey, consumerSecret }: ServiceSettings["Service"],
    settings: TransportSettings["Service"] = usualTransport
  ): Layer.Layer<Transport, never, HttpClient.HttpClient> =>
    Layer.fresh(Layer.effect(
      Transport,
      Effect.gen(function*() {
        const client = yield* HttpClient.HttpClient
        const placeOf = yield* placesInForce
        const base = baseUrl.href.replace(/\/$/, "")
        const requestMillis = Duration.toMillis(settings.requestTimeout)
        const retryMillis = Duration.toMillis(settings.retryTimeout)
        const { maxAttempts } = settings
        const limiter = new Limiter(settings.requestsPerMinute)
        const budget = new RetryBudget()
        const breaker = yield* makeBreaker
        let clockLead = Option.none<number>()
        /** A service that repeats what it was sent may repeat what another request sent. */
        let sentLately: ReadonlyArray<Redacted.Redacted> = []

        /** Tells the limiter how a request ended that had its turn. */
        const settle = (sent: Sent, failure: TransportReason | undefined) =>
          Effect.map(monotonicMillis, (now) => {
            const asked = failure === undefined ? undefined : retryAfterOf(failure)
            if (failure?._tag === "RateLimited") limiter.refused(sent, now, asked ?? 0)
            else limiter.taken(sent)
            if (asked !== undefined) limiter.pause(now, asked)
          })

        const attemptWithin = Effect.fnUntraced(function*(request: TransportRequest, millis: number, turnAt: number) {
          const { maxResponseBytes } = settings
          sentLately = [...new Set([...request.secrets, ...sentLately])].slice(0, mostRemembered)
          const secrets = [consumerKey, consumerSecret, ...sentLately]
          const observe = yield* TransportObserver
          let told: Effect.Effect<void> = Effect.void
          const onAdvice = (advice: LimitAdvice) => {
            limiter.advise(turnAt, advice)
            told = observe({ _tag: "Advised", path: request.path, advice })
          }
          const url = `${base}${request.path}`
          const refusalMillis = Math.min(millis / 2, longestRefusal)
          const sending = { ...request, secrets, url, maxResponseBytes, refusalMillis, onAdvice, placeOf }
          const requestedAt = yield* Clock.currentTimeMillis
          const { bytes, servedAt, status } = yield* exchange(client, sending).pipe(
            Effect.timeoutOrElse({ duration: millis, orElse: () => Effect.fail(new TimedOut({ millis })) }),
            attempted(request.path),
            Effect.ensuring(Effect.suspend(() => told))
          )
          const answer = { status, bytes: Redacted.make(bytes), said: () => serverSaid(bytes, secrets), requestedAt }
          if (Number.isNaN(servedAt)) return answer
          clockLead = Option.some((yield* Clock.currentTimeMillis) - servedAt)
          return { ...answer, servedAt }
        })

        /** One attempt by the breaker's leave. */
        const guarded = Effect.fnUntraced(function*(
          request: TransportRequest,
          millis: number,
          sent: Sent
        ): Effect.fn.Return<Outcome<Attempted>> {
          const told = attemptWithin(request, millis, sent.atMillis).pipe(
            Effect.onExit((exit) => settle(sent, Option.getOrUndefined(Exit.findErrorOption(exit))))
          )
          const result = yield* Effect.result(breaker.execute(told, { key: base, classify: outcomeOf }))
          if (Result.isSuccess(result)) return { _tag: "Answered", answer: result.success }
          const { failure } = result
          if (!isRejection(failure)) return { _tag: "Failed", reason: failure }
          limiter.unsent(sent)
          return { _tag: "Rejected", waitMillis: rejectedFor(failure, yield* Random.next) }
        })

        /** Waits for another turn, and tells of the retry that it is for. */
        const waitFor = Effect.fnUntraced(function*(path: string, { retry, state, waitMillis }: Wait) {
          if (retry !== undefined) {
            const { isPaid, reason } = retry
            if (isPaid) budget.pay()
            yield* retried(path, reason)
            yield* (yield* TransportObserver)({ _tag: "Retrying", path, attempt: state.attempts, reason, waitMillis })
          }
          yield* Effect.sleep(waitMillis).pipe(waited(retry === undefined ? "outage" : "retry"))
        })

        const post = Effect.fnUntraced(function*(request: TransportRequest) {
          const observe = yield* TransportObserver
          const runEnd = yield* RunDeadline
          const { path } = request
          const arrived = yield* monotonicMillis
          const pauseUntil = Math.max(arrived + retryMillis, Number.isFinite(runEnd) ? runEnd : arrived + longestPause)
          const onWait = (waitMillis: number) => observe({ _tag: "Held", path, waitMillis })
          let turn = yield* limiter.first({ turnUntil: runEnd, pauseUntil, onWait }).pipe(waited("turn"))
          const started = yield* monotonicMillis
          const requestEnd = (turn._tag === "Now" ? started : arrived) + retryMillis
          const end = Math.min(requestEnd, runEnd)
          if (turn._tag === "Now") {
            budget.request()
            yield* observe({ _tag: "Requesting", path })
          }
          let state = begun
          while (true) {
            const outcome: Outcome<Attempted> = turn._tag === "Now"
              ? yield* guarded(request, Math.min(requestMillis, end - (yield* monotonicMillis)), turn.sent)
              : turn
            const ended = yield* monotonicMillis
            const random = outcome._tag === "Failed" ? yield* Random.next : 0
            const left = { leftMillis: end - ended, isRunShorter: runEnd < requestEnd }
            const decision = decide(state, outcome, { ...left, maxAttempts, random, ...budget.at(ended) })
            state = decision.state
            const { attempts } = state
            switch (decision._tag) {
              case "Done":
                budget.taken(ended)
                return { ...decision.answer, attempts, durationMillis: Math.round(ended - started) }
              case "Stop":
                return yield* new TransportError({ reason: decision.reason, stopped: decision.stopped, path, attempts })
              case "Wait":
                yield* waitFor(path, decision)
                turn = yield* limiter.again({ turnUntil: end, pauseUntil: end, onWait }).pipe(waited("turn"))
            }
          }
        }, payloadFreeSpan("Transport.post"))

        return Transport.of({ post, clockLead: Effect.sync(() => clockLead) })
      })
    ))

  /** To a service over Node's sockets, with the certificate authorities of the settings. */
  static readonly layerNode = (service: ServiceSettings["Service"], settings = usualTransport) =>
    Transport.layer(service, settings).pipe(Layer.provide(layerNodeHttpClient(settings)))

  /** Answers from a function. */
  static readonly layerTest = (
    post: (request: TransportRequest) => Effect.Effect<TransportResponse, TransportError>
  ): Layer.Layer<Transport> => Layer.succeed(Transport, Transport.of({ post, clockLead: Effect.succeedNone }))
}

/** Milliseconds that the body of a refusal is waited for. */
const longestRefusal = 2000

/** Secrets of that many tokens and signatures are known, the last ones. */
const mostRemembered = 32

/** Milliseconds that a request without a run waits for a pause to end that another request was asked to make. */
const longestPause = 3_600_000
