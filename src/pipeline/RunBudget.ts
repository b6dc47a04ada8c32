/**
 * How much a run may add to what is stored, in bytes of answers: a record costs what the longest one of its window takes when
 * it is new, and four times that when it changes, is withdrawn or returns, since it is written again and its history kept
 * (measured in a file). A window costs its answer at most, or four times that. What is stored already costs nothing, so a
 * run that goes on from one that was stopped gets further.
 *
 * A window sets aside what it may cost before it is committed, and none is committed for which that is not left. Windows are let
 * through in their order, and after one that was not there is none: those behind it were checked as if it were stored.
 */
import { Deferred, Effect, Semaphore } from "effect"
import type { WalletNo } from "../domain/Wallet.ts"
import type { StatementWindow, WindowOutcome } from "../domain/Window.ts"
import type { SinkError } from "../sink/Sink.ts"
import { RunTooLarge } from "./RunTooLarge.ts"

/** The budget of one run, for all its wallets. */
export class RunBudget {
  private readonly maxBytes: number
  private readonly turn = Semaphore.makeUnsafe(1)
  private used = 0
  private setAside = 0
  private isOver = false
  /** Windows behind one that could not be committed fail as it did. */
  private readonly failures = new Map<WalletNo, SinkError>()
  private settled = Deferred.makeUnsafe<void>()

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /**
   * Commits a window when it is sure to fit, if need be when others have shown what they cost. `isStored` says that rows of its
   * days are stored, which it may change.
   */
  spend<R>(
    window: StatementWindow,
    isStored: boolean,
    commit: Effect.Effect<WindowOutcome, SinkError, R>
  ): Effect.Effect<WindowOutcome, SinkError | RunTooLarge, R> {
    const most = mostOf(window, isStored)
    return Effect.andThen(
      this.turn.withPermit(this.take(window.walletNo, most)),
      commit.pipe(
        Effect.tap((outcome) => Effect.sync(() => void (this.used += costOf(window, outcome)))),
        Effect.tapError((error) => Effect.sync(() => void this.failures.set(window.walletNo, error))),
        Effect.ensuring(Effect.suspend(() => this.giveBack(most)))
      )
    )
  }

  private take(walletNo: WalletNo, bytes: number): Effect.Effect<void, RunTooLarge | SinkError> {
    return Effect.suspend(() => {
      const { maxBytes, used } = this
      const failure = this.failures.get(walletNo)
      if (failure !== undefined) return Effect.fail(failure)
      if (!this.isOver && used + this.setAside + bytes <= maxBytes) {
        this.setAside += bytes
        return Effect.void
      }
      if (!this.isOver && this.setAside > 0) {
        return Effect.andThen(Deferred.await(this.settled), this.take(walletNo, bytes))
      }
      this.isOver = true
      return Effect.fail(new RunTooLarge({ maxBytes, isFirst: used === 0 }))
    })
  }

  private giveBack(bytes: number): Effect.Effect<void> {
    this.setAside -= bytes
    const { settled } = this
    this.settled = Deferred.makeUnsafe()
    return Effect.asVoid(Deferred.succeed(settled, undefined))
  }
}

/** What so many records of a window's answer may have of its bytes: which ones they are is not known. */
const bytesOf = ({ receipt: { bytes, longestRecord = bytes } }: StatementWindow, records: number): number =>
  Math.min(bytes, records * longestRecord)

/** What a record costs that is written again. */
const again = 4

const mostOf = (window: StatementWindow, isStored: boolean): number =>
  window.rows.answer?.repeats === undefined
    ? (isStored ? again : 1) * bytesOf(window, window.receipt.received - window.receipt.outside)
    : 0

const costOf = (
  window: StatementWindow,
  { changed, inserted, quarantined, returned, withdrawn }: WindowOutcome
): number => bytesOf(window, inserted + quarantined) + again * bytesOf(window, changed + returned + withdrawn)
