/**
 * How the simulated service replies, in particular when something goes wrong.
 */
import type { Chance } from "./Chance.ts"

/** A reply, and in a few words what it comes to. */
export type Reply =
  | { readonly _tag: "Never"; readonly outcome: string }
  | { readonly _tag: "Broken"; readonly outcome: string; readonly code: string }
  | {
    readonly _tag: "Body"
    readonly outcome: string
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    /** The instant before which the service does not want to be asked again. */
    readonly notBefore?: number
    readonly tokenUntil?: number
    readonly says?: string
  }
  | {
    readonly _tag: "CutOff"
    readonly outcome: string
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    /** Whether the connection breaks, rather than end as if all had come. */
    readonly isNoticed: boolean
  }

const json = { "content-type": "application/json" }
const refusal = (message: string): string => JSON.stringify({ success: false, message })

/** A fault that passes: whoever asks again may be answered. */
export const drawFault = (chance: Chance, now: number): Reply => {
  switch (chance.pick(["429", "429", "5xx", "never", "broken", "cut off", "cut off", "other"])) {
    case "429":
      return limited(chance, now)
    case "5xx": {
      const status = chance.pick([500, 502, 503, 504])
      return { _tag: "Body", outcome: `status ${status}`, status, headers: {}, body: refusal("Internal server error.") }
    }
    case "never":
      return { _tag: "Never", outcome: "no answer" }
    case "broken": {
      const code = chance.pick(["ECONNRESET", "ECONNREFUSED", "EAI_AGAIN", "EPIPE", "UND_ERR_SOCKET"])
      return { _tag: "Broken", outcome: "connection error", code }
    }
    case "cut off": {
      const body = "{\"success\":true,\"message\":\"Answer\",\"data\":[{\"txnId\":\"T1\",\"am"
      return {
        _tag: "CutOff",
        outcome: "body cut off",
        status: 200,
        headers: json,
        body,
        isNoticed: chance.happens(0.5)
      }
    }
    case "other":
      return chance.happens(0.5)
        ? { _tag: "Body", outcome: "HTML, status 502", status: 502, headers: {}, body: "<html>Bad gateway</html>" }
        : { _tag: "Body", outcome: "status 425", status: 425, headers: {}, body: "" }
  }
}

const text = (instant: number): string => new Date(instant).toUTCString()

const limited = (chance: Chance, now: number): Reply => {
  const seconds = chance.pick([1, 5, 30, 300])
  const reply = { _tag: "Body", status: 429, body: refusal("Rate limit exceeded.") } as const
  switch (chance.pick(["none", "seconds", "date", "date alone"])) {
    case "none":
      return { ...reply, outcome: "status 429", headers: {} }
    case "seconds": {
      const headers = { "retry-after": String(seconds) }
      return { ...reply, outcome: "status 429, Retry-After in seconds", headers, notBefore: now + seconds * 1000 }
    }
    case "date": {
      // The answer's own clock counts, so this service's may be an hour ahead.
      const clock = now + 3_600_000
      const headers = { date: text(clock), "retry-after": text(clock + seconds * 1000) }
      return { ...reply, outcome: "status 429, Retry-After as a date", headers, notBefore: now + seconds * 1000 }
    }
    case "date alone": {
      const until = Math.floor((now + seconds * 1000) / 1000) * 1000
      return {
        ...reply,
        outcome: "status 429, Retry-After as a date",
        headers: { "retry-after": text(until) },
        notBefore: until
      }
    }
  }
}

/** A fault that is final for whoever asked. */
export const drawRefusal = (chance: Chance, kind: "login" | "statement"): Reply => {
  const reply = { _tag: "Body", headers: json } as const
  if (kind === "login") {
    const status = chance.pick([400, 401])
    return { ...reply, outcome: "credentials refused", status, body: refusal("Invalid credentials.") }
  }
  switch (chance.pick(["html", "refused", "redirect", "forbidden", "certificate", "no list"])) {
    case "html":
      return { ...reply, outcome: "HTML, status 200", status: 200, body: "<html>Sign in</html>" }
    case "refused":
      return { ...reply, outcome: "success: false", status: 200, body: refusal("Something went wrong.") }
    case "redirect":
      return { ...reply, outcome: "redirect", status: 302, headers: { location: "https://elsewhere.test/" }, body: "" }
    case "forbidden":
      return { ...reply, outcome: "status 403", status: 403, body: refusal("Forbidden.") }
    case "certificate":
      return { _tag: "Broken", outcome: "certificate error", code: "CERT_HAS_EXPIRED" }
    case "no list":
      return { ...reply, outcome: "data is no list", status: 200, body: "{\"success\":true,\"data\":{}}" }
  }
}
