/**
 * Everything that can go wrong between sending a request and holding its answer.
 *
 * A reason holds statuses, codes, sizes and times, and what the service said after secrets were taken out and the
 * rest was escaped. It never holds a request, an answer's body or an underlying error: those print what they carry.
 */
import { Schema } from "effect"
import { certificateCase, connectionCase } from "./connectionCases.ts"

const seconds = (millis: number): string => `${Math.ceil(millis / 100) / 10} s`
const said = (text: string): string => (text === "" ? "" : `; the service said ${text}`)

/** An attempt took longer than it may. */
export class TimedOut extends Schema.TaggedError<TimedOut>()("TimedOut", { millis: Schema.Finite }) {
  override get message(): string {
    return `no complete answer within ${
      seconds(this.millis)
    }. Raise WALLET_STATEMENT_REQUEST_TIMEOUT, or ask for fewer ` +
      "records at once with --limit"
  }
}

/** The connection could not be made or broke before the answer began; `code` is the system's. */
export class ConnectionFailed extends Schema.TaggedError<ConnectionFailed>()("ConnectionFailed", {
  code: Schema.String
}) {
  override get message(): string {
    const [why, remedy] = connectionCase(this.code)
    return `${why} (${this.code}). ${remedy}`
  }
}

/** TLS did not come about, or the service ended it with an alert; it took nothing. */
export class CertificateRefused extends Schema.TaggedError<CertificateRefused>()("CertificateRefused", {
  code: Schema.String,
  /** Where the settings were given that name the files of TLS, where that is known. */
  places: Schema.optionalKey(
    Schema.Struct({ authorities: Schema.String, certificate: Schema.String, key: Schema.String })
  )
}) {
  override get message(): string {
    const [why, remedy] = certificateCase(this.code, this.places)
    // With TLS 1.3 an alert about the client's certificate can cross the request on its way.
    const sent = /_ALERT_(?!PROTOCOL|HANDSHAKE)/.test(this.code) ? "" : " Nothing was sent."
    return `${why} (${this.code}).${sent} ${remedy}`
  }
}

/** Too many requests (interface 7 and 8); `retryAfterMillis` is null when the service did not say how long to wait. */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  retryAfterMillis: Schema.NullOr(Schema.Finite),
  said: Schema.String
}) {
  override get message(): string {
    return `the service's request limit is reached (status 429)${said(this.said)}. Lower ` +
      "WALLET_STATEMENT_REQUESTS_PER_MINUTE or try later"
  }
}

/** The service, or a gateway in front of it, failed for a while. */
export class ServiceFailed extends Schema.TaggedError<ServiceFailed>()("ServiceFailed", {
  status: Schema.Int,
  retryAfterMillis: Schema.NullOr(Schema.Finite),
  said: Schema.String
}) {
  override get message(): string {
    return `the service failed (status ${this.status})${said(this.said)}. Try later`
  }
}

/** The service sent elsewhere; credentials and signatures are never taken to another address. */
export class Redirected extends Schema.TaggedError<Redirected>()("Redirected", { status: Schema.Int }) {
  override get message(): string {
    return `the service redirects (status ${this.status}), and redirects are not followed, since credentials and ` +
      "signatures would go with the request. Put the final address into WALLET_STATEMENT_BASE_URL"
  }
}

/** The body is larger than is read at most. */
export class TooLarge extends Schema.TaggedError<TooLarge>()("TooLarge", { maxBytes: Schema.Finite }) {
  override get message(): string {
    return `the answer is larger than ${this.maxBytes} bytes. If that is right, raise WALLET_STATEMENT_MAX_RESPONSE_BYTES; ` +
      "otherwise ask for fewer records at once with --limit"
  }
}

/** The body ended before it was complete. */
export class Truncated extends Schema.TaggedError<Truncated>()("Truncated", { bytes: Schema.Int }) {
  override get message(): string {
    return `the answer was cut off after ${this.bytes} bytes. Check the network, and any proxy on the way`
  }
}

/** Something else than a JSON object came with a good status. */
export class NotJson extends Schema.TaggedError<NotJson>()("NotJson", {
  status: Schema.Int,
  html: Schema.Boolean
}) {
  override get message(): string {
    return `${
      this.html ? "an HTML page" : "something else"
    } came where JSON belongs (status ${this.status}): a proxy, a ` +
      "sign-in page or another service answered. Check WALLET_STATEMENT_BASE_URL and the network"
  }
}

