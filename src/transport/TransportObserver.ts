/**
 * Lets whoever runs requests see them and their retries as they happen, to show them or to count them.
 */
import { Context, Effect } from "effect"
import type { LimitAdvice } from "./limit/limitAdvice.ts"
import type { TransportReason } from "./words/TransportError.ts"

/** An attempt failed and another will be made. */
export interface Retrying {
  readonly _tag: "Retrying"
  /** Of the base address. */
  readonly path: string
  /** The attempt that failed, from 1. */
  readonly attempt: number
  readonly reason: TransportReason
  readonly waitMillis: number
}

/** A request begins, before its first attempt. */
export interface Requesting {
  readonly _tag: "Requesting"
  /** Of the base address. */
  readonly path: string
}

/** An answer told the service's limit, as far as that is understood. */
export interface Advised {
  readonly _tag: "Advised"
  /** Of the base address. */
  readonly path: string
  readonly advice: LimitAdvice
}

/** A request waits for its turn, because the service allows no more at once, or asked for a pause. */
export interface Held {
  readonly _tag: "Held"
  /** Of the base address. */
  readonly path: string
  readonly waitMillis: number
}

/** What is told while a request goes on. */
export type TransportEvent = Requesting | Retrying | Advised | Held

/** Called for each event, within the request; by default nothing is done. */
export const TransportObserver = Context.Reference<(event: TransportEvent) => Effect.Effect<void>>(
  "wallet-statement/transport/TransportObserver",
  { defaultValue: () => () => Effect.void }
)
