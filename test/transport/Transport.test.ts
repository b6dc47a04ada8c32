import { assert, describe, it } from "@effect/vitest"
import { Cause, ConfigProvider, Duration, Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { settingsProvider } from "../../src/settings/provider.ts"
import type { TransportSettings } from "../../src/settings/TransportSettings.ts"
import { retryReserve, retryShare } from "../../src/transport/request/RetryBudget.ts"
import { Transport } from "../../src/transport/Transport.ts"
import { type TransportEvent, TransportObserver } from "../../src/transport/TransportObserver.ts"
import { type Arrived, fakeClient, onClock, type Reply, scripted, testSettings } from "./fakeService.ts"

const canaries = ["canary-consumer-key", "canary-consumer-secret", "canary-token", "canary-signature", "canary-body"]

const request = {
  path: "/api/v2/wallet/statement",
  headers: {
    accept: "application/json",
    authorization: Redacted.make("Bearer canary-token"),
    signature: Redacted.make("canary-signature")
  },
  body: Redacted.make(`{"x":"canary-body"}`),
  secrets: ["canary-token", "canary-signature", "canary-body"].map((text) => Redacted.make(text))
}

const post = Effect.flatMap(Transport, (transport) => transport.post(request))

const layerOf = (service: ReturnType<typeof fakeClient>, settings: Partial<TransportSettings["Service"]> = {}) =>
  Transport.layer(...testSettings(settings)).pipe(Layer.provide(service.layer))

const failureOf = (replies: ReadonlyArray<Reply>, settings: Partial<TransportSettings["Service"]> = {}) =>
  Effect.gen(function*() {
    const service = scripted(...replies)
    const error = yield* onClock(Effect.flip(post)).pipe(Effect.provide(layerOf(service, settings)))
    for (
      const shown of [
        error.message,
        inspect(error, { depth: 20 }),
        JSON.stringify(error),
        Cause.pretty(Cause.fail(error))
      ]
    ) {
      for (const canary of canaries) assert.notInclude(shown, canary)
    }
    return { error, requests: service.requests }
  })

const gaps = (requests: ReadonlyArray<Arrived>) =>
  requests.slice(1).map(({ atMillis }, index) => atMillis - (requests[index]?.atMillis ?? 0))

describe("Transport", () => {
  it.effect("sends to the base address and unwraps secret headers, and nothing that traces", () =>
    Effect.gen(function*() {
      const service = scripted({ body: `{"ok":1}` })
      const response = yield* Effect.withSpan(post, "a run").pipe(Effect.provide(layerOf(service)))
      assert.deepStrictEqual(new TextDecoder().decode(Redacted.value(response.bytes)), `{"ok":1}`)
      assert.strictEqual(response.attempts, 1)
      const arrived = service.requests[0]
      assert.strictEqual(arrived?.url, "https://wallet.test/base/api/v2/wallet/statement")
      assert.deepStrictEqual(arrived?.headers, {
        accept: "application/json",
        "accept-encoding": "identity",
        authorization: "Bearer canary-token",
        "content-length": "19",
        "content-type": "application/json",
        signature: "canary-signature"
      })
      assert.strictEqual(arrived?.body, `{"x":"canary-body"}`)
    }))

  it.effect.each([408, 425, 429, 500, 502, 503, 504])(
    "tries again after status %s",
    (status) =>
      Effect.gen(function*() {
        const service = scripted({ status }, { status, body: "<html>gateway</html>" }, {})
        const response = yield* onClock(post).pipe(Effect.provide(layerOf(service)))
        assert.strictEqual(response.attempts, 3)
        assert.strictEqual(response.requestedAt, service.requests[2]?.atMillis)
        assert.isAtLeast(response.durationMillis, response.requestedAt - (service.requests[0]?.atMillis ?? 0))
      })
  )

  it.effect.each([400, 401, 403, 404, 405, 422, 501])(
    "gives back status %s at once",
    (status) =>
      Effect.gen(function*() {
        const service = scripted({ status, body: "<html>no</html>" })
        const response = yield* post.pipe(Effect.provide(layerOf(service)))
        assert.strictEqual(response.status, status)
        assert.strictEqual(service.requests.length, 1)
      })
  )

  it.effect.each(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNREFUSED", "EAI_AGAIN", "EHOSTUNREACH", "UND_ERR_SOCKET"])(
    "tries again after %s",
    (code) =>
      Effect.gen(function*() {
        const service = scripted({ code }, {})
        const response = yield* onClock(post).pipe(Effect.provide(layerOf(service)))
        assert.strictEqual(response.attempts, 2)
      })
  )

  it.effect.each([
    ["CERT_HAS_EXPIRED", "unless the clock of this machine is ahead"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "Correct the host in WALLET_STATEMENT_BASE_URL"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "WALLET_STATEMENT_CA_FILE"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "an authority that is not trusted here"],
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "WALLET_STATEMENT_CLIENT_CERT_FILE"],
    ["EPROTO", "Check the scheme and port in WALLET_STATEMENT_BASE_URL"]
  ])(
    "does not retry the certificate error %s, and says what to do about it",
    ([code = "", remedy = ""]) =>
      Effect.gen(function*() {
        const { error, requests } = yield* failureOf([{ code }])
        assert.strictEqual(requests.length, 1)
        assert.strictEqual(error.reason._tag, "CertificateRefused")
        assert.include(error.message, code)
        assert.include(error.message, remedy)
      })
  )

  it.effect("names the lines of the configuration file that name the certificate which the service refused", () =>
    Effect.gen(function*() {
      const folder = mkdtempSync(join(tmpdir(), "wallet-statement-"))
      const config = join(folder, "books.toml")
      writeFileSync(config, `client_key_file = "a.key"\nca_file = "ca.pem"\nclient_cert_file = "a.pem"\n`)
      const settings = ConfigProvider.layer(settingsProvider({ flags: { CONFIG: config }, environment: {} }))
      const messageOf = (code: string) =>
        Effect.map(Effect.provide(failureOf([{ code }]), settings), ({ error }) => error.message)
      const expired = yield* messageOf("ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED")
      assert.include(expired, `Check ${config}, line 3: client_cert_file and ${config}, line 1: client_key_file, and`)
      const unknown = yield* messageOf("SELF_SIGNED_CERT_IN_CHAIN")
      assert.include(unknown, `name its PEM file in ${config}, line 2: ca_file;`)
      rmSync(folder, { recursive: true })
    }))

  it.effect.each(["ENOTFOUND", "HPE_INVALID_CONSTANT", "SOMETHING_NEW"])(
    "does not retry %s",
    (code) =>
      Effect.gen(function*() {
        const { error, requests } = yield* failureOf([{ code }])
        assert.strictEqual(requests.length, 1)
        assert.strictEqual(error.reason._tag, "ConnectionFailed")
      })
  )

  it.effect.each([301, 302, 303, 307, 308])(
    "refuses the redirect %s and sends nothing on",
    (status) =>
      Effect.gen(function*() {
        const { error, requests } = yield* failureOf([{ status, headers: { location: "https://elsewhere.test/" } }])
        assert.strictEqual(requests.length, 1)
        assert.strictEqual(error.reason._tag, "Redirected")
        assert.include(error.message, "WALLET_STATEMENT_BASE_URL")
      })
  )

  it.effect("waits as long as Retry-After says", () =>
    Effect.gen(function*() {
      const service = scripted({ status: 429, headers: { "retry-after": "17" } }, {
        status: 503,
        headers: { "retry-after": "9" }
      }, {})
      yield* onClock(post).pipe(Effect.provide(layerOf(service)))
      const [first = 0, second = 0] = gaps(service.requests)
      assert.isAtLeast(first, 17_000)
      assert.isAtMost(first, 17_100)
      assert.isAtLeast(second, 9_000)
      assert.isAtMost(second, 9_100)
    }))

  it.effect("waits until the date that Retry-After names, by the service's clock", () =>
    Effect.gen(function*() {
      const headers = { date: "Thu, 01 Jan 2026 12:00:00 GMT", "retry-after": "Thu, 01 Jan 2026 12:00:20 GMT" }
      const service = scripted({ status: 429, headers }, {})
      yield* onClock(post).pipe(Effect.provide(layerOf(service)))
      assert.isAtLeast(gaps(service.requests)[0] ?? 0, 20_000)
    }))

  it.effect("does not wait longer than the request may take, and says what the service asked for", () =>
    Effect.gen(function*() {
      const { error, requests } = yield* failureOf([{ status: 429, headers: { "retry-after": "3600" } }])
      assert.strictEqual(requests.length, 1)
      assert.deepStrictEqual(error.stopped, { _tag: "TimeUsed", waitMillis: 3_600_000, leftMillis: 120_000 })
      assert.include(error.message, "The wait the service asks for, 3600 s, is longer than the 120 s")
    }))

  it.effect.each([429, 503])(
    "fails in order when status %s comes with a pause beyond all numbers",
    (status) =>
      Effect.gen(function*() {
        const far = { date: "Thu, 01 Jan 1970 00:00:00 GMT", "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }
        for (const headers of [{ "retry-after": "9".repeat(400) }, far]) {
          const { error, requests } = yield* failureOf([{ status, headers }])
          assert.strictEqual(requests.length, 1)
          assert.strictEqual(error.stopped._tag, "TimeUsed")
          assert.include(error.message, "The wait the service asks for, 315360000 s, is longer than the 120 s")
        }
      })
  )

  it.effect("makes as many attempts as the settings allow, and no more", () =>
    Effect.gen(function*() {
      const { error, requests } = yield* failureOf([{
        status: 500,
        body: `{"success":false,"message":"Internal server error."}`
      }], {
        maxAttempts: 3
      })
      assert.strictEqual(requests.length, 3)
      assert.strictEqual(
        error.message,
        "/api/v2/wallet/statement: the service failed (status 500); the service said \"Internal server error.\". Try later. "
          + "Tried 3 times, as often as WALLET_STATEMENT_MAX_ATTEMPTS allows."
      )
    }))

  it.effect("ends an attempt that brings no answer, and one whose body never ends", () =>
    Effect.gen(function*() {
      const service = scripted("never", "never-ending-body", {})
      const response = yield* onClock(post).pipe(
        Effect.provide(layerOf(service, { requestTimeout: Duration.seconds(10) }))
      )
      assert.strictEqual(response.attempts, 3)
      for (const gap of gaps(service.requests)) {
        assert.isAtLeast(gap, 10_000)
        assert.isAtMost(gap, 11_200)
      }
    }))

  it.effect("ends within the time that a request may take with all its attempts", () =>
    Effect.gen(function*() {
      const settings = { maxAttempts: 100, requestTimeout: Duration.seconds(20), retryTimeout: Duration.seconds(65) }
      const { error, requests } = yield* failureOf(["never"], settings)
      assert.strictEqual(error.reason._tag, "TimedOut")
      assert.strictEqual(error.stopped._tag, "TimeUsed")
      assert.isAtMost(requests.at(-1)?.atMillis ?? 0, 65_000)
      assert.isAtLeast(requests.length, 3)
    }))

  it.effect("tries again when the body was cut off", () =>
    Effect.gen(function*() {
      const service = scripted("broken-body", { body: `{"success":true,"da` }, { body: "" }, { body: ` {"a":1}\n` })
      const response = yield* onClock(post).pipe(Effect.provide(layerOf(service)))
      assert.strictEqual(response.attempts, 4)
    }))

  it.effect("refuses a body beyond the bound, announced or not, without asking again", () =>
    Effect.gen(function*() {
      const body = `{"a":"${"x".repeat(1000)}"}`
      for (const headers of [{}, { "content-length": String(body.length) }]) {
        const { error, requests } = yield* failureOf([{ body, headers }], { maxResponseBytes: 1000 })
        assert.strictEqual(error.reason._tag, "TooLarge")
        assert.strictEqual(requests.length, 1)
      }
    }))

  it.effect("tells HTML from JSON", () =>
    Effect.gen(function*() {
      const { error, requests } = yield* failureOf([{ body: "\n <!DOCTYPE html><title>canary-token</title>" }])
      assert.strictEqual(requests.length, 1)
      assert.include(error.message, "an HTML page came where JSON belongs (status 200)")
      const other = yield* failureOf([{ body: "OK" }])
      assert.strictEqual(other.error.reason._tag, "NotJson")
    }))

  it.effect("refuses a compressed body", () =>
    Effect.gen(function*() {
      const { error } = yield* failureOf([{ headers: { "content-encoding": "gzip" } }])
      assert.strictEqual(error.reason._tag, "Compressed")
    }))

  it.effect("escapes what the service says and takes secrets out of it, encoded ones too", () =>
    Effect.gen(function*() {
      const base64 = Buffer.from("canary-signature").toString("base64")
      const message = `bad canary-token ${base64} \u001b[2J\r\nforged`
      const { error } = yield* failureOf([{ status: 500, body: JSON.stringify({ success: false, message }) }], {
        maxAttempts: 1
      })
      assert.include(error.message, "\"bad <redacted> <redacted> \\u{1b}[2J\\u{d}\\u{a}forged\"")
      assert.notInclude(error.message, base64)
    }))

  it.effect("spaces the requests of all callers evenly", () =>
    Effect.gen(function*() {
      const service = scripted({})
      yield* onClock(Effect.all(Array.from({ length: 10 }, () => post), { concurrency: "unbounded" })).pipe(
        Effect.provide(layerOf(service, { requestsPerMinute: Option.some(60) }))
      )
      assert.strictEqual(service.requests.length, 10)
      for (const gap of gaps(service.requests)) assert.strictEqual(gap, 1000)
    }))

  it.effect("tells the observer of each retry as it happens", () =>
    Effect.gen(function*() {
      const events: Array<TransportEvent> = []
      const service = scripted({ status: 429, headers: { "retry-after": "3" } }, { code: "ECONNRESET" }, {})
      yield* onClock(post).pipe(
        Effect.provideService(TransportObserver, (event) => Effect.sync(() => void events.push(event))),
        Effect.provide(layerOf(service))
      )
      const told = events.map((event) => event._tag === "Retrying" ? [event.attempt, event.reason._tag] : event._tag)
      assert.deepStrictEqual(told, ["Requesting", [1, "RateLimited"], [2, "ConnectionFailed"]])
      assert.strictEqual(events[1]?._tag === "Retrying" ? events[1].waitMillis : undefined, 3000)
    }))

  it.effect("keeps a failing client's own error, which prints the request, out of its own", () =>
    Effect.gen(function*() {
      const { error } = yield* failureOf([{ code: "ECONNREFUSED" }], { maxAttempts: 1 })
      assert.notInclude(inspect(error, { depth: 20, showHidden: true }), "canary in a cause")
    }))

  it.effect("waits for the words of a refusal for half of the attempt's time, and two seconds at most", () =>
    Effect.gen(function*() {
      const refusal = { status: 400, body: `{"message":"no canary-token"}`, isEndless: true }
      for (const [requestTimeout, millis] of [[3, 1500], [30, 2000]] as const) {
        const service = scripted(refusal)
        const response = yield* onClock(post).pipe(
          Effect.provide(layerOf(service, { requestTimeout: Duration.seconds(requestTimeout) }))
        )
        assert.strictEqual(response.durationMillis, millis)
        assert.strictEqual(response.said(), "\"no <redacted>\"")
      }
    }))

  it.effect("tells how far this machine's clock is ahead of the service's, by the last answer that says", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2026, 0, 1, 12, 0, 30))
      const answers = [{}, { headers: { date: "Thu, 01 Jan 2026 12:00:10 GMT" } }, {}]
      const service = scripted(...answers)
      yield* Effect.gen(function*() {
        const { clockLead } = yield* Transport
        assert.deepStrictEqual(yield* clockLead, Option.none())
        assert.notProperty(yield* post, "servedAt")
        assert.deepStrictEqual(yield* clockLead, Option.none())
        assert.strictEqual((yield* post).servedAt, Date.UTC(2026, 0, 1, 12, 0, 10))
        assert.deepStrictEqual(yield* clockLead, Option.some(20_000))
        yield* post
        assert.deepStrictEqual(yield* clockLead, Option.some(20_000))
      }).pipe(Effect.provide(layerOf(service)))
    }))

  it.effect("tries no more than the reserve again when nothing works, and the rest of a fifth as requests come", () =>
    Effect.gen(function*() {
      const service = scripted({ status: 503 })
      const posts = 30
      yield* onClock(Effect.replicateEffect(Effect.ignore(post), posts), 30_000).pipe(
        Effect.provide(layerOf(service, { retryTimeout: Duration.hours(10) }))
      )
      assert.strictEqual(service.requests.length, posts + retryReserve + Math.floor((posts - 5) * retryShare))
    }))

  it.effect("gives an attempt what is left of the request's time, and no more", () =>
    Effect.gen(function*() {
      const settings = { requestTimeout: Duration.seconds(20), retryTimeout: Duration.seconds(25), maxAttempts: 9 }
      const service = scripted("never")
      const error = yield* onClock(Effect.flip(post), 50).pipe(Effect.provide(layerOf(service, settings)))
      const [first = 0, second = 0] = service.requests.map(({ atMillis }) => atMillis)
      assert.isAbove(second - first, 19_999)
      assert.strictEqual(error.attempts, 2)
      assert.closeTo(Number(service.endings.at(-1)), first + 25_000, 1)
    }))

  it.effect("waits for a pause that another was asked to make, for an hour where no run says how long", () =>
    Effect.gen(function*() {
      for (const [seconds, requests] of [[3500, 2], [3700, 1]] as const) {
        const service = fakeClient((_, count) =>
          count === 1 ? { status: 429, headers: { "retry-after": String(seconds) } } : {}
        )
        yield* Effect.gen(function*() {
          yield* Effect.flip(post)
          yield* onClock(Effect.ignore(post), 100_000)
        }).pipe(Effect.provide(layerOf(service)))
        assert.strictEqual(service.requests.length, requests, `${seconds} s`)
      }
    }))
})
