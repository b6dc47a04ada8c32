/**
 * A run would add more than settings allow.
 */
import { Schema } from "effect"

/** A wallet's pull was stopped because the run has added as much as it may; what it had committed stays. */
export class RunTooLarge extends Schema.TaggedError<RunTooLarge>()("RunTooLarge", {
  maxBytes: Schema.Finite,
  /** Whether the run had added anything. */
  isFirst: Schema.Boolean
}) {
  override get message(): string {
    return `The run would add more than ${this.maxBytes} bytes of answers to what is stored (WALLET_STATEMENT_MAX_RUN_BYTES). ${
      this.isFirst
        ? "A single answer may take more: raise it, or ask for fewer records at once with --limit."
        : "What was committed stays: see that there is room on the disk and that the service sends nothing absurd, then run " +
          "the same command again to go on, or raise it."
    }`
  }
}