/** The body came compressed though that was not asked for. */
export class Compressed extends Schema.TaggedError<Compressed>()("Compressed", {}) {
  override get message(): string {
    return "the answer came compressed though that was not asked for. A proxy on the way does this: turn it off for the service"
  }
}

const boundCases = {
  depth: { what: "is nested more deeply than", unit: "levels", setting: "MAX_RESPONSE_DEPTH" },
  records: { what: "holds more than", unit: "records", setting: "MAX_RECORDS" },
  keys: { what: "has an object with more than", unit: "keys", setting: "MAX_KEYS" },
  field: { what: "has a field longer than", unit: "characters", setting: "MAX_FIELD_LENGTH" },
  values: { what: "holds more than", unit: "values", setting: "MAX_VALUES" }
} as const

/** The answer goes beyond a bound on its contents; nothing of it was used. */
export class BeyondBound extends Schema.TaggedError<BeyondBound>()("BeyondBound", {
  bound: Schema.Literals(["depth", "records", "keys", "field", "values"]),
  most: Schema.Int
}) {
  override get message(): string {
    const { setting, unit, what } = boundCases[this.bound]
    return `the answer ${what} ${this.most} ${unit}, and nothing of it was used. If that is right, raise ` +
      `WALLET_STATEMENT_${setting}`
  }
}

/** The request was not sent: others have shown that the service does not want it now, or the run has no time for it. */
export class HeldBack extends Schema.TaggedError<HeldBack>()("HeldBack", {
  why: Schema.Literals(["asked", "outage", "turn"]),
  waitMillis: Schema.Finite
}) {
  override get message(): string {
    switch (this.why) {
      case "asked":
        return `the service asked, in answer to another request, not to be asked for ${seconds(this.waitMillis)}`
      case "outage":
        return "the service failed many times in a row, so nothing is sent to it for " +
          `${seconds(this.waitMillis)}. Check whether it is down`
      case "turn":
        return "no turn came in time: requests are held below the service's limit"
    }
  }
}

/** What went wrong with a request. */
export const TransportReason = Schema.Union([
  BeyondBound,
  HeldBack,
  TimedOut,
  ConnectionFailed,
  CertificateRefused,
  RateLimited,
  ServiceFailed,
  Redirected,
  TooLarge,
  Truncated,
  NotJson,
  Compressed
])
export type TransportReason = typeof TransportReason.Type

/**
 * Why no further attempt was made: it would not help, all were used, the retries of all requests together were used, or
 * the next would come too late for the request or for the run.
 */
export const Stopped = Schema.TaggedUnion({
  Final: {},
  AttemptsUsed: {},
  BudgetUsed: {},
  RunOver: { waitMillis: Schema.Finite, leftMillis: Schema.Finite },
  TimeUsed: { waitMillis: Schema.Finite, leftMillis: Schema.Finite }
})
export type Stopped = typeof Stopped.Type

/** A request got no answer that could be used: the last attempt's reason, and why it was the last. */
export class TransportError extends Schema.TaggedError<TransportError>()("TransportError", {
  reason: TransportReason,
  /** Of the base address. */
  path: Schema.String,
  attempts: Schema.Int,
  stopped: Stopped
}) {
  override get message(): string {
    return `${this.path}: ${this.reason.message}. ${this.ending}`.trimEnd()
  }

  private get ending(): string {
    const { attempts, reason, stopped } = this
    const tried = attempts === 0 ? "Nothing was sent" : attempts === 1 ? "Tried once" : `Tried ${attempts} times`
    if (stopped._tag === "Final") return attempts === 1 ? "" : `${tried}.`
    if (stopped._tag === "AttemptsUsed") return `${tried}, as often as WALLET_STATEMENT_MAX_ATTEMPTS allows.`
    if (stopped._tag === "BudgetUsed") {
      return `${tried}; not again, since too many requests of this run needed another try. Run it again later.`
    }
    const asked = "retryAfterMillis" in reason && reason.retryAfterMillis === stopped.waitMillis
    const [whose, setting] = stopped._tag === "RunOver" ? ["run", "RUN_TIMEOUT"] : ["request", "RETRY_TIMEOUT"]
    return `${tried}. The ${asked ? "wait the service asks for" : "next wait"}, ${
      seconds(stopped.waitMillis)
    }, is longer than the ${
      seconds(stopped.leftMillis)
    } that this ${whose} may still take. WALLET_STATEMENT_${setting} ` +
      "sets how long that is."
  }
}
