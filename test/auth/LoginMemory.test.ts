import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Auth } from "../../src/auth/Auth.ts"
import { heldUntil, isHeld, LoginMemory, LoginNow, type RefusedLogin } from "../../src/auth/LoginMemory.ts"
import { Transport } from "../../src/transport/Transport.ts"
import { fakeClient, type Reply, testAuth, testSettings } from "../transport/fakeService.ts"

const minute = 60_000

/** What processes one after the other remember of one account. */
const memory = (tryNow = false) => {
  const state: { refused: RefusedLogin | undefined } = { refused: undefined }
  const layer = Layer.succeed(LoginMemory, {
    recall: () => Effect.sync(() => Option.fromUndefinedOr(state.refused)),
    remember: (_, refused) =>
      Effect.sync(() => {
        state.refused = refused
      }),
    forget: () =>
      Effect.sync(() => {
        state.refused = undefined
      })
  })
  return { state, layer: Layer.merge(layer, Layer.succeed(LoginNow, tryNow)) }
}

/** A login by a process of its own. */
const logIn = (service: ReturnType<typeof fakeClient>, remembered: ReturnType<typeof memory>) =>
  Effect.flatMap(Auth, ({ token }) => Effect.result(Effect.map(token, Redacted.value))).pipe(
    Effect.provide(testAuth.pipe(
      Layer.provide(Transport.layer(...testSettings())),
      Layer.provide([service.layer, remembered.layer])
    )),
    Effect.map((result) => (result._tag === "Success" ? result.success : result.failure.reason._tag))
  )

const token: Reply = {
  body: JSON.stringify({ success: true, data: { access_token: "canary", token_type: "bearer", expires_in: 3600 } })
}

describe("a refused login", () => {
  it.effect("is tried again by a later process after half an hour, and twice as late after each further refusal", () =>
    Effect.gen(function*() {
      const remembered = memory()
      const service = fakeClient(() => ({ status: 423 }))
      assert.strictEqual(yield* logIn(service, remembered), "CredentialsRefused")
      for (const minutes of [30, 60, 120, 240, 480, 720, 720]) {
        yield* TestClock.adjust(minutes * minute - 1)
        assert.strictEqual(yield* logIn(service, remembered), "LoginHeld")
        const before = service.requests.length
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* logIn(service, remembered), "CredentialsRefused")
        assert.strictEqual(service.requests.length, before + 1)
      }
    }))

  it.effect("is forgotten when the service lets the account in", () =>
    Effect.gen(function*() {
      const remembered = memory(true)
      const service = fakeClient((_, count) => count === 1 ? { status: 401 } : token)
      assert.strictEqual(yield* logIn(service, remembered), "CredentialsRefused")
      assert.strictEqual(remembered.state.refused?.times, 1)
      assert.strictEqual(yield* logIn(service, remembered), "canary")
      assert.isUndefined(remembered.state.refused)
    }))

  it.effect.each<Reply>([{ status: 404 }, { status: 500 }, { body: "<html>" }])(
    "is remembered only when the service has refused it: %j",
    (reply) =>
      Effect.gen(function*() {
        const remembered = memory()
        const service = fakeClient(() => reply)
        const fiber = yield* Effect.forkChild(logIn(service, remembered))
        for (let step = 0; step < 2000 && fiber.pollUnsafe() === undefined; step++) yield* TestClock.adjust(500)
        assert.isDefined(fiber.pollUnsafe())
        assert.isUndefined(remembered.state.refused)
      })
  )

  it("is held though the clock was put back since, says nothing when that is too far, and is never held longer than twelve hours", () => {
    const ahead = 12 * 60 * minute
    assert.isTrue(isHeld({ at: ahead, status: 401, times: 1 }, 0))
    assert.isFalse(isHeld({ at: ahead + 1, status: 401, times: 1 }, 0))
    assert.isTrue(isHeld({ at: 1000, status: 401, times: 9 }, 1000))
    for (const times of [-1, 0, 1, 5, 1e9]) {
      assert.isAtMost(heldUntil({ at: 0, status: 401, times }), 12 * 60 * minute)
      assert.isAtLeast(heldUntil({ at: 0, status: 401, times }), 30 * minute)
    }
  })
})
