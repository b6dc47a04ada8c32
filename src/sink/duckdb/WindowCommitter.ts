/**
 * Commits windows through one connection, one at a time: read what is stored of the window's days, work out the
 * difference, write only that, in one transaction. Once begun a commit is not interrupted; if a step fails the
 * transaction is rolled back and nothing that is remembered here has changed.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import { isBlankId } from "../../domain/duplicates.ts"
import type * as Period from "../../domain/Period.ts"
import type { Transaction } from "../../domain/Transaction.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow, WindowOutcome } from "../../domain/Window.ts"
import { type CommitPlan, planCommit, storableRows, type StoredContext } from "../commitPlan.ts"
import { planQuarantine, type QuarantinePlan } from "../quarantine.ts"
import { RunCoverage } from "../RunCoverage.ts"
import { DatabaseFailed, type SinkError, sinkError } from "../SinkError.ts"
import { extendWatermark } from "../Watermark.ts"
import { unmatchedIds } from "../windowDiff.ts"
import { auditHash, auditText, type CommitStamp, firstPreviousHash, recordFields } from "../WindowRecord.ts"
import * as Sql from "./commitSql.ts"
import type { OpenDatabase } from "./DatabaseFile.ts"
import { fileError } from "./duckErrors.ts"
import { quarantineColumns } from "./quarantineColumns.ts"
import {
  fetchedIdColumns,
  insertedRows,
  stagedColumns,
  type StagedRow,
  stagedRows,
  temporaryTables,
  transactionColumns
} from "./rowColumns.ts"
import { freeLegs, rowsElsewhere, rowsOfDays } from "./storedRows.ts"
import { TableAppender } from "./TableAppender.ts"
import { loadWalletState, readOpen, type WalletState } from "./WalletState.ts"

interface Appenders {
  readonly transactions: TableAppender
  readonly staged: TableAppender
  readonly fetchedIds: TableAppender
  readonly quarantine: TableAppender
}

/** Where the chain of windows and the count of quarantined records stand. */
interface Heads {
  sequence: number
  hash: string
  quarantineId: number
}

/** Commits windows to a file. */
export class WindowCommitter {
  readonly coverage = new RunCoverage()
  private readonly database: OpenDatabase
  private readonly connection: DuckDBConnection
  private readonly appenders: Appenders
  private readonly heads: Heads
  private readonly wallets = new Map<WalletNo, WalletState>()

  private constructor(database: OpenDatabase, connection: DuckDBConnection, appenders: Appenders, heads: Heads) {
    this.database = database
    this.connection = connection
    this.appenders = appenders
    this.heads = heads
  }

  /** Prepares a connection for committing; the connection belongs to the committer from then on. */
  static readonly make = Effect.fnUntraced(function*(database: OpenDatabase, connection: DuckDBConnection) {
    const attempt = <A>(run: () => Promise<A>) =>
      Effect.tryPromise({ try: run, catch: (cause) => fileError(database.path, cause) })
    yield* attempt(() => connection.run(temporaryTables))
    const open = (table: string, catalog?: string) =>
      Effect.acquireRelease(
        attempt(() => TableAppender.open(connection, table, catalog)),
        (appender) => Effect.sync(() => appender.close())
      )
    const appenders = {
      transactions: yield* open("transactions"),
      staged: yield* open("staged_rows", "temp"),
      fetchedIds: yield* open("fetched_ids", "temp"),
      quarantine: yield* open("quarantine")
    }
    return new WindowCommitter(database, connection, appenders, yield* attempt(() => readHeads(connection)))
  })

  /** Commits a window that was found sound. */
  readonly commit = Effect.fnUntraced(function*(
    this: WindowCommitter,
    window: StatementWindow,
    committedAt: number
  ): Effect.fn.Return<WindowOutcome, SinkError> {
    const stamp = { sequence: this.heads.sequence + 1, previousHash: this.heads.hash, committedAt }
    const wallet = yield* this.walletState(window.walletNo)
    yield* this.run("BEGIN TRANSACTION")
    return yield* this.write(window, stamp, wallet).pipe(Effect.tapCause(() => this.rollback))
  })

  private readonly write = Effect.fnUntraced(
    function*(this: WindowCommitter, window: StatementWindow, stamp: CommitStamp, wallet: WalletState) {
      const rows = storableRows(window)
      const plan = planCommit(window, rows, yield* this.context(window, rows, wallet))
      const quarantine = yield* this.quarantine(window, wallet, stamp)
      yield* this.load(() => {
        const inserted = insertedRows(plan, rows)
        this.appenders.transactions.append(inserted.length, transactionColumns(inserted, window, stamp))
      })
      yield* this.rewrite(window, stamp, stagedRows(plan, rows), plan)
      const fields = recordFields(window, plan, stamp)
      const quarantined = quarantine.fresh.map((record, index) => ({
        ...record,
        id: this.heads.quarantineId + index + 1
      }))
      const hash = auditHash(auditText(fields, rows, plan, quarantined))
      const watermark = extendWatermark(wallet.watermark, window)
      const statements = [Sql.insertRecord(fields, hash)]
      if (watermark !== undefined && !samePeriod(watermark, wallet.watermark)) {
        statements.push(Sql.writeWatermark(window, watermark, wallet.watermark !== undefined, stamp))
      }
      yield* this.run([...statements, "COMMIT"].join(";\n"))
      this.heads.sequence = stamp.sequence
      this.heads.hash = hash
      this.heads.quarantineId += quarantined.length
      wallet.watermark = watermark
      wallet.mayHaveQuarantine ||= quarantined.length > 0
      this.coverage.add(window)
      return plan.outcome
    }
  )

