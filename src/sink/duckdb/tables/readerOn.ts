/**
 * What a store answers from a DuckDB file, open for writing or for reading alone.
 */
import type { DuckDBConnection } from "@duckdb/node-api"
import { Effect } from "effect"
import type { SinkError } from "../../SinkError.ts"
import type { StoreReader } from "../../store/Store.ts"
import { changedSince } from "./changedSince.ts"
import { readEntries } from "./ContinuityTable.ts"
import { readDeclarations } from "./DeclarationTable.ts"
import { readOpenGaps } from "./GapTable.ts"
import { readHeads } from "./Heads.ts"
import { readHeld } from "./HeldTable.ts"
import { readProofs } from "./ProofTable.ts"
import { readOpen } from "./QuarantineTable.ts"
import { readWallets, readWindows } from "./readWindows.ts"
import { askedFrom, runRules, unfinishedRuns } from "./RunTable.ts"
import { balancedRows, liveRows, maybeRedated, rowsOfDays, totalsByDay } from "./storedRows.ts"
import { readWatermark } from "./WatermarkTable.ts"

/** Asks something of the connection that is used for reading. */
export type Ask = <A>(question: (open: DuckDBConnection) => Promise<A>) => Effect.Effect<A, SinkError>

/** Reads a file; `written` says that somebody of this process writes it. */
export const readerOn = (ask: Ask, written: boolean): StoreReader => ({
  heads: ask(readHeads),
  wallets: ask(readWallets),
  wallet: (walletNo) =>
    Effect.all({
      watermark: ask((open) => readWatermark(open, walletNo)),
      quarantine: ask((open) => readOpen(open, walletNo)),
      gaps: ask((open) => readOpenGaps(open, walletNo)),
      held: ask((open) => readHeld(open, walletNo)),
      entries: ask((open) => readEntries(open, walletNo)),
      proofs: ask((open) => readProofs(open, walletNo)),
      windows: ask((open) => readWindows(open, walletNo)),
      declarations: ask((open) => readDeclarations(open, walletNo))
    }),
  unfinishedRuns: (walletNo) => ask((open) => unfinishedRuns(open, walletNo, written)),
  rules: (runId, walletNo) => ask((open) => runRules(open, runId, walletNo)),
  askedFrom: (walletNo) => ask((open) => askedFrom(open, walletNo)),
  rowsOfDays: (walletNo, days, which) => ask((open) => rowsOfDays(open, walletNo, days, which)),
  totals: (walletNo, days) => ask((open) => totalsByDay(open, walletNo, days)),
  maybeRedated: (walletNo) => ask((open) => maybeRedated(open, walletNo)),
  changedSince: (walletNo, asked) => ask((open) => changedSince(open, walletNo, asked)),
  liveRows: (walletNo, days) => ask((open) => liveRows(open, walletNo, days)),
  balancedRows: (walletNo, days) => ask((open) => balancedRows(open, walletNo, days))
})
