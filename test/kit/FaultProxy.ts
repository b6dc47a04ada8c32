/**
 * Stands between a client and a service on 127.0.0.1 and spoils what passes, drawn from a seed.
 *
 * By `responses` it waits for a whole HTTP/1.1 response and plays a fault on it. By `bytes` it understands nothing of
 * what passes, as on a TLS connection, and plays one on the packet with which the connection reaches a drawn length.
 */
import { connect, createServer, type Server, type Socket } from "node:net"
import { drawsOf } from "../transport/limitedService.ts"
import { Downstream, type Draw, type FaultKind, flipped, headEnd, pick, plays, under } from "./faults.ts"

export interface FaultProxyOptions {
  /** Where the service listens. */
  readonly port: number
  readonly framing: "responses" | "bytes"
  readonly seed: number
  /** Share of the responses, or of the connections, that are spoilt. */
  readonly rate: number
  readonly kinds: readonly [FaultKind, ...ReadonlyArray<FaultKind>]
  /** The longest that latency and low bandwidth hold anything up, in milliseconds. */
  readonly slowest: number
}

/** By bytes: before which length of a connection a fault strikes, by its direction. */
const answerReach = 8_000
const requestReach = 2_500

/** A proxy that listens. */
export class FaultProxy {
  /** How often each kind of fault was played. */
  readonly struck = new Map<FaultKind, number>()
  /** For each time the client was left without an answer: after how many milliseconds it gave the connection up. */
  readonly givenUpAfter: Array<number> = []
  private readonly options: FaultProxyOptions
  private readonly server: Server
  private readonly clients = new Set<Socket>()
  private connections = 0

  private constructor(options: FaultProxyOptions) {
    this.options = options
    this.server = createServer((client) => this.accept(client))
  }

  /** Starts one on a free port. */
  static start(options: FaultProxyOptions): Promise<FaultProxy> {
    const proxy = new FaultProxy(options)
    return new Promise((done) => proxy.server.listen(0, "127.0.0.1", () => done(proxy)))
  }

  get port(): number {
    const address = this.server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  }

  /** Connections that the client has not given up. */
  get held(): number {
    return this.clients.size
  }

  /** Stops, and cuts what is left. */
  stop(): Promise<void> {
    for (const client of this.clients) client.destroy()
    return new Promise((done) => this.server.close(() => done()))
  }

  private note(kind: FaultKind, client: Socket): void {
    this.struck.set(kind, (this.struck.get(kind) ?? 0) + 1)
    if (kind !== "never") return
    const since = performance.now()
    client.once("close", () => this.givenUpAfter.push(performance.now() - since))
  }

  private accept(client: Socket): void {
    const { framing, kinds, port, rate, seed } = this.options
    const draw = drawsOf(seed * 1009 + this.connections++)
    const nextKind = (): FaultKind | undefined => (draw() < rate ? pick(draw, kinds) : undefined)
    const upstream = connect(port, "127.0.0.1")
    const to = new Downstream(client)
    this.clients.add(client)
    for (const socket of [client, upstream]) socket.setNoDelay(true).on("error", () => undefined)
    client.on("close", () => {
      this.clients.delete(client)
      upstream.destroy()
    })
    // One after the other; a service that closes is heard of behind everything it said.
    let order = Promise.resolve()
    const then = (step: () => Promise<void> | void): void => {
      order = order.then(() => (to.open ? step() : undefined))
    }
    const play = (kind: FaultKind | undefined, bytes: Buffer) =>
      then(() => {
        if (kind === undefined) return to.write(bytes)
        if (kind !== "corrupt-request") this.note(kind, client)
        return plays[kind](to, bytes, draw, this.options.slowest)
      })
    const ask = (bytes: Buffer, spoilt: boolean): void => {
      if (!to.open) return
      if (spoilt) this.note("corrupt-request", client)
      upstream.write(spoilt ? flipped(bytes, draw) : bytes)
    }
    const pass = framing === "responses" ? byResponses(nextKind) : byBytes(nextKind(), draw)
    client.on("data", (bytes: Buffer) => ask(bytes, pass.request(bytes)))
    upstream.on("data", (bytes: Buffer) => {
      for (const [kind, unit] of pass.answer(bytes)) play(kind, unit)
    })
    upstream.on("end", () => then(() => to.end()))
    upstream.on("close", () => then(() => to.end()))
  }
}

/** Cuts what passes into the parts that are played, and says with which fault. */
interface Passing {
  /** Whether these bytes of a request are to be spoilt. */
  readonly request: (bytes: Buffer) => boolean
  readonly answer: (bytes: Buffer) => ReadonlyArray<readonly [FaultKind | undefined, Buffer]>
}

const byResponses = (nextKind: () => FaultKind | undefined): Passing => {
  let kind = nextKind()
  let received = Buffer.alloc(0)
  return {
    request: () => kind === "corrupt-request",
    answer: (bytes) => {
      received = Buffer.concat([received, bytes])
      const end = responseEnd(received)
      if (end === undefined || received.length < end) return []
      const response = received.subarray(0, end)
      received = received.subarray(end)
      const played = kind
      kind = nextKind()
      return [[played, response]]
    }
  }
}

const responseEnd = (bytes: Buffer): number | undefined => {
  const end = bytes.indexOf(headEnd)
  if (end === -1) return undefined
  const length = /content-length: *(\d+)/i.exec(bytes.toString("latin1", 0, end))?.[1]
  return end + headEnd.length + Number(length ?? 0)
}

const byBytes = (kind: FaultKind | undefined, draw: Draw): Passing => {
  const strikesAt = under(draw, kind === "corrupt-request" ? requestReach : answerReach)
  let passed = 0
  const reaches = (bytes: Buffer): boolean => {
    const before = passed
    passed += bytes.length
    return before <= strikesAt && passed > strikesAt
  }
  return {
    request: (bytes) => kind === "corrupt-request" && reaches(bytes),
    answer: (bytes) => [[kind !== undefined && kind !== "corrupt-request" && reaches(bytes) ? kind : undefined, bytes]]
  }
}
