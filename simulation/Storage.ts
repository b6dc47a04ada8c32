/**
 * Where a simulated program keeps its statements: tables in memory that outlive its "processes", or a DuckDB.
 */
import { Effect, Option, type Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { dayFromNumber } from "../src/domain/Period.ts"
import { WalletNo } from "../src/domain/Wallet.ts"
import type { WindowOutcome } from "../src/domain/Window.ts"
import { verifyContinuity } from "../src/pipeline/verifyContinuity.ts"
import { verifyAudit } from "../src/sink/duckdb/audit/audit.ts"
import { sinkOn } from "../src/sink/duckdb/DuckDbSink.ts"
import { readerOf } from "../src/sink/duckdb/file/Database.ts"
import { type OpenDatabase, openDatabase } from "../src/sink/duckdb/file/DatabaseFile.ts"
import { readOnlySinkOn } from "../src/sink/duckdb/ReadOnlySink.ts"
import { memoryStore } from "../src/sink/memory/memoryStore.ts"
import { MemoryTables } from "../src/sink/memory/MemoryTables.ts"
import type { RowEvent } from "../src/sink/plan/changedSince.ts"
import { Sink, type SinkError } from "../src/sink/Sink.ts"
import { dayText } from "./calendar.ts"
import { Chance } from "./Chance.ts"
import { databaseHoldings } from "./databaseHoldings.ts"
import { contentOf } from "./Entry.ts"
import { emptyDatabase } from "./Instance.ts"
import type { WrittenEvent } from "./oracle/events.ts"
import type { Holdings } from "./oracle/Oracle.ts"
import { Outside } from "./Outside.ts"
import type { VirtualTime } from "./VirtualTime.ts"
import { watched } from "./watchedConnection.ts"

/** A window as a run left it in the database. */
export interface WrittenWindow {
  readonly walletNo: string
  readonly from: number
  readonly to: number
  readonly sha256: string
  readonly outcome: WindowOutcome
}

/** What a run has written down. */
export interface WrittenRun {
  readonly hasBegun: boolean
  readonly windows: ReadonlyArray<WrittenWindow>
}

/** What the program finds when it verifies what it has written. */
export interface Verification {
  readonly broken: ReadonlyArray<string>
  /** Gaps that the rows show and that are not noted, as a run may leave them that did not end. */
  readonly outdated: ReadonlyArray<string>
}

/** What outlives a process. */
export interface Storage {
  readonly outside: Outside
  /** Opens the sink anew, as a process does that has just started; it is closed with the scope. */
  readonly open: Effect.Effect<Sink["Service"], SinkError, Scope.Scope>
  /** What is held. */
  readonly look: (walletNos: ReadonlyArray<string>) => Effect.Effect<Holdings, SinkError>
  /** What the program itself finds wrong with what it has written. */
  readonly verify: (walletNos: ReadonlyArray<string>) => Effect.Effect<Verification, SinkError>
  /** What a run has written down; null when a window is written the moment that its commit ends. */
  readonly written: ((runId: string) => Effect.Effect<WrittenRun, SinkError>) | null
  /** Lets every commit fail of a window whose answer has this hash. */
  readonly refuse: (sha256: string) => void
  readonly remove: Effect.Effect<void>
}

/** Tables in memory. */
export const inMemory = (): Storage => {
  const tables = Effect.runSync(Effect.provide(MemoryTables, MemoryTables.layer))
  const open = Sink.fromStore(memoryStore(tables), 1)
  let seen = 0
  return {
    outside: new Outside(),
    open,
    look: (walletNos) =>
      Effect.map(
        Effect.flatMap(open, (sink) => holdings(sink, walletNos)),
        (held) => ({ ...held, events: tables.events.slice(seen, seen = tables.events.length).map(writtenEvent) })
      ),
    verify: (walletNos) => Effect.flatMap(open, (sink) => verifyWallets(sink, walletNos)),
    written: null,
    refuse: () => undefined,
    remove: Effect.void
  }
}

/** What a database is used in. */
export interface Circumstances {
  readonly time: VirtualTime
  readonly seed: number
  /** Makes of the database that is written what a planted bug makes of it. */
  readonly alter: (database: OpenDatabase) => OpenDatabase
}

type Open = (access: "read" | "write") => Effect.Effect<OpenDatabase, SinkError, Scope.Scope>

/** A DuckDB in memory, which a killed process leaves as it is but for what was not committed. */
export const inDuckDb = (circumstances: Circumstances): Effect.Effect<Storage, SinkError> =>
  Effect.map(emptyDatabase, (database) => inDatabase(() => Effect.succeed(database), circumstances, Effect.void))

/** A DuckDB file in a folder of its own. */
export const inDuckDbFile = (circumstances: Circumstances): Storage => {
  const folder = mkdtempSync(join(tmpdir(), "wallet-statement-simulation-"))
  const remove = Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  return inDatabase((access) => openDatabase(join(folder, "statement.duckdb"), access), circumstances, remove)
}

const inDatabase = (database: Open, { alter, seed, time }: Circumstances, remove: Effect.Effect<void>): Storage => {
  const outside = new Outside()
  const chance = Chance.named(seed, "slow commits")
  const refused = new Set<string>()
  let seen = 0
  const commitMillis = (): number => (chance.happens(0.3) ? chance.between(1, 3000) : 0)
  return {
    outside,
    open: Effect.flatMap(database("write"), (open) => {
      refused.clear()
      return sinkOn(alter(watched(open, outside, { time, commitMillis, refused })))
    }),
    look: () =>
      Effect.map(Effect.scoped(Effect.flatMap(database("read"), (open) => databaseHoldings(open, seen))), (held) => {
        seen = held.events.at(-1)?.sequence ?? seen
        return held
      }),
    verify: (walletNos) => Effect.scoped(Effect.flatMap(database("read"), (open) => verify(open, walletNos))),
    written: (runId) => Effect.scoped(Effect.flatMap(database("read"), (open) => writtenBy(open, runId))),
    refuse: (sha256) => refused.add(sha256),
    remove
  }
}

const writtenBy = Effect.fnUntraced(function*(database: OpenDatabase, runId: string) {
  const connection = yield* database.connect
  const reader = yield* Effect.tryPromise({
    try: () => connection.runAndReadAll(windowsOfRun(runId)),
    catch: (cause) => database.failure(cause)
  })
  const rows = reader.getRows()
  return {
    hasBegun: rows.length > 0,
    windows: rows.filter(([walletNo]) => walletNo !== null).map(([walletNo, from, to, sha256, ...counts]) => {
      const [inserted = 0, changed = 0, unchanged = 0, withdrawn = 0, returned = 0, quarantined = 0] = counts.map(
        Number
      )
      return {
        walletNo: String(walletNo),
        from: Number(from),
        to: Number(to),
        sha256: String(sha256),
        outcome: { inserted, changed, unchanged, withdrawn, returned, quarantined }
      }
    })
  }
})

/** The windows of a run in their order; one row without a window when there are none. */
const windowsOfRun = (runId: string): string =>
  `SELECT w.wallet_no, w.from_day - DATE '1970-01-01', w.to_day - DATE '1970-01-01', w.sha256, w.inserted, w.changed,
     w.unchanged, w.withdrawn, w.returned, w.quarantined
   FROM runs r LEFT JOIN statement_windows w ON w.run_id = r.run_id WHERE r.run_id = '${runId}' ORDER BY w.sequence`

const verify = Effect.fnUntraced(function*(database: OpenDatabase, walletNos: ReadonlyArray<string>) {
  const { difference } = yield* verifyAudit(readerOf(database))
  const { broken, outdated } = yield* verifyWallets(yield* readOnlySinkOn(database), walletNos)
  const chain = difference === null
    ? []
    : [`the audit chain is broken at window ${difference.sequence}: ${difference.what}`]
  return { broken: [...chain, ...broken], outdated }
})

const verifyWallets = Effect.fnUntraced(function*(sink: Sink["Service"], walletNos: ReadonlyArray<string>) {
  const wallets = yield* Effect.forEach(walletNos, (name) => verifyContinuity(WalletNo.make(name))).pipe(
    Effect.provideService(Sink, sink)
  )
  const told = (of: "conclusions" | "outdated"): ReadonlyArray<string> =>
    wallets.flatMap((wallet) => wallet[of].map((what) => `${wallet.walletNo}: ${what}`))
  const found: Verification = {
    broken: [
      ...wallets.flatMap(({ differing, walletNo }) =>
        differing.map(({ from, to }) =>
          `${walletNo}: the balances of ${dayText(from)}..${dayText(to)} are not as written`
        )
      ),
      ...told("conclusions")
    ],
    outdated: told("outdated")
  }
  return found
})

const writtenEvent = ({ after, before, ...event }: RowEvent): WrittenEvent => ({
  ...event,
  walletNo: (after ?? before)?.walletNo ?? "",
  before: before === null ? null : contentOf(before),
  after: after === null ? null : contentOf(after)
})

const allDays = { from: dayFromNumber(0), to: dayFromNumber(40_000) }

const holdings = Effect.fnUntraced(function*(
  sink: Sink["Service"],
  walletNos: ReadonlyArray<string>
): Effect.fn.Return<Omit<Holdings, "events">, SinkError> {
  const held = {
    rows: new Map<
      string,
      Array<Holdings["rows"] extends ReadonlyMap<string, ReadonlyArray<infer Row>> ? Row : never>
    >(),
    quarantine: new Map<string, ReadonlyArray<{ readonly rawText: string; readonly day: number | null }>>(),
    held: new Map<string, ReadonlyArray<{ readonly id: string; readonly leg: number }>>(),
    watermarks: new Map<string, { readonly from: number; readonly to: number }>(),
    summaries: null
  }
  for (const name of walletNos) {
    const walletNo = WalletNo.make(name)
    const rows = yield* sink.rowsOf(walletNo, allDays)
    held.rows.set(
      name,
      rows.map((row) => ({
        id: row.txnId,
        day: Math.floor(row.localTime / 86_400_000),
        content: contentOf(row),
        type: row.type,
        signed: row.type === "Credit" ? row.amount : -row.amount,
        balance: row.balance,
        currency: row.currency,
        confirmed: row.confirmed
      }))
    )
    held.quarantine.set(name, yield* sink.quarantined(Option.some(walletNo)))
    held.held.set(name, (yield* sink.heldRows(walletNo)).map(({ leg, txnId }) => ({ id: txnId, leg })))
    const watermark = yield* sink.watermark(walletNo)
    if (Option.isSome(watermark)) held.watermarks.set(name, watermark.value)
  }
  return held
})
