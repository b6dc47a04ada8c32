import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { Transport } from "../../src/transport/Transport.ts"
import { type TransportEvent, TransportObserver } from "../../src/transport/TransportObserver.ts"
import { onClock, type Reply, scripted, testSettings } from "./fakeService.ts"

/** What is told while a request is made, by name and, of advice, requests a minute. */
const toldOf = Effect.fnUntraced(function*(...replies: ReadonlyArray<Reply>) {
  const events: Array<TransportEvent> = []
  const layer = Transport.layer(...testSettings()).pipe(Layer.provide(scripted(...replies).layer))
  const request = { path: "/x", headers: {}, body: Redacted.make("{}"), secrets: [] }
  yield* Effect.flatMap(Transport, (transport) => onClock(transport.post(request))).pipe(
    Effect.provide(layer),
    Effect.provideService(TransportObserver, (event) => Effect.sync(() => void events.push(event)))
  )
  return events.map((event) =>
    event._tag === "Advised" ? `Advised ${Math.round(event.advice.perMillis * 60_000)}` : event._tag
  )
})

describe("what is told of the service's limit", () => {
  it.effect("comes with every answer that tells it, a refusal too", () =>
    Effect.gen(function*() {
      const policy = { "ratelimit-policy": "90;w=60" }
      const refused = { status: 429, headers: { ...policy, "retry-after": "1" } }
      assert.deepStrictEqual(yield* toldOf(refused, { headers: policy }), [
        "Requesting",
        "Advised 90",
        "Retrying",
        "Advised 90"
      ])
    }))

  it.effect("is nothing when no header tells it", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* toldOf({}), ["Requesting"])
    }))

  it.effect("is told by a request that waits for its turn, with how long", () =>
    Effect.gen(function*() {
      const held: Array<number> = []
      const settings = testSettings({ requestsPerMinute: Option.some(20) })
      const layer = Transport.layer(...settings).pipe(
        Layer.provide(scripted(...Array.from({ length: 30 }, () => ({}))).layer)
      )
      const request = { path: "/x", headers: {}, body: Redacted.make("{}"), secrets: [] }
      const watched = (event: TransportEvent) =>
        Effect.sync(() => {
          if (event._tag === "Held") held.push(event.waitMillis)
        })
      yield* Effect.flatMap(Transport, (transport) => onClock(Effect.replicateEffect(transport.post(request), 30)))
        .pipe(
          Effect.provide(layer),
          Effect.provideService(TransportObserver, watched)
        )
      assert.isAbove(held.length, 5)
      for (const millis of held) assert.isTrue(millis >= 1000 && millis < 60_000, `${millis}`)
    }))
})
