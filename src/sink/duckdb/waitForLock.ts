/**
 * Waiting for a file that another process has open.
 */
import { type Duration, Effect, Schedule } from "effect"
import { type Locked, SinkError } from "../SinkError.ts"

/** How long to wait, and what to do once when that begins. */
export interface LockWait {
  readonly atMost: Duration.Duration
  readonly onWait?: ((holder: Locked["holder"]) => Effect.Effect<void>) | undefined
}

/** So often it is tried again. */
const every = "500 millis"

/** Tries to open until no other process has the file, or the time is over; what this process has open itself is not waited for. */
export const waitForLock = <A, E, R>(
  open: Effect.Effect<A, E | SinkError, R>,
  wait: LockWait | undefined
): Effect.Effect<A, E | SinkError, R> => {
  if (wait === undefined) return open
  const { atMost, onWait = () => Effect.void } = wait
  const schedule = Schedule.spaced(every).pipe(Schedule.upTo({ duration: atMost }))
  const again = open.pipe(Effect.retry({ while: isElsewhere, schedule }))
  return open.pipe(
    Effect.catchIf(
      isElsewhere,
      ({ reason }) => Effect.andThen(onWait(reason._tag === "Locked" ? reason.holder : null), again)
    )
  )
}

/** Whether an error is that another process has the file open, and not this one. */
export const isElsewhere = (error: unknown): error is SinkError =>
  error instanceof SinkError && error.reason._tag === "Locked" && error.reason.holder !== process.pid
