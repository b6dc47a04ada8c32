/**
 * The transport through a proxy, as HTTPS_PROXY and NO_PROXY order it.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Redacted } from "effect"
import type { IncomingMessage } from "node:http"
import { createServer } from "node:https"
import { createServer as createTcpServer, type Server } from "node:net"
import type { TLSSocket } from "node:tls"
import { settingsProvider } from "../../src/settings/provider.ts"
import * as Settings from "../../src/settings/Settings.ts"
import { Transport } from "../../src/transport/Transport.ts"
import { ofSettings } from "../kit/ofSettings.ts"
import { TunnelProxy } from "../kit/TunnelProxy.ts"
import { Authority, hasOpenssl, type Identity } from "./certificates.ts"

const secrets = {
  key: "canary-consumer-key",
  secret: "canary-consumer-secret",
  token: "canary-token",
  signature: "canary-signature",
  wallet: "254700000001"
}

const request = {
  path: "/api/v2/wallet/statement",
  headers: { authorization: Redacted.make(`Bearer ${secrets.token}`), signature: Redacted.make(secrets.signature) },
  body: Redacted.make(JSON.stringify({ wallet_no: secrets.wallet })),
  secrets: []
}

const post = Effect.flatMap(Transport, (transport) => transport.post(request))

interface Arrived {
  readonly headers: IncomingMessage["headers"]
  readonly body: string
  /** The name that the client asked for when it made the TLS connection. */
  readonly name: string | false | null
}

/** A service over TLS, and what came to it. */
const service = (identity: Identity) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly arrived: Array<Arrived>; readonly close: () => void }>(
      (resume) => {
        const arrived: Array<Arrived> = []
        const server = createServer(identity, (message, response) => {
          let body = ""
          message.on("data", (bytes: Buffer) => void (body += bytes.toString()))
          message.on("end", () => {
            arrived.push({ headers: message.headers, body, name: (message.socket as TLSSocket).servername ?? null })
            response.end("{}")
          })
        })
        server.on("tlsClientError", () => undefined)
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          const port = typeof address === "object" && address !== null ? address.port : 0
          resume(Effect.succeed({ port, arrived, close: () => void server.close() }))
        })
      }
    ),
    ({ close }) => Effect.sync(close)
  )

const proxyTo = (target?: number) =>
  Effect.acquireRelease(Effect.promise(() => TunnelProxy.start(target)), (proxy) => Effect.promise(() => proxy.stop()))

/** An authority that nobody trusts. */
const strangers = Effect.acquireRelease(
  Effect.sync(() => new Authority("an authority of the proxy's own")),
  (made) => Effect.sync(() => made.remove())
)

