/**
 * The whole run took longer than settings allow.
 */
import { Schema } from "effect"

/** A wallet's pull was stopped because the run's time was over; days that were whole by then are committed. */
export class RunTimedOut extends Schema.TaggedError<RunTimedOut>()("RunTimedOut", { millis: Schema.Finite }) {
  override get message(): string {
    return `The run took longer than ${
      Math.round(this.millis / 1000)
    } s (WALLET_STATEMENT_RUN_TIMEOUT). What was committed ` +
      "stays. Without --from the next run goes on behind the days that are complete; with the same --from it begins anew."
  }
}
