/**
 * What a pull did, for people.
 */
import type { RunReport, WalletReport } from "../../domain/RunReport.ts"
import { findingLines, listed } from "./findingLines.ts"
import { renderPlain } from "./table.ts"

const count = (value: number): string => value.toLocaleString("en-US")

const counted = (value: number, one: string, many: string): string => `${count(value)} ${value === 1 ? one : many}`

/** A table of the wallets, then what is missing or doubtful about each, then how the run ended and with which head. */
export const summary = (report: RunReport, database: string): string =>
  [
    renderPlain(
      ["wallet", "verdict", "complete to", "proven to", "fetched", "new", "changed", "requests"],
      report.wallets.map(walletRow)
    ),
    "",
    ...report.wallets.flatMap(remarks),
    `${endings[report.status]} ${database}, run ${report.runId}, ${(report.durationMs / 1000).toFixed(1)} s`,
    `Head of the audit chain: ${report.head}`
  ].join("\n")

const walletRow = (wallet: WalletReport): ReadonlyArray<string> => [
  wallet.wallet,
  wallet.error === null ? wallet.verdict : "failed",
  wallet.watermark ?? "-",
  wallet.provenTo ?? "-",
  count(wallet.rows.fetched),
  count(wallet.rows.inserted),
  count(wallet.rows.changed + wallet.rows.returned),
  count(wallet.requests)
]

const endings: Record<RunReport["status"], string> = {
  complete: "Complete, as far as the balances can show:",
  incomplete: "Loaded, but something is missing or doubtful:",
  failed: "Not everything could be loaded:"
}

const remarks = (wallet: WalletReport): ReadonlyArray<string> =>
  [
    wallet.error ?? wallet.remark,
    ...(wallet.rows.withdrawn === 0
      ? []
      : [
        `${
          counted(wallet.rows.withdrawn, "stored row is", "stored rows are")
        } no longer shown by the service (withdrawn)`
      ]),
    ...(wallet.retries === 0 ? [] : [counted(wallet.retries, "retry", "retries")]),
    ...(wallet.doubtful.length === 0
      ? []
      : [`the verdict hangs on ${listed(wallet.doubtful.map((id) => JSON.stringify(id))).join(", ")}`]),
    ...findingLines(wallet.findings),
    ...listed(wallet.notes)
  ].map((line) => `${wallet.wallet}: ${line}`)
