import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { isTransient, retryAfterMillis, waitMillis } from "../../../src/transport/request/RetryPolicy.ts"
import { isCertificateCode } from "../../../src/transport/words/errorCodes.ts"
import {
  CertificateRefused,
  ConnectionFailed,
  NotJson,
  RateLimited,
  ServiceFailed,
  TimedOut,
  TooLarge,
  type TransportReason,
  Truncated
} from "../../../src/transport/words/TransportError.ts"

describe("retryAfterMillis", () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 0)

  it("reads seconds", () => {
    assert.strictEqual(retryAfterMillis("120", undefined, now), 120_000)
    assert.strictEqual(retryAfterMillis(" 0 ", undefined, now), 0)
  })

  it("reads an HTTP date against this clock when the answer has no date", () => {
    assert.strictEqual(retryAfterMillis("Thu, 01 Jan 2026 12:01:30 GMT", undefined, now), 90_000)
    assert.strictEqual(retryAfterMillis("Thu, 01 Jan 2026 11:00:00 GMT", undefined, now), 0)
  })

  it("reads an HTTP date against the service's own clock, so that a clock five minutes off does no harm", () => {
    for (const skew of [-300_000, 0, 300_000]) {
      const serverDate = "Thu, 01 Jan 2026 12:00:00 GMT"
      assert.strictEqual(retryAfterMillis("Thu, 01 Jan 2026 12:00:10 GMT", serverDate, now + skew), 10_000)
    }
  })

  it("is never negative, nor more than ten years, whatever the service writes", () => {
    const tenYears = 10 * 365 * 86_400_000
    const far = "Fri, 31 Dec 9999 23:59:59 GMT"
    const old = "Thu, 01 Jan 1970 00:00:00 GMT"
    assert.strictEqual(retryAfterMillis("9".repeat(400), undefined, now), tenYears)
    assert.strictEqual(retryAfterMillis(String(tenYears / 1000 - 1), undefined, now), tenYears - 1000)
    assert.strictEqual(retryAfterMillis(far, undefined, now), tenYears)
    assert.strictEqual(retryAfterMillis(far, old, now), tenYears)
    assert.strictEqual(retryAfterMillis(old, far, now), 0)
  })

  it("reads the older forms of a date, and compares with this clock where the service's is no date", () => {
    for (const text of ["Thursday, 01-Jan-26 12:00:10 GMT", "Thu Jan 01 2026 12:00:10 GMT"]) {
      assert.strictEqual(retryAfterMillis(text, undefined, now), 10_000)
      assert.strictEqual(retryAfterMillis(text, "soon", now - 5000), 15_000)
    }
    assert.isUndefined(retryAfterMillis("in 1 day, Thu, 01 Jan 2026 12:00:10 GMT", undefined, now))
    assert.isUndefined(retryAfterMillis("1 Thu, 01 Jan 2026 12:00:10 GMT", undefined, now))
  })

  it("takes anything else for nothing said", () => {
    for (const text of [undefined, "", "-5", "1.5", "soon", "2026-01-01", "1e9", "Foo, bar"]) {
      assert.isUndefined(retryAfterMillis(text, undefined, now))
    }
  })
})

describe("waitMillis", () => {
  it.effect.prop(
    "is within the doubling end, and never below what the service asks for",
    [
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 99 })),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))
    ],
    ([attempt, percent, asked]) =>
      Effect.sync(() => {
        const drawn = waitMillis(attempt, percent / 100, undefined)
        assert.isAtLeast(drawn, 0)
        assert.isAtMost(drawn, Math.min(30_000, 500 * 2 ** (attempt - 1)))
        assert.strictEqual(waitMillis(attempt, percent / 100, asked), Math.max(drawn, asked))
      }),
    { arbitrary: { seed: 11, runs: 300 } }
  )
})

describe("isTransient", () => {
  it.each<readonly [boolean, TransportReason]>([
    [true, new TimedOut({ millis: 1 })],
    [true, new Truncated({ bytes: 1 })],
    [true, new RateLimited({ retryAfterMillis: null, said: "" })],
    [true, new ServiceFailed({ status: 500, retryAfterMillis: null, said: "" })],
    [true, new ConnectionFailed({ code: "ECONNRESET" })],
    [true, new ConnectionFailed({ code: "PROXY_ECONNRESET" })],
    [false, new ConnectionFailed({ code: "ENOTFOUND" })],
    [false, new ConnectionFailed({ code: "PROXY_ENOTFOUND" })],
    [false, new CertificateRefused({ code: "CERT_HAS_EXPIRED" })],
    [false, new NotJson({ status: 200, html: true })],
    [false, new TooLarge({ maxBytes: 1 })]
  ])("is %s of %j", (expected, reason) => {
    assert.strictEqual(isTransient(reason), expected)
  })
})

describe("isCertificateCode", () => {
  it.each([
    "CERT_HAS_EXPIRED",
    "CERT_NOT_YET_VALID",
    "CERT_REVOKED",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "EPROTO",
    "ERR_SSL_WRONG_VERSION_NUMBER",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE"
  ])("knows %s", (code) => assert.isTrue(isCertificateCode(code)))

  it.each([
    "ECONNRESET",
    "ENOTFOUND",
    "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC",
    "ERR_SSL_SSL/TLS_ALERT_BAD_RECORD_MAC",
    "UND_ERR_SOCKET",
    "EAI_AGAIN"
  ])("does not take %s for one", (code) => {
    assert.isFalse(isCertificateCode(code))
  })
})
