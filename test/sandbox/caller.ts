/**
 * A bare caller of the sandbox for its own tests: node:http and node:crypto, nothing of the project's client.
 */
import { Effect, Redacted } from "effect"
import { constants, sign } from "node:crypto"
import { type IncomingHttpHeaders, request } from "node:http"
import type { Algorithm, RunningSandbox } from "../../src/sandbox/index.ts"

/** What came back. */
export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** The code of the error with which a connection ended. */
export interface Broken {
  readonly code: string
}

/** Sends one request on a connection of its own. */
export const send = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  method = "POST"
): Effect.Effect<Reply, Broken> =>
  Effect.callback<Reply, Broken>((resume) => {
    const fail = (error: NodeJS.ErrnoException) => resume(Effect.fail({ code: error.code ?? error.message }))
    const outgoing = request(url, { method, headers, agent: false }, (incoming) => {
      const chunks: Array<Buffer> = []
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("error", fail)
      incoming.on("end", () =>
        resume(
          Effect.succeed({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) })
        ))
    })
    outgoing.on("error", fail)
    outgoing.end(body)
    return Effect.sync(() => outgoing.destroy())
  })

const json = { "content-type": "application/json", accept: "application/json" }

/** Logs in with these credentials. */
export const login = (sandbox: RunningSandbox, body: unknown) =>
  send(`${sandbox.url}/api/v2/auth/login`, json, JSON.stringify(body))

/** The right credentials of a sandbox. */
export const rightCredentials = ({ credentials }: RunningSandbox) => ({
  consumer_key: credentials.consumerKey,
  consumer_secret: Redacted.value(credentials.consumerSecret)
})

/** Logs in as one should and gives the token. */
export const token = Effect.fnUntraced(function*(sandbox: RunningSandbox) {
  const reply = yield* login(sandbox, rightCredentials(sandbox))
  const parsed = JSON.parse(reply.body.toString()) as { readonly data: { readonly access_token: string } }
  return parsed.data.access_token
})

/** Signs a text as a client of this algorithm would. */
export const signed = (text: string, privateKey: string, algorithm: Algorithm = "rsa-pkcs1-sha256"): string => {
  const options = {
    "rsa-pkcs1-sha256": {},
    "rsa-pss-sha256": { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
    "ecdsa-p256-sha256-der": { dsaEncoding: "der" },
    "ecdsa-p256-sha256-p1363": { dsaEncoding: "ieee-p1363" }
  } as const
  return sign("sha256", Buffer.from(text), { key: privateKey, ...options[algorithm] }).toString("base64")
}

/** The parts of a statement request; what is left out is as it should be. */
export interface Asked {
  readonly wallet?: string
  readonly from?: string
  readonly to?: string
  readonly limit?: string | number
  readonly token?: string
  /** Null sends no header. */
  readonly signature?: string | null
  /** The whole body, as text. */
  readonly body?: string
}

/** Asks for a statement; logs in first when no token is given. */
export const statement = Effect.fnUntraced(function*(sandbox: RunningSandbox, asked: Asked = {}) {
  const { from = "2025-01-01", limit = 5000, to = "2025-12-31", wallet = "254700000001" } = asked
  const bearer = asked.token ?? (yield* token(sandbox))
  const key = sandbox.credentials.privateKey
  const signature = asked.signature === undefined && key !== undefined
    ? signed(`${wallet}${to}${limit}`, Redacted.value(key))
    : asked.signature
  const headers = {
    ...json,
    authorization: `Bearer ${bearer}`,
    ...(typeof signature === "string" ? { signature } : {})
  }
  const body = asked.body ?? JSON.stringify({ wallet_no: wallet, from_date: from, to_date: to, limit })
  return yield* send(`${sandbox.url}/api/v2/wallet/statement`, headers, body)
})

/** A record as JSON.parse gives it. */
export interface Received {
  readonly txnId: string
  readonly type: string
  readonly amount: string | number
  readonly balance: string | number
  readonly description: string
  readonly confirmed: boolean
  readonly date: string
}

/** The records of a reply. */
export const recordsOf = (reply: Reply): ReadonlyArray<Received> =>
  (JSON.parse(reply.body.toString()) as { readonly data: ReadonlyArray<Received> }).data

/** Status and message of a reply. */
export const refusalOf = (reply: Reply): readonly [number, unknown] => [
  reply.status,
  JSON.parse(reply.body.toString())
]

/** How an exchange ended: the status, or the code of the error. */
export const outcome = <R>(exchange: Effect.Effect<Reply, Broken, R>): Effect.Effect<number | string, never, R> =>
  Effect.match(exchange, { onFailure: ({ code }) => code, onSuccess: ({ status }) => status })
