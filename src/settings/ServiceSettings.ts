/**
 * Which service to speak to, and as whom.
 */
import { Context, type Redacted } from "effect"

/** The address and credentials part of the settings (interface 1 and 2.1). */
export class ServiceSettings extends Context.Service<ServiceSettings, {
  /** `https`, or `http` to a loopback address when that was allowed explicitly; no trailing slash, no query. */
  readonly baseUrl: URL
  readonly consumerKey: Redacted.Redacted
  readonly consumerSecret: Redacted.Redacted
}>()("wallet-statement/settings/ServiceSettings") {}
