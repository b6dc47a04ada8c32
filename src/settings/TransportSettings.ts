/**
 * How patiently and within which bounds requests are made.
 */
import { Context, type Duration, type Option } from "effect"

/** The transport part of the settings. */
export class TransportSettings extends Context.Service<TransportSettings, {
  /** Longest time one attempt may take, from connecting to the last byte of the body. */
  readonly requestTimeout: Duration.Duration
  /** Longest time a request may take with all its attempts and waits. */
  readonly retryTimeout: Duration.Duration
  /** Attempts for one request, the first included. */
  readonly maxAttempts: number
  /** Bytes of a decoded body that are read at the most. */
  readonly maxResponseBytes: number
  /** Requests a minute that are not exceeded from the start; none: as fast as the service answers. */
  readonly requestsPerMinute: Option.Option<number>
  /** A PEM file of certificate authorities to trust instead of the built-in ones. */
  readonly caFile: Option.Option<string>
}>()("wallet-statement/settings/TransportSettings") {}
