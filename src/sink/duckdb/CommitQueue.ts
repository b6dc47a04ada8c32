/**
 * Windows on their way into a file. They are committed in the order in which they came; those that came while another
 * commit was under way share the next transaction, up to a number of rows, for a transaction of its own costs a window
 * about as much as its rows do. Each is still committed whole or not at all, and is told so only then.
 *
 * When windows that share a transaction can't be committed, each is tried once more alone: one that is at fault does not
 * keep others out.
 */
import { Deferred, Effect, type Semaphore } from "effect"
import { rowCount, type StatementWindow, type WindowOutcome } from "../../domain/Window.ts"
import type { SinkError } from "../SinkError.ts"
import type { NewRows } from "./newRows.ts"

/** A window and when it came. */
export interface Commit {
  readonly window: StatementWindow
  /** What was made ready of its rows, should all of them be new. */
  readonly rows: NewRows | undefined
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly committedAt: number
}

/** Commits windows in one transaction: all or none. */
export type CommitTogether = (
  commits: ReadonlyArray<Commit>
) => Effect.Effect<ReadonlyArray<WindowOutcome>, SinkError>

interface Waiting extends Commit {
  readonly outcome: Deferred.Deferred<WindowOutcome, SinkError>
}

/** Rows of a transaction, unless a single window has more. */
const mostRows = 25_000

/** Commits windows in turn. */
export class CommitQueue {
  private readonly turn: Semaphore.Semaphore
  private readonly commitTogether: CommitTogether
  private waiting: ReadonlyArray<Waiting> = []

  constructor(turn: Semaphore.Semaphore, commitTogether: CommitTogether) {
    this.turn = turn
    this.commitTogether = commitTogether
  }

  /** Commits a window when its turn comes. Once begun that is not interrupted; before, it leaves no trace. */
  readonly commit = (commit: Commit): Effect.Effect<WindowOutcome, SinkError> =>
    Effect.suspend(() => {
      const waiting: Waiting = { ...commit, outcome: Deferred.makeUnsafe() }
      this.waiting = [...this.waiting, waiting]
      return this.turn.withPermit(Effect.uninterruptible(Effect.suspend(() => this.commitFirst(waiting)))).pipe(
        Effect.onInterrupt(() => Effect.sync(() => this.forget([waiting]))),
        Effect.andThen(Deferred.await(waiting.outcome))
      )
    })

  private forget(gone: ReadonlyArray<Waiting>): void {
    this.waiting = this.waiting.filter((each) => !gone.includes(each))
  }

  /** Commits what waits up to a window, and behind it as much as shares its transaction. */
  private commitFirst(last: Waiting): Effect.Effect<void> {
    if (!this.waiting.includes(last)) return Effect.void
    const together: Array<Waiting> = []
    let rows = 0
    for (const each of this.waiting) {
      rows += rowCount(each.window)
      if (together.length > 0 && rows > mostRows) break
      together.push(each)
    }
    this.forget(together)
    return this.settle(together).pipe(Effect.andThen(Effect.suspend(() => this.commitFirst(last))))
  }

  private settle(commits: ReadonlyArray<Waiting>): Effect.Effect<void> {
    return Effect.matchCauseEffect(this.commitTogether(commits), {
      onSuccess: (outcomes) =>
        Effect.forEach(commits, ({ outcome }, index) => {
          const done = outcomes[index]
          return done === undefined ? Effect.die("a window was left out") : Deferred.succeed(outcome, done)
        }, { discard: true }),
      onFailure: (cause) =>
        commits.length > 1
          ? Effect.forEach(commits, (commit) => this.settle([commit]), { discard: true })
          : Effect.forEach(commits, ({ outcome }) => Deferred.failCause(outcome, cause), { discard: true })
    })
  }
}
