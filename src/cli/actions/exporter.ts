/**
 * The way to the collector.
 *
 * A collector that fails, hangs or is not there changes nothing of what is done and delays the end by no more than
 * `flushMillis`. Exports go by a client of their own: no signature, no proxy, no redirect, and no spans about them.
 */
import { ConfigProvider, Effect, Layer, Redacted, References } from "effect"
import { FetchHttpClient, HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import { version } from "../../domain/version.ts"
import type { TelemetrySettings } from "../../settings/TelemetrySettings.ts"

/** How long the end waits for what is still to be sent. */
const flushMillis = 2000
/** Of one export; without it those to a collector that hangs would pile up during a long run. */
const exportMillis = 5000

/** Exports metrics and spans until the scope ends. */
export const layerExporter = ({ endpoint, headers, serviceName }: TelemetrySettings) => {
  const options = {
    headers: Redacted.value(headers),
    resource: { serviceName, serviceVersion: version },
    shutdownTimeout: flushMillis
  }
  return Layer.merge(
    OtlpMetrics.layer({ ...options, url: `${endpoint}/v1/metrics` }),
    OtlpTracer.layer({ ...options, url: `${endpoint}/v1/traces` })
  ).pipe(
    Layer.provide(OtlpSerialization.layerJson),
    Layer.provide(Layer.provide(layerClient, FetchHttpClient.layer)),
    // The exporter's own debug lines print requests.
    Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn")),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv()))
  )
}

/** A client that gives up in time, reads no more than the head of an answer, and says once that exports fail. */
const layerClient = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function*() {
    const fetch = HttpClient.withScope(yield* HttpClient.HttpClient)
    let told = false
    const tell = (why: string) =>
      Effect.suspend(() => {
        if (told) return Effect.void
        told = true
        return Effect.logWarning(`The collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take metrics and spans: ${why}`)
      })
    return HttpClient.make((request) => {
      const late = new HttpClientError.TransportError({ request, description: "no answer in time" })
      return fetch.execute(request).pipe(
        Effect.map(({ headers, status }) =>
          HttpClientResponse.fromWeb(request, new Response(null, { status, headers }))
        ),
        Effect.scoped,
        Effect.timeoutOrElse({
          duration: exportMillis,
          orElse: () => Effect.fail(new HttpClientError.HttpClientError({ reason: late }))
        }),
        Effect.tap(({ status }) => (status > 299 ? tell(`it answers with status ${status}`) : Effect.void)),
        Effect.tapError(() => tell("it can't be reached, or does not answer")),
        Effect.provideService(FetchHttpClient.RequestInit, { redirect: "error" })
      )
    })
  })
)
