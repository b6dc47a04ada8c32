/**
 * The transport over real sockets, against servers that misbehave.
 */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option, Redacted, type Scope } from "effect"
import { FetchHttpClient } from "effect/http"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createServer as createTcpServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SettingsError } from "../../../src/settings/setting.ts"
import { Transport } from "../../../src/transport/Transport.ts"
import { testSettings } from "../fakeService.ts"

const listening = (
  server: Server | ReturnType<typeof createTcpServer>,
  sockets: Set<Socket>
): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<string>((resume) => {
      server.on("connection", (socket: Socket) => void sockets.add(socket.on("error", () => undefined)))
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(`127.0.0.1:${(server.address() as AddressInfo).port}`)))
    }),
    () =>
      Effect.callback<void>((resume) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resume(Effect.void))
      })
  )

const settingsFor = (origin: string, scheme = "http") =>
  testSettings({
    requestTimeout: Duration.millis(400),
    retryTimeout: Duration.seconds(20),
    maxAttempts: 2,
    maxResponseBytes: 1_000_000
  }, `${scheme}://${origin}`)

const overSockets = (origin: string, scheme = "http") => Transport.layerNode(...settingsFor(origin, scheme))

const overFetch = (origin: string) => Transport.layer(...settingsFor(origin)).pipe(Layer.provide(FetchHttpClient.layer))

const post = Effect.flatMap(
  Transport,
  (transport) => transport.post({ path: "/x", headers: {}, body: Redacted.make("{}"), secrets: [] })
)

const failing = (listener: RequestListener, over: (origin: string) => ReturnType<typeof overSockets> = overSockets) =>
  Effect.gen(function*() {
    let requests = 0
    const sockets = new Set<Socket>()
    const origin = yield* listening(
      createServer((request, response) => {
        requests++
        listener(request, response)
      }),
      sockets
    )
    const started = performance.now()
    const error = yield* Effect.flip(post).pipe(Effect.provide(over(origin)))
    return { error, requests, millis: performance.now() - started, sockets }
  })

const whole = `{"success":true,"message":"ok","data":[]}`

