/**
 * Sends metrics and spans to the collector of the environment, if one is named there (docs/observability.md).
 */
import { Context, Effect, Layer, Option } from "effect"
import { readTelemetry } from "../../settings/TelemetrySettings.ts"

/** Runs an effect and exports what it counts and its spans, when a collector is named. */
export const withTelemetry = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.scoped(Effect.flatMap(started, (exporter) => Effect.provideContext(effect, exporter)))

const started = Effect.gen(function*() {
  const settings = yield* readTelemetry
  if (Option.isNone(settings)) return Context.empty()
  const { layerExporter } = yield* Effect.promise(() => import("./exporter.ts"))
  return yield* Layer.build(layerExporter(settings.value))
}).pipe(
  Effect.catchTag("SettingsError", ({ message }) => Effect.as(off(message), Context.empty())),
  Effect.catchCause(() => Effect.as(off("a variable that begins with OTEL_ can't be read"), Context.empty()))
)

const off = (why: string): Effect.Effect<void> => Effect.logWarning(`No metrics and spans are exported: ${why}`)
