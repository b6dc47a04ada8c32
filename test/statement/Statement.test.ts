import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Logger, Redacted, Schema, Tracer } from "effect"
import { createHash } from "node:crypto"
import { inspect } from "node:util"
import { parseDay } from "../../src/domain/Period.ts"
import { dayAt, sourceText } from "../../src/domain/Records.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import { numericText } from "../../src/domain/StatementRecord.ts"
import { WalletNo } from "../../src/domain/Wallet.ts"
import { Signer } from "../../src/signer/Signer.ts"
import { recordAt, recordsOf } from "../../src/statement/recordTexts.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { Transport } from "../../src/transport/Transport.ts"
import { spanRecorder } from "../kit/spanRecorder.ts"
import { type Arrived, fakeClient, onClock, type Reply, testAuth, testSettings } from "../transport/fakeService.ts"
import { answerOf, layerOver } from "./overTransport.ts"
import { recordJson } from "./recordJson.ts"

const walletNo = Schema.decodeSync(WalletNo)("W-100")
const request: StatementRequest = { walletNo, fromDate: "2024-03-01", toDate: "2024-03-31", limit: 5000 }

const login = (count: number): Reply => ({
  body:
    `{"success":true,"message":"","data":{"access_token":"canary-token-${count}","token_type":"bearer","expires_in":3600}}`
})

/** Logs in whoever asks and answers statement requests by a script. */
const serviceOf = (answer: (arrived: Arrived, count: number) => Reply) => {
  let logins = 0
  let statements = 0
  const service = fakeClient((arrived) =>
    arrived.url.endsWith("/login") ? login(++logins) : answer(arrived, ++statements)
  )
  return {
    ...service,
    statements: () => service.requests.filter(({ url }) => url.endsWith("/statement")),
    logins: () => logins
  }
}

const layerOf = (service: ReturnType<typeof serviceOf>) =>
  Statement.layer().pipe(
    Layer.provide(testAuth),
    Layer.provide(Transport.layer(...testSettings())),
    Layer.provide([Signer.layerTest, service.layer])
  )

const fetchOf = (asked: StatementRequest = request) => Effect.flatMap(Statement, (statement) => statement.fetch(asked))

const pageReply = (...records: ReadonlyArray<string>) => ({
  body: `{"success":true,"message":"ok","data":[${records.join(", ")}]}`
})

const failing = (reply: Reply, asked: StatementRequest = request) =>
  Effect.gen(function*() {
    const service = serviceOf(() => reply)
    const error = yield* onClock(Effect.flip(fetchOf(asked))).pipe(Effect.provide(layerOf(service)))
    return { error, service }
  })

