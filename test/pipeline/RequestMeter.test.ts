import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { RequestMeter } from "../../src/pipeline/RequestMeter.ts"
import { limitAdvice } from "../../src/transport/limit/limitAdvice.ts"
import { type TransportEvent, TransportObserver } from "../../src/transport/TransportObserver.ts"
import { RateLimited, ServiceFailed, type TransportReason } from "../../src/transport/words/TransportError.ts"

const path = "/x"
const requesting: TransportEvent = { _tag: "Requesting", path }
const retrying = (reason: TransportReason): TransportEvent => ({
  _tag: "Retrying",
  path,
  attempt: 1,
  reason,
  waitMillis: 0
})
const limited = retrying(new RateLimited({ retryAfterMillis: null, said: "" }))
const failed = retrying(new ServiceFailed({ status: 500, retryAfterMillis: null, said: "" }))
/** What the transport tells of an answer with such headers. */
const advised = (headers: Readonly<Record<string, string>>): ReadonlyArray<TransportEvent> => {
  const advice = limitAdvice(headers, 1_800_000_000)
  return advice === undefined ? [] : [{ _tag: "Advised", path, advice }]
}

/** Tells events as the transport would, a second apart. */
const told = (meter: RequestMeter, events: ReadonlyArray<TransportEvent>) =>
  meter.within(Effect.forEach(events, (event) =>
    Effect.gen(function*() {
      const observe = yield* TransportObserver
      yield* observe(event)
      yield* TestClock.adjust(1000)
    }), { discard: true }))

describe("RequestMeter", () => {
  it.effect("counts first tries and retries, and stops before one too many", () =>
    Effect.gen(function*() {
      const meter = new RequestMeter(3)
      yield* told(meter, [requesting, failed, ...advised({ "ratelimit-policy": "60;w=60" }), requesting])
      assert.strictEqual(meter.sent, 3)
      const stopped = yield* Effect.result(told(meter, [failed]))
      assert.isTrue(Result.isFailure(stopped) && stopped.failure._tag === "RequestsUsedUp")
      assert.strictEqual(meter.sent, 3)
      assert.isTrue(Result.isFailure(yield* Effect.result(told(meter, [requesting]))))
    }))

  it.effect("counts no wait for a turn", () =>
    Effect.gen(function*() {
      const meter = new RequestMeter(2)
      const held: TransportEvent = { _tag: "Held", path, waitMillis: 2000 }
      yield* told(meter, [held, requesting, failed, held, held])
      assert.strictEqual(meter.sent, 2)
    }))

  it.effect("stops what goes on elsewhere because of a request", () =>
    Effect.gen(function*() {
      const meter = new RequestMeter(1)
      let after = false
      const elsewhere = Effect.gen(function*() {
        const observe = yield* TransportObserver
        yield* observe(requesting)
        yield* observe(failed)
        after = true
      })
      const result = yield* Effect.result(meter.within(Effect.andThen(Effect.forkScoped(elsewhere), Effect.never)))
      assert.isTrue(Result.isFailure(result))
      assert.isFalse(after)
    }))

  it.effect("works out the rate that is taken after the first refusal", () =>
    Effect.gen(function*() {
      const meter = new RequestMeter(40)
      yield* told(meter, [requesting, requesting, limited, ...Array.from({ length: 9 }, () => requesting)])
      const { refused, sent, takenPerMinute } = meter.seen
      assert.deepStrictEqual([sent, refused, takenPerMinute], [12, 1, 60])
    }))

  it.effect("tells no rate when too few were taken since, and none when none was refused", () =>
    Effect.gen(function*() {
      const few = new RequestMeter(40)
      yield* told(few, [requesting, limited, requesting])
      assert.deepStrictEqual([few.seen.refused, few.seen.takenPerMinute], [1, null])
      const none = new RequestMeter(40)
      yield* told(none, Array.from({ length: 10 }, () => requesting))
      assert.deepStrictEqual([none.seen.refused, none.seen.takenPerMinute, none.seen.millis], [0, null, 10_000])
    }))

  it.effect.each<readonly [number | null, ReadonlyArray<Record<string, string>>]>([
    [100, [{ "ratelimit-policy": "100;w=60", ratelimit: "limit=100, remaining=5, reset=30" }]],
    [100, [{ "ratelimit-policy": `"default";q=100;w=60`, ratelimit: `"default";r=0;t=30` }]],
    [7, [{ "ratelimit-limit": "7, 7;w=60", "ratelimit-remaining": "1", "ratelimit-reset": "59" }]],
    [16, [{ "ratelimit-policy": `"burst";q=100;w=60,"hour";q=1000;w=3600` }]],
    [30, [{ "ratelimit-policy": "60;w=60" }, { "ratelimit-policy": "30;w=60" }, { "ratelimit-policy": "90;w=60" }]],
    [null, [{ ratelimit: "limit=100, remaining=5, reset=30" }, { ratelimit: `"default";r=50;t=30` }]],
    [null, [{ "x-ratelimit-limit": "100", "x-ratelimit-remaining": "5", "x-ratelimit-reset": "30" }, {}]]
  ])(
    "takes %j a minute for the limit, never what is left for now: %j",
    ([perMinute, answers]) =>
      Effect.gen(function*() {
        const meter = new RequestMeter(40)
        yield* told(meter, answers.flatMap((headers) => [requesting, ...advised(headers)]))
        assert.strictEqual(meter.seen.toldPerMinute, perMinute)
      })
  )
})
