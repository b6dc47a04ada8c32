/**
 * Commits windows through one connection: read what is stored of a window's days, work out the difference, write only
 * that; one transaction for one window or several, in their order. Once begun a commit is not interrupted; if a step
 * fails the transaction is rolled back and what is remembered here is what it was before.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import type { ContinuityEntry } from "../../domain/ContinuityEntry.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import { rowCount, type StatementWindow, type WalletConclusions, type WindowOutcome } from "../../domain/Window.ts"
import { auditHash, auditText, recordFields } from "../audit/WindowRecord.ts"
import { allStored, planCommit } from "../plan/commitPlan.ts"
import { overlapping, provenBeside } from "../plan/continuityPlan.ts"
import { numbered } from "../plan/declarations.ts"
import { RunCoverage } from "../plan/RunCoverage.ts"
import { finishedDays } from "../plan/runHistory.ts"
import { isStored, mayBeStored } from "../plan/storedAnswer.ts"
import { completeDaysAfter, watermarkIn } from "../plan/Watermark.ts"
import type { SinkError } from "../SinkError.ts"
import type { Commit } from "./CommitQueue.ts"
import type { OpenDatabase } from "./file/DatabaseFile.ts"
import { Session } from "./file/Session.ts"
import { type Appenders, openAppenders } from "./tables/Appenders.ts"
import * as Sql from "./tables/commitSql.ts"
import { readEntries, writeContinuity } from "./tables/ContinuityTable.ts"
import { writeDeclarations } from "./tables/DeclarationTable.ts"
import { writeGaps } from "./tables/GapTable.ts"
import { type Heads, readHeads } from "./tables/Heads.ts"
import { writeHeld } from "./tables/HeldTable.ts"
import { writeProofs } from "./tables/ProofTable.ts"
import { readContext } from "./tables/readContext.ts"
import { rewriteRows } from "./tables/rewriteRows.ts"
import { pastRuns, runRules } from "./tables/RunTable.ts"
import { totalOfDays } from "./tables/storedRows.ts"
import { loadWalletState, needsIds, rowDaysWith, takeNew, type WalletState } from "./tables/WalletState.ts"
import { sameReach, writeWatermark } from "./tables/WatermarkTable.ts"
import { writeConclusions } from "./tables/writeConclusions.ts"
import { writeQuarantine } from "./tables/writeQuarantine.ts"
import { loadIds } from "./vectors/loadIds.ts"
import { contentColumns, insertedRows, stagedRows, temporaryTables, transactionColumns } from "./vectors/rowColumns.ts"
import type { TableAppender } from "./vectors/TableAppender.ts"

/** A window, and what is known of its wallet. */
interface Prepared {
  readonly commit: Commit
  readonly wallet: WalletState
}

/** Commits windows to a file. */
export class WindowCommitter {
  readonly coverage = new RunCoverage()
  private readonly session: Session
  private readonly appenders: Appenders
  private heads: Heads
  private wallets = new Map<WalletNo, WalletState>()

  private constructor(session: Session, appenders: Appenders, heads: Heads) {
    this.session = session
    this.appenders = appenders
    this.heads = heads
  }

  /** Prepares a connection for committing; the connection belongs to the committer from then on. */
  static readonly make = Effect.fnUntraced(function*(database: OpenDatabase, connection: DuckDBConnection) {
    const session = new Session(database, connection)
    yield* session.run(temporaryTables)
    return new WindowCommitter(session, yield* openAppenders(session), yield* session.ask(readHeads))
  })

  /** Commits windows that were found sound, in their order and in one transaction. */
  readonly commitTogether = Effect.fnUntraced(function*(
    this: WindowCommitter,
    commits: ReadonlyArray<Commit>
  ): Effect.fn.Return<ReadonlyArray<WindowOutcome>, SinkError> {
    const prepared: Array<Prepared> = []
    for (const commit of commits) prepared.push({ commit, wallet: yield* this.prepare(commit.window) })
    const forget = this.remember()
    return yield* this.session.run("BEGIN TRANSACTION").pipe(
      Effect.andThen(this.writeAll(prepared)),
      Effect.tapCause(() => Effect.andThen(this.rollback, Effect.sync(forget)))
    )
  })

  /** What is known of a window's wallet, and of what its run has to do; the file is asked once. */
  private readonly prepare = Effect.fnUntraced(function*(this: WindowCommitter, window: StatementWindow) {
    const { walletNo } = window
    const wallet = yield* this.stateOf(walletNo)
    if (this.coverage.isNew(window)) {
      const past = yield* this.session.ask((open) => pastRuns(open, walletNo, true))
      const rules = yield* this.session.ask((open) => runRules(open, window.runId, walletNo))
      this.coverage.begin(window, finishedDays(past, window.asked, rules))
    }
    return wallet
  })

  private readonly stateOf = Effect.fnUntraced(function*(this: WindowCommitter, walletNo: WalletNo) {
    const wallet = this.wallets.get(walletNo) ?? (yield* loadWalletState(this.session, walletNo))
    this.wallets.set(walletNo, wallet)
    return wallet
  })

  /** Remembers what is known before a transaction, and gives a way back. */
  private remember(): () => void {
    const { heads } = this
    const wallets = [...this.wallets].map(([walletNo, state]) => [walletNo, { ...state }] as const)
    const restoreCoverage = this.coverage.snapshot()
    return () => {
      this.heads = heads
      this.wallets = new Map(wallets)
      restoreCoverage()
    }
  }

