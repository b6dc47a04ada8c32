/**
 * Whether the run at hand may withdraw rows that earlier runs held. It is a decision about what somebody has looked at, so
 * it is given to a single run, and no setting is read for it.
 */
import { Context } from "effect"

/** By default it may not. */
export const AcceptWithdrawals = Context.Reference<boolean>("wallet-statement/pipeline/AcceptWithdrawals", {
  defaultValue: () => false
})
