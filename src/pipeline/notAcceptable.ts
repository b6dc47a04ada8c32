/**
 * Why a finding can't be accepted, and what to do instead.
 */
import { type Finding, isAcceptable } from "../domain/Finding.ts"

/** A sentence without its end; undefined for a finding that can be accepted. */
export const notAcceptable = ({ kind }: Pick<Finding, "kind">): string | undefined => {
  if (isAcceptable(kind)) return undefined
  return kind === "contradiction"
    ? "a balance or a setting that the rows contradict can't be accepted, only put right"
    : "it says how the run read the service's answers, and can't be accepted, only put right"
}
