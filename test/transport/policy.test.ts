/**
 * The parts of the policy that all requests of a process share, and the same under whatever seeds bring: a few thousand
 * in every run, as many as POLICY_SEEDS says otherwise.
 */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Auth } from "../../src/auth/Auth.ts"
import type { TransportSettings } from "../../src/settings/TransportSettings.ts"
import { retryReserve, retryShare } from "../../src/transport/RetryBudget.ts"
import { endingWithin } from "../../src/transport/RunDeadline.ts"
import { Transport } from "../../src/transport/Transport.ts"
import { type Arrived, fakeClient, onClock, type Reply, testSettings } from "./fakeService.ts"
import { drawsOf } from "./limitedService.ts"

const post = Effect.flatMap(
  Transport,
  (transport) => transport.post({ path: "/x", headers: {}, body: Redacted.make("{}"), secrets: [] })
)

const over = (service: ReturnType<typeof fakeClient>, settings: Partial<TransportSettings["Service"]> = {}) =>
  Transport.layer.pipe(Layer.provide([service.layer, testSettings(settings)]))

const many = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  count: number,
  concurrency: number | "unbounded" = "unbounded"
) => Effect.all(Array.from({ length: count }, () => Effect.result(effect)), { concurrency })

describe("what all requests share", () => {
  it.effect("makes all wait as long as one was asked to", () =>
    Effect.gen(function*() {
      const service = fakeClient((_, count) => count === 1 ? { status: 429, headers: { "retry-after": "20" } } : {})
      yield* Effect.gen(function*() {
        const first = yield* Effect.forkChild(post)
        yield* TestClock.adjust(100)
        yield* onClock(many(post, 5))
        assert.isDefined(first)
      }).pipe(Effect.provide(over(service)))
      assert.strictEqual(service.requests.length, 7)
      for (const { atMillis } of service.requests.slice(1)) assert.isAtLeast(atMillis, 20_000)
    }))

  it.effect("begins no attempt behind the end of the run, and says at once when a wait would end there", () =>
    Effect.gen(function*() {
      const service = fakeClient(() => ({ status: 503, headers: { "retry-after": "60" } }))
      const error = yield* onClock(Effect.flip(post).pipe(endingWithin(Duration.seconds(50)))).pipe(
        Effect.provide(over(service))
      )
      assert.deepStrictEqual(error.stopped, { _tag: "RunOver", waitMillis: 60_000, leftMillis: 50_000 })
      assert.include(error.message, "The wait the service asks for, 60 s, is longer than the 50 s that this run may")
      assert.include(error.message, "WALLET_STATEMENT_RUN_TIMEOUT")
    }))

  it.effect("cuts an attempt off at the end of the run", () =>
    Effect.gen(function*() {
      const service = fakeClient(() => "never")
      const error = yield* onClock(Effect.flip(post).pipe(endingWithin(Duration.seconds(10)))).pipe(
        Effect.provide(over(service))
      )
      assert.strictEqual(error.reason._tag, "TimedOut")
      assert.strictEqual(error.stopped._tag, "RunOver")
      assert.strictEqual(service.requests.length, 1)
    }))

  it.effect("tells others that the service wants a pause that is longer than their run", () =>
    Effect.gen(function*() {
      const service = fakeClient(() => ({ status: 429, headers: { "retry-after": "100" } }))
      yield* Effect.gen(function*() {
        yield* Effect.flip(post)
        const error = yield* Effect.flip(post.pipe(endingWithin(Duration.seconds(30))))
        assert.strictEqual(error.attempts, 0)
        assert.include(error.message, "the service asked, in answer to another request, not to be asked for 100 s")
        assert.include(error.message, "Nothing was sent")
      }).pipe(Effect.provide(over(service, { maxAttempts: 1 })))
      assert.strictEqual(service.requests.length, 1)
    }))

  it.effect("stops asking a service that is down, lets one find out, and goes on when it is back", () =>
    Effect.gen(function*() {
      let down = true
      const service = fakeClient((): Reply => (down ? { code: "ECONNREFUSED" } : {}))
      yield* Effect.gen(function*() {
        yield* onClock(many(post, 12))
        const asked = service.requests.length
        assert.isAtMost(asked, 12)
        const error = yield* onClock(Effect.flip(post.pipe(endingWithin(Duration.seconds(2)))))
        assert.include(error.message, "the service failed many times in a row")
        assert.strictEqual(service.requests.length, asked)
        down = false
        yield* onClock(many(post, 5))
        assert.strictEqual(service.requests.length, asked + 5)
      }).pipe(Effect.provide(over(service, { maxAttempts: 1 })))
    }))

  it.effect("follows the service's advice", () =>
    Effect.gen(function*() {
      const service = fakeClient(() => ({ headers: { "ratelimit-policy": `"default";q=60;w=60` } }))
      yield* onClock(many(post, 8, 1)).pipe(Effect.provide(over(service)))
      const times = service.requests.map(({ atMillis }) => atMillis)
      for (let at = 2; at < times.length; at++) assert.isAtLeast((times[at] ?? 0) - (times[at - 1] ?? 0), 900)
    }))
})

