/**
 * The simulated service as one HTTP application: finds the endpoint, applies the rate limit, then an ordered fault,
 * then the interface. A request that the rate limit refuses reaches no endpoint and draws no fault.
 */
import { Clock, Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { type Answer, refuse } from "./Answer.ts"
import { keepsAnswer, respond, strike } from "./answerFaults.ts"
import { presentOf } from "./calendar.ts"
import { login } from "./login.ts"
import type { Endpoint, RequestEntry } from "./RequestLog.ts"
import { nextFault, type State } from "./State.ts"
import { statement } from "./statement.ts"
import { retryAfterText } from "./TokenBucket.ts"

const endpoints: Readonly<Record<string, Exclude<Endpoint, "other">>> = {
  "/api/v2/auth/login": "login",
  "/api/v2/wallet/statement": "statement"
}

/** Answers one request. */
export const handle = Effect.fnUntraced(function*(
  state: State
): Effect.fn.Return<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest> {
  const request = yield* HttpServerRequest.HttpServerRequest
  const now = yield* Clock.currentTimeMillis
  const path = request.url.split("?")[0] ?? ""
  const endpoint = endpoints[path]
  const entry: RequestEntry = { number: state.log.length + 1, at: now, endpoint: endpoint ?? "other", path }
  state.log.push(entry)
  const refused = endpoint === undefined ? refuse("path") : refusedAtTheDoor(state, request, endpoint, now, entry)
  if (endpoint === undefined || refused !== undefined) return send(entry, dated(state, refused ?? refuse("path")))
  const right = Effect.map(answer(state, request, endpoint, entry), (sent) => dated(state, sent))
  const fault = nextFault(state, endpoint)
  if (fault === undefined) return send(entry, yield* right)
  entry.fault = fault.kind
  const noted = keepsAnswer(fault) ? Effect.tap(right, (sent) => Effect.sync(() => note(entry, sent))) : right
  // The server runs handlers uninterruptibly; a fault must end when its connection does.
  const response = yield* Effect.interruptible(strike(fault, request, noted))
  entry.status = response.status
  return response
})

/** An answer with the `Date` of the service's clock, where that does not go by today. */
const dated = ({ behaviour: { present } }: State, sent: Answer): Answer => {
  const now = present === null ? undefined : presentOf(present)
  if (now === undefined) return sent
  return { ...sent, headers: { date: new Date(now.instant).toUTCString(), ...sent.headers } }
}

const note = (entry: RequestEntry, sent: Answer): void => {
  entry.records = sent.records
  if (sent.refusal !== undefined) entry.refusal = sent.refusal
}

const send = (entry: RequestEntry, sent: Answer): HttpServerResponse.HttpServerResponse => {
  note(entry, sent)
  entry.status = sent.status
  return respond(sent)
}

const refusedAtTheDoor = (
  state: State,
  request: HttpServerRequest.HttpServerRequest,
  endpoint: Exclude<Endpoint, "other">,
  now: number,
  entry: RequestEntry
): Answer | undefined => {
  if (request.method !== "POST") return refuse("method", { allow: "POST" })
  const limit = state.behaviour.rateLimit
  if (limit !== null && (limit.scope === "all" || limit.scope === endpoint)) {
    const wait = state.bucket?.take(now) ?? 0
    if (wait > 0) {
      entry.waitMillis = wait
      const retryAfter = retryAfterText(limit.retryAfter, now, wait)
      return refuse("rate-limit", retryAfter === undefined ? {} : { "retry-after": retryAfter })
    }
  }
  const { accept, "content-type": contentType } = request.headers
  if (contentType !== undefined && !contentType.includes("json")) return refuse("content-type")
  return accept === undefined || /json|\*\/\*|application\/\*/.test(accept) ? undefined : refuse("accept")
}

const answer = Effect.fnUntraced(
  function*(
    state: State,
    request: HttpServerRequest.HttpServerRequest,
    endpoint: Exclude<Endpoint, "other">,
    entry: RequestEntry
  ) {
    const body = readJson(yield* request.text)
    const now = yield* Clock.currentTimeMillis
    if (endpoint === "login") return login(state, body, now)
    const { authorization, signature } = request.headers
    return statement(state, { authorization, signature }, body, now, entry)
  },
  Effect.orElseSucceed(() => refuse("body"))
)

/** Reads a request body. The limit stays the text it was, since the signature covers the characters that were sent. */
const readJson = (text: string): unknown => {
  try {
    return JSON.parse(
      text,
      (name, value: unknown, context?: { readonly source?: string }) =>
        name === "limit" && typeof value === "number" ? (context?.source ?? String(value)) : value
    )
  } catch {
    return undefined
  }
}
