/**
 * What a command that can wait says where another process has the file open.
 */
import { Duration, Effect } from "effect"
import { isElsewhere } from "../../sink/duckdb/waitForLock.ts"
import { type SinkError, sinkError } from "../../sink/SinkError.ts"

/** Adds to such an error how the command waits for that process, or how long it did. */
export const tellingWait =
  (command: string, wait: Duration.Duration | undefined) =>
  <A, E, R>(opening: Effect.Effect<A, E | SinkError, R>): Effect.Effect<A, E | SinkError, R> =>
    Effect.catchIf(
      opening,
      isElsewhere,
      (error) => sinkError(error.reason, `${error.message} ${hintOf(command, wait)}`)
    )

const hintOf = (command: string, wait: Duration.Duration | undefined): string =>
  wait === undefined
    ? `\`wallet-statement ${command} --wait 10m\` waits for it.`
    : `It was still open after ${Duration.format(wait)} of waiting.`
