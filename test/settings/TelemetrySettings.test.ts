import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option, Redacted } from "effect"
import { inspect } from "node:util"
import { readTelemetry } from "../../src/settings/TelemetrySettings.ts"

const read = (environment: Record<string, string>) =>
  readTelemetry.pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment))))

describe("where metrics and spans go", () => {
  it.effect("is nowhere without an endpoint, or when all is disabled", () =>
    Effect.gen(function*() {
      assert.isTrue(Option.isNone(yield* read({})))
      assert.isTrue(Option.isNone(yield* read({ OTEL_EXPORTER_OTLP_ENDPOINT: "  " })))
      const disabled = { OTEL_EXPORTER_OTLP_ENDPOINT: "nonsense", OTEL_SDK_DISABLED: "TRUE" }
      assert.isTrue(Option.isNone(yield* read(disabled)))
    }))

  it.effect("is the endpoint of the environment, with headers that are not shown", () =>
    Effect.gen(function*() {
      const settings = yield* read({
        OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example.com/otlp/",
        OTEL_EXPORTER_OTLP_HEADERS: " X-Key=canary%3D1 ,tenant=a=b"
      }).pipe(Effect.map(Option.getOrThrow))
      assert.strictEqual(settings.endpoint, "https://collector.example.com/otlp")
      assert.strictEqual(settings.serviceName, "wallet-statement")
      assert.deepStrictEqual(Redacted.value(settings.headers), { "x-key": "canary=1", tenant: "a=b" })
      assert.notInclude(inspect(settings, { depth: 9 }) + JSON.stringify(settings), "canary")
    }))

  it.effect("is told wrong without what was found", () =>
    Effect.gen(function*() {
      const { problems } = yield* Effect.flip(
        read({ OTEL_EXPORTER_OTLP_ENDPOINT: "canary:4318", OTEL_EXPORTER_OTLP_HEADERS: "canary" })
      )
      assert.lengthOf(problems, 2)
      assert.match(problems[0], /^OTEL_EXPORTER_OTLP_ENDPOINT is not an http or https address/)
      assert.notInclude(problems.join(), "canary")
    }))
})