describe("Statement", () => {
  it.effect("sends what the interface asks for, and signs the very values it sends", () => {
    const service = serviceOf(() => pageReply())
    return Effect.gen(function*() {
      yield* fetchOf({ ...request, limit: 17 })
      const arrived = service.statements()[0]
      assert.strictEqual(arrived?.url, "https://wallet.test/base/api/v2/wallet/statement")
      assert.strictEqual(
        arrived?.body,
        `{"wallet_no":"W-100","from_date":"2024-03-01","to_date":"2024-03-31","limit":17}`
      )
      const { accept, authorization, signature } = arrived?.headers ?? {}
      assert.strictEqual(authorization, "Bearer canary-token-1")
      assert.strictEqual(accept, "application/json")
      assert.strictEqual(arrived?.headers["content-type"], "application/json")
      assert.strictEqual(signature, createHash("sha256").update("W-1002024-03-3117").digest("base64"))
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("brings the records with their digits, and what an auditor wants to know", () => {
    const reply = pageReply(
      recordJson(),
      recordJson({ amount: "123456789012345678.1200", balance: "", extra: `{"a":[1]}` })
    )
    const service = serviceOf(() => reply)
    return Effect.gen(function*() {
      const page = yield* fetchOf()
      assert.strictEqual(page.sha256, createHash("sha256").update(reply.body).digest("hex"))
      assert.strictEqual(page.bytes, reply.body.length)
      assert.strictEqual(page.attempts, 1)
      assert.strictEqual(page.request, request)
      const texts = [0, 1].map((index) => {
        const received = recordAt(page.records, index) ?? assert.fail("no record")
        return [numericText(received.amount), received.balance && numericText(received.balance)]
      })
      assert.deepStrictEqual(texts, [["10.00", "90071992547409.93"], ["123456789012345678.1200", undefined]])
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect.each<readonly [string, string, string, string]>([
    ["no object", `"text"`, "not-an-object", "expected an object"],
    ["null", "null", "not-an-object", "expected an object"],
    ["an array", "[]", "not-an-object", "expected an object"],
    ["no txnId", recordJson({ txnId: "" }), "missing-field", "txnId is missing: expected a string"],
    [
      "no amount",
      recordJson({ amount: "" }),
      "missing-field",
      "amount is missing: expected a number, or a string that holds one"
    ],
    ["a numeric txnId", recordJson({ txnId: "7" }), "wrong-field", "txnId: expected a string"],
    ["another type", recordJson({ type: `"debit"` }), "wrong-field", "type: expected Debit or Credit"],
    [
      "amount null",
      recordJson({ amount: "null" }),
      "wrong-field",
      "amount: expected a number, or a string that holds one"
    ],
    [
      "a balance that is an object",
      recordJson({ balance: "{}" }),
      "wrong-field",
      "balance: expected a number, a string that holds one, or null"
    ],
    ["confirmed as text", recordJson({ confirmed: `"true"` }), "wrong-field", "confirmed: expected true or false"],
    ["a date that is a number", recordJson({ date: "5" }), "wrong-field", "date: expected a string"]
  ])("rejects a record alone, with its exact text: %s", ([, text, reason, detail]) => {
    const service = serviceOf(() => pageReply(recordJson(), ` ${text}\n`, recordJson({ balance: "null" })))
    return Effect.gen(function*() {
      const page = yield* fetchOf()
      const { records } = page
      assert.strictEqual(records.count, 3)
      assert.deepStrictEqual([...records.rejected], [[1, { reason, detail }]] as never)
      assert.strictEqual(sourceText(records, 1), text)
      assert.strictEqual(sourceText(records, 0), recordJson())
      assert.isUndefined(recordAt(records, 1))
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("keeps the day of a rejected record, which says what window keeps it", () => {
    const service = serviceOf(() =>
      pageReply(recordJson({ txnId: "7" }), recordJson({ txnId: "7", date: `"soon"` }), recordJson({ date: "5" }), "7")
    )
    return Effect.gen(function*() {
      const { records } = yield* fetchOf()
      assert.deepStrictEqual(
        [0, 1, 2, 3].map((index) => dayAt(records, index)),
        [parseDay("2024-03-05"), undefined, undefined, undefined]
      )
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("keeps all records of a page that has more than the limit", () => {
    const service = serviceOf(() => pageReply(recordJson(), recordJson(), recordJson()))
    return Effect.gen(function*() {
      assert.strictEqual((yield* fetchOf({ ...request, limit: 2 })).records.count, 3)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("renews the token once after a 401 and sends the request once more", () => {
    const service = serviceOf(({ headers }) =>
      headers["authorization"] === "Bearer canary-token-1" ? { status: 401 } : pageReply(recordJson())
    )
    return Effect.gen(function*() {
      const page = yield* fetchOf()
      assert.strictEqual(page.records.count, 1)
      assert.strictEqual(page.attempts, 2)
      assert.deepStrictEqual(service.statements().map(({ headers }) => headers["authorization"]), [
        "Bearer canary-token-1",
        "Bearer canary-token-2"
      ])
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("takes the time of both answers for the duration when the first was a 401", () => {
    const service = serviceOf((_, count) => ({
      ...(count === 1 ? { status: 401 } : pageReply()),
      afterMillis: count * 300
    }))
    return Effect.gen(function*() {
      assert.strictEqual((yield* onClock(fetchOf())).durationMillis, 900)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("renews a token again that came by renewal and has worked since", () => {
    const service = serviceOf((_, count) => count % 2 === 1 ? { status: 401 } : pageReply())
    return Effect.gen(function*() {
      yield* fetchOf()
      yield* fetchOf()
      assert.strictEqual(service.logins(), 3)
      assert.strictEqual(service.statements().length, 4)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("logs in once when 100 concurrent requests are refused, and replays each once", () => {
    const service = serviceOf(({ headers }) =>
      headers["authorization"] === "Bearer canary-token-1" ? { status: 401 } : pageReply()
    )
    return Effect.gen(function*() {
      yield* Effect.all(Array.from({ length: 100 }, () => fetchOf()), { concurrency: "unbounded" })
      assert.strictEqual(service.logins(), 2)
      assert.isAtMost(service.statements().length, 200)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("fails clearly after the second 401, and does not log in for every request after it", () => {
    const service = serviceOf(() => ({ status: 401, body: `{"success":false,"message":"Unauthorized."}` }))
    return Effect.gen(function*() {
      const error = yield* Effect.flip(fetchOf())
      assert.strictEqual(error.reason._tag, "TokenRefused")
      assert.isTrue(error.refused)
      assert.strictEqual(service.statements().length, 2)
      for (let count = 0; count < 20; count++) assert.isTrue((yield* Effect.flip(fetchOf())).refused)
      assert.strictEqual(service.logins(), 2)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect.each<readonly [number, string, string, boolean]>([
    [403, "Invalid signature.", "SignatureRefused", true],
    [400, "Signature verification failed", "SignatureRefused", true],
    [200, "The request is not signed correctly", "SignatureRefused", true],
    [403, "IP not whitelisted", "AccessRefused", true],
    [403, "", "AccessRefused", true],
    [404, "Wallet not found.", "WalletUnknown", false],
    [404, "", "WalletUnknown", false],
    [200, "Unknown wallet account", "WalletUnknown", false],
    [400, "Invalid dates.", "DatesRefused", false],
    [422, "The to_date field must be a valid date", "DatesRefused", false],
    [400, "Invalid limit.", "LimitRefused", false],
    [200, "Rate limit exceeded.", "RequestRefused", false],
    [400, "", "RequestRefused", false],
    [401, "Unauthorized.", "TokenRefused", true],
    [401, "Unknown wallet account", "TokenRefused", true],
    [401, "Invalid signature.", "SignatureRefused", true],
    [418, "teapot", "RequestRefused", false]
  ])("tells what a refusal means: %s %s", ([status, message, tag, refused]) =>
    Effect.gen(function*() {
      const { error, service } = yield* failing({ status, body: JSON.stringify({ success: false, message }) })
      assert.strictEqual(error.reason._tag, tag)
      assert.strictEqual(error.refused, refused)
      assert.include(error.message, `status ${status}`)
      assert.strictEqual(service.statements().length, status === 401 ? 2 : 1)
    }))

  it.effect("tells what a refusal without a message means, by its status alone", () =>
    Effect.gen(function*() {
      const { error } = yield* failing({ status: 404, body: "<html>not here</html>" })
      assert.strictEqual(error.reason._tag, "WalletUnknown")
      assert.include(error.message, "(status 404); the service said an HTML page")
    }))

  it.effect.each([200, 201, 299])("takes an answer with the good status %s", (status) => {
    const service = serviceOf(() => ({ ...pageReply(recordJson()), status }))
    return Effect.gen(function*() {
      assert.strictEqual((yield* fetchOf()).records.count, 1)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect.each([199, 300, 400])(
    "takes no page with the status %s, whatever its body",
    (status) =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(fetchOf()).pipe(Effect.provide(layerOver(() => answerOf(status))))
        assert.strictEqual(error.reason._tag, "RequestRefused")
      })
  )

  it.effect("has the refused token taken out too of what is said to the second try", () => {
    const secrets: Array<ReadonlyArray<string>> = []
    const layer = layerOver((request) => {
      secrets.push(request.secrets.map(Redacted.value))
      return answerOf(401)
    })
    return Effect.gen(function*() {
      yield* Effect.flip(fetchOf())
      assert.deepStrictEqual(secrets.map((each) => each.filter((secret) => secret === "token").length), [1, 2])
    }).pipe(Effect.provide(layer))
  })

  it.effect.each<readonly [string, string, string]>([
    ["broken JSON", `{"success":true,"data":[}`, "line 1, column 25: expected a JSON value"],
    ["a doubled key", `{"success":true,"data":[],"data":[]}`, "expected a key that the object does not have yet"],
    ["no data", `{"success":true,"message":"x"}`, "expected data, an array"],
    ["data null", `{"success":true,"data":null}`, "expected data to be an array"],
    ["data an object", `{"success":true,"data":{"0":1}}`, "expected data to be an array"],
    ["no success", `{"data":[]}`, "expected success, true or false"],
    ["success as text", `{"success":"true","data":[]}`, "expected success to be true or false"]
  ])("refuses an answer that is no statement: %s", ([, body, expected]) =>
    Effect.gen(function*() {
      const { error } = yield* failing({ body })
      assert.strictEqual(error.reason._tag, "AnswerMalformed")
      assert.isFalse(error.refused)
      assert.include(error.message, expected)
    }))

  it.effect.each<readonly [string, string, string]>([
    ["RESPONSE_DEPTH", `[${"[".repeat(40)}${"]".repeat(40)}]`, "nested more deeply than 32 levels"],
    ["RECORDS", `[${"{},".repeat(10_000)}{}]`, "holds more than 10000 records"],
    [
      "KEYS",
      `[{${Array.from({ length: 101 }, (_, key) => `"k${key}":1`).join()}}]`,
      "an object with more than 100 keys"
    ],
    ["FIELD_LENGTH", `["${"x".repeat(65_537)}"]`, "has a field longer than 65536 characters"],
    [
      "VALUES",
      `[${Array.from({ length: 26 }, () => `[${"1,".repeat(9_700)}1]`).join()}]`,
      "holds more than 250000 values"
    ]
  ])(
    "refuses an answer beyond the bound of MAX_%s, and names the setting",
    ([setting, data, expected]) =>
      Effect.gen(function*() {
        const { error } = yield* failing({ body: `{"success":true,"data":${data}}` })
        assert.include(error.message, expected)
        assert.isTrue(error.message.endsWith(`If that is right, raise WALLET_STATEMENT_MAX_${setting}.`), error.message)
        assert.strictEqual(error.reason._tag, "TransportError")
      })
  )

  it.effect.each<readonly [Partial<StatementRequest>, string]>([
    [{ limit: 0 }, "from 1 to 5000"],
    [{ limit: 5001 }, "from 1 to 5000"],
    [{ limit: 1.5 }, "from 1 to 5000"],
    [{ limit: Number.NaN }, "from 1 to 5000"],
    [{ fromDate: "2024-02-30" }, "the first day is a day that exists"],
    [{ toDate: "31.03.2024" }, "the last day is a day that exists"],
    [{ fromDate: "2024-04-01" }, "the first day is after the last"],
    [{ walletNo: "a b" as WalletNo }, "1 to 64 printable characters"]
  ])("sends nothing when the request is wrong: %s", ([wrong, expected]) =>
    Effect.gen(function*() {
      const { error, service } = yield* failing(pageReply(), { ...request, ...wrong })
      assert.strictEqual(error.reason._tag, "RequestInvalid")
      assert.include(error.message, expected)
      assert.strictEqual(service.requests.length, 0)
    }))

  it.effect("asks for one day and for one record as for many", () => {
    const service = serviceOf(() => pageReply())
    return Effect.gen(function*() {
      yield* fetchOf({ ...request, fromDate: request.toDate, limit: 1 })
      assert.strictEqual(service.statements().length, 1)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("passes on why there was no answer, and why no login", () =>
    Effect.gen(function*() {
      const unanswered = yield* failing({ code: "ECONNREFUSED" })
      assert.include(unanswered.error.message, "No statement: /api/v2/wallet/statement: nothing listens")
      assert.isFalse(unanswered.error.refused)
      const service = fakeClient(() => ({ status: 401 }))
      const noLogin = yield* Effect.flip(fetchOf()).pipe(
        Effect.provide(layerOf({ ...service, statements: () => [], logins: () => 0 }))
      )
      assert.strictEqual(noLogin.reason._tag, "AuthError")
      assert.isTrue(noLogin.refused)
    }))

  it.effect("answers from a function in tests", () =>
    Effect.gen(function*() {
      const page = {
        request,
        records: recordsOf([]),
        bytes: 0,
        sha256: "",
        attempts: 1,
        requestedAt: 0,
        durationMillis: 0
      }
      const got = yield* fetchOf().pipe(Effect.provide(Statement.layerTest(() => Effect.succeed(page))))
      assert.strictEqual(got, page)
    }))
})

describe("The span of a fetch", () => {
  it.effect("says what was asked and how much came", () => {
    const { spans, tracer } = spanRecorder()
    const service = serviceOf(() => pageReply(recordJson(), recordJson()))
    return Effect.gen(function*() {
      const page = yield* fetchOf().pipe(Effect.provide(layerOf(service)))
      const span = spans.find(({ name }) => name === "Statement.fetch")
      assert.deepStrictEqual(Object.fromEntries(span?.attributes ?? []), {
        "wallet_statement.from": "2024-03-01",
        "wallet_statement.to": "2024-03-31",
        "wallet_statement.limit": 5000,
        "wallet_statement.records": 2,
        "wallet_statement.bytes": page.bytes,
        "wallet_statement.attempts": 1
      })
    }).pipe(Effect.provideService(Tracer.Tracer, tracer))
  })
})

/** How a secret may turn up. */
const forms = (text: string) => [
  text,
  Buffer.from(text).toString("base64"),
  Buffer.from(text).toString("hex"),
  encodeURIComponent(text)
]

describe("Secrets and payloads", () => {
  const signature = createHash("sha256").update("W-1002024-03-315000").digest("base64")
  const secrets = ["canary-consumer-key", "canary-consumer-secret", "canary-token-1", "canary-token-2", signature]
  const forbidden = [...secrets.flatMap(forms), "canary-description", "canary in a cause", "W-1002024"]
  const echoOf = (...known: ReadonlyArray<string>) =>
    JSON.stringify({ success: false, message: known.flatMap(forms).join(" ") })
  const echo = echoOf("canary-token-1", "canary-consumer-key", "canary-consumer-secret", signature)

  it.effect.each<readonly [string, Reply]>([
    ["a page", pageReply(recordJson())],
    ["a rejected record", pageReply(recordJson({ type: `"canary-description"` }))],
    ["broken JSON", { body: `{"success":true,"data":[${recordJson()} "canary-token-1"]}` }],
    ["an envelope that is wrong", { body: `{"success":true,"data":{"x":${recordJson()}}}` }],
    ["a refused signature", { status: 403, body: echo }],
    ["a refused token", { status: 401, body: echoOf("canary-token-1", "canary-token-2", signature) }],
    ["success=false", { body: echo }],
    ["a failing service", { status: 500, body: echo }],
    ["a limit", { status: 429, headers: { "retry-after": "99999" }, body: echo }],
    ["an unknown refusal", { status: 418, body: echo }],
    ["HTML", { body: `<html>canary-token-1</html>` }],
    ["a redirect", { status: 302, headers: { location: "https://canary-token-1.test" } }],
    ["a reset connection", { code: "ECONNRESET" }],
    ["a wrong certificate", { code: "CERT_HAS_EXPIRED" }],
    ["a broken body", "broken-body"],
    ["no answer", "never"]
  ])("are nowhere in errors, causes, logs or spans: %s", ([, reply]) =>
    Effect.gen(function*() {
      const service = serviceOf(() => reply)
      const shown: Array<string> = []
      const { spans, tracer } = spanRecorder()
      const logger = Logger.make((entry) => {
        shown.push(inspect([entry.message, entry.cause], { depth: 20 }), Logger.formatJson.log(entry))
      })
      const exit = yield* onClock(
        fetchOf().pipe(
          Effect.asVoid,
          Effect.tapCause((cause) => Effect.logError("failed", cause)),
          Effect.withSpan("run"),
          Effect.exit
        ),
        2000
      ).pipe(
        Effect.provide(layerOf(service)),
        Effect.provideService(Tracer.Tracer, tracer),
        Effect.provide(Logger.layer([logger]))
      )
      if (Exit.isFailure(exit)) {
        const error = Cause.squash(exit.cause)
        shown.push(
          Cause.pretty(exit.cause),
          inspect(exit, { depth: 20, showHidden: true }),
          JSON.stringify(exit),
          String(error)
        )
        if (error instanceof Error) shown.push(error.message, error.stack ?? "")
      }
      for (const span of spans) {
        assert.isFalse(span.name.startsWith("POST"))
        shown.push(inspect([span.name, [...span.attributes], span.events, span.status], { depth: 20 }))
      }
      assert.isAbove(spans.length, 0)
      const all = shown.join("\n")
      for (const text of forbidden) assert.notInclude(all, text)
    }))

  it.effect("are found by this test's way of looking when one leaks", () =>
    Effect.sync(() => {
      const leak = inspect(Exit.fail({ authorization: "Bearer canary-token-1" }), { depth: 20, showHidden: true })
      assert.isTrue(forbidden.some((text) => leak.includes(text)))
    }))
})
