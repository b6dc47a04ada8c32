import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { inspect } from "node:util"
import { Auth } from "../../src/auth/Auth.ts"
import { usableMillis } from "../../src/auth/login.ts"
import { Transport } from "../../src/transport/Transport.ts"
import { fakeClient, onClock, type Reply, testAuth, testSettings } from "../transport/fakeService.ts"

const tokenReply = (token: string, expiresIn: unknown = 3600, afterMillis = 0) => ({
  afterMillis,
  body: JSON.stringify({
    success: true,
    message: `welcome ${token}`,
    data: { access_token: token, token_type: "bearer", expires_in: expiresIn }
  })
})

const numbered = (expiresIn: unknown = 3600, afterMillis = 0) =>
  fakeClient((_, count) => tokenReply(`canary-token-${count}`, expiresIn, afterMillis))

const layerOf = (service: ReturnType<typeof fakeClient>) =>
  testAuth.pipe(Layer.provide(Transport.layer(...testSettings())), Layer.provide(service.layer))

const token = Effect.flatMap(Auth, (auth) => Effect.map(auth.token, Redacted.value))
const renew = (refused: string) =>
  Effect.flatMap(Auth, (auth) => Effect.map(auth.renew(Redacted.make(refused)), Redacted.value))
const accepted = (text: string) => Effect.flatMap(Auth, (auth) => auth.accepted(Redacted.make(text)))
const logins = Effect.flatMap(Auth, (auth) => auth.logins)
/** The effect on a machine whose wall clock was put on by so much; what has passed is not changed by that. */
const withWallClock = <A, E, R>(effect: Effect.Effect<A, E, R>, aheadMillis: number) =>
  Clock.clockWith((clock) =>
    Effect.provideService(effect, Clock.Clock, {
      ...clock,
      currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + aheadMillis,
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (millis) => millis + aheadMillis)
    })
  )
const many = <A, E, R>(effect: Effect.Effect<A, E, R>, count = 1000) =>
  Effect.all(Array.from({ length: count }, () => effect), { concurrency: "unbounded" })

