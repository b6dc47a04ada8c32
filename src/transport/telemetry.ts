/**
 * What an attempt and the waits before it leave in metrics and spans: statuses, sizes, times and kinds of failures.
 */
import { Effect, Exit, Metric, Option } from "effect"
import * as metrics from "../domain/metrics.ts"
import { payloadFreeSpan } from "../domain/payloadFreeSpan.ts"
import { monotonicMillis } from "./limit/RunDeadline.ts"
import type { Answer } from "./request/exchange.ts"
import type { TransportReason } from "./words/TransportError.ts"

/** Why a request waits before it is sent. */
export type Waiting = "turn" | "retry" | "outage"

/** Runs an attempt in a span of its own and counts it by its ending. */
export const attempted = (path: string) => (attempt: Effect.Effect<Answer, TransportReason>) =>
  attempt.pipe(
    Effect.onExit((exit) => {
      const answer = Option.getOrUndefined(Exit.getSuccess(exit))
      const reason = Option.getOrUndefined(Exit.findErrorOption(exit))
      const status = answer?.status ?? statusOf(reason)
      const outcome = answer !== undefined ? "Answered" : reason?._tag ?? "Interrupted"
      const known = status === undefined ? {} : { status: String(status) }
      return Effect.all([
        count(metrics.requests, { path, outcome, ...known }, 1),
        status === 429 ? count(metrics.rateLimited, { path }, 1) : Effect.void,
        answer === undefined ? Effect.void : count(metrics.responseBytes, { path }, answer.bytes.length),
        Effect.annotateCurrentSpan({
          "wallet_statement.outcome": outcome,
          ...(status === undefined ? {} : { "http.response.status_code": status }),
          ...(answer === undefined ? {} : { "http.response.body.size": answer.bytes.length })
        })
      ], { discard: true })
    }),
    payloadFreeSpan("Transport.attempt", { kind: "client", attributes: { "url.path": path } })
  )

/** Counts an attempt after a failed one. */
export const retried = (path: string, { _tag }: TransportReason): Effect.Effect<void> =>
  count(metrics.retries, { path, reason: _tag }, 1)

/** Measures a wait; one that did not have to be is none. */
export const waited = (why: Waiting) => <A, E, R>(wait: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(
    monotonicMillis,
    (from) =>
      Effect.tap(
        wait,
        () =>
          Effect.flatMap(monotonicMillis, (until) =>
            until - from < leastWaitMillis ? Effect.void : count(metrics.waits, { why }, (until - from) / 1000))
      )
  )

const leastWaitMillis = 1

const count = <Input, State>(
  metric: Metric.Metric<Input, State>,
  attributes: Readonly<Record<string, string>>,
  input: Input
): Effect.Effect<void> => Metric.update(Metric.withAttributes(metric, attributes), input)

const statusOf = (reason: TransportReason | undefined): number | undefined => {
  if (reason === undefined) return undefined
  if (reason._tag === "RateLimited") return 429
  return "status" in reason ? reason.status : undefined
}
