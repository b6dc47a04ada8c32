/**
 * A sink in memory, with the rules of the one on disk. It is for tests and trials: nothing survives the process, and
 * a wallet's rows are searched one by one.
 */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { isBlankId } from "../domain/duplicates.ts"
import * as Period from "../domain/Period.ts"
import type { RunReport } from "../domain/RunReport.ts"
import { dayOf, type Transaction } from "../domain/Transaction.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { StatementWindow, WindowOutcome } from "../domain/Window.ts"
import { type CommitPlan, planCommit, storableRows, type StoredContext, windowProblem } from "./commitPlan.ts"
import { type OpenRecord, planQuarantine } from "./quarantine.ts"
import { RunCoverage } from "./RunCoverage.ts"
import type { RunStart } from "./RunStart.ts"
import { DatabaseFailed, type SinkError, sinkError } from "./SinkError.ts"
import { extendWatermark, type Watermark } from "./Watermark.ts"
import { type StoredRow, unmatchedIds } from "./windowDiff.ts"
import { auditHash, auditText, firstPreviousHash, type RecordField, recordFields } from "./WindowRecord.ts"

/** A stored row with its history in short; instants are milliseconds since 1970-01-01T00:00:00Z. */
export interface MemoryRow extends StoredRow {
  readonly firstSeenAt: number
  readonly lastChangedAt: number
  readonly withdrawnAt: number | null
  readonly runId: string
}

/** One difference that a window made; `before` is null for an insertion, `after` for a withdrawal. */
export interface MemoryEvent {
  readonly sequence: number
  readonly kind: "inserted" | "changed" | "withdrawn" | "returned"
  readonly txnId: string
  readonly leg: number
  readonly before: Transaction | null
  readonly after: Transaction | null
}

/** A quarantined record; it leaves the state `open` when a complete answer no longer shows it. */
export interface MemoryQuarantine extends OpenRecord {
  readonly walletNo: WalletNo
  readonly reason: string
  readonly state: "open" | "replaced"
}

/** What a sink in memory holds. */
export class MemoryTables extends Context.Service<MemoryTables, {
  readonly rows: Map<WalletNo, Array<MemoryRow>>
  readonly events: Array<MemoryEvent>
  readonly windows: Array<{ readonly fields: ReadonlyArray<RecordField>; readonly auditHash: string }>
  readonly quarantine: Array<MemoryQuarantine>
  readonly watermarks: Map<WalletNo, Watermark>
  readonly runs: Map<string, RunStart>
  readonly reports: Map<string, RunReport>
}>()("wallet-statement/sink/MemoryTables") {
  static readonly layer = Layer.sync(MemoryTables, () => ({
    rows: new Map(),
    events: [],
    windows: [],
    quarantine: [],
    watermarks: new Map(),
    runs: new Map(),
    reports: new Map()
  }))
}

type Tables = MemoryTables["Service"]

/** The members of a sink that keeps everything in `tables`. */
export const makeMemorySink = (tables: Tables) => {
  const coverage = new RunCoverage()
  const commit = Effect.fn("Sink.commit")(
    function*(window: StatementWindow): Effect.fn.Return<WindowOutcome, SinkError> {
      const problem = windowProblem(window)
      if (problem !== undefined) {
        return yield* sinkError(
          new DatabaseFailed(),
          `The window ${Period.format(window.days)} was not kept: ${problem}.`
        )
      }
      const committedAt = yield* Clock.currentTimeMillis
      return commitTo(tables, coverage, window, committedAt)
    }
  )
  return {
    beginRun: (run: RunStart) => Effect.sync(() => void tables.runs.set(run.runId, run)),
    commit,
    endRun: (report: RunReport) =>
      Effect.sync(() => {
        tables.reports.set(report.runId, report)
        coverage.end(report.runId)
      }),
    watermark: (walletNo: WalletNo) => Effect.sync(() => Option.fromUndefinedOr(tables.watermarks.get(walletNo))),
    rowsByDay: (walletNo: WalletNo, period: Period.Period) =>
      Effect.sync(() => {
        const counts = new Map<Period.Day, number>()
        for (const row of tables.rows.get(walletNo) ?? []) {
          const day = dayOf(row.transaction)
          if (!row.withdrawn && Period.contains(period, day)) counts.set(day, (counts.get(day) ?? 0) + 1)
        }
        return counts
      }),
    openQuarantine: (walletNo: WalletNo) =>
      Effect.sync(() =>
        tables.quarantine.filter((record) => record.walletNo === walletNo && record.state === "open").length
      )
  }
}

