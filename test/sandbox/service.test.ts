import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { generateKeyPairSync } from "node:crypto"
import { dayNumber, dayText } from "../../src/sandbox/calendar.ts"
import { type Algorithm, Sandbox } from "../../src/sandbox/index.ts"
import { login, recordsOf, refusalOf, rightCredentials, send, signed, statement, token } from "./caller.ts"

const refused = (status: number, message: string) => [status, { success: false, message }] as const

const pair = (algorithm: Algorithm) =>
  algorithm.startsWith("rsa")
    ? generateKeyPairSync("rsa", { modulusLength: 2048 })
    : generateKeyPairSync("ec", { namedCurve: "P-256" })

const failed = (input: Parameters<typeof Sandbox.serve>[0]) => Effect.flip(Effect.scoped(Sandbox.serve(input)))

describe("login", () => {
  it.effect("gives a token as the interface shows it", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve()
      const reply = yield* login(sandbox, rightCredentials(sandbox))
      const body = JSON.parse(reply.body.toString()) as Record<string, Record<string, unknown>>
      assert.strictEqual(reply.status, 200)
      assert.strictEqual(body["success"] as unknown, true)
      assert.strictEqual(body["data"]?.["token_type"], "bearer")
      assert.strictEqual(body["data"]?.["expires_in"], 3600)
      assert.isString(body["data"]?.["access_token"])
    }))

  it.effect("refuses wrong credentials with 400 and missing ones with 401", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve({ consumerKey: "key", consumerSecret: "secret" })
      const wrong = refused(400, "Invalid credentials.")
      const missing = refused(401, "Unauthorized.")
      assert.deepStrictEqual(refusalOf(yield* login(sandbox, { consumer_key: "key", consumer_secret: "x" })), wrong)
      assert.deepStrictEqual(refusalOf(yield* login(sandbox, { consumer_key: "x", consumer_secret: "secret" })), wrong)
      assert.deepStrictEqual(refusalOf(yield* login(sandbox, { consumer_key: "key" })), missing)
      assert.deepStrictEqual(refusalOf(yield* login(sandbox, { consumer_key: "key", consumer_secret: "" })), missing)
      assert.deepStrictEqual(refusalOf(yield* login(sandbox, null)), refused(400, "Invalid request body."))
      const stats = yield* sandbox.stats
      assert.deepStrictEqual([stats.refused.credentials, stats.refused["credentials-missing"], stats.logins], [2, 2, 0])
    }))
})

describe("a token", () => {
  it.effect("is good until its lifetime is over, by the clock", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve()
      const bearer = yield* token(sandbox)
      yield* TestClock.adjust("3599 seconds")
      assert.strictEqual((yield* statement(sandbox, { token: bearer })).status, 200)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(refusalOf(yield* statement(sandbox, { token: bearer })), refused(401, "Unauthorized."))
      assert.strictEqual((yield* statement(sandbox)).status, 200)
    }))

  it.effect("is refused when unknown, missing, revoked or used up", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve({ tokenUses: 2 })
      const unauthorized = refused(401, "Unauthorized.")
      assert.deepStrictEqual(refusalOf(yield* statement(sandbox, { token: "guess" })), unauthorized)
      const bare = yield* send(`${sandbox.url}/api/v2/wallet/statement`, {}, "{}")
      assert.deepStrictEqual(refusalOf(bare), unauthorized)
      const bearer = yield* token(sandbox)
      assert.strictEqual((yield* statement(sandbox, { token: bearer })).status, 200)
      assert.strictEqual((yield* statement(sandbox, { token: bearer })).status, 200)
      assert.deepStrictEqual(refusalOf(yield* statement(sandbox, { token: bearer })), unauthorized)
      const other = yield* token(sandbox)
      yield* sandbox.control.revokeTokens
      assert.deepStrictEqual(refusalOf(yield* statement(sandbox, { token: other })), unauthorized)
      assert.strictEqual((yield* sandbox.stats).refused.token, 4)
    }))
})

