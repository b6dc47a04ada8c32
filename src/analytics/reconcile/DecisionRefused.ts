/**
 * A decision that can't be made as it was asked for.
 */
import { Schema } from "effect"

/** Each problem names the row as it was given, and the remedy. */
export class DecisionRefused extends Schema.TaggedError<DecisionRefused>()("DecisionRefused", {
  problems: Schema.NonEmptyArray(Schema.String)
}) {
  override get message(): string {
    return this.problems.join("\n")
  }
}

/** The refusal for one reason. */
export const decisionRefused = (problem: string): DecisionRefused => new DecisionRefused({ problems: [problem] })
