/**
 * A sign of life for a monitor that gives alarm when none comes: one request that says nothing but that it came. It goes the way of
 * the settings' proxy, by Node's own authorities, and follows no redirect. Its address is a secret, so nothing of it is told.
 */
import { Duration, Effect, Layer, Redacted, Schedule } from "effect"
import { HttpClient } from "effect/http"
import { readProxy } from "../../settings/proxy.ts"
import { usualTransport } from "../../settings/TransportSettings.ts"
import { layerNodeHttpClient } from "../../transport/tls/nodeHttpClient.ts"
import { codeOf } from "../../transport/words/connectionFailure.ts"

/** Longest time of a try. */
const patience = Duration.seconds(10)

/** So often it is tried again, and the wait before it. */
const [times, wait] = [2, "2 seconds"] as const

/** Asks for the address until a success answers, three times at most; fails with what goes behind "it" to make a sentence. */
export const beat = (url: Redacted.Redacted<URL>): Effect.Effect<void, string> =>
  once(url).pipe(
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(`did not answer within ${Duration.format(patience)}`)
    }),
    Effect.retry({ times, schedule: Schedule.spaced(wait) }),
    Effect.provide(layerClient)
  )

/** A pull that ended well has read the same settings. */
const layerClient = Layer.unwrap(
  Effect.map(readProxy, (proxy) => layerNodeHttpClient({ ...usualTransport, requestTimeout: patience, proxy }))
).pipe(Layer.orDie)

const once = Effect.fnUntraced(
  function*(url: Redacted.Redacted<URL>): Effect.fn.Return<void, string, HttpClient.HttpClient> {
    const client = HttpClient.withScope(yield* HttpClient.HttpClient)
    const { status } = yield* client.get(Redacted.value(url)).pipe(
      Effect.mapError((cause) => `can't be reached (${codeOf(cause)})`),
      Effect.scoped
    )
    if (status < 200 || status > 299) return yield* Effect.fail(`answered with status ${status}`)
  },
  Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
  Effect.provideService(HttpClient.TracerPropagationEnabled, false)
)