describe("a signature", () => {
  const algorithms = ["rsa-pkcs1-sha256", "rsa-pss-sha256", "ecdsa-p256-sha256-der", "ecdsa-p256-sha256-p1363"] as const
  for (const algorithm of algorithms) {
    it.effect(`of ${algorithm} is verified with the registered key over the texts that were sent`, () =>
      Effect.gen(function*() {
        const { privateKey, publicKey } = pair(algorithm)
        const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString()
        const sandbox = yield* Sandbox.serve({
          algorithm,
          separator: "|",
          publicKey: publicKey.export({ type: "spki", format: "pem" }).toString()
        })
        assert.isUndefined(sandbox.credentials.privateKey)
        const ask = (text: string, signer = algorithm as Algorithm, limit: string | number = 10) =>
          Effect.map(statement(sandbox, { limit, signature: signed(text, pem, signer) }), refusalOf)
        const right = "254700000001|2025-12-31|10"
        const wrong = refused(403, "Invalid signature.")
        assert.strictEqual((yield* ask(right))[0], 200)
        assert.strictEqual((yield* ask(right, algorithm, "10"))[0], 200)
        assert.deepStrictEqual(yield* ask("254700000001|2025-12-31|11"), wrong)
        assert.deepStrictEqual(yield* ask("254700000001|2025-01-01|10"), wrong)
        assert.deepStrictEqual(yield* ask("2547000000012025-12-3110"), wrong)
        const sibling = algorithms.filter((other) =>
          other.slice(0, 3) === algorithm.slice(0, 3) && other !== algorithm
        )[0]
        assert.deepStrictEqual(yield* ask(right, sibling), wrong)
        const stranger = pair(algorithm).privateKey.export({ type: "pkcs8", format: "pem" }).toString()
        const forged = yield* statement(sandbox, { limit: 10, signature: signed(right, stranger, algorithm) })
        assert.deepStrictEqual(refusalOf(forged), wrong)
        const urlSafe = signed(right, pem, algorithm).replace(/=*$/, "")
        const unpadded = yield* statement(sandbox, { limit: 10, signature: `${urlSafe}-` })
        assert.deepStrictEqual(refusalOf(unpadded), wrong)
        assert.deepStrictEqual(refusalOf(yield* statement(sandbox, { limit: 10, signature: null })), wrong)
      }))
  }

  it.effect("covers the digits of a limit as they were sent", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve()
      const key = sandbox.credentials.privateKey
      assert(key !== undefined)
      const body = `{"wallet_no":"254700000001","from_date":"2025-01-01","to_date":"2025-12-31","limit":1e1}`
      const ask = (limit: string) =>
        statement(sandbox, { body, signature: signed(`2547000000012025-12-31${limit}`, Redacted.value(key)) })
      assert.deepStrictEqual(refusalOf(yield* ask("1e1")), refused(400, "Invalid limit."))
      assert.deepStrictEqual(refusalOf(yield* ask("10")), refused(403, "Invalid signature."))
    }))

  it.effect("cannot be verified with a key that is none or of the wrong kind", () =>
    Effect.gen(function*() {
      const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
      assert.match((yield* failed({ publicKey: "not a key" })).message, /expected a public key as PEM/)
      const error = yield* failed({ publicKey: publicKey.export({ type: "spki", format: "pem" }).toString() })
      assert.match(error.message, /needs a key of type rsa/)
    }))
})

describe("a statement request", () => {
  it.effect("gets at most the records it asked for and no more than there are", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve()
      assert.lengthOf(recordsOf(yield* statement(sandbox, { limit: 5000 })), 1000)
      assert.lengthOf(recordsOf(yield* statement(sandbox, { limit: 7 })), 7)
      assert.strictEqual((yield* sandbox.stats).recordsSent, 1007)
    }))

  it.effect("is refused for a limit of 0 or above 5000, impossible dates, and a wallet that is not there", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve()
      const bearer = yield* token(sandbox)
      const ask = (asked: Parameters<typeof statement>[1]) =>
        Effect.map(statement(sandbox, { token: bearer, ...asked }), refusalOf)
      for (const limit of [0, 5001, -1, "1.5", "", "ten"]) {
        assert.deepStrictEqual(yield* ask({ limit }), refused(400, "Invalid limit."), String(limit))
      }
      for (
        const [from, to] of [["2025-02-30", "2025-03-01"], ["2025-03-02", "2025-03-01"], ["1/2/2025", "2025-03-01"]]
      ) {
        assert.deepStrictEqual(yield* ask({ from: from ?? "", to: to ?? "" }), refused(400, "Invalid dates."))
      }
      assert.deepStrictEqual(yield* ask({ wallet: "nobody" }), refused(404, "Wallet not found."))
      assert.deepStrictEqual(yield* ask({ body: "{" }), refused(400, "Invalid request body."))
      assert.deepStrictEqual(yield* ask({ body: "{\"wallet_no\":\"x\"}" }), refused(400, "Invalid request body."))
    }))

  it.effect("to another path gets 404 and with another method 405", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve()
      assert.strictEqual((yield* send(`${sandbox.url}/api/v1/wallet/statement`, {}, "")).status, 404)
      const get = yield* send(`${sandbox.url}/api/v2/wallet/statement`, {}, "", "GET")
      assert.deepStrictEqual([get.status, get.headers.allow], [405, "POST"])
    }))

  it.effect("with a body or an answer that is not JSON gets 415 or 406", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve()
      const url = `${sandbox.url}/api/v2/auth/login`
      assert.strictEqual((yield* send(url, { "content-type": "text/plain" }, "x")).status, 415)
      assert.strictEqual((yield* send(url, { accept: "text/html" }, "{}")).status, 406)
    }))
})

