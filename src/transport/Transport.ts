/**
 * The one way to the service: every request, login or statement, goes through here and by the same policy.
 *
 * An attempt has a deadline from connecting to the last byte; a request has one over all its attempts and waits,
 * which starts when its first turn has come; a run has one over everything (RunDeadline). What is tried again, and
 * when, stands in RetryPolicy. Four things are shared by all requests of the process: the limiter, which finds the
 * service's limit and stays below it; `Retry-After`, which makes all wait; the budget of retries; and the breaker,
 * which stops asking a service that is down. Redirects are refused, trace headers are not sent, bodies are read up to
 * a bound.
 */
import { Clock, Context, Duration, Effect, Exit, Layer, Option, Random, Redacted, Result } from "effect"
import { HttpClient } from "effect/http"
import { payloadFreeSpan } from "../domain/payloadFreeSpan.ts"
import type { ServiceSettings } from "../settings/ServiceSettings.ts"
import { type TransportSettings, usualTransport } from "../settings/TransportSettings.ts"
import { isRejection, makeBreaker, outcomeOf, rejectedFor } from "./breaker.ts"
import { exchange } from "./exchange.ts"
import type { LimitAdvice } from "./limitAdvice.ts"
import { Limiter } from "./Limiter.ts"
import type { Sent } from "./LimitEvidence.ts"
import { layerNodeHttpClient } from "./nodeHttpClient.ts"
import { RetryBudget } from "./RetryBudget.ts"
import { isTransient, waitMillis } from "./RetryPolicy.ts"
import { monotonicMillis, RunDeadline } from "./RunDeadline.ts"
import { serverSaid } from "./serverText.ts"
import { attempted, retried, waited, type Waiting } from "./telemetry.ts"
import { HeldBack, type Stopped, TimedOut, TransportError, type TransportReason } from "./TransportError.ts"
import { TransportObserver } from "./TransportObserver.ts"

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
        const base = baseUrl.href.replace(/\/$/, "")
        const requestMillis = Duration.toMillis(settings.requestTimeout)
        const retryMillis = Duration.toMillis(settings.retryTimeout)
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
          const sending = { ...request, secrets, url, maxResponseBytes, refusalMillis, onAdvice }
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

        /** One attempt by the breaker's leave; a rejected one comes back as the milliseconds to wait. */
        const guarded = Effect.fnUntraced(function*(
          request: TransportRequest,
          millis: number,
          sent: Sent
        ): Effect.fn.Return<Result.Result<Attempted, TransportReason> | number> {
          const told = attemptWithin(request, millis, sent.atMillis).pipe(
            Effect.onExit((exit) => settle(sent, Option.getOrUndefined(Exit.findErrorOption(exit))))
          )
          const result = yield* Effect.result(breaker.execute(told, { key: base, classify: outcomeOf }))
          if (Result.isSuccess(result)) return Result.succeed(result.success)
          const { failure } = result
          if (!isRejection(failure)) return Result.fail(failure)
          limiter.unsent(sent)
          return rejectedFor(failure, yield* Random.next)
        })

        const post = Effect.fnUntraced(function*(request: TransportRequest) {
          const observe = yield* TransportObserver
          const runEnd = yield* RunDeadline
          const { path } = request
          const arrived = yield* monotonicMillis
          const pauseUntil = Math.max(arrived + retryMillis, Number.isFinite(runEnd) ? runEnd : arrived + longestPause)
          let turn = yield* limiter.first({ turnUntil: runEnd, pauseUntil }).pipe(waited("turn"))
          const started = yield* monotonicMillis
          const requestEnd = (turn._tag === "Now" ? started : arrived) + retryMillis
          const end = Math.min(requestEnd, runEnd)
          if (turn._tag === "Now") {
            budget.request()
            yield* observe({ _tag: "Requesting", path })
          }
          let attempts = 0
          let last: TransportReason | undefined
          let wasLimited = false
          while (true) {
            const now = yield* monotonicMillis
            const fail = (reason: TransportReason, stopped: Stopped) =>
              new TransportError({ reason, path, attempts, stopped })
            const tooLate = (reason: TransportReason, waitMillis: number) => {
              const _tag = runEnd < requestEnd ? "RunOver" : "TimeUsed"
              return fail(reason, { _tag, waitMillis, leftMillis: Math.max(0, end - now) })
            }
            if (turn._tag === "TooLate") {
              const { asked, waitMillis } = turn
              const why = asked ? "asked" : "turn"
              return yield* tooLate(last ?? new HeldBack({ why, waitMillis }), waitMillis)
            }
            const result = yield* guarded(request, Math.min(requestMillis, end - now), turn.sent)
            let wait: number
            let why: Waiting = "retry"
            if (typeof result === "number") {
              wait = result
              why = "outage"
              const left = end - (yield* monotonicMillis)
              if (wait >= left) return yield* tooLate(last ?? new HeldBack({ why: "outage", waitMillis: wait }), wait)
            } else {
              attempts++
              const ended = yield* monotonicMillis
              if (Result.isSuccess(result)) {
                budget.taken(ended)
                return { ...result.success, attempts, durationMillis: Math.round(ended - started) }
              }
              const reason = result.failure
              last = reason
              if (!isTransient(reason)) return yield* fail(reason, { _tag: "Final" })
              if (attempts >= settings.maxAttempts) return yield* fail(reason, { _tag: "AttemptsUsed" })
              wait = waitMillis(attempts, yield* Random.next, retryAfterOf(reason))
              if (wait >= end - ended) return yield* tooLate(reason, wait)
              const isLimited = reason._tag === "RateLimited"
              const isFirstAsked = isLimited && !wasLimited && reason.retryAfterMillis !== null
              if (isLimited) wasLimited = true
              const mayRetry = isLimited ? budget.retryLimited(ended, isFirstAsked) : budget.retry()
              if (!mayRetry) return yield* fail(reason, { _tag: "BudgetUsed" })
              yield* retried(path, reason)
              yield* observe({ _tag: "Retrying", path, attempt: attempts, reason, waitMillis: wait })
            }
            yield* Effect.sleep(wait).pipe(waited(why))
            turn = yield* limiter.again({ turnUntil: end, pauseUntil: end }).pipe(waited("turn"))
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

const retryAfterOf = (reason: TransportReason): number | undefined =>
  "retryAfterMillis" in reason ? reason.retryAfterMillis ?? undefined : undefined