const seeds = Number(process.env["POLICY_SEEDS"] ?? 2000)
const replies: ReadonlyArray<Reply> = [
  {},
  { status: 503 },
  { status: 429, headers: { "retry-after": "3" } },
  { status: 503, headers: { "retry-after": "7" } },
  { code: "ECONNRESET" },
  "never",
  "broken-body",
  { afterMillis: 900 },
  { status: 400 }
]

/** When the service last asked for a pause, as the requests came. */
const undercut = (requests: ReadonlyArray<Arrived>, answers: ReadonlyArray<Reply>): number => {
  let closedUntil = 0
  let count = 0
  for (const [index, { atMillis }] of requests.entries()) {
    if (atMillis < closedUntil) count++
    const answer = answers[index]
    const asked = typeof answer === "object" && "headers" in answer ? Number(answer.headers?.["retry-after"] ?? 0) : 0
    closedUntil = Math.max(closedUntil, atMillis + asked * 1000)
  }
  return count
}

describe("the policy under chance", () => {
  it.effect(`keeps the deadlines over ${seeds} seeds`, () =>
    Effect.gen(function*() {
      for (let seed = 1; seed <= seeds; seed++) {
        const draw = drawsOf(seed)
        const answers: Array<Reply> = []
        const service = fakeClient(() => {
          const answer = replies[Math.floor(draw() * replies.length)] ?? {}
          answers.push(answer)
          return answer
        })
        const runMillis = 5000 + Math.floor(draw() * 60_000)
        const start = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        const requestMillis = 1000 + Math.floor(draw() * 9000)
        const settings = { requestTimeout: Duration.millis(requestMillis), retryTimeout: Duration.seconds(40) }
        yield* onClock(many(post, 6, 2).pipe(endingWithin(Duration.millis(runMillis))), 1000).pipe(
          Effect.provide(over(service, settings))
        )
        const end = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        const last = service.requests.at(-1)?.atMillis ?? start
        assert.isAtMost(end - start, runMillis + 1000, `seed ${seed}: the run's end`)
        assert.isBelow(last - start, runMillis, `seed ${seed}: the last attempt`)
      }
    }), 3_600_000)

  it.effect("undercuts no Retry-After when one asks at a time", () =>
    Effect.gen(function*() {
      for (let seed = 1; seed <= Math.min(seeds, 500); seed++) {
        const draw = drawsOf(seed)
        const answers: Array<Reply> = []
        const service = fakeClient(() => {
          const answer = replies[Math.floor(draw() * 5)] ?? {}
          answers.push(answer)
          return answer
        })
        const start = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        yield* onClock(many(post, 6, 1), 1000).pipe(Effect.provide(over(service)))
        const requests = service.requests.map((request) => ({ ...request, atMillis: request.atMillis - start }))
        assert.strictEqual(undercut(requests, answers), 0, `seed ${seed}`)
      }
    }), 600_000)

  it.effect(
    "retries no more than a fifth of the requests and the reserve when nothing works",
    () =>
      Effect.gen(function*() {
        for (let seed = 1; seed <= Math.max(3, seeds / 500); seed++) {
          const draw = drawsOf(seed)
          const failing: ReadonlyArray<Reply> = [
            { status: 503 },
            { status: 500 },
            { code: "ECONNRESET" },
            "broken-body"
          ]
          const service = fakeClient(() => failing[Math.floor(draw() * failing.length)] ?? {})
          const requests = 300
          const callers = 1 + Math.floor(draw() * 30)
          const settings = { retryTimeout: Duration.hours(20) }
          yield* onClock(many(post, requests, callers), 5000).pipe(Effect.provide(over(service, settings)))
          const retries = service.requests.length - requests
          assert.isAtMost(retries, retryReserve + requests * retryShare, `seed ${seed}`)
          assert.isAtLeast(retries, retryReserve, `seed ${seed}`)
        }
      }),
    600_000
  )

  it.effect("logs in once for 1,000 callers across an expiry, whatever the clock's lead", () =>
    Effect.gen(function*() {
      for (const skewMinutes of [-5, 0, 5]) {
        const service = fakeClient((_, count) => ({
          afterMillis: 300,
          headers: { date: new Date(skewMinutes * 60_000).toUTCString() },
          body: JSON.stringify({
            success: true,
            message: "ok",
            data: { access_token: `token-${count}`, token_type: "bearer", expires_in: 3600 }
          })
        }))
        const layer = Auth.layer.pipe(Layer.provide(over(service)), Layer.provide(testSettings()))
        const token = Effect.flatMap(Auth, (auth) => auth.token)
        yield* Effect.gen(function*() {
          yield* onClock(many(token, 1000))
          assert.strictEqual(service.requests.length, 1)
          yield* TestClock.adjust("59 minutes")
          yield* onClock(many(token, 1000))
          assert.strictEqual(service.requests.length, 2)
        }).pipe(Effect.provide(layer))
      }
    }), 60_000)
})
