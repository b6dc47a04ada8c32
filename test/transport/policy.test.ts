/**
 * The parts of the policy that all requests of a process share, and the same under whatever seeds bring: a hundred in
 * every run; otherwise as many as POLICY_SEEDS says, from POLICY_FROM_SEED on.
 */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Duration, Effect, Exit, Layer, Random, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { VirtualTime } from "../../simulation/VirtualTime.ts"
import { Auth } from "../../src/auth/Auth.ts"
import { makeTokenBucket, retryAfterText } from "../../src/sandbox/TokenBucket.ts"
import type { TransportSettings } from "../../src/settings/TransportSettings.ts"
import { endingWithin } from "../../src/transport/limit/RunDeadline.ts"
import { retryReserve, retryShare } from "../../src/transport/request/RetryBudget.ts"
import { Transport } from "../../src/transport/Transport.ts"
import { type Arrived, fakeClient, onClock, type Reply, testAuth, testSettings } from "./fakeService.ts"
import { drawsOf } from "./limitedService.ts"

const post = Effect.flatMap(
  Transport,
  (transport) => transport.post({ path: "/x", headers: {}, body: Redacted.make("{}"), secrets: [] })
)

const over = (service: ReturnType<typeof fakeClient>, settings: Partial<TransportSettings["Service"]> = {}) =>
  Transport.layer(...testSettings(settings)).pipe(Layer.provide(service.layer))

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

const seeds = Number(process.env["POLICY_SEEDS"] ?? 100)
const firstSeed = Number(process.env["POLICY_FROM_SEED"] ?? 1)
const longRun = 24 * 3_600_000
const replies: ReadonlyArray<Reply> = [
  {},
  { status: 503 },
  { status: 429, headers: { "retry-after": "3" } },
  { status: 503, headers: { "retry-after": "7" } },
  { code: "ECONNRESET" },
  "never",
  "never-ending-body",
  "broken-body",
  { afterMillis: 900 },
  { status: 400 }
]

/** Runs an effect to its end in a time of its own; all that is left to chance follows from the seed. */
const simulated = <A, E>(seed: number, effect: Effect.Effect<A, E>): A => {
  const time = new VirtualTime(0)
  const timed = effect.pipe(Effect.provideService(Clock.Clock, time.clock(0)), Random.withSeed(`${seed}`))
  const fiber = Effect.runFork(timed, { scheduler: time.scheduler })
  for (;;) {
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) {
      if (Exit.isSuccess(exit)) return exit.value
      throw new Error(`seed ${seed}: ${Cause.pretty(exit.cause)}`)
    }
    if (!time.turn()) throw new Error(`seed ${seed}: hangs`)
  }
}

/** For each seed, a draw of its own; long runs say how far they are. */
const each = (what: (seed: number, draw: () => number) => void) => () => {
  for (let count = 1; count <= seeds; count++) {
    const seed = firstSeed + count - 1
    what(seed, drawsOf(seed))
    if (count % 10_000 === 0) process.stderr.write(`${count} seeds\n`)
  }
}

const pickFrom = <A>(list: ReadonlyArray<A>, draw: () => number, otherwise: A): A =>
  list[Math.floor(draw() * list.length)] ?? otherwise

/** Requests that came between an answer that asked for a pause and the end of that pause. */
const undercut = (requests: ReadonlyArray<Arrived>, answers: ReadonlyArray<Reply>): number => {
  let askedAt = 0
  let closedUntil = 0
  let count = 0
  for (const [index, { atMillis }] of requests.entries()) {
    // What was sent in the very millisecond of the answer was on its way already.
    if (atMillis > askedAt && atMillis < closedUntil) count++
    const answer = answers[index]
    const asked = typeof answer === "object" && "headers" in answer ? Number(answer.headers?.["retry-after"] ?? 0) : 0
    if (asked === 0) continue
    askedAt = atMillis
    closedUntil = Math.max(closedUntil, atMillis + asked * 1000)
  }
  return count
}

const failing: ReadonlyArray<Reply> = [
  { status: 503 },
  { status: 500 },
  { status: 429 },
  { code: "ECONNRESET" },
  "broken-body"
]

/** Meets a service that answers nothing well, and finds the retries within their budget. */
const outage = (seed: number, requests: number, callers: number, answer: () => Reply): void => {
  const service = fakeClient(answer)
  const settings = { maxAttempts: 8, retryTimeout: Duration.hours(20) }
  simulated(seed, Effect.provide(many(post, requests, callers), over(service, settings)))
  const retries = service.requests.length - requests
  assert.isAtMost(retries, retryReserve + requests * retryShare, `seed ${seed}`)
  assert.isAtLeast(retries, retryReserve, `seed ${seed}`)
}

