/**
 * The proxy that the environment names for all programs, not for this one alone.
 */
import { Effect, Option, Redacted } from "effect"
import { foreignSecret } from "./secretSetting.ts"
import { foreign, SettingsError } from "./setting.ts"
import { proxyUrl } from "./shapes.ts"
import type { ProxySettings } from "./TransportSettings.ts"

/** In the order in which they count: the first that is not blank. */
const variables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

/**
 * Reads `HTTPS_PROXY`, `ALL_PROXY`, each also with `_FILE`, and `NO_PROXY`, in lower case too, which comes first; undefined where
 * there is no proxy.
 */
export const readProxy: Effect.Effect<ProxySettings | undefined, SettingsError> = Effect.gen(function*() {
  for (const variable of variables) {
    const found = yield* foreignSecret(variable)
    if (Option.isNone(found)) continue
    const { secret, variable: by } = found.value
    const read = proxyUrl.parse(Redacted.value(secret))
    if (read === undefined) {
      return yield* new SettingsError({ problems: [`${by} is not ${proxyUrl.expected}; no other proxy is used`] })
    }
    const noProxy = Option.firstSomeOf([yield* foreign("no_proxy"), yield* foreign("NO_PROXY")])
    return { url: read, noProxy: Option.getOrElse(noProxy, () => "") }
  }
  return undefined
})
