/**
 * Answers before they become HTTP: status, headers, body. The error bodies are those of interface part 7; where it
 * shows none (the statement endpoint) they have the same shape.
 */

/** One answer. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** How many records the body holds. */
  readonly records: number
  readonly refusal?: Refusal
}

/**
 * Why a request is refused: status and message. Login: 400 for wrong credentials, 401 for missing ones. Statement:
 * 401 for the token, 403 for the signature, so that they can be told apart; 404 for the wallet, 400 for the rest.
 */
export const refusals = {
  credentials: [400, "Invalid credentials."],
  "credentials-missing": [401, "Unauthorized."],
  "rate-limit": [429, "Rate limit exceeded."],
  token: [401, "Unauthorized."],
  signature: [403, "Invalid signature."],
  body: [400, "Invalid request body."],
  dates: [400, "Invalid dates."],
  limit: [400, "Invalid limit."],
  wallet: [404, "Wallet not found."],
  path: [404, "Not found."],
  method: [405, "Method not allowed."],
  accept: [406, "Not acceptable."],
  "content-type": [415, "Unsupported media type."]
} as const satisfies Record<string, readonly [number, string]>
export type Refusal = keyof typeof refusals

/** Content type of every answer that follows the interface. */
export const jsonType = { "content-type": "application/json; charset=utf-8" }

/** An answer with status 200 around the JSON text of its `data`. */
export const success = (message: string, data: string, records = 0): Answer => ({
  status: 200,
  headers: jsonType,
  body: `{"success":true,"message":${JSON.stringify(message)},"data":${data}}`,
  records
})

/** The shape of interface part 7 with any status. */
export const failure = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { ...jsonType, ...headers },
  body: JSON.stringify({ success: false, message }),
  records: 0
})

/** The answer to a request that is refused. */
export const refuse = (refusal: Refusal, headers: Readonly<Record<string, string>> = {}): Answer => {
  const [status, message] = refusals[refusal]
  return { ...failure(status, message, headers), refusal }
}
