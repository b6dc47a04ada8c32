/**
 * What the checks of one commit look at.
 */
import type { Scenario } from "../Scenario.ts"
import type { Answer } from "../Service.ts"
import type { Story } from "../Story.ts"
import type { Committed } from "../WatchedSink.ts"
import type { WalletModel } from "./WalletModel.ts"

/** What a check of a commit looks at. */
export interface CommitCase {
  /** With the settings of the run. */
  readonly scenario: Scenario & { readonly maxWithdrawals: number }
  readonly story: Story
  readonly model: WalletModel
  readonly answer: Answer | undefined
  readonly committed: Committed
  readonly run: number
  /** Whether the run was told to accept withdrawals that earlier ones held. */
  readonly mayAccept: boolean
  /** How often at most an answer of this run held a record that can't be read, by its text. */
  readonly brought: Map<string, number>
  readonly now: number
  /** All that the service answered since the run began. */
  readonly answers: ReadonlyArray<Answer>
}
