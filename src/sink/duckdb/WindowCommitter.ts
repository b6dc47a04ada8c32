/**
 * Commits windows through one connection, one at a time: read what is stored of the window's days, work out the
 * difference, write only that, in one transaction. Once begun a commit is not interrupted; if a step fails the
 * transaction is rolled back and nothing that is remembered here has changed.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import { isBlankId } from "../../domain/duplicates.ts"
import * as Period from "../../domain/Period.ts"
import type { Transaction } from "../../domain/Transaction.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import { type ContinuityEntry, rowCount, type StatementWindow, type WindowOutcome } from "../../domain/Window.ts"
import { type CommitPlan, nothingToChange, planCommit, storableRows, type StoredContext } from "../commitPlan.ts"
import { overlapping } from "../continuityPlan.ts"
import { planQuarantine, resolveProblem } from "../quarantine.ts"
import { RunCoverage } from "../RunCoverage.ts"
import { finishedDays } from "../runHistory.ts"
import { DatabaseFailed, type SinkError, sinkError } from "../SinkError.ts"
import { isStored, mayBeStored } from "../storedAnswer.ts"
import { completeDaysAfter, watermarkIn } from "../Watermark.ts"
import { unmatchedIds } from "../windowDiff.ts"
import { auditHash, auditText, type CommitStamp, type QuarantineRecord, recordFields } from "../WindowRecord.ts"
import * as Sql from "./commitSql.ts"
import { readEntries, writeContinuity } from "./ContinuityTable.ts"
import type { OpenDatabase } from "./DatabaseFile.ts"
import { writeGaps } from "./GapTable.ts"
import { type Heads, readHeads } from "./Heads.ts"
import { awaitOthers, closeRecords, quarantineColumns, readOpen, seeAgain } from "./QuarantineTable.ts"
import {
  fetchedIdColumns,
  insertedRows,
  stagedColumns,
  type StagedRow,
  stagedRows,
  temporaryTables,
  transactionColumns
} from "./rowColumns.ts"
import { pastRuns } from "./RunTable.ts"
import { Session } from "./Session.ts"
import { freeLegs, rowsElsewhere, rowsOfDays, totalOfDays } from "./storedRows.ts"
import { TableAppender } from "./TableAppender.ts"
import { loadWalletState, mayHaveRows, rowDaysWith, type WalletState } from "./WalletState.ts"

interface Appenders {
  readonly transactions: TableAppender
  readonly staged: TableAppender
  readonly fetchedIds: TableAppender
  readonly quarantine: TableAppender
  readonly continuity: TableAppender
}

/** Commits windows to a file. */
export class WindowCommitter {
  readonly coverage = new RunCoverage()
  private readonly session: Session
  private readonly appenders: Appenders
  private heads: Heads
  private readonly wallets = new Map<WalletNo, WalletState>()

  private constructor(session: Session, appenders: Appenders, heads: Heads) {
    this.session = session
    this.appenders = appenders
    this.heads = heads
  }

  /** Prepares a connection for committing; the connection belongs to the committer from then on. */
  static readonly make = Effect.fnUntraced(function*(database: OpenDatabase, connection: DuckDBConnection) {
    const session = new Session(database, connection)
    yield* session.run(temporaryTables)
    const open = (table: string, catalog?: string) =>
      Effect.acquireRelease(
        session.ask(() => TableAppender.open(connection, table, catalog)),
        (appender) => Effect.sync(() => appender.close())
      )
    const appenders = {
      transactions: yield* open("transactions"),
      staged: yield* open("staged_rows", "temp"),
      fetchedIds: yield* open("fetched_ids", "temp"),
      quarantine: yield* open("quarantine"),
      continuity: yield* open("continuity_windows")
    }
    return new WindowCommitter(session, appenders, yield* session.ask(readHeads))
  })

  /** Commits a window that was found sound. */
  readonly commit = Effect.fnUntraced(function*(
    this: WindowCommitter,
    window: StatementWindow,
    committedAt: number
  ): Effect.fn.Return<WindowOutcome, SinkError> {
    const stamp = { sequence: this.heads.sequence + 1, previousHash: this.heads.hash, committedAt }
    const wallet = yield* this.walletState(window.walletNo)
    if (this.coverage.isNew(window)) {
      const past = yield* this.session.ask((open) => pastRuns(open, window.walletNo, true))
      this.coverage.begin(window, finishedDays(past, window.asked))
    }
    yield* this.session.run("BEGIN TRANSACTION")
    return yield* this.write(window, stamp, wallet).pipe(Effect.tapCause(() => this.rollback))
  })

