/**
 * A wallet's part in one run, as the oracle knows it.
 */
import type { Committed } from "../WatchedSink.ts"
import type { Known } from "./Known.ts"
import type { WalletModel } from "./WalletModel.ts"

/** Some days, counted from 1970-01-01, both included. */
export interface Days {
  readonly from: number
  readonly to: number
}

/** A wallet's part in one run. */
export interface WalletRun {
  readonly walletNo: string
  readonly model: WalletModel
  /** The currency that settings give it. */
  readonly currency: string | null
  /** Null when there is nothing to ask for. */
  readonly asked: Days | null
  readonly wasLoaded: boolean
  /** What has to be the same for it to go on where another run was interrupted; null when it goes on from what was loaded. */
  readonly ask: string | null
  /** Days that an interrupted run had finished, from the first asked day on. */
  readonly spared: ReadonlySet<number>
  /** Days of runs before that stopped early. */
  readonly stopped: ReadonlySet<number>
  /** All balances known of its days, by day and end. */
  readonly balances: ReadonlyMap<string, Known>
  /** Days between which all rows stand that were held before the run; it may ask for them too. */
  readonly held: Days | null
  /** Each with the instant at which it was made. */
  readonly commits: Array<Committed & { readonly at: number }>
  readonly brought: Map<string, number>
}
