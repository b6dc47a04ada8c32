/**
 * What a pull over the real transport tells when the time of its run is over while a request is under way.
 */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Pull from "../../src/pipeline/Pull.ts"
import { PullSettings } from "../../src/settings/PullSettings.ts"
import { Sink } from "../../src/sink/Sink.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { StatementError } from "../../src/statement/StatementError.ts"
import { Transport } from "../../src/transport/Transport.ts"
import { pageOf } from "../kit/pageOf.ts"
import { pullSettings } from "../kit/pullSettings.ts"
import { fakeClient, onClock, testSettings } from "../transport/fakeService.ts"

const request = { path: "/statement", headers: {}, body: Redacted.make("{}"), secrets: [] }

/** Pulls a wallet without rows from a service that answers so many requests and then no more. */
const pulled = (answered: number, maxAttempts: number, changes: Partial<PullSettings["Service"]>) =>
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
    ).pipe(Layer.provide(Transport.layer(...testSettings({ maxAttempts })).pipe(Layer.provide(client.layer))))
    yield* TestClock.setTime(Date.parse("2024-03-01T12:00:00Z"))
    const { failures, report } = yield* onClock(Pull.run).pipe(
      Effect.provide(Layer.merge(statement, Layer.fresh(Sink.layerMemory))),
      Effect.provideService(PullSettings, pullSettings({ runTimeout: Duration.seconds(10), ...changes }))
    )
    return { errors: failures.map(({ error }) => error._tag), requests: client.requests.length, report }
  })

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
})
