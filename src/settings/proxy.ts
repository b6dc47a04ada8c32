/**
 * The proxy that the environment names for all programs, not for this one alone.
 */
import { Effect, Option } from "effect"
import { foreign, SettingsError } from "./setting.ts"
import { proxyUrl } from "./shapes.ts"
import type { ProxySettings } from "./TransportSettings.ts"

/** Reads `HTTPS_PROXY` and `NO_PROXY`, in lower case too, which comes first; undefined where there is none. */
export const readProxy: Effect.Effect<ProxySettings | undefined, SettingsError> = Effect.gen(function*() {
  const url = Option.firstSomeOf([yield* foreign("https_proxy"), yield* foreign("HTTPS_PROXY")])
  if (Option.isNone(url)) return undefined
  const read = proxyUrl.parse(url.value)
  if (read === undefined) {
    return yield* new SettingsError({ problems: [`HTTPS_PROXY (or https_proxy) is not ${proxyUrl.expected}`] })
  }
  const noProxy = Option.firstSomeOf([yield* foreign("no_proxy"), yield* foreign("NO_PROXY")])
  return { url: read, noProxy: Option.getOrElse(noProxy, () => "") }
})
