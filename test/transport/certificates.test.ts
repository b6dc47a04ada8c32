/**
 * The transport against services whose TLS is wrong in one way each: no byte of a request, one connection, clear words.
 */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Option, Redacted } from "effect"
import { chmodSync, readFileSync, writeFileSync } from "node:fs"
import { createServer as createHttpServer, type Server as HttpServer } from "node:http"
import { createServer, type Server, type ServerOptions } from "node:https"
import type { AddressInfo, Socket } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import type { TransportSettings } from "../../src/settings/TransportSettings.ts"
import { tlsOptions } from "../../src/transport/tls/tlsOptions.ts"
import { Transport } from "../../src/transport/Transport.ts"
import { TransportError } from "../../src/transport/words/TransportError.ts"
import { Authority, hasOpenssl, type Identity, strictServer } from "./certificates.ts"
import { testSettings } from "./fakeService.ts"

const overTls = (port: number, settings: Partial<TransportSettings["Service"]>, host = "127.0.0.1") =>
  Transport.layerNode(
    ...testSettings({ requestTimeout: Duration.seconds(5), maxAttempts: 4, ...settings }, `https://${host}:${port}`)
  )

const post = Effect.flatMap(
  Transport,
  (transport) => transport.post({ path: "/x", headers: {}, body: Redacted.make(`{"canary":1}`), secrets: [] })
)

