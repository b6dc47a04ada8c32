/**
 * How patiently and within which bounds requests are made.
 */
import { Context, Duration, Option, type Redacted } from "effect"
import type { JsonBounds } from "../json/JsonValue.ts"

/** What this program shows the service to be let in, both PEM; only the owner may have rights on the key's file. */
export interface ClientCertificate {
  readonly certFile: string
  readonly keyFile: string
}

/** The way out where there is no direct one. */
export interface ProxySettings {
  /** `http` or `https`; it may hold a name and a password. */
  readonly url: Redacted.Redacted
  /** Hosts that are reached directly, with commas between, as `NO_PROXY` has them. */
  readonly noProxy: string
}

/** What an answer may hold unless settings say otherwise: twice the 5,000 records of the interface, each with 25 values. */
export const pageBounds: JsonBounds = {
  depth: 32,
  elements: 10_000,
  keys: 100,
  stringLength: 65_536,
  values: 250_000
}

/** The transport part of the settings. */
export class TransportSettings extends Context.Service<TransportSettings, {
  /** Longest time one attempt may take, from connecting to the last byte of the body. */
  readonly requestTimeout: Duration.Duration
  /** Longest time a request may take with all its attempts and waits. */
  readonly retryTimeout: Duration.Duration
  /** Attempts for one request, the first included. */
  readonly maxAttempts: number
  /** Bytes of a decoded body that are read at most. */
  readonly maxResponseBytes: number
  /** Requests a minute that are not exceeded; none: as many as the service turns out to take. */
  readonly requestsPerMinute: Option.Option<number>
  /** A PEM file of certificate authorities to trust instead of the built-in ones. */
  readonly caFile: Option.Option<string>
  /** Absent: none is shown. */
  readonly clientCertificate?: ClientCertificate | undefined
  /** Absent: the service is reached directly. */
  readonly proxy?: ProxySettings | undefined
  /** Nesting, records, keys, field lengths and values that are read at most; absent: `pageBounds`. */
  readonly bounds?: JsonBounds | undefined
}>()("wallet-statement/settings/TransportSettings") {}

/** What holds where nothing else is said. */
export const usualTransport: TransportSettings["Service"] = {
  requestTimeout: Duration.seconds(60),
  retryTimeout: Duration.minutes(10),
  maxAttempts: 8,
  maxResponseBytes: 32 * 2 ** 20,
  requestsPerMinute: Option.none(),
  caFile: Option.none()
}
