/**
 * The way to the service for `check`: its name, the connection, TLS. No request is sent.
 */
import { Clock, Effect, Result } from "effect"
import { isIP } from "node:net"
import { ServiceSettings } from "../../../settings/ServiceSettings.ts"
import { TransportSettings } from "../../../settings/TransportSettings.ts"
import {
  connect,
  daysLeft,
  type Handshake,
  handshake,
  type Place,
  placeOf,
  resolveName
} from "../../../transport/tls/reach.ts"
import { exitCode } from "../../ending/exit.ts"
import { bad, type Finding, good, skipped } from "./Finding.ts"

/** Takes a finding as soon as it is there. */
export type Tell = (finding: Finding) => Effect.Effect<void>

/** What was found of the way: whether requests can be tried, and this machine's own end of it. */
export interface Way {
  readonly open: boolean
  readonly localAddress: string | undefined
}

const closed: Way = { open: false, localAddress: undefined }

/** Goes the way, and tells each step. */
export const checkWay = Effect.fnUntraced(function*(tell: Tell) {
  const { baseUrl } = yield* ServiceSettings
  const { proxy } = yield* TransportSettings
  const place = placeOf(baseUrl)
  const secure = baseUrl.protocol === "https:"
  if (secure && proxy !== undefined) {
    yield* tell(
      skipped(
        "resolve",
        "HTTPS_PROXY or ALL_PROXY is set: the proxy looks the name up and connects; the login shows it"
      )
    )
    return { open: true, localAddress: undefined } satisfies Way
  }
  const addresses = yield* Effect.result(resolveName(place.host))
  if (Result.isFailure(addresses)) {
    yield* tell(bad("resolve", `${place.host}: ${addresses.failure.message}.`, exitCode.failed))
    return closed
  }
  const named = isIP(place.host) === 0
  yield* tell(
    good("resolve", named ? `${place.host} is ${addresses.success.join(", ")}` : `${place.host} is an address`)
  )
  const ends = yield* Effect.result(connect(place))
  if (Result.isFailure(ends)) {
    yield* tell(bad("connect", `${place.host}, port ${place.port}: ${ends.failure.message}.`, exitCode.failed))
    return closed
  }
  yield* tell(good("connect", `${ends.success.remote}, port ${place.port}, from ${ends.success.local}`))
  const open = secure ? yield* checkTls(place, tell) : true
  if (!secure) yield* tell(skipped("TLS", "plain http, which is allowed to this machine only"))
  return { open, localAddress: ends.success.local } satisfies Way
})

const checkTls = Effect.fnUntraced(function*(place: Place, tell: Tell) {
  const shaken = yield* Effect.result(handshake(place))
  if (Result.isFailure(shaken)) {
    yield* tell(bad("TLS", shaken.failure.message, exitCode.usage))
    return false
  }
  const hands = shaken.success
  if ("reason" in hands) {
    const { reason, shown } = hands
    yield* tell(bad("TLS", `${place.host}: ${reason.message}.`, exitCode.failed, yield* certificateLines(shown)))
    return false
  }
  const { issuer, names, protocol } = hands
  const days = yield* daysLeft(hands)
  yield* tell(
    good("TLS", `${protocol}, certificate for ${names} by ${issuer}, good for ${days === 1 ? "1 day" : `${days} days`}`)
  )
  return true
})

const certificateLines = Effect.fnUntraced(function*(shown: Handshake | undefined) {
  if (shown === undefined) return []
  const now = yield* Clock.currentTimeMillis
  return [
    "The certificate that is shown there:",
    `  for         ${shown.names}`,
    `  signed by   ${shown.issuer}`,
    `  good        from ${instant(shown.goodFrom)} to ${instant(shown.goodUntil)}`,
    `  it is now   ${instant(now)} by the clock of this machine`
  ]
})

const instant = (millis: number): string =>
  Number.isNaN(millis) ? "an unknown time" : new Date(millis).toISOString().replace(/\.\d+/, "")
