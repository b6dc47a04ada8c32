// @effect-diagnostics asyncFunction:off -- a server of Node's own, for tests that drive processes
/**
 * Serves replies as a script gives them, over a real socket on 127.0.0.1.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Arrived, Reply } from "../transport/fakeService.ts"

/** A server and what it was asked. */
export interface Serving {
  readonly url: string
  readonly requests: ReadonlyArray<Arrived>
  readonly stop: () => Promise<void>
}

const received = async (request: IncomingMessage): Promise<Arrived> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) chunks.push(chunk)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value)
  return { atMillis: 0, url: request.url ?? "", headers, body: Buffer.concat(chunks).toString() }
}

const send = (reply: Reply, response: ServerResponse): void => {
  if (reply === "never") return
  if (reply === "never-ending-body" || reply === "broken-body") {
    response.writeHead(200, { "content-length": "100000" }).write("{\"success\":true")
    if (reply === "broken-body") setTimeout(() => response.destroy(), 20)
    return
  }
  if ("code" in reply) return void response.destroy()
  const { body = "{}", headers = {}, status = 200 } = reply
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body)
}

/** Serves until stopped. */
export const serveReplies = async (answer: (arrived: Arrived) => Reply): Promise<Serving> => {
  const requests: Array<Arrived> = []
  const server = createServer((request, response) => {
    const answered = async (): Promise<void> => {
      const arrived = await received(request)
      requests.push(arrived)
      send(answer(arrived), response)
    }
    answered().catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
  }
}