  private readonly writeAll = Effect.fnUntraced(function*(this: WindowCommitter, prepared: ReadonlyArray<Prepared>) {
    const outcomes: Array<WindowOutcome> = []
    const statements: Array<string> = []
    const watermarks = new Map<WalletNo, () => ReadonlyArray<string>>()
    for (const { commit, wallet } of prepared) {
      const before = { ...wallet }
      const { outcome, record, stamp } = yield* this.write(commit, wallet)
      outcomes.push(outcome)
      statements.push(record)
      if (!sameReach(before, wallet)) {
        watermarks.set(commit.window.walletNo, () => writeWatermark(commit.window, wallet, stamp))
      }
    }
    for (const write of watermarks.values()) statements.push(...write())
    yield* this.session.run([...statements, "COMMIT"].join(";\n"))
    return outcomes
  })

  /** Writes a window but for its record, which goes with the commit. */
  private readonly write = Effect.fnUntraced(
    function*(this: WindowCommitter, { committedAt, rows: newRows, window }: Commit, wallet: WalletState) {
      const stamp = { sequence: this.heads.sequence + 1, previousHash: this.heads.hash, committedAt }
      const entries = wallet.entries ??
        (yield* this.session.ask((open) => readEntries(open, window.walletNo)))
      const repeats = mayBeStored(window) && (yield* this.isStored(window, entries))
      if (needsIds(wallet, window)) {
        wallet.knownIds = yield* this.session.ask((open) => loadIds(open, window.walletNo))
      }
      const fresh = newRows !== undefined && !repeats && takeNew(newRows, window.days, wallet) ? newRows : undefined
      const { rows } = window
      const plan = repeats
        ? allStored(rows.count)
        : fresh?.plan ?? planCommit(
          window,
          yield* readContext(
            { session: this.session, appenders: this.appenders, coverage: this.coverage },
            window,
            wallet
          )
        )
      const quarantine = yield* writeQuarantine(
        { session: this.session, appender: this.appenders.quarantine, wallet, lastId: this.heads.quarantineId },
        window,
        stamp
      )
      // Planning, loading and hashing a page take many milliseconds each: others may use the thread in between.
      yield* Effect.yieldNow
      yield* this.session.load(() => {
        const content = fresh?.content ?? contentColumns(insertedRows(plan, rows))
        this.appenders.transactions.append(plan.diff.inserts.length, transactionColumns(content, window, stamp))
      })
      yield* rewriteRows(this.session, this.appenders.staged, window, stamp, stagedRows(plan, rows), plan)
      const nextEntries = repeats
        ? entries
        : yield* writeContinuity(this.session, this.appenders.continuity, window, plan.diff, entries)
      const gaps = yield* writeGaps(this.session, window, stamp, this.heads.gapId + 1, wallet.openGaps)
      const declared = numbered(window.declarations, this.heads.declarationId + 1)
      yield* writeDeclarations(this.session, window, declared, stamp)
      const proofs = provenBeside(window.proofs, nextEntries)
      yield* writeProofs(this.session, { proofs, runId: window.runId, walletNo: window.walletNo }, wallet.proofs, stamp)
      const held = yield* writeHeld(
        { session: this.session, appender: this.appenders.held, held: wallet.held, lastId: this.heads.heldId },
        window,
        stamp,
        plan
      )
      yield* Effect.yieldNow
      const fields = recordFields(window, plan, stamp)
      const hash = auditHash(auditText(fields, rows, plan, { quarantine, declared }, fresh?.lines))
      this.heads = {
        sequence: stamp.sequence,
        hash,
        quarantineId: this.heads.quarantineId + quarantine.added.length,
        gapId: this.heads.gapId + gaps.opened,
        declarationId: this.heads.declarationId + declared.length,
        heldId: held.lastId
      }
      wallet.completeDays = completeDaysAfter(wallet.completeDays, window)
      wallet.watermark = watermarkIn(wallet.completeDays, wallet.watermark)
      wallet.entries = nextEntries
      wallet.openGaps = gaps.open
      wallet.proofs = proofs
      wallet.held = held.held
      if (rowCount(window) > 0) wallet.rowDays = rowDaysWith(wallet, window.days)
      wallet.mayHaveQuarantine ||= quarantine.added.length > 0
      this.coverage.add(window)
      const outcome: WindowOutcome = { ...plan.outcome, quarantined: quarantine.counted }
      return { outcome, record: Sql.insertRecord(fields, hash), stamp }
    }
  )

  /** Puts what a run found of a wallet in the end in the place of what its windows left. */
  readonly recordConclusions = Effect.fnUntraced(function*(
    this: WindowCommitter,
    conclusions: WalletConclusions,
    committedAt: number
  ): Effect.fn.Return<void, SinkError> {
    const wallet = yield* this.stateOf(conclusions.walletNo)
    const { open, opened } = yield* writeConclusions(this.session, conclusions, wallet, {
      committedAt,
      gapId: this.heads.gapId + 1
    })
    this.heads = { ...this.heads, gapId: this.heads.gapId + opened }
    this.wallets.set(conclusions.walletNo, { ...wallet, openGaps: open, proofs: conclusions.proofs })
  })

  /** Forgets the continuity entries of a wallet, which were written in another way than by a commit. */
  forgetEntries(walletNo: WalletNo): void {
    const wallet = this.wallets.get(walletNo)
    if (wallet !== undefined) wallet.entries = undefined
  }

  private isStored(window: StatementWindow, entries: ReadonlyArray<ContinuityEntry>) {
    const { days, walletNo } = window
    return Effect.map(
      this.session.ask((open) => totalOfDays(open, walletNo, days)),
      (total) => isStored(window, overlapping(entries, days), total)
    )
  }

  private get rollback(): Effect.Effect<void> {
    return Effect.sync(() => Object.values(this.appenders).forEach((appender: TableAppender) => appender.clear())).pipe(
      Effect.andThen(this.session.run("ROLLBACK")),
      Effect.ignore
    )
  }
}
