import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Redacted, Result } from "effect"
import { HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import type { LimitAdvice } from "../../../src/transport/limit/limitAdvice.ts"
import { exchange } from "../../../src/transport/request/exchange.ts"
import { spanRecorder } from "../../kit/spanRecorder.ts"
import { onClock, type Reply, scripted } from "../fakeService.ts"

const maxResponseBytes = 20

/** What comes of one attempt: an answer's status, text and time, or a reason. */
const answered = (reply: Reply, onAdvice: (advice: LimitAdvice) => void = () => {}) =>
  Effect.gen(function*() {
    const client = yield* HttpClient.HttpClient
    const result = yield* Effect.result(onClock(exchange(client, {
      url: "https://wallet.test/x",
      headers: {},
      body: Redacted.make("{}"),
      secrets: [],
      maxResponseBytes,
      refusalMillis: 2000,
      onAdvice,
      placeOf: (name) => name
    })))
    return Result.match(result, {
      onSuccess: ({ bytes, servedAt, status }): Readonly<Record<string, unknown>> => ({
        status,
        text: Buffer.from(bytes).toString(),
        servedAt
      }),
      onFailure: (reason): Readonly<Record<string, unknown>> => ({ ...reason })
    })
  }).pipe(Effect.provide(scripted(reply).layer))

const date = "Thu, 01 Jan 2026 12:00:00 GMT"
const body = `{"a":"0123456789ab"}`

describe("an attempt", () => {
  it.effect.each([200, 201, 299])(
    "with status %d brings the body that came, of as many bytes as are read at most",
    (status) =>
      Effect.gen(function*() {
        for (const headers of [{}, { "content-length": "20" }, { "content-length": "unknown" }]) {
          assert.deepStrictEqual(yield* answered({ status, body, headers }), {
            status,
            text: body,
            servedAt: Number.NaN
          })
        }
        assert.deepStrictEqual(yield* answered({ status, body, headers: { date } }), {
          status,
          text: body,
          servedAt: Date.parse(date)
        })
      })
  )

  it.effect("reads nothing of a body that is announced to be larger, and gives one up that turns out to be", () =>
    Effect.gen(function*() {
      const tooLarge = { _tag: "TooLarge", maxBytes: maxResponseBytes }
      assert.deepInclude(yield* answered({ body: "{}", headers: { "content-length": "21" } }), tooLarge)
      assert.deepInclude(yield* answered({ body: `${body} ` }), tooLarge)
    }))

  it.effect.each([204, 205])("with status %d brings no body", (status) =>
    Effect.gen(function*() {
      assert.deepInclude(yield* answered({ status, body }), { _tag: "NotJson", status, html: false })
    }))

  it.effect.each([300, 304, 399])("with status %d is sent elsewhere", (status) =>
    Effect.gen(function*() {
      assert.deepInclude(yield* answered({ status }), { _tag: "Redirected", status })
    }))

  it.effect.each([400, 404, 501])(
    "with status %d brings whatever came as its text",
    (status) =>
      Effect.gen(function*() {
        for (const text of ["", "no", "{\"a\":", "<html>"]) {
          assert.deepInclude(yield* answered({ status, body: text, headers: { date } }), {
            status,
            text,
            servedAt: Date.parse(date)
          })
        }
      })
  )

  it.effect("reads 64 KiB of a refusal", () =>
    Effect.gen(function*() {
      const long = "x".repeat(65_536)
      for (const more of ["", "y"]) {
        assert.deepInclude(yield* answered({ status: 400, body: `${long}${more}` }), { text: long })
      }
    }))

  it.effect("takes a compressed body for none, and identity for no compression", () =>
    Effect.gen(function*() {
      const compressed = { "content-encoding": "gzip" }
      assert.deepInclude(yield* answered({ body, headers: compressed }), { _tag: "Compressed" })
      assert.deepInclude(yield* answered({ status: 400, body: "no", headers: compressed }), { status: 400, text: "" })
      assert.deepInclude(yield* answered({ body, headers: { "content-encoding": "Identity" } }), { text: body })
    }))

  it.effect.each([["{\"a\":", "Truncated"], ["", "Truncated"], ["<html>", "NotJson"], ["[]", "NotJson"]])(
    "takes %s for what it is",
    ([text = "", tag = ""]) =>
      Effect.gen(function*() {
        assert.deepInclude(yield* answered({ body: text }), {
          _tag: tag,
          ...(tag === "Truncated" ? { bytes: text.length } : { html: text === "<html>" })
        })
      })
  )

  it.effect("tells what the service says of its limit by this machine's clock", () =>
    Effect.gen(function*() {
      const told: Array<LimitAdvice> = []
      // The test clock begins with 1970, and a reset that is a date lies behind 2001.
      yield* TestClock.setTime(1_800_000_000_000)
      const reset = String((yield* Clock.currentTimeMillis) / 1000 + 40)
      yield* answered({ headers: { "ratelimit": "limit=100, remaining=5, reset=30" } }, (advice) => told.push(advice))
      yield* answered({ headers: { "x-ratelimit-remaining": "5", "x-ratelimit-reset": reset } }, (advice) => {
        told.push(advice)
      })
      assert.deepStrictEqual(told.map(({ forMillis }) => Math.round(forMillis / 1000)), [30, 40])
    }))

  it.effect("has no span of the client's", () =>
    Effect.gen(function*() {
      const { spans, tracer } = spanRecorder()
      yield* answered({}).pipe(Effect.withSpan("a run"), Effect.withTracer(tracer))
      assert.deepStrictEqual(spans.map(({ name }) => name), ["a run"])
    }))
})
