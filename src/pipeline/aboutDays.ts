/**
 * Answers that a service may give because of the days that it was asked for.
 */
import type { StatementError } from "../statement/StatementError.ts"

/** A service may refuse many days at once, or take too long for them; that the run's time is over says nothing of them. */
export const isAboutDays = ({ reason }: StatementError): boolean =>
  reason._tag === "DatesRefused" ||
  (reason._tag === "TransportError" && reason.stopped._tag !== "RunOver" &&
    ["TimedOut", "TooLarge"].includes(reason.reason._tag))
