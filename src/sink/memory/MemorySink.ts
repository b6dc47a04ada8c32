/**
 * A sink in memory, with the rules of the one on disk. It is for tests and trials: nothing survives the process, and
 * a wallet's rows are searched one by one.
 */
import { Clock, Effect, Option } from "effect"
import type { ContinuityEntry } from "../../domain/ContinuityEntry.ts"
import type { Declaration } from "../../domain/Declaration.ts"
import * as Period from "../../domain/Period.ts"
import type { RunReport } from "../../domain/RunReport.ts"
import { dayOf, type Transaction } from "../../domain/Transaction.ts"
import type { WalletNo } from "../../domain/Wallet.ts"
import type { StatementWindow, WalletConclusions, WindowOutcome } from "../../domain/Window.ts"
import { noWindow } from "../audit/ChainHead.ts"
import { windowProblem } from "../plan/commitPlan.ts"
import { joinProblem, planAnew } from "../plan/continuityPlan.ts"
import { anchorsOf, settingsOf } from "../plan/declarations.ts"
import { byTimes, planAllGaps } from "../plan/gapPlan.ts"
import { type QuarantinedRecord, quarantinedRecord, resolveProblem } from "../plan/quarantine.ts"
import { RunCoverage } from "../plan/RunCoverage.ts"
import { finishedDays } from "../plan/runHistory.ts"
import type { RunStart } from "../plan/RunStart.ts"
import { notKept, type SinkError } from "../SinkError.ts"
import { applyContinuity, applyGaps, commitTo, heldIn, openGapsIn } from "./memoryCommit.ts"
import { maybeRedatedIn } from "./memoryRedated.ts"
import { askedFrom, interruptRuns, pastRuns } from "./memoryRuns.ts"
import type { MemoryTables } from "./MemoryTables.ts"

type Tables = MemoryTables["Service"]

/** The members of a sink that keeps everything in `tables`. */
export const makeMemorySink = (tables: Tables) => {
  const coverage = new RunCoverage()
  interruptRuns(tables, () => true)
  const entriesOf = (walletNo: WalletNo) => tables.continuity.get(walletNo) ?? []
  const commit = Effect.fn("Sink.commit")(
    function*(window: StatementWindow): Effect.fn.Return<WindowOutcome, SinkError> {
      const problem = windowProblem(window) ?? resolveProblem(window, openRecords(tables, window.walletNo)) ??
        joinProblem(window, entriesOf(window.walletNo))
      if (problem !== undefined) return yield* notKept(Period.format(window.days), problem)
      const committedAt = yield* Clock.currentTimeMillis
      return commitTo(tables, coverage, window, committedAt)
    }
  )
  return {
    beginRun: (run: RunStart) =>
      Effect.sync(() => {
        interruptRuns(tables, (other) => other.wallets.some((walletNo) => run.wallets.includes(walletNo)))
        tables.runs.set(run.runId, run)
      }),
    commit,
    endRun: (report: RunReport) =>
      Effect.sync(() => {
        tables.interrupted.delete(report.runId)
        tables.reports.set(report.runId, report)
        coverage.end(report.runId)
      }),
    head: Effect.sync(() => {
      const last = tables.windows.at(-1)
      return last === undefined ? noWindow : { sequence: tables.windows.length, hash: last.auditHash }
    }),
    watermark: (walletNo: WalletNo) => Effect.sync(() => Option.fromUndefinedOr(tables.watermarks.get(walletNo))),
    rowsByDay: (walletNo: WalletNo, period: Period.Period) =>
      Effect.sync(() => {
        const counts = new Map<Period.Day, number>()
        for (const row of liveRows(tables, walletNo, period)) counts.set(dayOf(row), (counts.get(dayOf(row)) ?? 0) + 1)
        return counts
      }),
    openQuarantine: (walletNo: WalletNo) => Effect.sync(() => openRecords(tables, walletNo).length),
    quarantined: (walletNo: Option.Option<WalletNo>) =>
      Effect.sync(() => openRecords(tables, Option.getOrUndefined(walletNo))),
    rowsOf: (walletNo: WalletNo, period: Period.Period) => Effect.sync(() => liveRows(tables, walletNo, period)),
    windows: (walletNo: WalletNo) =>
      Effect.sync(() => tables.windows.map(({ window }) => window).filter((window) => window.walletNo === walletNo)),
    storedRows: (walletNo: WalletNo, period: Period.Period) =>
      Effect.sync(() =>
        (tables.rows.get(walletNo) ?? []).filter(({ transaction }) => Period.contains(period, dayOf(transaction)))
      ),
    maybeRedated: (walletNo: WalletNo) => Effect.sync(() => maybeRedatedIn(tables, walletNo)),
    heldRows: (walletNo: WalletNo) => Effect.sync(() => heldIn(tables, walletNo)),
    continuity: (walletNo: WalletNo) => Effect.sync(() => entriesOf(walletNo)),
    recordContinuity: (walletNo: WalletNo, entries: ReadonlyArray<ContinuityEntry>) =>
      Effect.sync(() => applyContinuity(tables, walletNo, planAnew(entries, entriesOf(walletNo)))),
    recordConclusions: ({ gaps, proofs, runId, walletNo }: WalletConclusions) =>
      Effect.sync(() => {
        applyGaps(tables, { runId, walletNo }, planAllGaps(gaps, openGapsIn(tables, walletNo)))
        tables.proofs.set(walletNo, proofs)
      }),
    openGaps: (walletNo: WalletNo) =>
      Effect.sync(() => openGapsIn(tables, walletNo).toSorted(byTimes).map((entry) => entry.gap)),
    finishedBefore: (walletNo: WalletNo, asked: Period.Period, rules: string | null) =>
      Effect.sync(() => finishedDays(pastRuns(tables, walletNo), asked, rules)),
    askedFrom: (walletNo: WalletNo) => Effect.sync(() => Option.fromUndefinedOr(askedFrom(tables, walletNo))),
    anchors: (walletNo: WalletNo) => Effect.sync(() => anchorsOf(declarationsOf(tables, walletNo))),
    declaredSettings: (walletNo: WalletNo) =>
      Effect.sync(() => Option.fromUndefinedOr(settingsOf(declarationsOf(tables, walletNo)))),
    proofs: (walletNo: WalletNo) => Effect.sync(() => tables.proofs.get(walletNo) ?? [])
  }
}

const liveRows = (tables: Tables, walletNo: WalletNo, period: Period.Period): ReadonlyArray<Transaction> =>
  (tables.rows.get(walletNo) ?? []).flatMap(({ transaction, withdrawn }) =>
    !withdrawn && Period.contains(period, dayOf(transaction)) ? [transaction] : []
  )

const declarationsOf = (tables: Tables, walletNo: WalletNo): ReadonlyArray<Declaration> =>
  tables.declarations.flatMap((record) => (record.walletNo === walletNo ? [record.declaration] : []))

const openRecords = (tables: Tables, walletNo?: WalletNo): ReadonlyArray<QuarantinedRecord> =>
  tables.quarantine
    .filter((record) => record.state === "open" && (walletNo === undefined || record.walletNo === walletNo))
    .map(quarantinedRecord)
