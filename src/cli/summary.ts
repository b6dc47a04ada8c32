/**
 * What a pull did, for people.
 */
import type { Finding, FindingKind } from "../domain/Finding.ts"
import type { RunReport, WalletReport } from "../domain/RunReport.ts"
import { renderPlain } from "./table.ts"

const count = (value: number): string => value.toLocaleString("en-US")

/** A table of the wallets, then what is missing or doubtful about each, then how the run ended. */
export const summary = (report: RunReport, database: string): string =>
  [
    renderPlain(
      ["wallet", "verdict", "complete to", "proven to", "fetched", "new", "changed", "requests"],
      report.wallets.map(walletRow)
    ),
    "",
    ...report.wallets.flatMap(remarks),
    `${endings[report.status]} ${database}, run ${report.runId}, ${(report.durationMs / 1000).toFixed(1)} s`
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

/** The most gaps and days that are listed for a wallet. */
const most = 5

const listed = (items: ReadonlyArray<string>): ReadonlyArray<string> =>
  items.length <= most ? items : [...items.slice(0, most), `  … and ${items.length - most} more`]

const remarks = (wallet: WalletReport): ReadonlyArray<string> => [
  `${wallet.wallet}: ${wallet.error ?? wallet.remark}`,
  ...(wallet.rows.withdrawn === 0
    ? []
    : [`${wallet.wallet}: ${count(wallet.rows.withdrawn)} stored rows are no longer shown by the service (withdrawn)`]),
  ...(wallet.retries === 0 ? [] : [`${wallet.wallet}: ${count(wallet.retries)} retries`]),
  ...(wallet.doubtful.length === 0
    ? []
    : [
      `${wallet.wallet}: the verdict hangs on ${
        wallet.doubtful.slice(0, most).map((id) => JSON.stringify(id)).join(", ")
      }`
    ]),
  ...listed(
    wallet.truncatedDays.map((day) =>
      `${wallet.wallet}: ${day} may lack records: an answer was full, or two answers held different ones`
    )
  ),
  ...listed(
    wallet.gaps.map((gap) =>
      `${wallet.wallet}: ${gap.missing}${gap.currency === null ? "" : ` ${gap.currency}`} is missing between ` +
      `${place(gap.after, gap.from, "the opening balance")} and ${place(gap.before, gap.to, "the closing balance")}`
    )
  ),
  ...(wallet.quarantineOpen === 0
    ? []
    : [`${wallet.wallet}: ${count(wallet.quarantineOpen)} records in quarantine could not be read`]),
  ...listed(
    wallet.findings.filter(({ kind }) => !toldAbove.has(kind)).map((finding) =>
      `${wallet.wallet}: ${daysOf(finding)}${finding.explanation}`
    )
  ),
  ...listed(wallet.notes.map((note) => `${wallet.wallet}: ${note}`))
]

/** Kinds of findings that lines of their own tell. */
const toldAbove: ReadonlySet<FindingKind> = new Set(["gap", "cut-off-day", "quarantined"])

const daysOf = ({ from, to }: Finding): string =>
  from === null ? "" : from === to || to === null ? `${from}: ` : `${from} to ${to}: `

const place = (txnId: string | null, time: string | null, end: string): string =>
  txnId === null ? end : `${JSON.stringify(txnId)}${time === null ? "" : ` (${time})`}`
