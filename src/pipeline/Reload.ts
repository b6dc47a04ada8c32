/**
 * Whether the run at hand asks again for days that are loaded, from each wallet's first one on. It is a decision for a single run, and
 * no setting is read for it.
 */
import { Context } from "effect"

/** By default it goes on from where each wallet is loaded to. */
export const Reload = Context.Reference<boolean>("wallet-statement/pipeline/Reload", {
  defaultValue: () => false
})
