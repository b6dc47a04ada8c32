/**
 * A process of its own that serves the interface and answers statement requests with too much: `node hostileService.ts
 * CASE` prints its port.
 */
import { createServer, type ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"

const envelope = (data: string): string => `{"success":true,"message":"ok","data":${data}}`
const record = (number: number): string =>
  `{"txnId":"T${number}","type":"Credit","amount":"1.00","balance":${number}.00,"description":"Credited KES1.00 from ` +
  `Café Amani for rent","confirmed":true,"date":"2025-03-0${1 + (number % 9)} 10:00:00 AM"}`
const block = Buffer.alloc(2 ** 20, " ")
const deep = 5_000_000

/** Sends blocks as fast as they are taken, until there were so many bytes. */
const pour = (response: ServerResponse, bytes: number, chunk: Buffer): void => {
  let left = bytes
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length
      if (!response.write(chunk)) return void response.once("drain", more)
    }
    response.end()
  }
  more()
}

const json = { "content-type": "application/json" }
const gigabyte = 2 ** 30

/** How each case answers a statement request. */
const cases: Readonly<Record<string, (response: ServerResponse) => void>> = {
  small: (response) => response.writeHead(200, json).end(envelope("[]")),
  "gzip-bomb": (response) => {
    const member = gzipSync(block)
    response.writeHead(200, { ...json, "content-encoding": "gzip" })
    response.end(Buffer.concat(Array.from({ length: 4096 }, () => member)))
  },
  "gzip-without-a-name": (response) => {
    const member = gzipSync(block)
    response.writeHead(200, json).end(Buffer.concat(Array.from({ length: 4096 }, () => member)))
  },
  deep: (response) => response.writeHead(200, json).end(envelope("[".repeat(deep) + "]".repeat(deep))),
  endless: (response) => {
    response.writeHead(200, json).write(`{"success":true,"data":[`)
    pour(response, Number.POSITIVE_INFINITY, Buffer.from(`${record(1)},`.repeat(500)))
  },
  gigabyte: (response) => {
    response.writeHead(200, { ...json, "content-length": gigabyte })
    pour(response, gigabyte, block)
  },
  "gigabyte-in-chunks": (response) => {
    response.writeHead(200, json)
    pour(response, gigabyte, block)
  },
  records: (response) =>
    response.writeHead(200, json).end(envelope(`[${Array.from({ length: 50_000 }, (_, at) => record(at)).join(",")}]`)),
  keys: (response) =>
    response.writeHead(200, json).end(
      envelope(`[{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join(",")}}]`)
    ),
  field: (response) => response.writeHead(200, json).end(envelope(`[{"description":"${"a".repeat(20_000_000)}"}]`)),
  values: (response) => response.writeHead(200, json).end(envelope(`[${`[${"{},".repeat(9999)}{}],`.repeat(500)}{}]`)),
  "endless-refusal": (response) => pour(response.writeHead(400, json), Number.POSITIVE_INFINITY, block),
  "endless-failure": (response) => pour(response.writeHead(500, json), Number.POSITIVE_INFINITY, block),
  "endless-head": (response) => {
    response.socket?.write("HTTP/1.1 200 OK\r\n")
    const more = (): void => {
      if (response.socket?.write(`x-a: ${"a".repeat(60_000)}\r\n`)) setImmediate(more)
      else response.socket?.once("drain", more)
    }
    more()
  }
}

const answer = cases[process.argv[2] ?? ""]
if (answer === undefined) throw new Error(`one of ${Object.keys(cases).join(", ")}`)
const login = `{"success":true,"message":"ok","data":{"access_token":"token","token_type":"bearer","expires_in":3600}}`
const server = createServer((request, response) => {
  response.on("error", () => undefined)
  request.resume().on(
    "end",
    () => (request.url === "/api/v2/auth/login" ? response.writeHead(200, json).end(login) : answer(response))
  )
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`${typeof address === "object" && address !== null ? address.port : 0}\n`)
})
