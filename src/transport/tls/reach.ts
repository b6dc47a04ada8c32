/**
 * The way to the service step by step, without a request: to look up its name, to connect, to agree on TLS. What each
 * step finds is for people. Nothing is sent but what DNS, TCP and TLS themselves send.
 */
import { Clock, Effect, Result } from "effect"
import { lookup } from "node:dns/promises"
import { connect as connectTcp, isIP, type Socket } from "node:net"
import { connect as connectTls, type ConnectionOptions, type PeerCertificate, type TLSSocket } from "node:tls"
import { printable } from "../../domain/printable.ts"
import { type Places, placesInForce, type SettingsError } from "../../settings/setting.ts"
import { TransportSettings } from "../../settings/TransportSettings.ts"
import { connectionFailure } from "../words/connectionFailure.ts"
import { type CertificateRefused, ConnectionFailed } from "../words/TransportError.ts"
import { tlsOptions } from "./tlsOptions.ts"

/** Where the service listens. */
export interface Place {
  readonly host: string
  readonly port: number
}

/** The host and port of an address. */
export const placeOf = ({ hostname, port, protocol }: URL): Place => ({
  host: hostname.replace(/^\[|\]$/g, ""),
  port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port)
})

/** Longer than any network takes that works. */
const longest = "10 seconds"
const silence = Effect.fail(new ConnectionFailed({ code: "ETIMEDOUT" }))

/** The addresses of a host's name, in the order in which they are tried; fails with `ENOTFOUND` and the like. */
export const resolveName = (
  host: string
): Effect.Effect<ReadonlyArray<string>, ConnectionFailed | CertificateRefused> =>
  Effect.tryPromise({ try: () => lookup(host, { all: true }), catch: connectionFailure }).pipe(
    Effect.timeoutOrElse({ duration: longest, orElse: () => Effect.fail(new ConnectionFailed({ code: "EAI_AGAIN" })) }),
    Effect.map((found) => found.map(({ address }) => address))
  )

/** The two ends of a connection, which is closed again. */
export interface Ends {
  readonly remote: string
  /** This machine's address as far as this machine knows; a router on the way may show the service another. */
  readonly local: string
}

/** Connects to the first address that lets it. */
export const connect = (place: Place): Effect.Effect<Ends, ConnectionFailed | CertificateRefused> =>
  opened(
    () => connectTcp(place),
    "connect",
    (socket): Ends => ({ remote: socket.remoteAddress ?? place.host, local: socket.localAddress ?? "" })
  )

/** What was agreed on and shown in a TLS handshake; the names are the service's own words, fit to be shown. */
export interface Handshake {
  /** Such as `TLSv1.3`. */
  readonly protocol: string
  /** The names that the certificate is for. */
  readonly names: string
  readonly issuer: string
  /** Milliseconds since 1970-01-01T00:00:00Z; NaN where the certificate does not tell. */
  readonly goodFrom: number
  readonly goodUntil: number
}

/** TLS did not come about; `shown` is the certificate that was not taken, where there was one. */
export interface NoHandshake {
  readonly reason: ConnectionFailed | CertificateRefused
  readonly shown: Handshake | undefined
}

/** Agrees on TLS as requests do; fails when settings name files that cannot be used. */
export const handshake = Effect.fnUntraced(function*(
  place: Place
): Effect.fn.Return<Handshake | NoHandshake, SettingsError, TransportSettings> {
  const options = yield* tlsOptions(yield* TransportSettings)
  const target = { ...place, ...(isIP(place.host) === 0 ? { servername: place.host } : {}) }
  const placeOf = yield* placesInForce
  const checked = yield* Effect.result(shakeHands({ ...target, ...options }, placeOf))
  if (Result.isSuccess(checked)) return checked.success
  // The certificate itself says most about what is wrong. Nothing goes over this second connection, and it shows nothing.
  const shown = yield* shakeHands({ ...target, rejectUnauthorized: false }).pipe(Effect.orElseSucceed(() => undefined))
  return { reason: checked.failure, shown }
})

const shakeHands = (
  options: ConnectionOptions,
  placeOf?: Places
): Effect.Effect<Handshake, ConnectionFailed | CertificateRefused> =>
  opened(() => connectTls(options), "secureConnect", handshakeOf, placeOf)

const handshakeOf = (socket: TLSSocket): Handshake => {
  const certificate: Partial<PeerCertificate> = socket.getPeerCertificate()
  const issuer = [certificate.issuer?.CN, certificate.issuer?.O].flat().filter((name) => name !== undefined)
  return {
    protocol: socket.getProtocol() ?? "TLS",
    names: printable(certificate.subjectaltname ?? [certificate.subject?.CN ?? "no name"].flat().join(", ")),
    issuer: printable(issuer.join(", ") || "nobody named"),
    goodFrom: Date.parse(certificate.valid_from ?? ""),
    goodUntil: Date.parse(certificate.valid_to ?? "")
  }
}

/** Days that a certificate is still good for; negative when it has expired. */
export const daysLeft = ({ goodUntil }: Handshake): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (now) => Math.floor((goodUntil - now) / 86_400_000))

/** Opens a socket until an event, looks at it, and closes it. */
const opened = <S extends Socket, A>(
  open: () => S,
  event: "connect" | "secureConnect",
  look: (socket: S) => A,
  placeOf?: Places
): Effect.Effect<A, ConnectionFailed | CertificateRefused> =>
  Effect.callback<A, ConnectionFailed | CertificateRefused>((resume) => {
    const socket = open()
    socket.once(event, () => {
      resume(Effect.succeed(look(socket)))
      socket.destroy()
    })
    socket.on("error", (error) => resume(Effect.fail(connectionFailure(error, placeOf))))
    socket.once("close", () => resume(Effect.fail(new ConnectionFailed({ code: "ECONNRESET" }))))
    return Effect.sync(() => socket.destroy())
  }).pipe(Effect.timeoutOrElse({ duration: longest, orElse: () => silence }))
