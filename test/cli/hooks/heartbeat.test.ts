import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Redacted } from "effect"
import { beat } from "../../../src/cli/hooks/heartbeat.ts"
import { serveReplies } from "../../kit/serveReplies.ts"
import { TunnelProxy } from "../../kit/TunnelProxy.ts"
import type { Reply } from "../../transport/fakeService.ts"

const beatAt = (url: string, environment: Readonly<Record<string, string>> = {}) =>
  beat(Redacted.make(new URL(url))).pipe(
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))
  )

const serving = (answer: () => Reply) =>
  Effect.acquireRelease(
    Effect.promise(() => serveReplies(answer)),
    ({ stop }) => Effect.promise(stop)
  )

describe("a sign of life", () => {
  it.live("is one request when it is answered, and another when it is not", () =>
    Effect.gen(function*() {
      const replies: Array<Reply> = [{ status: 500 }, { status: 204, body: "" }]
      const { requests, url } = yield* serving(() => replies.shift() ?? { status: 404 })
      yield* beatAt(`${url}/ping?status=up`)
      assert.deepStrictEqual(requests.map((request) => [request.url, request.body]), [
        ["/ping?status=up", ""],
        ["/ping?status=up", ""]
      ])
    }).pipe(Effect.scoped))

  it.live("follows no redirect, which would carry its address elsewhere", () =>
    Effect.gen(function*() {
      const elsewhere = yield* serving(() => ({}))
      const { url } = yield* serving(() => ({ status: 302, headers: { location: `${elsewhere.url}/token` } }))
      assert.strictEqual(yield* Effect.flip(beatAt(`${url}/token`)), "answered with status 302")
      assert.lengthOf(elsewhere.requests, 0)
    }).pipe(Effect.scoped))

  it.live("says by a code alone why it did not come through", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* Effect.flip(beatAt("http://127.0.0.1:9/token")), "can't be reached (ECONNREFUSED)")
    }))

  it.live("goes by the proxy of the settings when it is https", () =>
    Effect.gen(function*() {
      const proxy = yield* Effect.acquireRelease(
        Effect.promise(() => TunnelProxy.start(9)),
        (running) => Effect.promise(() => running.stop())
      )
      const problem = yield* Effect.flip(
        beatAt("https://hc.example.com/token-canary", { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` })
      )
      assert.match(problem, /^can't be reached \(/)
      assert.lengthOf(proxy.asked, 3)
      assert.match(proxy.asked[0] ?? "", /^CONNECT hc\.example\.com:443/)
      assert.notInclude(proxy.seen, "canary")
    }).pipe(Effect.scoped))
})
