import { assert, describe, it } from "@effect/vitest"
import { Cause, Duration, Effect, Exit } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { TestClock } from "effect/testing"
import { isRejection, makeBreaker, outcomeOf, rejectedFor } from "../../../src/transport/request/breaker.ts"
import {
  CertificateRefused,
  RateLimited,
  ServiceFailed,
  type TransportReason
} from "../../../src/transport/words/TransportError.ts"

const failed = new ServiceFailed({ status: 503, retryAfterMillis: null, said: "" })

describe("the breaker", () => {
  it.each<readonly [string, Exit.Exit<string, TransportReason>, CircuitBreaker.Outcome]>([
    ["an answer", Exit.succeed("x"), CircuitBreaker.success],
    ["a failure that passes", Exit.fail(failed), CircuitBreaker.failure()],
    [
      "a refusal by the limit",
      Exit.fail(new RateLimited({ retryAfterMillis: null, said: "" })),
      CircuitBreaker.success
    ],
    ["a failure for good", Exit.fail(new CertificateRefused({ code: "CERT_HAS_EXPIRED" })), CircuitBreaker.success],
    ["an interruption", Exit.failCause(Cause.interrupt(1)), CircuitBreaker.ignored],
    ["a defect", Exit.die(new Error("x")), CircuitBreaker.ignored]
  ])("takes %s for what it says of the service", (_, exit, outcome) => {
    assert.deepStrictEqual(outcomeOf(exit), outcome)
  })

  it.effect("opens behind ten failures in a row, for longer each time up to a minute, and lets one find out", () =>
    Effect.gen(function*() {
      const breaker = yield* makeBreaker
      const execute = (attempt: Effect.Effect<string, TransportReason>) =>
        Effect.flip(breaker.execute(attempt, { key: "x", classify: outcomeOf }))
      for (let count = 0; count < 10; count++) assert.isFalse(isRejection(yield* execute(Effect.fail(failed))))
      const waits: Array<number> = []
      for (let opening = 0; opening < 7; opening++) {
        const failure = yield* execute(Effect.succeed("never asked").pipe(Effect.flip, Effect.orDie))
        if (!isRejection(failure)) return assert.fail("let through")
        assert.strictEqual(failure.reason._tag, "CircuitOpen")
        const wait = rejectedFor(failure, 0.5)
        waits.push(wait)
        yield* TestClock.adjust(Duration.millis(wait))
        assert.isFalse(isRejection(yield* execute(Effect.fail(failed))))
      }
      assert.deepStrictEqual(waits, [5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
      yield* TestClock.adjust(Duration.minutes(1))
      yield* Effect.forkChild(execute(Effect.never))
      yield* TestClock.adjust(1)
      const meanwhile = yield* execute(Effect.fail(failed))
      if (!isRejection(meanwhile)) return assert.fail("let through")
      assert.deepStrictEqual([0, 0.5, 1].map((random) => rejectedFor(meanwhile, random)), [250, 375, 500])
    }).pipe(Effect.scoped))
})
