/**
 * Windows on their way into a store. They are committed in the order in which they came; those that came while another
 * commit was under way share the next transaction, up to a number of rows, for a transaction of its own costs a window
 * about as much as its rows do. Each is still committed whole or not at all, and is told so only then.
 *
 * When windows that share a transaction can't be committed, each is tried once more alone: one that is at fault does not
 * keep other wallets out. Those of its own run and wallet that were given after it fail with it, for they were checked as
 * if it were stored.
 */
import { Cause, Deferred, Effect, type Semaphore } from "effect"
import { rowCount, type StatementWindow, type WindowOutcome } from "../../domain/Window.ts"
import type { SinkError } from "../SinkError.ts"
import type { ReadyRows } from "./readyRows.ts"

/** A window and when it came. */
export interface Commit {
  readonly window: StatementWindow
  /** What was made ready of its rows, should all of them be new. */
  readonly ready: ReadyRows | undefined
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

interface Failure {
  readonly first: Waiting
  readonly cause: Cause.Cause<SinkError>
}

/** Rows of a transaction, unless a single window has more. */
const mostRows = 25_000

/** Commits windows in turn. */
export class CommitQueue {
  private readonly turn: Semaphore.Semaphore
  private readonly commitTogether: CommitTogether
  private waiting: ReadonlyArray<Waiting> = []
  /** By run and wallet a window that failed, until whoever gave it knows. */
  private readonly failing = new Map<string, Failure>()

  constructor(turn: Semaphore.Semaphore, commitTogether: CommitTogether) {
    this.turn = turn
    this.commitTogether = commitTogether
  }

  /** Commits a window when its turn comes. Once begun that is not interrupted; before, it leaves no trace. */
  readonly commit = (commit: Commit): Effect.Effect<WindowOutcome, SinkError> =>
    Effect.suspend(() => {
      const line = lineOf(commit)
      const failure = this.failing.get(line)
      if (failure !== undefined) return Effect.failCause(failure.cause)
      const waiting: Waiting = { ...commit, outcome: Deferred.makeUnsafe() }
      this.waiting = [...this.waiting, waiting]
      return this.turn.withPermit(Effect.uninterruptible(Effect.suspend(() => this.commitFirst(waiting)))).pipe(
        Effect.onInterrupt(() => this.giveUp(waiting)),
        Effect.andThen(Deferred.await(waiting.outcome)),
        Effect.onExit(() =>
          Effect.sync(() => {
            if (this.failing.get(line)?.first === waiting) this.failing.delete(line)
          })
        )
      )
    })

  /** What has begun is waited for. */
  private giveUp(commit: Waiting): Effect.Effect<void> {
    return this.waiting.includes(commit)
      ? Effect.flatMap(
        Effect.fiberId,
        (fiber) => this.refuse(commit, this.waiting.slice(this.waiting.indexOf(commit)), Cause.interrupt(fiber))
      )
      : Effect.ignore(Deferred.await(commit.outcome))
  }

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

  /** Commits windows together, or each alone; `behind` are others that were given after them and are not waiting. */
  private settle(commits: ReadonlyArray<Waiting>, behind: ReadonlyArray<Waiting> = []): Effect.Effect<void> {
    return Effect.matchCauseEffect(this.commitTogether(commits), {
      onSuccess: (outcomes) =>
        Effect.forEach(commits, ({ outcome }, index) => {
          const done = outcomes[index]
          return done === undefined ? Effect.die("a window was left out") : Deferred.succeed(outcome, done)
        }, { discard: true }),
      onFailure: (cause) => {
        const [first] = commits
        return commits.length === 1 && first !== undefined
          ? this.refuse(first, [...behind, ...this.waiting], cause)
          : Effect.forEach(commits, (commit, index) => this.settleAlone(commit, commits.slice(index + 1)), {
            discard: true
          })
      }
    })
  }

  private settleAlone(commit: Waiting, behind: ReadonlyArray<Waiting>): Effect.Effect<void> {
    return Effect.flatMap(
      Deferred.isDone(commit.outcome),
      (isRefused) => isRefused ? Effect.void : this.settle([commit], behind)
    )
  }

  /** Lets a window fail, and those of its run and wallet behind it. */
  private refuse(first: Waiting, behind: ReadonlyArray<Waiting>, cause: Cause.Cause<SinkError>): Effect.Effect<void> {
    const line = lineOf(first)
    const refused = [first, ...behind.filter((each) => each !== first && lineOf(each) === line)]
    this.forget(refused)
    this.failing.set(line, { first, cause })
    return Effect.forEach(refused, ({ outcome }) => Deferred.failCause(outcome, cause), { discard: true })
  }
}

const lineOf = ({ window: { runId, walletNo } }: Commit): string => `${runId} ${walletNo}`
