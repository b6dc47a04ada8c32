/**
 * What a pull over the real transport tells when the time of its run is over while a request is under way.
 */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option, Random, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import type { TransportSettings } from "../../src/settings/TransportSettings.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { StatementError } from "../../src/statement/StatementError.ts"
import { Transport } from "../../src/transport/Transport.ts"
import { pageOf } from "../kit/pageOf.ts"
import { pullSettings } from "../kit/pullSettings.ts"
import { fakeClient, onClock, testSettings } from "../transport/fakeService.ts"

const request = { path: "/statement", headers: {}, body: Redacted.make("{}"), secrets: [] }

/** Pulls a wallet without rows from a service that answers so many requests and then no more. */
const pulled = (
  answered: number,
  maxAttempts: number,
  changes: Partial<PullSettings["Service"]>,
  transport: Partial<TransportSettings["Service"]> = {}
) =>
  Effect.gen(function*() {
    const client = fakeClient((_, count) => (count > answered ? "never" : {}))
    const statement = Layer.effect(
      Statement,
      Effect.map(Transport, ({ post }) =>
        Statement.of({
          fetch: (asked) =>
            post(request).pipe(
              Effect.mapError((reason) => new StatementError({ reason })),
              Effect.as(pageOf(asked, [], { servedAt: Date.parse("2024-03-01T12:00:00Z") }))
            )
        }))
    ).pipe(
      Layer.provide(Transport.layer(...testSettings({ maxAttempts, ...transport })).pipe(Layer.provide(client.layer)))
    )
    yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
    const { failures, report } = yield* onClock(Pull.run).pipe(
      Effect.provide(Layer.merge(statement, Layer.fresh(Sink.layerMemory))),
      Effect.provideService(PullSettings, pullSettings({ runTimeout: Duration.seconds(10), ...changes }))
    )
    return {
      failures,
      errors: failures.map(({ error }) => error._tag),
      requests: client.requests.length,
      report
    }
  })

/** Waits between attempts are as long as they may be. */
const longestWaits = { nextDoubleUnsafe: () => 0.999, nextIntUnsafe: () => 0 }

describe("a run whose time is over while a request is under way", () => {
  for (const maxAttempts of [1, 8]) {
    for (const answered of [0, 1, 4]) {
      it.effect(`says so where ${answered} requests of the search for the first day were answered, of ${maxAttempts} attempts`, () =>
        Effect.gen(function*() {
          const { errors, report, requests } = yield* pulled(answered, maxAttempts, {
            from: Option.none(),
            to: Option.none()
          })
          assert.deepStrictEqual([errors, requests], [["RunTimedOut"], answered + 1])
          assert.deepStrictEqual(report.wallets.flatMap(({ notes }) => notes), [])
        }))
    }

    it.effect(`says so in its first request of days that were named, of ${maxAttempts} attempts`, () =>
      Effect.gen(function*() {
        const { errors, report } = yield* pulled(0, maxAttempts, {})
        assert.deepStrictEqual(errors, ["RunTimedOut"])
        assert.strictEqual(report.durationMs, 10_000)
      }))
  }

  it.effect("takes no slow answer of the search for the first day as one about the days when there is no time to ask again", () =>
    Effect.gen(function*() {
      const { failures, report, requests } = yield* pulled(1, 8, { from: Option.none(), to: Option.none() }, {
        requestTimeout: Duration.millis(2500)
      })
      const [error] = failures.map((failure) => failure.error)
      if (error?._tag !== "StatementError" || error.reason._tag !== "TransportError") {
        return assert.fail(String(error))
      }
      assert.deepStrictEqual([error.reason.reason._tag, error.reason.stopped._tag, requests], [
        "TimedOut",
        "RunOver",
        4
      ])
      assert.deepStrictEqual(report.wallets.flatMap(({ notes }) => notes), [])
    }).pipe(Effect.provideService(Random.Random, longestWaits)))
})