describe("the rate limit", () => {
  for (const retryAfter of ["seconds", "http-date", "none"] as const) {
    it.effect(`lets a burst pass, then refuses until the time it names (Retry-After: ${retryAfter})`, () =>
      Effect.gen(function*() {
        yield* TestClock.setTime(Date.parse("2026-01-01T00:00:00.250Z"))
        const sandbox = yield* Sandbox.serve({ rateLimit: { perMinute: 30, burst: 3, retryAfter } })
        const bearer = yield* token(sandbox)
        assert.strictEqual((yield* statement(sandbox, { token: bearer })).status, 200)
        assert.strictEqual((yield* statement(sandbox, { token: bearer })).status, 200)
        const limited = yield* statement(sandbox, { token: bearer })
        assert.deepStrictEqual(refusalOf(limited), refused(429, "Rate limit exceeded."))
        const told = { seconds: "2", "http-date": "Thu, 01 Jan 2026 00:00:03 GMT", none: undefined }
        assert.strictEqual(limited.headers["retry-after"], told[retryAfter])
        yield* TestClock.adjust("1999 millis")
        assert.strictEqual((yield* statement(sandbox, { token: bearer })).status, 429)
        yield* TestClock.adjust("1 millis")
        assert.strictEqual((yield* statement(sandbox, { token: bearer })).status, 200)
        assert.strictEqual((yield* sandbox.stats).rateLimited, 2)
        assert.deepStrictEqual((yield* sandbox.requests).map((entry) => entry.waitMillis), [
          undefined,
          undefined,
          undefined,
          2000,
          1,
          undefined
        ])
      }))
  }

  it.effect("can be for one endpoint, changed and ended while the sandbox runs", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve({ rateLimit: { perMinute: 1, burst: 1, scope: "login" } })
      const bearer = yield* token(sandbox)
      assert.strictEqual((yield* login(sandbox, {})).status, 429)
      assert.strictEqual((yield* statement(sandbox, { token: bearer })).status, 200)
      yield* sandbox.control.configure({ rateLimit: { perMinute: 1, burst: 1, scope: "statement" } })
      assert.strictEqual((yield* statement(sandbox, { token: bearer })).status, 200)
      assert.strictEqual((yield* statement(sandbox, { token: bearer })).status, 429)
      yield* sandbox.control.configure({ order: "oldest-first" })
      assert.strictEqual((yield* statement(sandbox, { token: bearer })).status, 429)
      yield* sandbox.control.configure({ rateLimit: null })
      assert.strictEqual((yield* statement(sandbox, { token: bearer })).status, 200)
    }))
})

