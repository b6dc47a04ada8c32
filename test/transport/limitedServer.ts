/**
 * Callers without a pause against the sandbox's token bucket over real sockets on 127.0.0.1, through the whole
 * transport. Time may go faster than real time, for client and server alike, so that a slow limit is soon measured.
 */
import { Clock, Deferred, Duration, Effect, Redacted } from "effect"
import { createServer } from "node:http"
import { makeTokenBucket, retryAfterText } from "../../src/sandbox/TokenBucket.ts"
import type { SettingsError } from "../../src/settings/setting.ts"
import { Transport } from "../../src/transport/Transport.ts"
import { testSettings } from "./fakeService.ts"
import { type Measured, type Outcome, stretchOf } from "./limitedService.ts"

/** A server and its callers. */
export interface LimitedServer {
  readonly perMinute: number
  readonly burst: number
  readonly callers: number
  /** How much faster than real time the clock goes. */
  readonly speed: number
  /** How long a limit stays, in milliseconds of that clock. */
  readonly stretchMillis: number
  readonly halvedStretchMillis: number
}

const fasterClock = (speed: number): Clock.Clock => {
  const now = (): number => performance.now() * speed
  const millis = (): number => Math.floor(now())
  const nanos = (): bigint => BigInt(Math.round(now() * 1_000_000))
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Effect.callback<void>((resume) => {
        const timer = setTimeout(() => resume(Effect.void), Duration.toMillis(duration) / speed)
        return Effect.sync(() => clearTimeout(timer))
      })
  }
}

/** Lets the callers call, halves the limit on the way, and tells how it went. */
export const measureLimit = (service: LimitedServer): Effect.Effect<Measured, SettingsError> =>
  Effect.gen(function*() {
    const { burst, callers, halvedStretchMillis, perMinute, speed, stretchMillis } = service
    const clock = fasterClock(speed)
    let startedAt = 0
    let halvedAt = Number.POSITIVE_INFINITY
    const bucket = makeTokenBucket({ perMinute, burst, retryAfter: "seconds", scope: "all" })
    const outcomes: Array<Outcome> = []
    const server = createServer((request, response) => {
      request.resume()
      const at = clock.currentTimeMillisUnsafe()
      if (outcomes.length === 0) {
        startedAt = at
        halvedAt = at + stretchMillis
      }
      // The bucket keeps what it holds when the limit is halved: its time goes on at half the speed from then on.
      const slowed = at < halvedAt ? 1 : 2
      const wait = slowed * bucket.take(slowed === 1 ? at : halvedAt + (at - halvedAt) / 2)
      outcomes.push({ at, taken: wait === 0 })
      if (wait === 0) return response.writeHead(200, { "content-type": "application/json" }).end("{}")
      return response.writeHead(429, { "retry-after": retryAfterText("seconds", at, wait) }).end("{}")
    })
    const listening = Deferred.makeUnsafe<number>()
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      Deferred.doneUnsafe(listening, Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
    })
    const port = yield* Deferred.await(listening)
    const settings = testSettings(
      { maxAttempts: Number.MAX_SAFE_INTEGER, retryTimeout: Duration.hours(24) },
      `http://127.0.0.1:${port}`
    )
    const call = Effect.flatMap(
      Transport,
      ({ post }) => post({ path: "/", headers: {}, body: Redacted.make("{}"), secrets: [] })
    )
    const all = Array.from({ length: callers }, () => Effect.forever(Effect.ignore(call)))
    yield* Effect.all(all, { concurrency: "unbounded", discard: true }).pipe(
      Effect.timeoutOption(Duration.millis(stretchMillis + halvedStretchMillis)),
      Effect.provide(Transport.layerNode(...settings)),
      Effect.provideService(Clock.Clock, clock)
    )
    server.close()
    server.closeAllConnections()
    return {
      before: stretchOf(outcomes, startedAt, halvedAt, perMinute),
      after: stretchOf(outcomes, halvedAt, halvedAt + halvedStretchMillis, perMinute / 2)
    }
  })