  private readonly write = Effect.fnUntraced(
    function*(this: WindowCommitter, window: StatementWindow, stamp: CommitStamp, wallet: WalletState) {
      const entries = wallet.entries ??
        (yield* this.session.ask((open) => readEntries(open, window.walletNo, "with answers")))
      const repeats = mayBeStored(window) && (yield* this.isStored(window, entries))
      const rows = repeats ? [] : storableRows(window)
      const plan = repeats
        ? nothingToChange(rowCount(window))
        : planCommit(window, rows, yield* this.context(window, rows, wallet))
      const quarantine = yield* this.quarantine(window, wallet, stamp)
      // Planning, loading and hashing a page take many milliseconds each: others may use the thread in between.
      yield* Effect.yieldNow
      yield* this.session.load(() => {
        const inserted = insertedRows(plan, rows)
        this.appenders.transactions.append(inserted.length, transactionColumns(inserted, window, stamp))
      })
      yield* this.rewrite(window, stamp, stagedRows(plan, rows), plan)
      const nextEntries = repeats
        ? entries
        : yield* writeContinuity(this.session, this.appenders.continuity, window, plan.diff, entries)
      const gaps = yield* writeGaps(this.session, window, stamp, this.heads.gapId + 1, wallet.openGaps)
      yield* Effect.yieldNow
      const fields = recordFields(window, plan, stamp)
      const hash = auditHash(auditText(fields, rows, plan, quarantine))
      const completeDays = completeDaysAfter(wallet.completeDays, window)
      const watermark = watermarkIn(completeDays, wallet.watermark)
      const statements = [Sql.insertRecord(fields, hash)]
      if (watermark?.from !== wallet.watermark?.from || watermark?.to !== wallet.watermark?.to) {
        statements.push(...Sql.writeWatermark(window, watermark, stamp))
      }
      yield* this.session.run([...statements, "COMMIT"].join(";\n"))
      this.heads = {
        sequence: stamp.sequence,
        hash,
        quarantineId: this.heads.quarantineId + quarantine.added.length,
        gapId: this.heads.gapId + gaps.opened
      }
      wallet.completeDays = completeDays
      wallet.watermark = watermark
      wallet.entries = nextEntries
      wallet.openGaps = gaps.open
      if (rows.length > 0) wallet.rowDays = rowDaysWith(wallet, window.days)
      wallet.mayHaveQuarantine ||= quarantine.added.length > 0
      this.coverage.add(window)
      return { ...plan.outcome, quarantined: quarantine.counted }
    }
  )

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

  private readonly context = Effect.fnUntraced(
    function*(this: WindowCommitter, window: StatementWindow, rows: ReadonlyArray<Transaction>, wallet: WalletState) {
      const { session } = this
      const inside = mayHaveRows(wallet, window.days)
        ? yield* session.ask((open) => rowsOfDays(open, window.walletNo, window.days))
        : []
      const { knownIds } = wallet
      const wanted = new Set<string>()
      for (const txnId of unmatchedIds(rows, inside)) {
        if (knownIds?.add(txnId) !== true) wanted.add(txnId)
      }
      if (wanted.size === 0) return { inside, elsewhere: [], freeLegs: new Map() } satisfies StoredContext
      const sought = rows.filter((row) => wanted.has(row.txnId))
      yield* this.session.load(() => this.appenders.fetchedIds.append(sought.length, fetchedIdColumns(sought)))
      const legs = yield* session.ask((open) => freeLegs(open, window.walletNo))
      const elsewhere = legs.size === 0
        ? []
        : yield* session.ask((open) => rowsElsewhere(open, window.walletNo, window.days))
      yield* this.session.run("DELETE FROM temp.fetched_ids")
      const named = elsewhere.filter((row) => !isBlankId(row.transaction.txnId))
      return { inside, elsewhere: this.coverage.movable(window, named), freeLegs: legs } satisfies StoredContext
    }
  )

  /** Writes the changed rows and their events through a temporary table, and sees that each row was found once. */
  private readonly rewrite = Effect.fnUntraced(function*(
    this: WindowCommitter,
    window: StatementWindow,
    stamp: CommitStamp,
    staged: ReadonlyArray<StagedRow>,
    plan: CommitPlan
  ) {
    if (staged.length === 0) return
    yield* this.session.load(() => this.appenders.staged.append(staged.length, stagedColumns(staged)))
    const range = Sql.storedTimes(plan)
    const changed = staged.length - plan.placements.length
    if (changed > 0) {
      yield* this.session.expectRows(changed, Sql.insertEvents(window, stamp, range))
      yield* this.session.expectRows(changed, Sql.updateRows(window, stamp, range))
    }
    if (plan.placements.length > 0) yield* this.session.expectRows(plan.placements.length, Sql.placeRows(window, range))
    yield* this.session.run("DELETE FROM temp.staged_rows")
  })

  private readonly quarantine = Effect.fnUntraced(
    function*(
      this: WindowCommitter,
      window: StatementWindow,
      wallet: WalletState,
      stamp: CommitStamp
    ): Effect.fn.Return<QuarantineRecord & { readonly counted: number }, SinkError> {
      const { session } = this
      const records = wallet.mayHaveQuarantine
        ? yield* session.ask((open) => readOpen(open, window.walletNo))
        : []
      const problem = resolveProblem(window, records)
      if (problem !== undefined) {
        const days = Period.format(window.days)
        return yield* sinkError(new DatabaseFailed(), `The window ${days} was not kept: ${problem}.`)
      }
      const { awaiting, closed, counted, fresh, seenAgain } = planQuarantine(window, records)
      const firstId = this.heads.quarantineId + 1
      if (seenAgain.length > 0) yield* session.run(seeAgain(window, seenAgain, stamp))
      if (awaiting.length > 0) yield* session.run(awaitOthers(awaiting))
      if (closed.length > 0) yield* session.expectRows(closed.length, closeRecords(window, closed, stamp))
      if (fresh.length > 0) {
        const columns = quarantineColumns(fresh, window, stamp, firstId)
        yield* session.load(() => this.appenders.quarantine.append(fresh.length, columns))
      }
      return { added: fresh.map((record, index) => ({ ...record, id: firstId + index })), closed, counted }
    }
  )

  private readonly walletState = Effect.fnUntraced(function*(this: WindowCommitter, walletNo: WalletNo) {
    const known = this.wallets.get(walletNo)
    if (known !== undefined) return known
    const state = yield* this.session.ask((open) => loadWalletState(open, walletNo))
    this.wallets.set(walletNo, state)
    return state
  })

  private get rollback(): Effect.Effect<void> {
    return Effect.sync(() => Object.values(this.appenders).forEach((appender: TableAppender) => appender.clear())).pipe(
      Effect.andThen(this.session.run("ROLLBACK")),
      Effect.ignore
    )
  }
}
