/**
 * Reports of wallets of which nothing is to be said but what a test is about.
 */
import type { WalletReport } from "../domain/RunReport.ts"
import { nothingAssumed } from "../domain/Verdict.ts"

/** No row of any kind. */
export const noRows = { fetched: 0, inserted: 0, changed: 0, unchanged: 0, withdrawn: 0, returned: 0, quarantined: 0 }

/** A wallet that is proven, with nothing that a run did. */
export const walletReport = (wallet: string, more: Partial<WalletReport> = {}): WalletReport => ({
  wallet,
  verdict: "proven",
  modulo: nothingAssumed,
  remark: "",
  doubtful: [],
  firstDay: null,
  watermark: null,
  provenFrom: null,
  provenTo: null,
  proofs: [],
  rows: noRows,
  requests: 0,
  retries: 0,
  logins: 0,
  windows: 0,
  gaps: [],
  truncatedDays: [],
  quarantineOpen: 0,
  held: 0,
  findings: [],
  notes: [],
  error: null,
  ...more
})