const commitTo = (
  tables: Tables,
  coverage: RunCoverage,
  window: StatementWindow,
  committedAt: number
): WindowOutcome => {
  const stored = tables.rows.get(window.walletNo) ?? []
  const rows = storableRows(window)
  const plan = planCommit(window, rows, contextOf(coverage, window, rows, stored))
  const sequence = tables.windows.length + 1
  const previousHash = tables.windows.at(-1)?.auditHash ?? firstPreviousHash
  const quarantined = quarantine(tables, window)
  const fields = recordFields(window, plan, { sequence, previousHash, committedAt })
  tables.rows.set(window.walletNo, applyPlan(stored, rows, plan, window.runId, committedAt))
  tables.events.push(...eventsOf(plan, rows, sequence))
  tables.windows.push({ fields, auditHash: auditHash(auditText(fields, rows, plan, quarantined)) })
  const watermark = extendWatermark(tables.watermarks.get(window.walletNo), window)
  if (watermark !== undefined) tables.watermarks.set(window.walletNo, watermark)
  coverage.add(window)
  return plan.outcome
}

const contextOf = (
  coverage: RunCoverage,
  window: StatementWindow,
  rows: ReadonlyArray<Transaction>,
  stored: ReadonlyArray<MemoryRow>
): StoredContext => {
  const within = (row: StoredRow): boolean => Period.contains(window.days, dayOf(row.transaction))
  const inside = stored.filter(within)
  const wanted = unmatchedIds(rows, inside)
  const sharing = stored.filter((row) => wanted.has(row.transaction.txnId))
  const freeLegs = new Map<string, number>()
  for (const { leg, transaction } of sharing) {
    freeLegs.set(transaction.txnId, Math.max(freeLegs.get(transaction.txnId) ?? 0, leg + 1))
  }
  const elsewhere = coverage.movable(
    window,
    sharing.filter((row) => !within(row) && !isBlankId(row.transaction.txnId))
  )
  return { inside, elsewhere, freeLegs }
}

const applyPlan = (
  stored: ReadonlyArray<MemoryRow>,
  rows: ReadonlyArray<Transaction>,
  { diff, placements, positions }: CommitPlan,
  runId: string,
  at: number
): Array<MemoryRow> => {
  const after = new Map<StoredRow, Partial<MemoryRow>>()
  for (const { index, stored: row } of [...diff.changes, ...diff.returns]) {
    const [transaction, position] = [rows[index] ?? row.transaction, positions[index] ?? null]
    after.set(row, { transaction, position, lastChangedAt: at, withdrawn: false, withdrawnAt: null, runId })
  }
  for (const row of diff.withdrawals) {
    after.set(row, { position: null, lastChangedAt: at, withdrawn: true, withdrawnAt: at, runId })
  }
  for (const { position, stored: row } of placements) after.set(row, { position })
  const fresh = diff.inserts.flatMap(({ index, leg }) => {
    const transaction = rows[index]
    const position = positions[index] ?? null
    const seen = { firstSeenAt: at, lastChangedAt: at, withdrawn: false, withdrawnAt: null, runId }
    return transaction === undefined ? [] : [{ transaction, leg, position, ...seen }]
  })
  return [...stored.map((row) => ({ ...row, ...after.get(row) })), ...fresh]
}

const eventsOf = ({ diff }: CommitPlan, rows: ReadonlyArray<Transaction>, sequence: number): Array<MemoryEvent> => {
  const event = (
    kind: MemoryEvent["kind"],
    before: Transaction | null,
    after: Transaction | null,
    leg: number
  ): MemoryEvent => ({ sequence, kind, txnId: (before ?? after)?.txnId ?? "", leg, before, after })
  return [
    ...diff.inserts.map(({ index, leg }) => event("inserted", null, rows[index] ?? null, leg)),
    ...diff.changes.map(({ index, stored }) => event("changed", stored.transaction, rows[index] ?? null, stored.leg)),
    ...diff.returns.map(({ index, stored }) => event("returned", stored.transaction, rows[index] ?? null, stored.leg)),
    ...diff.withdrawals.map((stored) => event("withdrawn", stored.transaction, null, stored.leg))
  ]
}

const quarantine = (tables: Tables, window: StatementWindow) => {
  const open = tables.quarantine.filter((record) => record.walletNo === window.walletNo && record.state === "open")
  const plan = planQuarantine(window, open)
  tables.quarantine.forEach((record, index) => {
    if (plan.replaced.includes(record.id)) tables.quarantine[index] = { ...record, state: "replaced" }
  })
  const fresh = plan.fresh.map((rejection, index) => ({ ...rejection, id: tables.quarantine.length + index + 1 }))
  tables.quarantine.push(
    ...fresh.map((record) => ({ ...record, walletNo: window.walletNo, window: window.days, state: "open" as const }))
  )
  return fresh
}
