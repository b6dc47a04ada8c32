/**
 * What a run did, in numbers: the document that `pull --json` prints.
 */
import { Schema } from "effect"
import { Finding } from "./Finding.ts"
import { Modulo, VerdictKind } from "./Verdict.ts"
import { Currency } from "./Wallet.ts"

/** How a run ended: everything loaded and shown whole but for findings that somebody accepted, loaded with something missing or doubtful, or not loaded. */
export const RunStatus = Schema.Literals(["complete", "incomplete", "failed"])
export type RunStatus = typeof RunStatus.Type

/** Row counts of a wallet in one run. `fetched` counts records inside the asked period, one received twice once, also when
 * its days were asked for again. */
export const RowCounts = Schema.Struct({
  fetched: Schema.Int,
  inserted: Schema.Int,
  changed: Schema.Int,
  unchanged: Schema.Int,
  withdrawn: Schema.Int,
  returned: Schema.Int,
  quarantined: Schema.Int
})
export type RowCounts = typeof RowCounts.Type

/** A place where the balances do not meet; `missing` is an exact decimal, instants are ISO 8601 in UTC. */
export const GapReport = Schema.Struct({
  after: Schema.NullOr(Schema.String),
  before: Schema.NullOr(Schema.String),
  from: Schema.NullOr(Schema.String),
  to: Schema.NullOr(Schema.String),
  missing: Schema.String,
  currency: Schema.NullOr(Schema.String)
})
export type GapReport = typeof GapReport.Type

/** How far a currency of a wallet is proven; what comes after `to` is provisional. Null where nothing is proven. */
export const ProofReport = Schema.Struct({
  currency: Schema.NullOr(Currency),
  from: Schema.NullOr(Schema.String),
  to: Schema.NullOr(Schema.String),
  /** The first day after the last row, where complete answers showed none since. */
  quietSince: Schema.NullOr(Schema.String),
  /** Whether the balance before the first proven row is known from elsewhere. */
  openingKnown: Schema.Boolean
})
export type ProofReport = typeof ProofReport.Type

/** What happened to one wallet; `error` is set when its pull stopped early. */
export const WalletReport = Schema.Struct({
  wallet: Schema.String,
  verdict: VerdictKind,
  /** What the verdict takes for granted. */
  modulo: Modulo,
  /** The verdict and its provisos in a sentence. */
  remark: Schema.String,
  /** The txnIds that an `ambiguous` verdict hangs on. */
  doubtful: Schema.Array(Schema.String),
  /** The first day that is loaded. */
  firstDay: Schema.NullOr(Schema.String),
  /** How far the wallet is loaded without a hole. */
  watermark: Schema.NullOr(Schema.String),
  /** The days that are proven in each of its currencies; null where that is none. */
  provenFrom: Schema.NullOr(Schema.String),
  provenTo: Schema.NullOr(Schema.String),
  proofs: Schema.Array(ProofReport),
  rows: RowCounts,
  requests: Schema.Int,
  retries: Schema.Int,
  logins: Schema.Int,
  windows: Schema.Int,
  gaps: Schema.Array(GapReport),
  truncatedDays: Schema.Array(Schema.String),
  /** Quarantined records of this wallet that are still open, this run's and earlier ones'. */
  quarantineOpen: Schema.Int,
  /** Rows that an answer would have withdrawn and that were kept, by this run or earlier ones. */
  held: Schema.Int,
  /** All that speaks against the wallet's being complete and rightly read, accepted or not; empty when nothing does. */
  findings: Schema.Array(Finding),
  /** What is worth knowing and is no finding. */
  notes: Schema.Array(Schema.String),
  error: Schema.NullOr(Schema.String)
})
export type WalletReport = typeof WalletReport.Type

/** What a run did. */
export const RunReport = Schema.Struct({
  runId: Schema.String,
  status: RunStatus,
  durationMs: Schema.Int,
  /** The audit chain's head when the run ended, as `SEQUENCE:HASH`: it stands for all that the file holds, every wallet's. */
  head: Schema.String,
  wallets: Schema.Array(WalletReport)
})
export type RunReport = typeof RunReport.Type
