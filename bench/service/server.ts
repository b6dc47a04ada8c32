/**
 * The service of the benchmark, a process of its own, which tells its address on stdout.
 *
 * It answers login and statement requests as the interface says, newest first and with both bounds inside, from bytes
 * that it keeps for each day, and checks neither token nor signature: it never keeps a caller waiting. Beside the
 * interface, `/bench/prepare` makes the bytes of the first days ready, `/bench/correct` changes the description of one
 * record of a day, and `/bench/restore` takes that back.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { dayOf, type Kind, kindOf, recordsOf, rowsPerDay } from "./book.ts"

const prepared = new Map<string, Buffer>()
const corrections = new Map<number, number>()

const prepare = (kind: Kind, day: number): Buffer => {
  const bytes = Buffer.from(recordsOf(day, corrections.get(day), kind).join(","))
  prepared.set(`${kind} ${day}`, bytes)
  return bytes
}

const comma = Buffer.from(",")
const opening = Buffer.from("{\"success\":true,\"message\":\"Statement fetched successfully.\",\"data\":[")
const closing = Buffer.from("]}")

/** The parts of an answer: whole days from the newest on, and of the day that reaches the limit its newest records. */
const statement = (kind: Kind, from: number, to: number, limit: number): ReadonlyArray<Buffer> => {
  const parts: Array<Buffer> = [opening]
  let left = limit
  for (let day = to; day >= Math.max(from, 0) && left > 0; day--) {
    if (parts.length > 1) parts.push(comma)
    parts.push(
      left < rowsPerDay
        ? Buffer.from(recordsOf(day, corrections.get(day), kind).slice(0, left).join(","))
        : prepared.get(`${kind} ${day}`) ?? prepare(kind, day)
    )
    left -= rowsPerDay
  }
  return [...parts, closing]
}

const answer = (response: ServerResponse, parts: ReadonlyArray<Buffer>): void => {
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": parts.reduce((sum, part) => sum + part.length, 0)
  })
  response.cork()
  for (const part of parts) response.write(part)
  response.end()
  response.uncork()
}

const token = Buffer.from(JSON.stringify({
  success: true,
  message: "Login successful.",
  data: { access_token: "bench-token", token_type: "bearer", expires_in: 3600 }
}))
const done = Buffer.from("{\"success\":true}")

const correct = (day: number, place: number | undefined): void => {
  if (place === undefined) corrections.delete(day)
  else corrections.set(day, place)
  prepare("plain", day)
}

const route = (path: string | undefined, body: string, response: ServerResponse): void => {
  const asked: Readonly<Record<string, string>> = JSON.parse(body)
  switch (path) {
    case "/api/v2/auth/login":
      return answer(response, [token])
    case "/api/v2/wallet/statement":
      return answer(
        response,
        statement(
          kindOf(asked["wallet_no"]),
          dayOf(asked["from_date"] ?? ""),
          dayOf(asked["to_date"] ?? ""),
          Number(asked["limit"])
        )
      )
    case "/bench/prepare":
      for (let day = 0; day < Number(asked["days"]); day++) {
        const kind = kindOf(asked["wallet"])
        if (!prepared.has(`${kind} ${day}`)) prepare(kind, day)
      }
      return answer(response, [done])
    case "/bench/correct":
    case "/bench/restore":
      correct(dayOf(asked["date"] ?? ""), path === "/bench/correct" ? 0 : undefined)
      return answer(response, [done])
    default:
      response.writeHead(404).end()
  }
}

const receive = (request: IncomingMessage, response: ServerResponse): void => {
  let body = ""
  request.setEncoding("utf8")
  request.on("data", (chunk: string) => {
    body += chunk
  })
  request.on("end", () => route(request.url, body, response))
}

// Whoever started this process holds its input open; without them nobody would ever stop it.
process.stdin.resume().once("end", () => process.exit(0))

const server = createServer(receive)
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
