// @effect-diagnostics asyncFunction:off -- what speaks to sockets below any client is plain promises
/**
 * The faults of FaultProxy: what each does to a response, or to a packet of a connection nothing is known of.
 */
import type { Socket } from "node:net"

/** What can befall any bytes. */
export const byteFaults = [
  "latency",
  "bandwidth",
  "reset",
  "slow-close",
  "early-fin",
  "slicing",
  "corrupt",
  "corrupt-request",
  "duplicated",
  "truncated",
  "never"
] as const

/** What can befall a response besides. */
export const headFaults = ["status-line", "content-length"] as const

export type FaultKind = (typeof byteFaults)[number] | (typeof headFaults)[number]

/** Evenly spread numbers from 0 to 1. */
export type Draw = () => number

/** A whole number below an end. */
export const under = (draw: Draw, end: number): number => Math.floor(draw() * end)
/** One of a list. */
export const pick = <A>(draw: Draw, list: readonly [A, ...ReadonlyArray<A>]): A =>
  list[under(draw, list.length)] ?? list[0]
const sleep = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

/** The client's end of a connection. */
export class Downstream {
  readonly socket: Socket
  /** Whether anything still passes. */
  open = true

  constructor(socket: Socket) {
    this.socket = socket
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (!this.socket.writable) return
    await new Promise<void>((done) => void this.socket.write(bytes, () => done()))
  }

  /** Says that no more comes; what the client still sends is lost. */
  end(): void {
    this.open = false
    this.socket.end()
  }

  reset(): void {
    this.open = false
    this.socket.resetAndDestroy()
  }
}

/** Sends bytes to the client, spoilt; `slowest` is the longest that they are held up, in milliseconds. */
export type Play = (to: Downstream, bytes: Buffer, draw: Draw, slowest: number) => Promise<void>

/** The bytes with some of them changed. */
export const flipped = (bytes: Buffer, draw: Draw): Buffer => {
  const spoilt = Buffer.from(bytes)
  for (let left = 1 + under(draw, 4); left > 0; left--) {
    const at = under(draw, spoilt.length)
    // Mostly one bit, which often leaves a digit a digit.
    const mask = draw() < 0.7 ? 1 << under(draw, 8) : 1 + under(draw, 255)
    spoilt[at] = (spoilt[at] ?? 0) ^ mask
  }
  return spoilt
}

const inPieces = async (to: Downstream, bytes: Buffer, length: () => number, pause: () => Promise<void>) => {
  for (let at = 0; at < bytes.length && to.socket.writable;) {
    const end = at + length()
    await to.write(bytes.subarray(at, end))
    await pause()
    at = end
  }
}

/** What ends the head of a message. */
export const headEnd = "\r\n\r\n"
const splitHead = (bytes: Buffer): readonly [head: string, body: Buffer] => {
  const end = bytes.indexOf(headEnd)
  return [bytes.toString("latin1", 0, end), bytes.subarray(end + headEnd.length)]
}
const joined = (head: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(head + headEnd, "latin1"), body])

const wrongStatusLine = (line: string, draw: Draw): string => {
  const status = pick(draw, [
    "HTTP/1.1 100 Continue",
    "HTTP/1.1 101 Switching Protocols",
    "HTTP/1.1 103 Early Hints",
    "HTTP/1.1 201 Created",
    "HTTP/1.1 204 No Content",
    "HTTP/1.1 206 Partial Content",
    "HTTP/1.1 304 Not Modified",
    "HTTP/1.1 401 Unauthorized",
    "HTTP/1.1 404 Not Found",
    "HTTP/1.1 503 Service Unavailable",
    "HTTP/1.1 999 ",
    "HTTP/1.1 20",
    "HTTP/1.0 200 OK",
    "HTTP/9.9 200 OK",
    ""
  ])
  return draw() < 0.5 ? status : flipped(Buffer.from(line, "latin1"), draw).toString("latin1")
}

const wrongLength = (head: string, draw: Draw): string => {
  const right = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
  const field = pick(draw, [
    `content-length: ${under(draw, right)}`,
    `content-length: ${right - 1}`,
    `content-length: ${right + 1 + under(draw, 500)}`,
    `content-length: -${right}`,
    `content-length: 9${"0".repeat(18)}`,
    `content-length: ${right}x`,
    "content-length: ",
    `content-length: ${right}\r\ncontent-length: ${right - 2}`,
    `content-length: ${right}\r\ntransfer-encoding: chunked`,
    `contemt-length: ${right}`
  ])
  return head.replace(/content-length: *\d+/i, field)
}

/** What each fault does. */
export const plays: { readonly [K in FaultKind]: Play } = {
  latency: async (to, bytes, draw, slowest) => {
    await sleep(draw() * slowest)
    await to.write(bytes)
  },
  bandwidth: async (to, bytes, draw, slowest) => {
    const pieces = 20
    const pause = (draw() * slowest) / pieces
    await inPieces(to, bytes, () => Math.ceil(bytes.length / pieces), () => sleep(pause))
  },
  reset: async (to, bytes, draw) => {
    await to.write(bytes.subarray(0, under(draw, bytes.length + 1)))
    await sleep(under(draw, 5))
    to.reset()
  },
  "slow-close": async (to, bytes, draw) => {
    await to.write(bytes)
    await sleep(under(draw, 40))
    to.end()
  },
  "early-fin": async (to, bytes, draw) => {
    await to.write(bytes.subarray(0, under(draw, bytes.length)))
    to.end()
  },
  slicing: async (to, bytes, draw) => {
    const longest = Math.max(3, Math.ceil(bytes.length / 30))
    await inPieces(to, bytes, () => 1 + under(draw, longest), () => new Promise((done) => setImmediate(done)))
  },
  corrupt: (to, bytes, draw) => to.write(flipped(bytes, draw)),
  // What it does it has done before the answer.
  "corrupt-request": (to, bytes) => to.write(bytes),
  duplicated: async (to, bytes, draw) => {
    await to.write(bytes)
    if (draw() < 0.7) await sleep(under(draw, 40))
    await to.write(bytes)
  },
  truncated: async (to, bytes, draw) => {
    const bodyAt = bytes.indexOf(headEnd) + 1
    await to.write(bytes.subarray(0, bodyAt + under(draw, bytes.length - bodyAt)))
    // The end is told, or nothing more comes, or what comes next follows as if nothing were missing.
    const sequel = under(draw, 3)
    if (sequel === 0) to.end()
    else to.open = sequel === 1
  },
  never: async (to) => {
    to.open = false
  },
  "status-line": (to, bytes, draw) => {
    const [head, body] = splitHead(bytes)
    const [line = "", ...fields] = head.split("\r\n")
    return to.write(joined([wrongStatusLine(line, draw), ...fields].join("\r\n"), body))
  },
  "content-length": (to, bytes, draw) => {
    const [head, body] = splitHead(bytes)
    return to.write(joined(wrongLength(head, draw), body))
  }
}