describe("a running sandbox", () => {
  it.effect("logs what was asked and how it answered, and no secret", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve({ consumerSecret: "canary-secret" })
      const bearer = yield* token(sandbox)
      yield* statement(sandbox, { token: bearer, from: "2025-02-01", to: "2025-02-28", limit: 9 })
      const log = yield* sandbox.requests
      const asked = {
        wallet: "254700000001",
        from: "2025-02-01",
        to: "2025-02-28",
        limit: "9",
        status: 200,
        records: 9
      }
      assert.deepInclude(log[1], asked)
      const text = JSON.stringify(log) + JSON.stringify(yield* sandbox.stats)
      for (const secret of ["canary-secret", bearer, "PRIVATE KEY", "Credited"]) assert.notInclude(text, secret)
    }))

  it.effect("serves edited and replaced wallets, and tells the truth about them", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve()
      const [before] = yield* sandbox.truth
      yield* sandbox.control.mutate("254700000001", { kind: "withdraw", record: 3 })
      const [after] = yield* sandbox.truth
      assert.strictEqual(after?.records, 999)
      assert.notStrictEqual(after?.currencies[0]?.closingBalance, before?.currencies[0]?.closingBalance)
      assert.lengthOf(recordsOf(yield* statement(sandbox)), 999)
      yield* sandbox.control.setWallet({ walletNo: "W2", records: 12 })
      assert.lengthOf(recordsOf(yield* statement(sandbox, { wallet: "W2" })), 12)
      assert.strictEqual((yield* sandbox.truthOf("W2", "2025-01-01", "2025-12-31")).records, 12)
      assert.strictEqual((yield* sandbox.truthOf("W2", "2024-01-01", "2024-12-31")).records, 0)
    }))

  it.effect("says in each answer where its clock stands", () =>
    Effect.gen(function*() {
      const sandbox = yield* Sandbox.serve({ present: "2025-01-10T02:00:00+03:00" })
      const expected = "Thu, 09 Jan 2025 23:00:00 GMT"
      assert.strictEqual((yield* login(sandbox, rightCredentials(sandbox))).headers.date, expected)
      assert.strictEqual((yield* login(sandbox, null)).headers.date, expected)
      assert.strictEqual((yield* statement(sandbox)).headers.date, expected)
      yield* sandbox.control.configure({ present: "2025-01-10T02:00:01+03:00" })
      assert.strictEqual((yield* statement(sandbox)).headers.date, "Thu, 09 Jan 2025 23:00:01 GMT")
    }))

  it.effect("refuses options, edits and questions that make no sense", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* failed({ tokenLifetimeSeconds: 0 })).reason, "options")
      assert.strictEqual((yield* failed({ wallets: [{ walletNo: "a b", records: 1 }] })).reason, "options")
      const twice = [{ walletNo: "W", records: 1 }, { walletNo: "W", records: 1 }]
      assert.match((yield* failed({ wallets: twice })).message, /given twice/)
      const sandbox = yield* Sandbox.serve()
      assert.strictEqual((yield* failed({ port: sandbox.port })).reason, "port")
      assert.strictEqual((yield* Effect.flip(sandbox.truthOf("nobody", "2025-01-01", "2025-01-01"))).reason, "wallet")
      const edit = sandbox.control.mutate("254700000001", { kind: "withdraw", record: 5000 })
      assert.strictEqual((yield* Effect.flip(edit)).reason, "edit")
    }))

  it.effect("ends with its scope, although a request is still unanswered", () =>
    Effect.gen(function*() {
      const pending = yield* Effect.scoped(Effect.gen(function*() {
        const sandbox = yield* Sandbox.serve({ faults: [{ on: "login", kind: "no-answer" }] })
        const fiber = yield* Effect.forkDetach(Effect.result(login(sandbox, {})))
        yield* Effect.yieldNow
        while ((yield* sandbox.stats).requests === 0) {
          yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
        }
        return { fiber, url: sandbox.url }
      }))
      const left = yield* Effect.result(send(pending.url, {}, ""))
      assert.isTrue(Result.isFailure(left) && left.failure.code === "ECONNREFUSED")
    }))

  it.effect("serves 200,000 records a page at a time, each once", () =>
    Effect.gen(function*() {
      const wallet = { walletNo: "W", records: 200_000, from: "2025-01-01", to: "2025-03-31", maxPerDay: 4000 }
      const sandbox = yield* Sandbox.serve({ wallets: [wallet] })
      const bearer = yield* token(sandbox)
      let records = 0
      for (let day = dayNumber("2025-01-01") ?? 0; day <= (dayNumber("2025-03-31") ?? 0); day++) {
        const text = dayText(day)
        records += recordsOf(yield* statement(sandbox, { token: bearer, wallet: "W", from: text, to: text })).length
      }
      assert.strictEqual(records, 200_000)
    }), 30_000)
})
