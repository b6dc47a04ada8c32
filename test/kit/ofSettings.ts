/**
 * Layers that are made of an account and of how patiently it is asked, for the settings in force.
 */
import { Effect, Layer } from "effect"
import { ServiceSettings } from "../../src/settings/ServiceSettings.ts"
import { TransportSettings } from "../../src/settings/TransportSettings.ts"

/** The layer that is made of the settings in force. */
export const ofSettings = <A, E, R>(
  make: (service: ServiceSettings["Service"], transport: TransportSettings["Service"]) => Layer.Layer<A, E, R>
): Layer.Layer<A, E, R | ServiceSettings | TransportSettings> =>
  Layer.unwrap(
    Effect.gen(function*() {
      return make(yield* ServiceSettings, yield* TransportSettings)
    })
  )