describe("Transport over real sockets", () => {
  it.live("brings an answer, sent in slices", () =>
    Effect.gen(function*() {
      const origin = yield* listening(
        createServer((request, response) => {
          request.resume()
          response.writeHead(200, { "content-type": "application/json" })
          for (const character of whole) response.write(character)
          response.end()
        }),
        new Set()
      )
      const response = yield* post.pipe(Effect.provide(overSockets(origin)))
      assert.strictEqual(Buffer.from(Redacted.value(response.bytes)).toString(), whole)
    }))

  it.live("takes a body that ends before its announced length for cut off", () =>
    Effect.gen(function*() {
      const { error, requests } = yield* failing((_, response) => {
        response.writeHead(200, { "content-length": "1000" })
        response.write(whole, () => response.destroy())
      })
      assert.strictEqual(error.reason._tag, "Truncated")
      assert.strictEqual(requests, 2)
    }))

  it.live("takes a chunked body without its last chunk for cut off", () =>
    Effect.gen(function*() {
      const { error, requests } = yield* failing((_, response) => {
        response.writeHead(200)
        response.write(whole, () => response.destroy())
      })
      assert.strictEqual(error.reason._tag, "Truncated")
      assert.strictEqual(requests, 2)
    }))

  it.live("takes a body that ends with the connection, in the midst of the JSON, for cut off", () =>
    Effect.gen(function*() {
      const { error } = yield* failing((_, response) => {
        response.socket?.end(`HTTP/1.0 200 OK\r\n\r\n${whole.slice(0, 20)}`)
      })
      assert.strictEqual(error.reason._tag, "Truncated")
    }))

  it.live("tries again when the connection is reset", () =>
    Effect.gen(function*() {
      const { error, requests } = yield* failing((request) => void request.socket.resetAndDestroy())
      assert.strictEqual(error.reason._tag, "ConnectionFailed")
      assert.strictEqual(requests, 2)
    }))

  it.live("gives up on a service that never answers, and closes the connection", () =>
    Effect.gen(function*() {
      const { error, millis, requests, sockets } = yield* failing(() => undefined)
      assert.strictEqual(error.reason._tag, "TimedOut")
      assert.strictEqual(requests, 2)
      assert.isBelow(millis, 3000)
      yield* Effect.sleep(50)
      assert.isTrue([...sockets].every((socket) => socket.destroyed || socket.readableEnded))
    }))

  it.live("gives up on a body that drips without end", () =>
    Effect.gen(function*() {
      const timers: Array<NodeJS.Timeout> = []
      const { error, millis } = yield* failing((_, response) => {
        response.writeHead(200)
        timers.push(setInterval(() => response.write("{"), 20))
      })
      for (const timer of timers) clearInterval(timer)
      assert.strictEqual(error.reason._tag, "TimedOut")
      assert.isBelow(millis, 3000)
    }))

  it.live("stops reading an endless body at the bound", () =>
    Effect.gen(function*() {
      let sent = 0
      const { error, requests } = yield* failing((_, response) => {
        response.writeHead(200)
        const chunk = Buffer.alloc(65_536, 123)
        const pump = (): void => {
          while (!response.destroyed && response.write(chunk)) sent += chunk.length
          if (!response.destroyed) response.once("drain", pump)
        }
        response.on("error", () => undefined)
        pump()
      })
      assert.strictEqual(error.reason._tag, "TooLarge")
      assert.strictEqual(requests, 1)
      assert.isBelow(sent, 30_000_000)
    }))

  const redirects = [301, 302, 303, 307, 308].flatMap((status) =>
    ["its own origin", "another origin"].flatMap((where) =>
      [{ client: "Node's", over: overSockets }, { client: "fetch's", over: overFetch }].map((way) => ({
        status,
        where,
        ...way
      }))
    )
  )

  it.live.each(redirects)(
    "sends nothing on when redirected with $status to $where, over $client client",
    ({ over, status, where }) =>
      Effect.gen(function*() {
        const elsewhere = new Set<Socket>()
        const other = yield* listening(createServer((_, response) => response.end(whole)), elsewhere)
        const location = where === "its own origin" ? "/y" : `http://${other}/x`
        const { error, requests, sockets } = yield* failing((_, response) => {
          response.writeHead(status, { location, "content-type": "application/json" }).end(whole)
        }, over)
        assert.strictEqual(error.reason._tag, "Redirected")
        assert.include(error.message, `redirects (status ${status})`)
        assert.include(error.message, "WALLET_STATEMENT_BASE_URL")
        yield* Effect.sleep(20)
        assert.deepStrictEqual([requests, sockets.size, elsewhere.size], [1, 1, 0])
      })
  )

  it.live("takes an answer that comes twice for the answer to no other request", () =>
    Effect.gen(function*() {
      const origin = yield* listening(
        createTcpServer((socket) => {
          let again = ""
          socket.on("data", (bytes) => {
            const path = /^POST (\S+)/.exec(bytes.toString())?.[1] ?? ""
            const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${path.length + 7}\r\n\r\n{"":"${path}"}`
            socket.write(again + answer)
            again = answer
          })
        }),
        new Set()
      )
      yield* Effect.gen(function*() {
        const transport = yield* Transport
        for (const path of ["/a", "/b", "/c"]) {
          const { bytes } = yield* transport.post({ path, headers: {}, body: Redacted.make("{}"), secrets: [] })
          assert.strictEqual(Buffer.from(Redacted.value(bytes)).toString(), `{"":"${path}"}`)
        }
      }).pipe(Effect.provide(overSockets(origin)))
    }))

  it.live("says when what listens speaks no sound HTTP", () =>
    Effect.gen(function*() {
      for (const head of ["HTTP/1.1 2OO OK", "SSH-2.0-OpenSSH", "HTTP/1.1 200 OK\r\ncontent-length: "]) {
        const { error, requests } = yield* failing((_, response) =>
          void response.socket?.end(`${head}\r\n\r\n${whole}`)
        )
        assert.include(error.message, "does not speak HTTP as it should")
        assert.strictEqual(requests, 1)
      }
    }))

  it.live("gives a connection up that does not come about, with the attempt", () =>
    Effect.gen(function*() {
      const sockets = new Set<Socket>()
      const origin = yield* listening(createTcpServer((socket) => socket.resume()), sockets)
      yield* Effect.gen(function*() {
        assert.strictEqual((yield* Effect.flip(post)).reason._tag, "TimedOut")
        assert.strictEqual(sockets.size, 2)
        for (let waited = 0; waited < 5000 && [...sockets].some((socket) => !socket.destroyed); waited += 50) {
          yield* Effect.sleep(50)
        }
        assert.isTrue([...sockets].every(({ destroyed }) => destroyed))
      }).pipe(Effect.provide(overSockets(origin, "https")))
    }))

  it.live("says when nothing listens", () =>
    Effect.gen(function*() {
      const origin = yield* Effect.scoped(listening(createServer(), new Set()))
      const error = yield* Effect.flip(post).pipe(Effect.provide(overSockets(origin)))
      assert.include(error.message, "ECONNREFUSED")
    }))

  it.live("says when what listens does not speak TLS, once, and has sent no request", () =>
    Effect.gen(function*() {
      let received = ""
      let connections = 0
      const origin = yield* listening(
        createTcpServer((socket) => {
          connections++
          socket.on("data", (bytes) => {
            received += bytes.toString("latin1")
            socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")
          })
        }),
        new Set()
      )
      const error = yield* Effect.flip(post).pipe(Effect.provide(overSockets(origin, "https")))
      assert.strictEqual(error.reason._tag, "CertificateRefused")
      assert.include(error.message, "does not speak TLS")
      assert.strictEqual(connections, 1)
      assert.notInclude(received, "POST")
    }))

  it.live("says what is wrong with the file of certificate authorities", () =>
    Effect.gen(function*() {
      const caFile = join(tmpdir(), "no-such-directory", "ca.pem")
      const layer = Transport.layerNode(...testSettings({ caFile: Option.some(caFile) }))
      const error = yield* Effect.flip(post.pipe(Effect.provide(layer)))
      assert.instanceOf(error, SettingsError)
      assert.include(error.message, "WALLET_STATEMENT_CA_FILE")
    }))
})
