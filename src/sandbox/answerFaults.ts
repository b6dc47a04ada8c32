/**
 * What each answer fault does: the HTTP response it gives instead of the right answer, or what it does to the
 * connection.
 */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Clock, Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import { type Answer, failure, jsonType, refuse } from "./Answer.ts"
import type { AnswerFault } from "./Fault.ts"

type Kind = AnswerFault["kind"]
type Of<K extends Kind> = Extract<AnswerFault, { readonly kind: K }>
type Strike<K extends Kind> = (
  fault: Of<K>,
  request: HttpServerRequest.HttpServerRequest,
  answer: Effect.Effect<Answer>
) => Effect.Effect<HttpServerResponse.HttpServerResponse>

/** Turns an answer into a response. */
export const respond = ({ body, headers, status }: Answer): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.uint8Array(Buffer.from(body), { status, headers })

const json = (body: string) => HttpServerResponse.uint8Array(Buffer.from(body), { headers: jsonType })

const page = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head>" +
  "<body><center><h1>502 Bad Gateway</h1></center><hr><center>gateway</center></body></html>"

const block = 1024 * 1024

/** `bytes` bytes of JSON, in blocks, the last of which may be short. */
function* blocks(bytes: number): Generator<Uint8Array> {
  const head = Buffer.from("{\"success\":true,\"data\":[],\"message\":\"")
  const tail = Buffer.from("\"}")
  yield head
  const filler = Buffer.alloc(block, "a")
  for (let left = bytes - head.length - tail.length; left > 0; left -= block) yield filler.subarray(0, left)
  yield tail
}

/** Does something to the connection and leaves the request without an answer; it ends when the connection does. */
const instead = (request: HttpServerRequest.HttpServerRequest, action: (response: ServerResponse) => void) =>
  Effect.andThen(
    Effect.sync(() => {
      const response = NodeHttpServerRequest.toServerResponse(request)
      if (response instanceof ServerResponse) action(response)
    }),
    Effect.never
  )

const breakOff = (request: HttpServerRequest.HttpServerRequest, { body, headers, status }: Answer) =>
  instead(request, (response) => {
    const bytes = Buffer.from(body)
    response.writeHead(status, { ...headers, "content-length": String(bytes.length) })
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy())
  })

const strikes: { readonly [K in Kind]: Strike<K> } = {
  status: ({ retryAfter, status }) => {
    const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter }
    const message = status === 429 ? "Rate limit exceeded." : status < 500 ? "Bad request." : "Internal server error."
    return Effect.succeed(respond(failure(status, message, headers)))
  },
  unauthorized: () => Effect.succeed(respond(failure(401, "Unauthorized."))),
  refused: ({ message }) => Effect.succeed(respond(failure(200, message ?? "Request could not be processed."))),
  "address-refused": () => Effect.succeed(respond(failure(403, "IP address not allowed."))),
  "signature-refused": () => Effect.succeed(respond(refuse("signature"))),
  html: ({ status }) =>
    Effect.succeed(HttpServerResponse.text(page, { status: status ?? 200, contentType: "text/html" })),
  empty: () => Effect.succeed(HttpServerResponse.empty({ status: 200 })),
  "wrong-json": ({ text }) =>
    Effect.succeed(json(text ?? "{\"success\":true,\"message\":\"ok\",\"data\":[{\"txnId\":")),
  deep: ({ depth }) =>
    Effect.succeed(json(`{"success":true,"message":"ok","data":${"[".repeat(depth)}${"]".repeat(depth)}}`)),
  oversized: ({ bytes }) =>
    Effect.succeed(HttpServerResponse.stream(Stream.fromIterable(blocks(bytes)), { headers: jsonType })),
  gzip: (_fault, _request, answer) =>
    Effect.map(
      answer,
      ({ body, headers, status }) =>
        HttpServerResponse.uint8Array(gzipSync(body), { status, headers: { ...headers, "content-encoding": "gzip" } })
    ),
  "gzip-bomb": ({ bytes }) => {
    const member = gzipSync(Buffer.alloc(block, " "))
    const bomb = Buffer.concat(Array.from({ length: Math.ceil(bytes / block) }, () => member))
    return Effect.succeed(
      HttpServerResponse.uint8Array(bomb, { headers: { ...jsonType, "content-encoding": "gzip" } })
    )
  },
  slow: ({ millis }, _request, answer) => Effect.delay(Effect.map(answer, respond), millis),
  clock: ({ seconds }, _request, answer) =>
    Effect.map(Effect.zip(answer, Clock.currentTimeMillis), ([right, now]) => {
      const date = new Date(now + seconds * 1000).toUTCString()
      return respond({ ...right, headers: { ...right.headers, date } })
    }),
  "no-answer": () => Effect.never,
  reset: (_fault, request) => instead(request, (response) => response.socket?.resetAndDestroy()),
  truncated: (_fault, request, answer) => Effect.flatMap(answer, (right) => breakOff(request, right)),
  redirect: ({ location, status }) =>
    Effect.succeed(HttpServerResponse.empty({ status, headers: { location: location ?? "/api/v2/moved" } }))
}

/** Faults that change how or when the right answer arrives, or what stands beside it. */
export const keepsAnswer = (fault: AnswerFault): boolean =>
  fault.kind === "slow" || fault.kind === "gzip" || fault.kind === "clock"

/** Gives the response of a fault; `answer` is the right one and has its effects only when it is used. */
export const strike = <K extends Kind>(
  fault: Of<K>,
  request: HttpServerRequest.HttpServerRequest,
  answer: Effect.Effect<Answer>
): Effect.Effect<HttpServerResponse.HttpServerResponse> => (strikes[fault.kind] as Strike<K>)(fault, request, answer)
