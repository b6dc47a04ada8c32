import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Layer, Metric, Option, Random, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { TransportSettings } from "../../src/settings/TransportSettings.ts"
import { waited } from "../../src/transport/telemetry.ts"
import { Transport } from "../../src/transport/Transport.ts"
import { spanRecorder } from "../kit/spanRecorder.ts"
import { onClock, type Reply, scripted, testSettings } from "./fakeService.ts"

const path = "/x"
const post = Effect.flatMap(
  Transport,
  (transport) => transport.post({ path, headers: {}, body: Redacted.make("{}"), secrets: [] })
)

/** What is counted while something runs: each metric with its attributes, and the sum, or for a time how often and how long. */
const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    yield* Effect.exit(effect)
    return Object.fromEntries(
      (yield* Metric.snapshot).map(({ attributes, id, state, type }) => {
        const told = Object.entries(attributes ?? {}).filter(([name]) => name !== "unit").map((each) => each.join("="))
        const name = [id.replace("wallet_statement.", ""), ...told.sort()].join(" ")
        return [
          name,
          type === "Histogram" ? `${state.count} times, ${state.sum} s` : Number("count" in state && state.count)
        ]
      })
    )
  }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))

/** The spans of requests over replies, with what each says of its attempt and how it ended. */
const traced = (replies: ReadonlyArray<Reply>, settings: Partial<TransportSettings["Service"]> = {}) =>
  Effect.gen(function*() {
    const { spans, tracer } = spanRecorder()
    const metrics = yield* counted(onClock(post)).pipe(
      Effect.withTracer(tracer),
      // By chance a retry comes so soon that it waits for its turn, too.
      Random.withSeed("telemetry"),
      Effect.provide(Transport.layer(...testSettings(settings)).pipe(Layer.provide(scripted(...replies).layer)))
    )
    const told = spans.map(({ attributes, kind, name, status }) => [
      `${kind} ${name}`,
      Object.fromEntries(attributes),
      status._tag === "Ended" && Exit.isSuccess(status.exit)
    ])
    return { metrics, spans: told }
  })

const attempt = (outcome: string, more = {}) => ({ "url.path": path, "wallet_statement.outcome": outcome, ...more })

const wait = (millis: number) =>
  counted(Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(Effect.sleep(Duration.millis(millis)).pipe(waited("outage")))
    yield* TestClock.adjust(Duration.seconds(5))
    return fiber
  }))

describe("what is counted and traced of requests", () => {
  it.effect("is an answer with its status and size", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* traced([{ body: `{"a":1}` }]), {
        metrics: { "requests outcome=Answered path=/x status=200": 1, "response.bytes path=/x": 7 },
        spans: [
          ["internal Transport.post", {}, true],
          [
            "client Transport.attempt",
            attempt("Answered", { "http.response.status_code": 200, "http.response.body.size": 7 }),
            true
          ]
        ]
      })
    }))

  it.effect("is each attempt with the kind of its failure, the waits in between, and refusals by the limit apart", () =>
    Effect.gen(function*() {
      const { metrics, spans } = yield* traced([
        { status: 429, headers: { "retry-after": "3" } },
        { status: 503, headers: { "retry-after": "2" } },
        { code: "ECONNRESET" },
        { status: 400, body: `{"no":1}` }
      ])
      const waits = String(metrics["waits why=retry"])
      assert.match(waits, /^3 times, [5-9]\.?\d* s$/)
      assert.deepStrictEqual(metrics, {
        "requests outcome=RateLimited path=/x status=429": 1,
        "requests outcome=ServiceFailed path=/x status=503": 1,
        "requests outcome=ConnectionFailed path=/x": 1,
        "requests outcome=Answered path=/x status=400": 1,
        "retries path=/x reason=RateLimited": 1,
        "retries path=/x reason=ServiceFailed": 1,
        "retries path=/x reason=ConnectionFailed": 1,
        "rate_limited path=/x": 1,
        "response.bytes path=/x": 8,
        "waits why=retry": waits
      })
      assert.deepStrictEqual(spans.slice(1).map(([, attributes, isSuccess]) => [attributes, isSuccess]), [
        [attempt("RateLimited", { "http.response.status_code": 429 }), false],
        [attempt("ServiceFailed", { "http.response.status_code": 503 }), false],
        [attempt("ConnectionFailed"), false],
        [attempt("Answered", { "http.response.status_code": 400, "http.response.body.size": 8 }), true]
      ])
    }))

  it.effect("is an attempt that was interrupted, and one that took too long", () =>
    Effect.gen(function*() {
      const layer = Transport.layer(...testSettings()).pipe(Layer.provide(scripted("never").layer))
      const interrupted = yield* counted(onClock(Effect.timeout(post, Duration.seconds(5)))).pipe(Effect.provide(layer))
      assert.deepStrictEqual(interrupted, { "requests outcome=Interrupted path=/x": 1 })
      const { metrics } = yield* traced(["never"], { maxAttempts: 1 })
      assert.deepStrictEqual(metrics, { "requests outcome=TimedOut path=/x": 1 })
    }))

  it.effect("is how long requests waited for their turns", () =>
    Effect.gen(function*() {
      const layer = Transport.layer(...testSettings({ requestsPerMinute: Option.some(60) })).pipe(
        Layer.provide(scripted({}).layer)
      )
      const metrics = yield* counted(onClock(Effect.all([post, post, post], { concurrency: "unbounded" }))).pipe(
        Effect.provide(layer)
      )
      assert.deepStrictEqual(metrics["waits why=turn"], "2 times, 3 s")
    }))

  it.effect("is a wait of a millisecond and none that is shorter", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* wait(0), {})
      assert.deepStrictEqual(yield* wait(1), { "waits why=outage": "1 times, 0.001 s" })
      assert.deepStrictEqual(yield* wait(2500), { "waits why=outage": "1 times, 2.5 s" })
    }))
})
