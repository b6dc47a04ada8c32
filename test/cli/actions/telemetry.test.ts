/**
 * What leaves the machine as metrics and spans, seen from a collector, during a pull from the sandbox over real sockets.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, ConfigProvider, Effect, Layer, Metric, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { withTelemetry } from "../../../src/cli/actions/telemetry.ts"
import { WalletNo } from "../../../src/domain/Wallet.ts"
import * as Pull from "../../../src/pipeline/Pull.ts"
import { Sandbox, type SandboxInput } from "../../../src/sandbox/index.ts"
import { settingsProvider } from "../../../src/settings/provider.ts"
import * as Settings from "../../../src/settings/Settings.ts"
import { Signer } from "../../../src/signer/Signer.ts"
import { MemoryTables } from "../../../src/sink/memory/MemoryTables.ts"
import { Sink } from "../../../src/sink/Sink.ts"
import { Statement } from "../../../src/statement/Statement.ts"
import { Transport } from "../../../src/transport/Transport.ts"
import { ofSettings } from "../../kit/ofSettings.ts"
import { attributesOf, collector, metricsOf, spansOf, totalOf } from "../collector.ts"

const wallet = "254700000001"
const shaky: SandboxInput = {
  consumerKey: "canary-key-1",
  consumerSecret: "canary-secret-1",
  wallets: [{ walletNo: wallet, records: 600 }],
  faults: [
    { on: "statement", kind: "status", status: 503, when: { requests: [1] } },
    { on: "statement", kind: "status", status: 429, retryAfter: "1", when: { requests: [3] } }
  ]
}

/** Pulls a year, and gives what was stored beside the report, and how long the end took behind the run's own. */
const pull = Effect.fnUntraced(function*(input: SandboxInput, telemetry: Readonly<Record<string, string>>) {
  const sandbox = yield* Sandbox.serve(input)
  const { consumerKey, consumerSecret, privateKey = Redacted.make("") } = sandbox.credentials
  const environment = {
    WALLET_STATEMENT_BASE_URL: sandbox.url,
    WALLET_STATEMENT_ALLOW_HTTP_LOOPBACK: "true",
    WALLET_STATEMENT_CONSUMER_KEY: consumerKey,
    WALLET_STATEMENT_CONSUMER_SECRET: Redacted.value(consumerSecret),
    WALLET_STATEMENT_PRIVATE_KEY: Redacted.value(privateKey),
    WALLET_STATEMENT_TIME_ZONE: "Africa/Nairobi",
    WALLET_STATEMENT_WALLETS: wallet,
    WALLET_STATEMENT_FROM: "2025-01-01",
    WALLET_STATEMENT_TO: "2025-12-31",
    WALLET_STATEMENT_LIMIT: "200",
    ...telemetry
  }
  let endedAt = 0
  const job = Effect.gen(function*() {
    const result = yield* Pull.run
    const tables = yield* MemoryTables
    endedAt = yield* Clock.currentTimeMillis
    return { ...result, rows: tables.rows.get(WalletNo.make(wallet)) ?? [] }
  }).pipe(
    Effect.provide(
      Layer.merge(Statement.layerConfig, Sink.layerMemory).pipe(
        Layer.provide(Signer.layerConfig),
        Layer.provideMerge(Settings.layer)
      )
    )
  )
  const result = yield* job.pipe(
    withTelemetry,
    Effect.provide(ConfigProvider.layer(settingsProvider({ flags: {}, environment }))),
    Effect.provideService(Metric.MetricRegistry, new Map())
  )
  return { ...result, privateKey, delayMillis: (yield* Clock.currentTimeMillis) - endedAt }
})

