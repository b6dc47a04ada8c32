/**
 * What a pull did, for people: one line when all is well, and then what is not so, once each.
 */
import { isOpen } from "../../domain/Finding.ts"
import { addDays, formatDay, parseDay } from "../../domain/Period.ts"
import { printable } from "../../domain/printable.ts"
import type { RunReport, WalletReport } from "../../domain/RunReport.ts"
import { counted } from "./counted.ts"
import { groupedFindings } from "./findingGroups.ts"
import { findingLines, listed, nextSteps } from "./findingLines.ts"
import { style } from "./style.ts"
import { plainTable, renderSparing } from "./table.ts"
import { together } from "./together.ts"
import { wrapped } from "./wrapped.ts"

/** How much is told, and in how many columns; undefined is as long as it takes. */
export interface Telling {
  readonly database: string
  readonly verbose: boolean
  readonly columns: number | undefined
}

/** One line of all wallets, what is not so, and in a verbose one what is so: a line and a remark for each wallet, and the head. */
export const summary = (report: RunReport, { columns, database, verbose }: Telling): string => {
  const remarks = verbose ? everything : exceptions
  const { alike, alone } = groupedFindings(report.wallets)
  return [
    style(looks[report.status], wrapped(headline(report), columns)),
    ...(verbose ? ["", table(report, columns), ""] : []),
    ...together(alone.map((wallet) => ({ wallet: wallet.wallet, lines: remarks(wallet) }))).map((line) =>
      wrapped(printable(line, Infinity), columns)
    ),
    ...alike.map((line) => wrapped(printable(line, Infinity), columns)),
    ...nextSteps(report.wallets.flatMap(({ findings }) => findings)).map((line) => wrapped(line, columns)),
    ...(verbose
      ? [
        `${database}, run ${report.runId}`,
        wrapped(`Head of the audit chain: ${report.head}`, columns)
      ]
      : [])
  ].join("\n")
}

const looks = { complete: "good", incomplete: "doubtful", failed: "bad" } as const

const headline = ({ durationMs, wallets }: RunReport): string => {
  const sum = (count: (rows: WalletReport["rows"]) => number): number =>
    wallets.reduce((all, { rows }) => all + count(rows), 0)
  const inserted = sum((rows) => rows.inserted)
  return [
    `${counted(wallets.length, "wallet", "wallets")}${quietText(wallets)}`,
    inserted === 0 ? "no new row" : counted(inserted, "new row", "new rows"),
    ...some(sum((rows) => rows.changed + rows.returned), "changed", "changed"),
    ...some(sum((rows) => rows.withdrawn), "withdrawn", "withdrawn"),
    ...some(wallets.filter(({ error }) => error !== null).length, "wallet failed", "wallets failed"),
    ...some(wallets.filter(isDoubtful).length, "with findings", "with findings"),
    ...some(wallets.filter(isAccepted).length, "with accepted findings", "with accepted findings"),
    ...provenText(wallets.filter(({ error, findings }) => error === null && findings.length === 0), wallets.length),
    `${(durationMs / 1000).toFixed(1)} s`
  ].join(", ")
}

const some = (count: number, one: string, many: string): ReadonlyArray<string> =>
  count === 0 ? [] : [counted(count, one, many)]

const isDoubtful = ({ error, findings }: WalletReport): boolean => error === null && findings.some(isOpen)

const isAccepted = ({ error, findings }: WalletReport): boolean =>
  error === null && findings.length > 0 && !findings.some(isOpen)

/** Days without a row by which a wallet is called quiet. */
const quietAfter = 7

/** Whether a wallet has had no row for so long that what is proven of it is no measure for the others. */
const isQuiet = ({ proofs, watermark }: WalletReport): boolean => {
  const last = watermark === null ? undefined : parseDay(watermark)
  if (last === undefined || proofs.length === 0) return false
  const since = formatDay(addDays(last, -quietAfter))
  return proofs.every(({ quietSince }) => quietSince !== null && quietSince <= since)
}

const quietText = (wallets: ReadonlyArray<WalletReport>): string => {
  const quiet = wallets.filter(isQuiet).length
  return quiet === 0 ? "" : wallets.length === 1 ? " (quiet)" : ` (${counted(quiet, "quiet", "quiet")})`
}

/** To which day all of some wallets are proven that are not quiet, of so many in all, and how many of them are not. */
const provenText = (wallets: ReadonlyArray<WalletReport>, all: number): ReadonlyArray<string> => {
  const proven = wallets.filter(({ provenTo, verdict }) => verdict === "proven" && provenTo !== null)
  const lively = proven.filter((wallet) => !isQuiet(wallet))
  const days = (lively.length > 0 ? lively : proven).flatMap(({ provenTo }) => provenTo ?? []).sort()
  const unproven = wallets.length - proven.length
  return [
    ...days.slice(0, 1).map((day) => `${wallets.length === all ? "" : "the others "}proven to ${day}`),
    ...(unproven === 0
      ? []
      : [wallets.length === 1 ? "not proven yet" : `${counted(unproven, "not", "not")} proven yet`])
  ]
}

const table = ({ wallets }: RunReport, columns: number | undefined): string => {
  const names = ["wallet", "verdict", "complete to", "proven to", "new", "changed", "fetched", "requests"]
  return renderSparing(plainTable(names, wallets.map(walletRow)), ["requests", "fetched", "changed"], columns)
}

const walletRow = (
  { error, provenTo, requests, rows, verdict, wallet, watermark }: WalletReport
): ReadonlyArray<string> => [
  wallet,
  error === null ? verdict : "failed",
  watermark ?? "-",
  provenTo ?? "-",
  ...[rows.inserted, rows.changed + rows.returned, rows.fetched, requests].map((count) => count.toLocaleString("en-US"))
]

/** What is said of a wallet beside the first line. */
type Remarks = (wallet: WalletReport) => ReadonlyArray<string>

const exceptions: Remarks = ({ doubtful, error, findings, notes, remark, verdict }) => [
  ...(error === null ? (verdict === "proven" ? [] : [remark]) : [error]),
  ...(doubtful.length === 0
    ? []
    : [`the verdict hangs on ${listed(doubtful.map((id) => JSON.stringify(printable(id, 64)))).join(", ")}`]),
  ...findingLines(findings),
  ...listed(notes)
]

const everything: Remarks = (wallet) => [
  ...(wallet.error === null && wallet.verdict === "proven" ? [wallet.remark] : []),
  ...exceptions(wallet),
  ...some(wallet.retries, "time a request was sent again", "times a request was sent again")
]
