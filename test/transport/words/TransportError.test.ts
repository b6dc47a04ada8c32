import { assert, describe, it } from "@effect/vitest"
import {
  BeyondBound,
  CertificateRefused,
  Compressed,
  ConnectionFailed,
  HeldBack,
  NotJson,
  RateLimited,
  Redirected,
  ServiceFailed,
  type Stopped,
  TimedOut,
  TooLarge,
  TransportError,
  type TransportReason,
  Truncated
} from "../../../src/transport/words/TransportError.ts"

const reasons: ReadonlyArray<readonly [TransportReason, string]> = [
  [
    new TimedOut({ millis: 30_050 }),
    "no complete answer within 30.1 s. Raise WALLET_STATEMENT_REQUEST_TIMEOUT, or ask for fewer records at once with --limit"
  ],
  [
    new ConnectionFailed({ code: "ENOTFOUND" }),
    "the service's name does not resolve (ENOTFOUND). Check the host in WALLET_STATEMENT_BASE_URL"
  ],
  [
    new CertificateRefused({ code: "EPROTO" }),
    "what answers there does not speak TLS, or an old version of it (EPROTO). Nothing was sent. Check the scheme and port in " +
    "WALLET_STATEMENT_BASE_URL"
  ],
  [
    new CertificateRefused({ code: "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION" }),
    "the service speaks a TLS version that is too old (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION). Nothing was sent. That is the " +
    "service's to put right: tell its operator"
  ],
  [
    new CertificateRefused({
      code: "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
      places: { authorities: "a", certificate: "b", key: "c" }
    }),
    "the service wants a client certificate and was shown none (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED). Set b and c"
  ],
  [
    new RateLimited({ retryAfterMillis: null, said: "" }),
    "the service's request limit is reached (status 429). Lower WALLET_STATEMENT_REQUESTS_PER_MINUTE or try later"
  ],
  [
    new RateLimited({ retryAfterMillis: 1000, said: "\"slow down\"" }),
    "the service's request limit is reached (status 429); the service said \"slow down\". Lower " +
    "WALLET_STATEMENT_REQUESTS_PER_MINUTE or try later"
  ],
  [
    new ServiceFailed({ status: 503, retryAfterMillis: null, said: "" }),
    "the service failed (status 503). Try later"
  ],
  [
    new Redirected({ status: 302 }),
    "the service redirects (status 302), and redirects are not followed, since credentials and signatures would go with the " +
    "request. Put the final address into WALLET_STATEMENT_BASE_URL"
  ],
  [
    new TooLarge({ maxBytes: 1000 }),
    "the answer is larger than 1000 bytes. If that is right, raise WALLET_STATEMENT_MAX_RESPONSE_BYTES; otherwise ask for " +
    "fewer records at once with --limit"
  ],
  [
    new Truncated({ bytes: 12 }),
    "the answer was cut off after 12 bytes. Check the network, and any proxy on the way"
  ],
  [
    new NotJson({ status: 200, html: true }),
    "an HTML page came where JSON belongs (status 200): a proxy, a sign-in page or another service answered. Check " +
    "WALLET_STATEMENT_BASE_URL and the network"
  ],
  [
    new NotJson({ status: 204, html: false }),
    "something else came where JSON belongs (status 204): a proxy, a sign-in page or another service answered. Check " +
    "WALLET_STATEMENT_BASE_URL and the network"
  ],
  [
    new Compressed(),
    "the answer came compressed though that was not asked for. A proxy on the way does this: turn it off for the service"
  ],
  [
    new BeyondBound({ bound: "depth", most: 5 }),
    "the answer is nested more deeply than 5 levels, and nothing of it was used. If that is right, raise " +
    "WALLET_STATEMENT_MAX_RESPONSE_DEPTH"
  ],
  [
    new BeyondBound({ bound: "records", most: 5 }),
    "the answer holds more than 5 records, and nothing of it was used. If that is right, raise WALLET_STATEMENT_MAX_RECORDS"
  ],
  [
    new BeyondBound({ bound: "keys", most: 5 }),
    "the answer has an object with more than 5 keys, and nothing of it was used. If that is right, raise " +
    "WALLET_STATEMENT_MAX_KEYS"
  ],
  [
    new BeyondBound({ bound: "field", most: 5 }),
    "the answer has a field longer than 5 characters, and nothing of it was used. If that is right, raise " +
    "WALLET_STATEMENT_MAX_FIELD_LENGTH"
  ],
  [
    new BeyondBound({ bound: "values", most: 5 }),
    "the answer holds more than 5 values, and nothing of it was used. If that is right, raise WALLET_STATEMENT_MAX_VALUES"
  ],
  [
    new HeldBack({ why: "asked", waitMillis: 1500 }),
    "the service asked, in answer to another request, not to be asked for 1.5 s"
  ],
  [
    new HeldBack({ why: "outage", waitMillis: 5000 }),
    "the service failed many times in a row, so nothing is sent to it for 5 s. Check whether it is down"
  ],
  [
    new HeldBack({ why: "turn", waitMillis: 5000 }),
    "no turn came in time: requests are held below the service's limit"
  ]
]

const failed = new ServiceFailed({ status: 500, retryAfterMillis: 7000, said: "" })
const [waitMillis, leftMillis] = [7000, 2000]

const endings: ReadonlyArray<readonly [Stopped, attempts: number, string]> = [
  [{ _tag: "Final" }, 1, ""],
  [{ _tag: "Final" }, 0, " Nothing was sent."],
  [{ _tag: "Final" }, 3, " Tried 3 times."],
  [{ _tag: "AttemptsUsed" }, 1, " Tried once, as often as WALLET_STATEMENT_MAX_ATTEMPTS allows."],
  [{ _tag: "AttemptsUsed" }, 5, " Tried 5 times, as often as WALLET_STATEMENT_MAX_ATTEMPTS allows."],
  [
    { _tag: "BudgetUsed" },
    1,
    " Tried once; not again, since too many requests of this run needed another try. Run it again later."
  ],
  [
    { _tag: "RunOver", waitMillis, leftMillis },
    2,
    " Tried 2 times. The wait the service asks for, 7 s, is longer than the 2 s that this run may still take. " +
    "WALLET_STATEMENT_RUN_TIMEOUT sets how long that is."
  ],
  [
    { _tag: "TimeUsed", waitMillis: 7001, leftMillis },
    2,
    " Tried 2 times. The next wait, 7.1 s, is longer than the 2 s that this request may still take. " +
    "WALLET_STATEMENT_RETRY_TIMEOUT sets how long that is."
  ]
]

describe("what is said of a request that failed", () => {
  it.each(reasons)("is, of %j", (reason, message) => {
    assert.strictEqual(reason.message, message)
    const error = new TransportError({ reason, path: "/x", attempts: 1, stopped: { _tag: "Final" } })
    assert.strictEqual(error.message, `/x: ${message}.`)
  })

  it.each(endings)("ends, of %j behind %d attempts, with%s", (stopped, attempts, ending) => {
    const error = new TransportError({ reason: failed, path: "/x", attempts, stopped })
    assert.strictEqual(error.message, `/x: the service failed (status 500). Try later.${ending}`)
  })

  it("tells no wait of the service's where the reason has none", () => {
    const reason = new TimedOut({ millis: 7000 })
    const error = new TransportError({
      reason,
      path: "/x",
      attempts: 1,
      stopped: { _tag: "TimeUsed", waitMillis, leftMillis }
    })
    assert.include(error.message, "Tried once. The next wait, 7 s,")
  })
})
