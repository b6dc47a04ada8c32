/**
 * Statements in a DuckDB file, through one connection: changes that belong together are one transaction. If a step fails it is
 * rolled back.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import type { WalletNo } from "../../domain/Wallet.ts"
import { rowCount, type StatementWindow } from "../../domain/Window.ts"
import type { SinkError } from "../SinkError.ts"
import type { Change } from "../store/Change.ts"
import type { Sought, Store } from "../store/Store.ts"
import type { OpenDatabase } from "./file/DatabaseFile.ts"
import { Session } from "./file/Session.ts"
import { type Appenders, openAppenders } from "./tables/Appenders.ts"
import * as Sql from "./tables/commitSql.ts"
import { replaceEntries } from "./tables/ContinuityTable.ts"
import { writeGaps } from "./tables/GapTable.ts"
import { writeProofs } from "./tables/ProofTable.ts"
import { readBeside } from "./tables/readBeside.ts"
import { readerOn } from "./tables/readerOn.ts"
import { beginRun, endRun, interruptRuns } from "./tables/RunTable.ts"
import { WalletRows } from "./tables/WalletRows.ts"
import { writeWatermark } from "./tables/WatermarkTable.ts"
import { writeWindow } from "./tables/writeWindow.ts"
import { temporaryTables } from "./vectors/rowColumns.ts"
import type { TableAppender } from "./vectors/TableAppender.ts"

/** The store on a database that is open for writing; the connection belongs to it from then on. */
export const storeOn = Effect.fnUntraced(function*(database: OpenDatabase, connection: DuckDBConnection) {
  const session = new Session(database, connection)
  yield* session.run(temporaryTables)
  const writer = new Writer(session, yield* openAppenders(session))
  const reader = readerOn((question) => session.ask(question), true)
  const store: Store = {
    ...reader,
    rowsOfDays: (walletNo, days, which) =>
      Effect.flatMap(
        writer.walletRows(walletNo),
        (rows) => rows.mayHave(days) ? reader.rowsOfDays(walletNo, days, which) : Effect.succeed([])
      ),
    beside: (window, sought) => writer.beside(window, sought),
    transact: (work) => writer.transact(work)
  }
  return store
})

/** What goes with the commit of a transaction. */
interface Closing {
  readonly records: Array<string>
  /** How far the wallets reach: the last word of each counts. */
  readonly reaches: Map<WalletNo, ReadonlyArray<string>>
}

class Writer {
  private readonly session: Session
  private readonly appenders: Appenders
  private readonly rows = new Map<WalletNo, WalletRows>()

  constructor(session: Session, appenders: Appenders) {
    this.session = session
    this.appenders = appenders
  }

  readonly walletRows = Effect.fnUntraced(
    function*(this: Writer, walletNo: WalletNo): Effect.fn.Return<WalletRows, SinkError> {
      const rows = this.rows.get(walletNo) ?? (yield* WalletRows.load(this.session, walletNo))
      this.rows.set(walletNo, rows)
      return rows
    }
  )

  readonly beside = Effect.fnUntraced(function*(this: Writer, window: StatementWindow, sought: Sought) {
    const rows = yield* this.walletRows(window.walletNo)
    const asked = yield* rows.askedFor(this.session, window, sought)
    return yield* readBeside(this.session, this.appenders.fetchedIds, window, asked)
  })

  readonly transact = <A>(
    work: (apply: (change: Change) => Effect.Effect<void, SinkError>) => Effect.Effect<A, SinkError>
  ): Effect.Effect<A, SinkError> =>
    Effect.suspend(() => {
      const closing: Closing = { records: [], reaches: new Map() }
      return this.session.run("BEGIN TRANSACTION").pipe(
        Effect.andThen(work((change) => this.apply(change, closing))),
        Effect.tap(() =>
          Effect.suspend(() =>
            this.session.run([...closing.records, ...[...closing.reaches.values()].flat(), "COMMIT"].join(";\n"))
          )
        ),
        Effect.tapCause(() => this.rollback)
      )
    })

  private readonly apply = Effect.fnUntraced(
    function*(this: Writer, change: Change, { reaches, records }: Closing): Effect.fn.Return<void, SinkError> {
      const { session } = this
      switch (change.kind) {
        case "window": {
          const { fields, hash, reach, stamp, window } = change
          yield* writeWindow(session, this.appenders, change)
          records.push(Sql.insertRecord(fields, hash))
          if (reach !== undefined) reaches.set(window.walletNo, writeWatermark(window, reach, stamp))
          if (rowCount(window) > 0) (yield* this.walletRows(window.walletNo)).add(window.days)
          return
        }
        case "entries":
          return yield* replaceEntries(session, change)
        case "conclusions": {
          const { foundAt: committedAt, gaps, proofs, reach, walletNo } = change
          yield* writeGaps(session, change, gaps, { committedAt })
          if (proofs !== undefined) yield* writeProofs(session, { ...change, proofs }, { committedAt })
          reaches.set(walletNo, writeWatermark(change, reach, { committedAt }))
          return
        }
        case "run-begins":
          return yield* Effect.asVoid(session.run(beginRun(change.run)))
        case "run-ends":
          return yield* Effect.asVoid(session.run(endRun(change.report, change.endedAt)))
        case "runs-interrupted":
          return yield* Effect.asVoid(session.run(interruptRuns))
      }
    }
  )

  private get rollback(): Effect.Effect<void> {
    return Effect.sync(() => Object.values(this.appenders).forEach((appender: TableAppender) => appender.clear())).pipe(
      Effect.andThen(this.session.run("ROLLBACK")),
      Effect.ignore
    )
  }
}