describe("with a collector", () => {
  it.live("sends it the documented metrics and spans of a pull, and no payload", () =>
    Effect.gen(function*() {
      const { exports, url } = yield* collector()
      const { privateKey, report, rows } = yield* pull(shaky, {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=a%20b",
        OTEL_SERVICE_NAME: "nightly"
      })
      const [told] = report.wallets
      assert(told !== undefined)
      assert.strictEqual(report.status, "complete")
      assert.strictEqual(rows.length, 600)

      const metrics = metricsOf(exports)
      assert.deepStrictEqual([...new Set(metrics.map(({ name, unit }) => `${name} ${unit}`))].sort(), [
        "wallet_statement.rate_limited 1",
        "wallet_statement.requests 1",
        "wallet_statement.response.bytes By",
        "wallet_statement.retries 1",
        "wallet_statement.rows 1",
        "wallet_statement.runs 1",
        "wallet_statement.waits s",
        "wallet_statement.window.duration s"
      ])
      const total = (name: string, having?: Readonly<Record<string, string>>) =>
        totalOf(metrics, `wallet_statement.${name}`, having)
      assert.strictEqual(total("rows", { kind: "inserted" }), told.rows.inserted)
      assert.strictEqual(total("rows"), 600)
      assert.strictEqual(total("retries"), told.retries)
      assert.strictEqual(total("retries", { reason: "ServiceFailed" }), 1)
      assert.strictEqual(total("rate_limited"), 1)
      assert.strictEqual(total("requests"), told.requests + told.retries + told.logins)
      assert.strictEqual(total("requests", { status: "200", outcome: "Answered" }), told.requests + told.logins)
      assert.strictEqual(total("requests", { status: "429", outcome: "RateLimited" }), 1)
      assert.strictEqual(total("waits", { why: "retry" }), 2)
      assert.strictEqual(total("window.duration", { phase: "commit" }), told.windows)
      assert.strictEqual(total("window.duration", { phase: "fetch" }), told.windows)
      assert.isAbove(total("response.bytes", { path: "/api/v2/wallet/statement" }), 600 * 50)
      assert.strictEqual(total("runs", { status: "complete" }), 1)

      const spans = spansOf(exports)
      const named = (name: string) => spans.filter((span) => span.name === name)
      const [run] = named("Pull.run")
      assert(run !== undefined)
      const apart = spans.filter(({ traceId }) => traceId !== run.traceId).map(({ name }) => name)
      assert.deepStrictEqual(apart, ["keys.loadPrivateKey"], "one run is one trace")
      assert.deepStrictEqual(attributesOf(run), {
        "wallet_statement.run": report.runId,
        "wallet_statement.status": "complete"
      })
      assert.deepStrictEqual(named("Pull.wallet").map(attributesOf), [{
        "wallet_statement.run": report.runId,
        "wallet_statement.wallet": "…0001",
        "wallet_statement.verdict": told.verdict
      }])
      assert.lengthOf(named("Statement.fetch"), told.requests)
      assert.lengthOf(named("Pull.commit"), told.windows)
      const attempts = named("Transport.attempt")
      assert.lengthOf(attempts, total("requests"))
      assert.isTrue(attempts.every(({ kind }) => kind === 3))
      assert.deepStrictEqual(
        attempts.map((span) => attributesOf(span)["http.response.status_code"]).sort(),
        [...Array.from({ length: told.requests + told.logins }, () => 200), 429, 503]
      )
      const posts = new Set(named("Transport.post").map(({ spanId }) => spanId))
      assert.isTrue(attempts.every(({ parentSpanId = "" }) => posts.has(parentSpanId)))
      assert.notIncludeMembers(spans.map(({ name }) => name), ["http.client POST"])

      const page = readFileSync(join(import.meta.dirname, "../../../docs/observability.md"), "utf8")
      const spanNames = ["Pull.run", "Pull.wallet", "Statement.fetch", "Transport.attempt", "Pull.commit"]
      for (const name of [...metrics.map((metric) => metric.name), ...spanNames]) assert.include(page, `| \`${name}\` `)
      for (const span of spans.filter(({ name }) => spanNames.includes(name))) {
        for (const name of Object.keys(attributesOf(span))) assert.include(page, name.replace("wallet_statement", ""))
      }

      const sent = exports.map(({ body, headers, path }) => `${path} ${JSON.stringify(headers)} ${body}`).join("\n")
      assert.include(sent, `"stringValue":"nightly"`)
      assert.isTrue(
        exports.every(({ headers }) => headers["x-api-key"] === "a b" && headers["signature"] === undefined)
      )
      assert.isTrue(exports.every(({ headers }) => headers["traceparent"] === undefined && headers["b3"] === undefined))
      const secrets = ["canary-key-1", "canary-secret-1", Redacted.value(privateKey).slice(60, 100), "Bearer", wallet]
      for (const secret of secrets) assert.notInclude(sent, secret)
      const payload = rows.flatMap(({ transaction }) => [transaction.txnId, transaction.description])
      assert.deepStrictEqual(payload.filter((text) => sent.includes(text)), [])
    }).pipe(Effect.scoped), 30_000)

  it.live("says what kind of failure it was, and no word of the service or of an error", () =>
    Effect.gen(function*() {
      const { exports, url } = yield* collector()
      const message = "canary-words of the service"
      const { report } = yield* pull({ ...shaky, faults: [{ on: "statement", kind: "refused", message }] }, {
        OTEL_EXPORTER_OTLP_ENDPOINT: url
      })
      assert.strictEqual(report.status, "failed")
      assert.include(report.wallets[0]?.error, message, "the error itself keeps them")
      const [told] = spansOf(exports).filter(({ name }) => name === "Pull.wallet")
      assert.strictEqual(told === undefined ? undefined : attributesOf(told)["error.type"], "RequestRefused")
      const sent = exports.map(({ body }) => body).join("\n")
      assert.notInclude(sent, "canary")
      const [fetched] = spansOf(exports).filter(({ name }) => name === "Statement.fetch")
      assert.strictEqual(fetched?.status?.message, "StatementError/RequestRefused")
      assert.strictEqual(totalOf(metricsOf(exports), "wallet_statement.runs", { status: "failed" }), 1)
    }).pipe(Effect.scoped), 30_000)

  const few: SandboxInput = { wallets: [{ walletNo: wallet, records: 100 }] }

  it.live(
    "loads as without one when it hangs, fails, redirects or is not there, and ends two seconds later at most",
    () =>
      Effect.forEach(["silent", "failing", "redirecting", "gone"] as const, (answer) =>
        Effect.gen(function*() {
          const { close, exports, url } = yield* collector(answer === "gone" ? "ok" : answer)
          if (answer === "gone") close()
          const { delayMillis, report } = yield* pull(few, { OTEL_EXPORTER_OTLP_ENDPOINT: url })
          assert.strictEqual(report.status, "complete", answer)
          if (answer !== "gone") assert.isAtLeast(exports.length, 2, `${answer}: metrics and spans were tried`)
          assert.isBelow(delayMillis, 2000 + 2000, `${answer}; two seconds are for a busy machine`)
        }).pipe(Effect.scoped), { concurrency: "unbounded" }),
    30_000
  )

  it.live("tells it of a run that was interrupted", () =>
    Effect.gen(function*() {
      const { exports, url } = yield* collector()
      const endless: SandboxInput = { ...few, faults: [{ on: "statement", kind: "no-answer" }] }
      yield* pull(endless, { OTEL_EXPORTER_OTLP_ENDPOINT: url }).pipe(Effect.timeoutOption("2 seconds"))
      assert.strictEqual(totalOf(metricsOf(exports), "wallet_statement.runs", { status: "interrupted" }), 1)
      const [run] = spansOf(exports).filter(({ name }) => name === "Pull.run")
      assert.strictEqual(run === undefined ? undefined : attributesOf(run)["wallet_statement.status"], "interrupted")
    }).pipe(Effect.scoped), 30_000)

  it.live("loads as without one when its address is none", () =>
    Effect.gen(function*() {
      for (const endpoint of ["localhost:4318", "ftp://127.0.0.1", "http://"]) {
        const { report } = yield* pull(few, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: "%" })
        assert.strictEqual(report.status, "complete")
      }
    }).pipe(Effect.scoped), 30_000)

  it.live("tells the service nothing of a trace", () =>
    Effect.gen(function*() {
      const { exports, url } = yield* collector()
      let names: ReadonlyArray<string> = []
      const server = createServer((request, response) => {
        names = Object.keys(request.headers)
        request.resume()
        response.end("{}")
      })
      yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
      const { port } = server.address() as AddressInfo
      const environment = {
        WALLET_STATEMENT_BASE_URL: `http://127.0.0.1:${port}`,
        WALLET_STATEMENT_ALLOW_HTTP_LOOPBACK: "true",
        WALLET_STATEMENT_CONSUMER_KEY: "k",
        WALLET_STATEMENT_CONSUMER_SECRET: "s",
        OTEL_EXPORTER_OTLP_ENDPOINT: url
      }
      yield* Effect.flatMap(
        Transport,
        (transport) => transport.post({ path: "/x", headers: {}, body: Redacted.make("{}"), secrets: [] })
      ).pipe(
        Effect.withSpan("caller"),
        Effect.provide(
          ofSettings(Transport.layerNode).pipe(Layer.provide([Settings.layerService, Settings.layerTransport]))
        ),
        withTelemetry,
        Effect.provide(ConfigProvider.layer(settingsProvider({ flags: {}, environment }))),
        Effect.ensuring(Effect.sync(() => server.close()))
      )
      assert.includeMembers(spansOf(exports).map(({ name }) => name), ["caller", "Transport.post", "Transport.attempt"])
      assert.includeMembers([...names], ["content-type", "content-length", "accept-encoding"])
      assert.deepStrictEqual(names.filter((name) => /trace|^b3|baggage/.test(name)), [])
    }).pipe(Effect.scoped), 30_000)
})

describe("without an endpoint", () => {
  for (const [why, extra] of [["none is set", {}], ["it is disabled", { OTEL_SDK_DISABLED: "true" }]] as const) {
    it.live(`sends nothing when ${why}`, () =>
      Effect.gen(function*() {
        const { exports, url } = yield* collector()
        const endpoint = why === "none is set" ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: url }
        const { delayMillis, report } = yield* pull({ wallets: [{ walletNo: wallet, records: 100 }] }, {
          ...endpoint,
          ...extra
        })
        assert.strictEqual(report.status, "complete")
        assert.deepStrictEqual(exports, [])
        assert.isBelow(delayMillis, 1000)
      }).pipe(Effect.scoped), 30_000)
  }
})