describe("the budget of retries", () => {
  it("holds for many callers in a long outage", () => {
    const draw = drawsOf(1)
    outage(1, 400, 40, () => pickFrom(failing, draw, {}))
  })

  it("holds against a gateway that refuses everything and names no pause", () => {
    outage(1, 300, 30, () => ({ status: 429 }))
  })

  it("is not touched by the limit of a service that takes requests, however many it refuses at first", () => {
    for (const retryAfter of ["none", "seconds"] as const) {
      const bucket = makeTokenBucket({ perMinute: 1500, burst: 25, retryAfter, scope: "all" })
      let refused = 0
      const service = fakeClient(({ atMillis }) => {
        const wait = bucket.take(atMillis)
        if (wait === 0) return { afterMillis: 100 }
        refused++
        const asked = retryAfterText(retryAfter, atMillis, wait)
        return { status: 429, afterMillis: 100, headers: asked === undefined ? {} : { "retry-after": asked } }
      })
      const results = simulated(1, Effect.provide(many(post, 300, 64), over(service, { maxAttempts: 8 })))
      assert.isAbove(refused, 3 * retryReserve)
      assert.isTrue(results.every(Result.isSuccess), retryAfter)
    }
  })

  it("is not needed for a first refusal that names a pause", () => {
    const seen = new Set<string>()
    const service = fakeClient(({ url }) => {
      if (seen.has(url)) return {}
      seen.add(url)
      return { status: 429, headers: { "retry-after": "30" } }
    })
    const posts = Array.from({ length: 3 * retryReserve }, (_, index) =>
      Effect.flatMap(
        Transport,
        (transport) => transport.post({ path: `/${index}`, headers: {}, body: Redacted.make("{}"), secrets: [] })
      ))
    const settings = { retryTimeout: Duration.hours(20) }
    const all = Effect.all(posts, { concurrency: "unbounded" })
    simulated(1, Effect.provide(all, over(service, settings)))
    assert.strictEqual(service.requests.length, 6 * retryReserve)
  })

  it("holds against refusals again when the service has taken nothing for a minute", () => {
    const service = fakeClient((_, count) => count <= 20 ? {} : { status: 429, afterMillis: 30_000 })
    const settings = { maxAttempts: 8, retryTimeout: Duration.hours(20) }
    simulated(1, Effect.provide(many(post, 320, 1), over(service, settings)))
    // Within that minute retries are free: one caller makes two.
    assert.isAtMost(service.requests.length - 320, 2 + retryReserve + 320 * retryShare)
  })
})

describe(`the policy under chance, ${seeds} seeds`, () => {
  it(
    "exceeds no attempt's deadline and no run's, and undercuts no Retry-After",
    each((seed, draw) => {
      const answers: Array<Reply> = []
      const service = fakeClient(() => {
        const answer = pickFrom(replies, draw, {})
        answers.push(answer)
        return answer
      })
      const runMillis = 5000 + Math.floor(draw() * 60_000)
      const requestMillis = 1000 + Math.floor(draw() * 9000)
      const settings = { requestTimeout: Duration.millis(requestMillis), retryTimeout: Duration.seconds(40) }
      const callers = 1 + Math.floor(draw() * 4)
      const run = many(post, 6, callers).pipe(endingWithin(Duration.millis(runMillis)))
      const end = simulated(seed, Effect.provide(Effect.andThen(run, Clock.currentTimeMillis), over(service, settings)))
      assert.isAtMost(end, runMillis, `seed ${seed}: the run's end`)
      for (const [index, { atMillis }] of service.requests.entries()) {
        const ended = service.endings[index] ?? Number.POSITIVE_INFINITY
        assert.isAtMost(ended - atMillis, requestMillis, `seed ${seed}: attempt ${index}`)
        assert.isAtMost(ended, runMillis, `seed ${seed}: attempt ${index} and the run`)
        assert.isBelow(atMillis, runMillis, `seed ${seed}: the beginning of attempt ${index}`)
      }
      assert.strictEqual(undercut(service.requests, answers), 0, `seed ${seed}: Retry-After`)
    }),
    longRun
  )

  it(
    "retries no more than a fifth of the requests and the reserve when nothing works",
    each((seed, draw) => {
      outage(seed, 10 + Math.floor(draw() * 20), 1 + Math.floor(draw() * 3), () => pickFrom(failing, draw, {}))
    }),
    longRun
  )

  it(
    "logs in once for 1,000 callers across an expiry, whatever the clock's lead",
    each((seed, draw) => {
      const leadMillis = (draw() * 2 - 1) * 300_000
      const lifeSeconds = 600 + Math.floor(draw() * 3000)
      let now = 0
      const service = fakeClient(({ atMillis }, count) => {
        now = atMillis
        return {
          afterMillis: Math.floor(draw() * 1000),
          headers: { date: new Date(now - leadMillis).toUTCString() },
          body: JSON.stringify({
            success: true,
            message: "ok",
            data: { access_token: `token-${count}`, token_type: "bearer", expires_in: lifeSeconds }
          })
        }
      })
      const layer = testAuth.pipe(Layer.provide(over(service)))
      const waits = Array.from({ length: 1000 }, () => Math.floor((lifeSeconds - 120 + draw() * 240) * 1000))
      const calls = Effect.gen(function*() {
        const { token } = yield* Auth
        yield* token
        yield* Effect.forEach(waits, (wait) => Effect.delay(token, wait), { concurrency: "unbounded", discard: true })
      })
      simulated(seed, Effect.provide(calls, layer))
      assert.strictEqual(service.requests.length, 2, `seed ${seed}: the first login, and one across the expiry`)
    }),
    longRun
  )
})
