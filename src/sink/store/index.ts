/**
 * What it takes to keep statements in a store of one's own: what `wallet-statement/store` offers. `Sink.fromStore` makes a sink of
 * it, and `wallet-statement/testing` tells whether it keeps what every sink keeps.
 */
export type { Declaration } from "../../domain/Declaration.ts"
export type { RecordField } from "../audit/WindowRecord.ts"
export { type ChangedRows, changedSince, type DaysSince, type RowEvent } from "../plan/changedSince.ts"
export { type Identity, identityKey, identityOf } from "../plan/Identity.ts"
export { type BroughtRow, maybeRedatedIn, type NumberedWindow } from "../plan/redated.ts"
export { askedFromOf, type BegunRun, unfinishedRunsOf } from "../plan/unfinishedRuns.ts"
export { completingOf, type CompletingWindow } from "../plan/Watermark.ts"
export type { StoredRow } from "../plan/windowDiff.ts"
export { DatabaseFailed, SinkError, sinkError } from "../SinkError.ts"
export { besideOf, eventsOf, type RowChange, rowChanges, rowsWithin, totalsOf } from "./atHand.ts"
export type { Change, ConclusionsChange, EntriesChange, RunBegins, RunEnds, WindowChange } from "./Change.ts"
export { type Heads, noHeads } from "./Heads.ts"
export { type Known, type PlannedWindow, planWindow, type RowsToPlan } from "./planWindow.ts"
export type { Beside, Sought, Store, StoreReader } from "./Store.ts"
export { headsAfter, walletAfter } from "./walletAfter.ts"
export { type StoredWallet, unknownWallet, type WalletState } from "./WalletState.ts"
