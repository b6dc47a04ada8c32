/**
 * What a run gave to a sink that has several windows on their way, what it was told of them, and what is written down of
 * the run in the end. A process that was killed may not have heard of its last commit.
 */
import type { StatementWindow, WindowOutcome } from "../src/domain/Window.ts"
import type { Oracle } from "./oracle/Oracle.ts"
import type { WrittenRun, WrittenWindow } from "./Storage.ts"
import type { Story } from "./Story.ts"
import type { Committed } from "./WatchedSink.ts"

interface Given {
  readonly window: StatementWindow
  outcome: WindowOutcome | undefined
  isWritten: boolean
}

const counts = ["inserted", "changed", "unchanged", "withdrawn", "returned"] as const

/** Keeps account of one run's commits. */
export class CommitLedger {
  runId: string | undefined
  /** How many windows are written down of the run. */
  written = 0
  private readonly windows: Array<Given> = []
  private readonly oracle: Oracle
  private readonly story: Story

  constructor(oracle: Oracle, story: Story) {
    this.oracle = oracle
    this.story = story
  }

  /** A run is about to begin. */
  beginning(runId: string): void {
    this.runId = runId
  }

  /** A window was given to the sink. */
  given(window: StatementWindow): void {
    this.windows.push({ window, outcome: undefined, isWritten: false })
  }

  /** The sink said that a window was committed. */
  returned({ outcome, window }: Committed): void {
    const given = this.windows.find((each) => each.window === window)
    if (given !== undefined) given.outcome = outcome
  }

  /** Compares all that with what is written down, and tells the oracle of that. */
  settle({ hasBegun, windows }: WrittenRun, wasKilled: boolean): void {
    const { oracle, story } = this
    if (hasBegun) oracle.onBegin()
    else story.expect(windows.length === 0, () => "windows were committed of a run that is not written down")
    this.written = windows.length
    for (const written of windows) this.match(written)
    for (const { isWritten, outcome, window } of this.windows) {
      if (outcome !== undefined && !isWritten) {
        story.complain(`${window.walletNo}: a window was said to be committed that is not written down`)
      }
      if (outcome !== undefined || !isWritten) continue
      story.count("window committed, and nobody was told")
      story.expect(wasKilled, () => `${window.walletNo}: a window is written down, and nobody was told`)
    }
  }

  private match(written: WrittenWindow): void {
    const { oracle, story } = this
    const given = this.windows.find(({ isWritten, window: { days, receipt, walletNo } }) =>
      !isWritten && walletNo === written.walletNo && days.from === written.from && days.to === written.to &&
      receipt.sha256 === written.sha256
    )
    if (given === undefined) return story.complain(`${written.walletNo}: a window is written down that nobody gave`)
    given.isWritten = true
    const { outcome, window } = given
    for (const count of counts) {
      story.expect(
        outcome === undefined || outcome[count] === written.outcome[count],
        () => `${window.walletNo}: ${count} was said to be ${outcome?.[count]}, and is ${written.outcome[count]}`
      )
    }
    oracle.onCommit({ before: undefined, window, outcome: outcome ?? written.outcome, watermark: undefined })
  }
}