describe.skipIf(!hasOpenssl)("a tunnel (skipped where there is no openssl command)", () => {
  let authority: Authority
  beforeAll(() => {
    authority = new Authority()
  })
  afterAll(() => authority.remove())

  const through = (baseUrl: string, environment: Readonly<Record<string, string>>) =>
    ofSettings(Transport.layerNode).pipe(
      Layer.provide(Layer.merge(Settings.layerService, Settings.layerTransport)),
      Layer.provide(
        ConfigProvider.layer(
          settingsProvider({
            flags: {},
            environment: {
              WALLET_STATEMENT_BASE_URL: baseUrl,
              WALLET_STATEMENT_CONSUMER_KEY: secrets.key,
              WALLET_STATEMENT_CONSUMER_SECRET: secrets.secret,
              WALLET_STATEMENT_CA_FILE: authority.caFile,
              WALLET_STATEMENT_MAX_ATTEMPTS: "1",
              ...environment
            }
          })
        )
      )
    )

  it.live("takes every request to the service, which the proxy can't read", () =>
    Effect.gen(function*() {
      const { arrived, port } = yield* service(authority.issue())
      const proxy = yield* proxyTo()
      yield* Effect.gen(function*() {
        yield* post
        yield* post
      }).pipe(
        Effect.provide(through(`https://127.0.0.1:${port}`, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }))
      )
      assert.strictEqual(arrived.length, 2)
      for (const { body, headers } of arrived) {
        assert.strictEqual(headers.authorization, `Bearer ${secrets.token}`)
        assert.strictEqual(headers["signature"], secrets.signature)
        assert.strictEqual(body, Redacted.value(request.body))
        assert.isUndefined(headers["proxy-authorization"])
      }
      assert.deepStrictEqual(
        proxy.asked.map((asked) => asked.split("\n")[0]),
        [`CONNECT 127.0.0.1:${port}`, `CONNECT 127.0.0.1:${port}`]
      )
      assert.isAbove(proxy.seen.length, 1000, "both TLS connections passed")
      for (const secret of [...Object.values(secrets), "/api/v2/", "uthorization"]) {
        assert.notInclude(proxy.seen, secret)
      }
    }))

  it.live("is not taken where NO_PROXY names the service", () =>
    Effect.gen(function*() {
      const { arrived, port } = yield* service(authority.issue())
      const proxy = yield* proxyTo()
      for (const NO_PROXY of ["127.0.0.1", `elsewhere.test,127.0.0.1:${port}`, "*"]) {
        yield* post.pipe(
          Effect.provide(
            through(`https://127.0.0.1:${port}`, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY })
          )
        )
      }
      assert.deepStrictEqual([arrived.length, proxy.asked.length, proxy.refused.length], [3, 0, 0])
    }))

  it.live("is asked for again, in clear words, when the proxy breaks it off", () =>
    Effect.gen(function*() {
      const proxy = yield* proxyTo()
      const error = yield* Effect.flip(post).pipe(
        Effect.provide(
          through("https://127.0.0.1:1", {
            HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
            WALLET_STATEMENT_MAX_ATTEMPTS: "2"
          })
        )
      )
      assert.include(error.message, "the proxy of HTTPS_PROXY or ALL_PROXY broke off what should become a tunnel")
      assert.strictEqual(proxy.asked.length, 2)
    }))

  /** What is told of a proxy at an address, the service being there and reachable. */
  const toldOf = (environment: Readonly<Record<string, string>>) =>
    Effect.gen(function*() {
      const { arrived, port } = yield* service(authority.issue())
      const error = yield* Effect.flip(post).pipe(Effect.provide(through(`https://127.0.0.1:${port}`, environment)))
      assert.deepStrictEqual(arrived, [])
      return error.message
    })

  it.live("that can't be had is the proxy's fault and not the service's: down, nameless, untrusted, or breaking off", () =>
    Effect.gen(function*() {
      const down = yield* toldOf({ HTTPS_PROXY: "http://127.0.0.1:1" })
      assert.include(
        down,
        "nothing listens at the address of the proxy of HTTPS_PROXY or ALL_PROXY (PROXY_ECONNREFUSED). The"
      )
      assert.include(down, "The service itself was not tried. Check the proxy's address")
      assert.notInclude(down, "WALLET_STATEMENT_BASE_URL")
      const nameless = yield* toldOf({ HTTPS_PROXY: "http://proxy.invalid:3128" })
      assert.match(
        nameless,
        /the name of the proxy of HTTPS_PROXY or ALL_PROXY (does not resolve|could not be looked up)/
      )
      const own = yield* service((yield* strangers).issue())
      const untrusted = yield* toldOf({ HTTPS_PROXY: `https://127.0.0.1:${own.port}` })
      assert.include(untrusted, "TLS with the proxy of HTTPS_PROXY or ALL_PROXY failed")
      const resetting = yield* Effect.acquireRelease(
        Effect.callback<Server>((resume) => {
          const server = createTcpServer((socket) => void socket.once("data", () => socket.resetAndDestroy()))
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const address = resetting.address()
      const reset = yield* toldOf({
        HTTPS_PROXY: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
      })
      assert.include(reset, "the proxy of HTTPS_PROXY or ALL_PROXY broke off what should become a tunnel")
    }))

  it.live("that is down is asked for again, as a service that is down is", () =>
    Effect.gen(function*() {
      const told = yield* toldOf({ HTTPS_PROXY: "http://127.0.0.1:1", WALLET_STATEMENT_MAX_ATTEMPTS: "2" })
      assert.include(told, "Tried 2 times")
    }))

  it.live("goes through ALL_PROXY where no HTTPS_PROXY is set", () =>
    Effect.gen(function*() {
      const { arrived, port } = yield* service(authority.issue())
      const proxy = yield* proxyTo()
      const to = `http://127.0.0.1:${proxy.port}`
      const base = `https://127.0.0.1:${port}`
      for (
        const environment of [{ ALL_PROXY: to }, { all_proxy: to }, {
          ALL_PROXY: "http://127.0.0.1:1",
          HTTPS_PROXY: to
        }]
      ) {
        yield* post.pipe(Effect.provide(through(base, environment)))
      }
      assert.deepStrictEqual([arrived.length, proxy.asked.length], [3, 3])
      yield* post.pipe(Effect.provide(through(base, { ALL_PROXY: to, NO_PROXY: "127.0.0.1" })))
      assert.deepStrictEqual([arrived.length, proxy.asked.length], [4, 3])
    }))

  it.effect.each(["ALL_PROXY", "all_proxy", "HTTPS_PROXY"])(
    "of another kind is refused by its name: %s",
    (name) =>
      Effect.gen(function*() {
        const refused = through("https://127.0.0.1:1", { [name]: "socks5://me:canary-password@127.0.0.1:1080" })
        const error = yield* Effect.flip(post.pipe(Effect.provide(refused)))
        assert.include(error.message, `${name} is not an http or https URL`)
        assert.notInclude(error.message, "canary")
      })
  )

  it.live("has the service's certificate checked at its end, by name", () =>
    Effect.gen(function*() {
      const { arrived, port } = yield* service(authority.issue({ host: "DNS:wallet.test" }))
      const proxy = yield* proxyTo(port)
      const pulling = (host: string) =>
        post.pipe(
          Effect.provide(through(`https://${host}:443`, { https_proxy: `http://127.0.0.1:${proxy.port}` }))
        )
      yield* pulling("wallet.test")
      assert.deepStrictEqual(arrived.map(({ name }) => name), ["wallet.test"])
      const error = yield* Effect.flip(pulling("other.test"))
      assert.include(error.message, "is for another host name")
      assert.strictEqual(arrived.length, 1)
    }))

  it.live("brings nothing to a proxy that answers in the service's place", () =>
    Effect.gen(function*() {
      const { arrived, port } = yield* service((yield* strangers).issue())
      const proxy = yield* proxyTo(port)
      const error = yield* Effect.flip(post).pipe(
        Effect.provide(through("https://127.0.0.1", { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }))
      )
      assert.include(error.message, "signed by an authority that is not trusted here")
      assert.deepStrictEqual([proxy.asked.length, arrived.length], [1, 0])
    }))
})