  private readonly context = Effect.fnUntraced(
    function*(this: WindowCommitter, window: StatementWindow, rows: ReadonlyArray<Transaction>, wallet: WalletState) {
      const { connection } = this
      const inside = yield* this.attempt(() => rowsOfDays(connection, window.walletNo, window.days))
      const { knownIds } = wallet
      const wanted = new Set<string>()
      for (const txnId of unmatchedIds(rows, inside)) {
        if (knownIds?.add(txnId) !== true) wanted.add(txnId)
      }
      if (wanted.size === 0) return { inside, elsewhere: [], freeLegs: new Map() } satisfies StoredContext
      const sought = rows.filter((row) => wanted.has(row.txnId))
      yield* this.load(() => this.appenders.fetchedIds.append(sought.length, fetchedIdColumns(sought)))
      const legs = yield* this.attempt(() => freeLegs(connection, window.walletNo))
      const elsewhere = legs.size === 0
        ? []
        : yield* this.attempt(() => rowsElsewhere(connection, window.walletNo, window.days))
      yield* this.run("DELETE FROM temp.fetched_ids")
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
    yield* this.load(() => this.appenders.staged.append(staged.length, stagedColumns(staged)))
    const range = storedTimes(plan)
    const changed = staged.length - plan.placements.length
    if (changed > 0) {
      yield* this.expectRows(changed, Sql.insertEvents(window, stamp, range))
      yield* this.expectRows(changed, Sql.updateRows(window, stamp, range))
    }
    if (plan.placements.length > 0) yield* this.expectRows(plan.placements.length, Sql.placeRows(window, range))
    yield* this.run("DELETE FROM temp.staged_rows")
  })

  private readonly quarantine = Effect.fnUntraced(
    function*(this: WindowCommitter, window: StatementWindow, wallet: WalletState, stamp: CommitStamp) {
      const open = wallet.mayHaveQuarantine
        ? yield* this.attempt(() => readOpen(this.connection, window.walletNo))
        : []
      const plan: QuarantinePlan = planQuarantine(window, open)
      if (plan.seenAgain.length > 0) yield* this.run(Sql.seeAgain(window, plan.seenAgain, stamp))
      if (plan.replaced.length > 0) yield* this.run(Sql.replaceRecords(window, plan.replaced, stamp))
      if (plan.fresh.length > 0) {
        const columns = quarantineColumns(plan.fresh, window, stamp, this.heads.quarantineId + 1)
        yield* this.load(() => this.appenders.quarantine.append(plan.fresh.length, columns))
      }
      return plan
    }
  )

  private readonly walletState = Effect.fnUntraced(function*(this: WindowCommitter, walletNo: WalletNo) {
    const known = this.wallets.get(walletNo)
    if (known !== undefined) return known
    const state = yield* this.attempt(() => loadWalletState(this.connection, walletNo))
    this.wallets.set(walletNo, state)
    return state
  })

  private get rollback(): Effect.Effect<void> {
    return Effect.sync(() => Object.values(this.appenders).forEach((appender: TableAppender) => appender.clear())).pipe(
      Effect.andThen(this.run("ROLLBACK")),
      Effect.ignore
    )
  }

  private readonly expectRows = Effect.fnUntraced(function*(this: WindowCommitter, count: number, sql: string) {
    const result = yield* this.run(sql)
    if (result.rowsChanged !== count) {
      return yield* sinkError(
        new DatabaseFailed(),
        `${this.database.path} is not consistent: ${count} rows were to be written again and ${result.rowsChanged} ` +
          "were found. The window was not kept."
      )
    }
  })

  private run(sql: string) {
    return this.attempt(() => this.connection.run(sql))
  }

  private load(fill: () => void): Effect.Effect<void, SinkError> {
    return Effect.try({ try: fill, catch: (cause) => this.failure(cause) })
  }

  private attempt<A>(run: () => Promise<A>): Effect.Effect<A, SinkError> {
    return Effect.tryPromise({ try: run, catch: (cause) => this.failure(cause) })
  }

  private failure(cause: unknown): SinkError {
    this.database.abandon(cause)
    return fileError(this.database.path, cause)
  }
}

const samePeriod = (left: Period.Period, right: Period.Period | undefined): boolean =>
  left.from === right?.from && left.to === right.to

const storedTimes = ({ diff, placements }: CommitPlan): Sql.TimeRange => {
  let [first, last] = [Infinity, -Infinity]
  const rows = [...[...diff.changes, ...diff.returns, ...placements].map(({ stored }) => stored), ...diff.withdrawals]
  for (const { transaction } of rows) {
    first = Math.min(first, transaction.localTime)
    last = Math.max(last, transaction.localTime)
  }
  return { first, last }
}

const readHeads = (connection: DuckDBConnection): Promise<Heads> =>
  Promise.all([
    connection.runAndReadAll("SELECT sequence, audit_hash FROM statement_windows ORDER BY sequence DESC LIMIT 1"),
    connection.runAndReadAll("SELECT coalesce(max(id), 0) FROM quarantine")
  ]).then(([last, records]) => {
    const [window] = last.getRows()
    const hash = window?.[1]
    return {
      sequence: Number(window?.[0] ?? 0),
      hash: typeof hash === "string" ? hash : firstPreviousHash,
      quarantineId: Number(records.getRows()[0]?.[0] ?? 0)
    }
  })