/** A server, and what came to it: connections, and requests that were read. */
const serving = <S extends Server | HttpServer>(make: () => S) =>
  Effect.acquireRelease(
    Effect.callback<{ server: S; port: number; connections: number; requests: number }>((resume) => {
      const server = make()
      const seen = { server, port: 0, connections: 0, requests: 0 }
      const sockets = new Set<Socket>()
      server.on("connection", (socket: Socket) => {
        seen.connections++
        sockets.add(socket.on("error", () => undefined))
      })
      server.on("request", (request, response) => {
        seen.requests++
        request.resume()
        response.end("{}")
      })
      server.on("tlsClientError", () => undefined)
      server.on("close", () => sockets.clear())
      server.listen(0, "127.0.0.1", () => {
        seen.port = (server.address() as AddressInfo).port
        resume(Effect.succeed(seen))
      })
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )

describe.skipIf(!hasOpenssl)("TLS (skipped where there is no openssl command)", () => {
  let authority: Authority
  let other: Authority

  beforeAll(() => {
    authority = new Authority()
    other = new Authority("another authority")
  })
  afterAll(() => {
    authority.remove()
    other.remove()
  })

  const trusting = (): Partial<TransportSettings["Service"]> => ({ caFile: Option.some(authority.caFile) })

  it.live(
    "brings an answer when everything is right, and when a chain's certificates come in another order",
    () =>
      Effect.gen(function*() {
        const right = yield* serving(() => createServer(authority.issue()))
        yield* post.pipe(Effect.provide(overTls(right.port, trusting())))
        const { between, cert, key } = authority.issueBelow()
        const shuffled = yield* serving(() => createServer({ cert: `${cert}${authority.ca}${between}`, key }))
        yield* post.pipe(Effect.provide(overTls(shuffled.port, trusting())))
        assert.strictEqual(right.requests + shuffled.requests, 2)
      }),
    30_000
  )

  it.effect("asks for TLS 1.2 at least, and takes the authorities of the file in the place of the built-in ones", () =>
    Effect.gen(function*() {
      const { caFile } = authority
      const options = yield* tlsOptions({ caFile: Option.some(caFile), clientCertificate: undefined })
      assert.deepStrictEqual([options.minVersion, options.rejectUnauthorized], ["TLSv1.2", true])
      assert.strictEqual(options.ca, readFileSync(caFile, "utf8"))
      const large = `${caFile}.large`
      writeFileSync(large, Buffer.alloc(2 ** 24 + 1, "\n"))
      const error = yield* Effect.flip(tlsOptions({ caFile: Option.some(large), clientCertificate: undefined }))
      assert.include(error.message, `WALLET_STATEMENT_CA_FILE can't be read: ${large} has more than`)
    }))

  it.live("speaks HTTP/1.1 to a service that would rather speak HTTP/2", () =>
    Effect.gen(function*() {
      const offering = yield* serving(() => createServer({ ...authority.issue(), ALPNProtocols: ["h2", "http/1.1"] }))
      const { status } = yield* post.pipe(Effect.provide(overTls(offering.port, trusting())))
      assert.deepStrictEqual([status, offering.requests], [200, 1])
    }), 30_000)

  const chainWithGap = (): ServerOptions => {
    const { cert, key } = authority.issueBelow()
    return { cert: `${cert}${authority.ca}`, key }
  }

  const cases: ReadonlyArray<readonly [name: string, options: () => ServerOptions, expected: string]> = [
    ["expired", () => authority.issue({ fromDays: -9, toDays: -2 }), "has expired (CERT_HAS_EXPIRED)"],
    ["not yet valid", () => authority.issue({ fromDays: 2 }), "is not valid yet; the clock of this machine may be off"],
    ["for another host", () => authority.issue({ host: "DNS:elsewhere.test" }), "is for another host name"],
    ["of an authority that is not trusted", () => other.issue(), "signed by an authority that is not trusted here"],
    ["self-signed", () => authority.selfSigned(), "is self-signed"],
    ["with a weak key", () => ({ ...authority.issue({ bits: 1024 }), ciphers: "DEFAULT@SECLEVEL=0" }), "too weak"],
    [
      "over an old protocol",
      () => ({
        ...authority.issue(),
        minVersion: "TLSv1",
        maxVersion: "TLSv1.1",
        ciphers: "DEFAULT@SECLEVEL=0"
      }),
      "TLS version that is too old"
    ],
    ["with a gap in its chain", chainWithGap, "signed by an authority that is not trusted here"]
  ]

  it.live.each(cases)(
    "sends nothing to a service whose certificate is %s",
    ([, options, expected]) =>
      Effect.gen(function*() {
        const seen = yield* serving(() => createServer(options()))
        const error = yield* Effect.flip(post).pipe(Effect.provide(overTls(seen.port, trusting())))
        assert.strictEqual(error._tag === "TransportError" ? error.reason._tag : error._tag, "CertificateRefused")
        assert.include(error.message, expected)
        assert.include(error.message, "Nothing was sent")
        assert.deepStrictEqual([seen.connections, seen.requests], [1, 0])
      }),
    30_000
  )

  it.live(
    "sends nothing more when the certificate's authority changes in the midst of a run",
    () =>
      Effect.gen(function*() {
        const seen = yield* serving(() => createServer(authority.issue()))
        yield* Effect.gen(function*() {
          yield* post
          const { cert, key } = other.issue()
          const tickets = seen.server.getTicketKeys()
          seen.server.setSecureContext({ cert, key })
          // Who resumed a session would see no certificate.
          seen.server.setTicketKeys(tickets)
          seen.server.closeAllConnections()
          yield* Effect.sleep(50)
          const error = yield* Effect.flip(post)
          assert.strictEqual(error.reason._tag, "CertificateRefused")
          assert.include(error.message, "an authority that is not trusted here")
        }).pipe(Effect.provide(overTls(seen.port, trusting())))
        assert.deepStrictEqual([seen.connections, seen.requests], [2, 1])
      }),
    30_000
  )

  it.live("sends nothing to a service that speaks plain HTTP", () =>
    Effect.gen(function*() {
      const seen = yield* serving(() => createHttpServer())
      const error = yield* Effect.flip(post).pipe(Effect.provide(overTls(seen.port, trusting())))
      assert.include(error.message, "does not speak TLS")
      assert.deepStrictEqual([seen.connections, seen.requests], [1, 0])
    }))

  it.live(
    "shows the client certificate, and refuses a key that others can read or that belongs elsewhere",
    () =>
      Effect.gen(function*() {
        const mine = authority.issue()
        const certFile = join(authority.folder, "client.pem")
        const keyFile = join(authority.folder, "client.key")
        writeFileSync(certFile, mine.cert)
        writeFileSync(keyFile, mine.key, { mode: 0o600 })
        const settings = { ...trusting(), clientCertificate: { certFile, keyFile } }
        const seen = yield* serving(() =>
          createServer({ ...authority.issue(), ca: authority.ca, requestCert: true, rejectUnauthorized: true })
        )
        yield* post.pipe(Effect.provide(overTls(seen.port, settings)))
        assert.strictEqual(seen.requests, 1)
        const refused = yield* Effect.flip(post).pipe(Effect.provide(overTls(seen.port, trusting())))
        assert.strictEqual(seen.requests, 1)
        assert.notInclude(refused.message, "canary")
        const problem = Effect.map(
          Effect.flip(post.pipe(Effect.provide(overTls(seen.port, settings)))),
          ({ message }) => message
        )
        chmodSync(keyFile, 0o644)
        assert.include(yield* problem, "WALLET_STATEMENT_CLIENT_KEY_FILE has mode 0644")
        chmodSync(keyFile, 0o600)
        writeFileSync(keyFile, authority.issue().key)
        assert.include(yield* problem, "is not the private key of WALLET_STATEMENT_CLIENT_CERT_FILE")
        writeFileSync(keyFile, "no key")
        assert.include(yield* problem, "holds no PEM private key")
        writeFileSync(certFile, "no certificate")
        assert.include(yield* problem, "WALLET_STATEMENT_CLIENT_CERT_FILE holds no PEM certificate")
      }),
    30_000
  )

  for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
    it.live(
      `says that the service refuses the client certificate, and why, after one try: ${version}`,
      () =>
        Effect.gen(function*() {
          const certFile = join(authority.folder, "shown.pem")
          const keyFile = join(authority.folder, "shown.key")
          const messageFor = Effect.fnUntraced(function*(identity: Identity | undefined) {
            if (identity !== undefined) {
              writeFileSync(certFile, identity.cert)
              writeFileSync(keyFile, identity.key, { mode: 0o600 })
            }
            const shown = identity === undefined ? {} : { clientCertificate: { certFile, keyFile } }
            const port = yield* strictServer(authority, version)
            const error = yield* Effect.flip(post).pipe(Effect.provide(overTls(port, { ...trusting(), ...shown })))
            assert.instanceOf(error, TransportError)
            assert.strictEqual(error.attempts, 1)
            return error.message
          }, Effect.scoped)
          assert.match(yield* messageFor(undefined), /wants a client certificate.*Set|broke TLS off.*CLIENT_CERT_FILE/)
          const untrusted = yield* messageFor(other.issue())
          assert.include(untrusted, "refused the client certificate: it does not trust the signing authority")
          assert.include(untrusted, "WALLET_STATEMENT_CLIENT_CERT_FILE")
          assert.include(yield* messageFor(authority.issue({ fromDays: -10, toDays: -5 })), "it has expired")
        }),
      30_000
    )
  }

  it.live(
    "goes through the proxy, with its password and without showing it, unless NO_PROXY names the service",
    () =>
      Effect.gen(function*() {
        const seen = yield* serving(() => createServer(authority.issue()))
        const asked: Array<string> = []
        const proxy = yield* serving(() => {
          const server = createHttpServer()
          server.on("connect", (request, socket) => {
            asked.push(`${request.url} ${request.headers["proxy-authorization"]}`)
            socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")
          })
          return server
        })
        const url = Redacted.make(`http://me:canary-password@127.0.0.1:${proxy.port}`)
        const through = (noProxy: string) => ({ ...trusting(), maxAttempts: 1, proxy: { url, noProxy } })
        const error = yield* Effect.flip(post).pipe(Effect.provide(overTls(seen.port, through("elsewhere.test"))))
        const basic = Buffer.from("me:canary-password").toString("base64")
        assert.deepStrictEqual(asked, [`127.0.0.1:${seen.port} Basic ${basic}`])
        assert.include(error.message, "HTTPS_PROXY")
        assert.notInclude(error.message, "canary")
        assert.strictEqual(seen.connections, 0)
        yield* post.pipe(Effect.provide(overTls(seen.port, through("127.0.0.1"))))
        assert.strictEqual(seen.requests, 1)
        assert.strictEqual(asked.length, 1)
      }),
    30_000
  )
})