describe("Auth", () => {
  it.effect("sends the credentials as the interface has them, and nothing before a token is needed", () => {
    const service = numbered()
    return Effect.gen(function*() {
      assert.strictEqual(service.requests.length, 0)
      assert.strictEqual(yield* token, "canary-token-1")
      const arrived = service.requests[0]
      assert.strictEqual(arrived?.url, "https://wallet.test/base/api/v2/auth/login")
      assert.strictEqual(arrived?.headers["accept"], "application/json")
      assert.strictEqual(arrived?.headers["content-type"], "application/json")
      assert.notInclude(JSON.stringify(arrived?.headers), "canary")
      assert.strictEqual(
        arrived?.body,
        `{"consumer_key":"canary-consumer-key","consumer_secret":"canary-consumer-secret"}`
      )
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("logs in once for 1000 concurrent callers, and once more for 1000 across the expiry", () => {
    const service = numbered(3600, 500)
    return Effect.gen(function*() {
      assert.deepStrictEqual(new Set(yield* onClock(many(token))), new Set(["canary-token-1"]))
      assert.strictEqual(yield* logins, 1)
      yield* TestClock.adjust("59 minutes")
      assert.deepStrictEqual(new Set(yield* onClock(many(token))), new Set(["canary-token-2"]))
      assert.strictEqual(service.requests.length, 2)
      assert.strictEqual(yield* logins, 2)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("uses a token until a minute before its end, and no longer", () => {
    const service = numbered()
    return Effect.gen(function*() {
      yield* token
      yield* TestClock.adjust(3_539_999)
      assert.strictEqual(yield* token, "canary-token-1")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* token, "canary-token-2")
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("counts a token's life from when the login was sent, not from when the answer came", () => {
    const service = numbered(100, 20_000)
    return Effect.gen(function*() {
      yield* onClock(token)
      yield* TestClock.adjust(69_000)
      assert.strictEqual(yield* token, "canary-token-1")
      yield* TestClock.adjust(1_000)
      assert.strictEqual(yield* onClock(token), "canary-token-2")
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("counts it by the time that has passed when the wall clock is put back", () => {
    const service = fakeClient((_, count) => tokenReply(`canary-token-${count}`, 100, count === 1 ? 20_000 : 0))
    const tokenWithClockBack = withWallClock(token, -300_000)
    return Effect.gen(function*() {
      yield* TestClock.setTime(3_600_000)
      yield* onClock(token)
      yield* TestClock.setTime(3_689_999)
      assert.strictEqual(yield* tokenWithClockBack, "canary-token-1")
      yield* TestClock.setTime(3_690_000)
      assert.strictEqual(yield* tokenWithClockBack, "canary-token-2")
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("counts it by the wall clock too, which goes on while the machine sleeps", () => {
    const service = numbered()
    return Effect.gen(function*() {
      yield* token
      assert.strictEqual(yield* withWallClock(token, 3_539_999), "canary-token-1")
      assert.strictEqual(yield* withWallClock(token, 3_540_000), "canary-token-2")
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("keeps the others' login when the caller that caused it is interrupted", () => {
    const service = numbered(3600, 1000)
    return Effect.gen(function*() {
      const first = yield* Effect.forkChild(token)
      yield* TestClock.adjust(500)
      const others = yield* Effect.forkChild(many(token, 10))
      yield* TestClock.adjust(100)
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(new Set(yield* Fiber.join(others)), new Set(["canary-token-1"]))
      assert.strictEqual(service.requests.length, 1)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("ends at once for an interrupted caller, though the login goes on", () => {
    const service = fakeClient(() => "never")
    return Effect.gen(function*() {
      const caller = yield* Effect.forkChild(token)
      yield* TestClock.adjust(100)
      yield* Fiber.interrupt(caller)
      assert.strictEqual(service.requests.length, 1)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("renews a refused token once for all who were refused", () => {
    const service = numbered(3600, 200)
    return Effect.gen(function*() {
      const refused = yield* onClock(token)
      assert.deepStrictEqual(new Set(yield* onClock(many(renew(refused)))), new Set(["canary-token-2"]))
      assert.strictEqual(service.requests.length, 2)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("gives the token that came since to whoever was refused with an older one", () => {
    const service = numbered()
    return Effect.gen(function*() {
      const refused = yield* token
      yield* renew(refused)
      assert.strictEqual(yield* renew(refused), "canary-token-2")
      assert.strictEqual(service.requests.length, 2)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("does not renew a renewed token that never worked within a minute, however many ask", () => {
    const service = numbered()
    return Effect.gen(function*() {
      const second = yield* renew(yield* token)
      const errors = yield* many(Effect.flip(renew(second)))
      assert.deepStrictEqual(new Set(errors.map(({ reason }) => reason._tag)), new Set(["RenewedTokenRefused"]))
      assert.isTrue(errors[0]?.refused)
      assert.strictEqual(service.requests.length, 2)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* renew(second), "canary-token-3")
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("renews a renewed token that has worked", () => {
    const service = numbered()
    return Effect.gen(function*() {
      const second = yield* renew(yield* token)
      yield* accepted(second)
      assert.strictEqual(yield* renew(second), "canary-token-3")
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("takes no other token's work for the renewed token's", () => {
    const service = numbered()
    return Effect.gen(function*() {
      yield* accepted("canary-token-0")
      const first = yield* token
      const second = yield* renew(first)
      yield* accepted(first)
      assert.strictEqual((yield* Effect.flip(renew(second))).reason._tag, "RenewedTokenRefused")
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("leaves nobody waiting for a login that dies, and logs in again for the next", () => {
    const service = fakeClient((_, count) => {
      if (count === 1) throw new Error("a defect")
      return tokenReply("canary-token")
    })
    return Effect.gen(function*() {
      const exits = yield* many(Effect.exit(token), 3)
      assert.isTrue(exits.every((exit) => Exit.isFailure(exit) && Cause.hasDies(exit.cause)))
      assert.strictEqual(yield* token, "canary-token")
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect.each([400, 401, 403])("stops at status %s and asks no more, whoever calls", (status) => {
    const message = "Invalid credentials. canary-consumer-secret \u001b[31m"
    const service = fakeClient(() => ({ status, body: JSON.stringify({ success: false, message }), afterMillis: 100 }))
    return Effect.gen(function*() {
      const errors = yield* onClock(many(Effect.flip(token), 100))
      errors.push(yield* Effect.flip(token), yield* Effect.flip(renew("any")))
      assert.strictEqual(service.requests.length, 1)
      for (const error of new Set(errors)) {
        assert.strictEqual(error.reason._tag, "CredentialsRefused")
        assert.isTrue(error.refused)
        assert.include(error.message, "WALLET_STATEMENT_CONSUMER_KEY and WALLET_STATEMENT_CONSUMER_SECRET.")
        assert.include(error.message, "\"Invalid credentials. <redacted> \\u{1b}[31m\"")
        assert.include(error.message, String(status))
      }
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect.each([
    [403, `{"success":false,"message":"Forbidden."}`],
    [403, "<html>Forbidden</html>"],
    [403, ""],
    [401, `{"success":false,"message":"IP not whitelisted"}`],
    [200, `{"success":false,"message":"Your IP is not on the allow list"}`]
  ])("takes %s %s for a refused address, and asks no more", ([status, body]) => {
    const service = fakeClient(() => ({ status: Number(status), body: String(body) }))
    return Effect.gen(function*() {
      const error = yield* Effect.flip(token)
      assert.strictEqual(error.reason._tag, "AddressRefused")
      assert.isTrue(error.refused)
      assert.include(error.message, `does not let this machine log in (status ${status})`)
      assert.include(error.message, "on the service's list")
      yield* Effect.flip(token)
      assert.strictEqual(service.requests.length, 1)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("takes success=false with a good status for refused credentials", () => {
    const service = fakeClient(() => ({ body: `{"success":false,"message":"Unauthorized."}` }))
    return Effect.gen(function*() {
      assert.strictEqual((yield* Effect.flip(token)).reason._tag, "CredentialsRefused")
      yield* Effect.flip(token)
      assert.strictEqual(service.requests.length, 1)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("lets nobody log in before the time that the service said", () => {
    const service = fakeClient((_, count) =>
      count === 1 ? { status: 429, headers: { "retry-after": "86400" } } : tokenReply("canary-token")
    )
    return Effect.gen(function*() {
      assert.strictEqual((yield* Effect.flip(token)).reason._tag, "TransportError")
      yield* TestClock.adjust(86_399_999)
      assert.strictEqual((yield* Effect.flip(token)).reason._tag, "TransportError")
      assert.strictEqual(service.requests.length, 1)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* onClock(token), "canary-token")
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("asks nobody again at once because the service said that it may be soon", () => {
    const service = fakeClient(() => ({ status: 429, headers: { "retry-after": "0" } }))
    return Effect.gen(function*() {
      yield* onClock(Effect.flip(token))
      const before = service.requests.length
      yield* onClock(Effect.flip(token))
      assert.strictEqual(service.requests.length, before)
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect("asks again five minutes after a login that the service failed to answer, and not before", () => {
    const service = fakeClient((_, count) => count <= 5 ? { status: 500 } : tokenReply("canary-token"))
    return Effect.gen(function*() {
      const error = yield* onClock(Effect.flip(token))
      assert.strictEqual(error.reason._tag, "TransportError")
      assert.isFalse(error.refused)
      assert.include(error.message, "Login failed. /api/v2/auth/login: the service failed (status 500)")
      yield* TestClock.adjust("299 seconds")
      assert.strictEqual(yield* Effect.flip(token), error)
      assert.strictEqual(service.requests.length, 5)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* onClock(token), "canary-token")
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect.each<readonly [string, Reply, string]>([
    ["no JSON object", { body: `{"success":tru}` }, "JSON (line 1, column 12"],
    ["no data", { body: `{"success":true,"message":"canary-token"}` }, "access_token and expires_in"],
    ["a doubled key", { body: `{"success":true,"success":true}` }, "JSON (line 1, column 17"],
    ["an empty token", tokenReply(""), "access_token and expires_in"],
    [
      "a token that would add a header",
      tokenReply("canary-token\r\nX-Evil: 1"),
      "an access_token of printable characters"
    ],
    [
      "a token with a line feed alone",
      tokenReply("canary-token\nX-Evil: 1"),
      "an access_token of printable characters"
    ],
    ["a token that ends with a line feed", tokenReply("canary-token\n"), "an access_token of printable characters"],
    ["a token with a NUL", tokenReply("canary\u0000token"), "an access_token of printable characters"],
    ["a token with a blank", tokenReply("canary token"), "an access_token of printable characters"],
    ["a token that is not ASCII", tokenReply("canary-tökén"), "an access_token of printable characters"],
    [
      "a token longer than any header",
      tokenReply(`canary-token-${"x".repeat(8192)}`),
      "an access_token of printable characters"
    ],
    [
      "a page that is not there",
      { status: 404, body: "<html></html>" },
      "expected status 200; the service said an HTML page"
    ]
  ])("says what is wrong with a login answer: %s", ([, reply, expected]) => {
    const service = fakeClient(() => reply)
    return Effect.gen(function*() {
      const error = yield* Effect.flip(token)
      assert.strictEqual(error.reason._tag, "LoginMalformed")
      assert.include(error.message, expected)
      assert.strictEqual(error.message.includes("the service said"), expected.includes("the service said"))
      assert.notInclude(error.message, "canary")
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect.each([200, 201, 299])("takes a token that comes with the good status %s", (status) => {
    const service = fakeClient(() => ({ ...tokenReply("canary-token"), status }))
    return Effect.gen(function*() {
      assert.strictEqual(yield* token, "canary-token")
    }).pipe(Effect.provide(layerOf(service)))
  })

  it.effect.each([199, 300])(
    "takes no token that comes with the status %s, whatever the body",
    (status) =>
      Effect.gen(function*() {
        const response = {
          status,
          bytes: Redacted.make(new TextEncoder().encode(tokenReply("canary-token").body)),
          said: () => "",
          attempts: 1,
          requestedAt: 0,
          durationMillis: 0
        }
        const transport = Transport.layerTest(() => Effect.succeed(response))
        const layer = testAuth.pipe(Layer.provide(transport))
        const error = yield* Effect.flip(token).pipe(Effect.provide(layer))
        assert.strictEqual(error.reason._tag, "LoginMalformed")
        assert.include(error.message, "expected status 200")
      })
  )

  it.effect.each([0, -5, "soon", "", 1e300, "3600", 0.0001, 12345678901234567890n.toString()])(
    "logs in no more than once a second whatever expires_in is: %s",
    (expiresIn) => {
      const service = numbered(expiresIn)
      return Effect.gen(function*() {
        for (let call = 0; call < 100; call++) {
          yield* token
          yield* TestClock.adjust(9)
        }
        assert.strictEqual(service.requests.length, 1)
      }).pipe(Effect.provide(layerOf(service)))
    }
  )

  it("takes a tenth off a token's life, a minute at most", () => {
    assert.strictEqual(usableMillis("3600"), 3_540_000)
    assert.strictEqual(usableMillis("100"), 90_000)
    assert.strictEqual(usableMillis("0"), 60_000)
    assert.strictEqual(usableMillis("-1"), 60_000)
    assert.strictEqual(usableMillis("never"), 60_000)
    assert.strictEqual(usableMillis("1e99"), 24 * 3_600_000 - 60_000)
  })

  it.effect("has a fake that always gives the same token", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* token, "any")
      yield* accepted("any")
      assert.strictEqual(yield* renew("any"), "any")
      assert.strictEqual(yield* logins, 1)
    }).pipe(Effect.provide(Auth.layerTest("any"))))

  it.effect("shows neither token nor credentials, however it is looked at", () => {
    const service = numbered()
    return Effect.gen(function*() {
      const auth = yield* Auth
      const held = yield* auth.token
      const error = Cause.pretty(
        Cause.fail(
          yield* renew("x").pipe(
            Effect.andThen(renew("canary-token-1")),
            Effect.andThen(Effect.die("end")),
            Effect.sandbox,
            Effect.flip
          )
        )
      )
      for (
        const shown of [
          inspect(auth, { depth: 20, showHidden: true }),
          inspect(held, { showHidden: true }),
          JSON.stringify(held),
          String(held),
          error
        ]
      ) {
        assert.notInclude(shown, "canary")
      }
    }).pipe(Effect.provide(layerOf(service)))
  })
})
