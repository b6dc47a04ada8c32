/**
 * Where metrics and spans go, by the names that OpenTelemetry has for its variables; from the environment alone.
 * Nowhere unless an endpoint is set.
 */
import { Effect, Option, Redacted, Result } from "effect"
import { foreignSecret } from "./secretSetting.ts"
import { foreign, gather, SettingsError } from "./setting.ts"

/** A collector of OTLP over HTTP. */
export interface TelemetrySettings {
  /** `v1/metrics` and `v1/traces` are below it. */
  readonly endpoint: string
  /** Sent with each export; they may hold a key. */
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
  readonly serviceName: string
}

/** A text, and the variable that holds it or says in which file it is. */
interface Found {
  readonly text: string
  readonly variable: string
}

const plain = (variable: string) => Effect.map(foreign(variable), Option.map((text): Found => ({ text, variable })))

const shaped = <A>(
  variable: string,
  expected: string,
  parse: (text: string) => A | undefined,
  read: (variable: string) => Effect.Effect<Option.Option<Found>, SettingsError> = plain
) =>
  Effect.flatMap(read(variable), (found): Effect.Effect<Option.Option<A>, SettingsError> => {
    if (Option.isNone(found)) return Effect.succeedNone
    const value = parse(found.value.text.trim())
    return value === undefined
      ? Effect.fail(new SettingsError({ problems: [`${found.value.variable} is not ${expected}`] }))
      : Effect.succeedSome(value)
  })

const httpUrl = (text: string): string | undefined =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? text.replace(/\/+$/, "") : undefined

const pairs = (text: string): Record<string, string> | undefined =>
  Result.getOrUndefined(Result.try(() => {
    const read = text.split(",").map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/.exec(pair))
    return Object.fromEntries(read.map((match) => {
      if (match === null) throw new Error("no pair")
      return [(match[1] ?? "").toLowerCase(), decodeURIComponent((match[2] ?? "").trim())]
    }))
  }))

const secretText = (variable: string) =>
  Effect.map(
    foreignSecret(variable),
    Option.map(({ secret, variable }): Found => ({ text: Redacted.value(secret), variable }))
  )

/** The collector to export to; none unless `OTEL_EXPORTER_OTLP_ENDPOINT` is set. */
export const readTelemetry: Effect.Effect<Option.Option<TelemetrySettings>, SettingsError> = Effect.gen(function*() {
  const disabled = yield* foreign("OTEL_SDK_DISABLED")
  if (Option.exists(disabled, (word) => word.trim().toLowerCase() === "true")) return Option.none()
  const { endpoint, headers, serviceName } = yield* gather({
    endpoint: shaped("OTEL_EXPORTER_OTLP_ENDPOINT", "an http or https address such as http://127.0.0.1:4318", httpUrl),
    headers: shaped("OTEL_EXPORTER_OTLP_HEADERS", "a list such as name=value,name=value", pairs, secretText),
    serviceName: foreign("OTEL_SERVICE_NAME")
  })
  return Option.map(endpoint, (address) => ({
    endpoint: address,
    headers: Redacted.make(Option.getOrElse(headers, () => ({}))),
    serviceName: Option.getOrElse(serviceName, () => "wallet-statement")
  }))
})
