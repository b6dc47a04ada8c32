/**
 * An HTTP proxy on 127.0.0.1 that makes tunnels and keeps everything that passes.
 */
import { createServer, type IncomingMessage, type Server } from "node:http"
import { connect, type Socket } from "node:net"
import type { Duplex } from "node:stream"

/** A proxy that listens. */
export class TunnelProxy {
  /** What was asked for, and the headers that came with it, one text each. */
  readonly asked: Array<string> = []
  /** All requests that wanted something else than a tunnel. */
  readonly refused: Array<string> = []
  private readonly passed: Array<Buffer> = []
  private readonly sockets = new Set<Socket | Duplex>()
  private readonly server: Server
  private readonly target: number | undefined

  private constructor(target: number | undefined) {
    this.target = target
    this.server = createServer((request, response) => {
      this.refused.push(`${request.method} ${request.url}`)
      response.writeHead(405).end()
    })
    this.server.on("connect", (request, client, head: Buffer) => this.tunnel(request, client, head))
  }

  /** Starts one on a free port; all tunnels of a false one lead to the port of this machine that is given. */
  static start(target?: number): Promise<TunnelProxy> {
    const proxy = new TunnelProxy(target)
    return new Promise((done) => proxy.server.listen(0, "127.0.0.1", () => done(proxy)))
  }

  get port(): number {
    const address = this.server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  }

  /** Everything that the client sent, in the order it came, as Latin-1. */
  get seen(): string {
    return this.asked.join("") + Buffer.concat(this.passed).toString("latin1")
  }

  /** Stops, and cuts what is left. */
  stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    return new Promise((done) => this.server.close(() => done()))
  }

  private tunnel(request: IncomingMessage, client: Duplex, head: Buffer): void {
    this.asked.push([`${request.method} ${request.url}`, ...request.rawHeaders].join("\n"))
    const url = new URL(`http://${request.url}`)
    const upstream = this.target === undefined
      ? connect(Number(url.port), url.hostname)
      : connect(this.target, "127.0.0.1")
    for (const [one, other] of [[client, upstream], [upstream, client]] as const) {
      this.sockets.add(one)
      one.on("error", () => other.destroy())
      one.on("close", () => other.destroy())
    }
    upstream.on("connect", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n")
      client.on("data", (bytes: Buffer) => void this.passed.push(bytes))
      client.unshift(head)
      client.pipe(upstream)
      upstream.pipe(client)
    })
  }
}
