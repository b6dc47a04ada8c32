/**
 * Findings that are explained alike, told together: what is so of all of them once, and beneath it what tells each from the others.
 */
import { type Finding, type FindingKind, isOpen, type OwnWords } from "../../domain/Finding.ts"
import { headed, idOf, listed, tellingOrder } from "./findingLines.ts"
import { amountText, daysText } from "./findingParts.ts"

/** What is found of a wallet. */
interface OfWallet {
  readonly wallet: string
  readonly findings: ReadonlyArray<Finding>
}

interface Entry {
  readonly finding: Finding
  readonly own: OwnWords
}

/** What is said of all findings of a kind, without the mark at its end. */
const explanations: { readonly [Kind in FindingKind]?: string } = {
  "gap":
    "Where the balances do not meet, rows are missing or too many; or a row that belongs there bears the time of another day; " +
    "or a balance is wrong",
  "order":
    "Where the balances meet only in another order than that of the times, a row is missing, or a row bears a wrong time",
  "cut-off-day":
    "Days may lack records where the service gave as many as it gives at once and they can't be asked for in parts, or where two of " +
    "its answers held different ones. Pulls ask for them again, for ten such days at most each",
  "held-withdrawal":
    "Answers of the service no longer showed some rows, and may not show all that there is, so nothing was withdrawn. As soon as " +
    "it shows them again this ends by itself: each pull asks for them. If it is right, `pull --accept-withdrawals` withdraws " +
    "them, and so does the next pull once that is accepted",
  "quarantined": "Records could not be read; `wallet-statement quarantine show NUMBER` shows one",
  "changed-after-export":
    "Rows of days that were exported came, went or changed since. Export these days again, or enter the differences where the files " +
    "went; then accept them",
  "changed-after-proof":
    "Rows of months that the balances had proven came, went or changed since. Where such a month is closed in your books, enter the " +
    "difference there; then accept them"
}

/**
 * The open findings of each kind of which several are explained alike, as lines, and the wallets with the other findings alone. Of
 * many of a kind and a wallet the first few are told, and how many more there are.
 */
export const groupedFindings = <A extends OfWallet>(
  wallets: ReadonlyArray<A>
): { readonly alone: ReadonlyArray<A>; readonly alike: ReadonlyArray<string> } => {
  const groups = tellingOrder.flatMap((kind) => {
    const entries = wallets.map(({ findings, wallet }) => ({ wallet, entries: entriesOf(findings, kind) }))
    const heading = explanations[kind]
    return heading === undefined || entries.flatMap((each) => each.entries).length < 2 ? [] : [{ heading, entries }]
  })
  const told = new Set(
    groups.flatMap(({ entries }) => entries.flatMap((each) => each.entries.map(({ finding }) => finding)))
  )
  return {
    alone: wallets.map((wallet) => ({
      ...wallet,
      findings: wallet.findings.filter((finding) => !told.has(finding))
    })),
    alike: groups.flatMap(({ entries, heading }) => [`${heading}:`, ...entries.flatMap(linesOf)])
  }
}

const entriesOf = (findings: ReadonlyArray<Finding>, kind: FindingKind): ReadonlyArray<Entry> =>
  findings.flatMap((finding) => {
    const { own } = finding
    return own === null || finding.kind !== kind || !isOpen(finding) ? [] : [{ finding, own }]
  })

/** What is said once of each kind of which several findings have words of their own, whether or not they are accepted. */
export const explainedOnce = (findings: ReadonlyArray<Finding>): ReadonlyMap<FindingKind, string> => {
  const kinds = findings.flatMap(({ kind, own }) => (own === null ? [] : [kind]))
  return new Map(
    tellingOrder.flatMap((kind) => {
      const explanation = explanations[kind]
      return explanation === undefined || kinds.filter((each) => each === kind).length < 2
        ? []
        : [[kind, `${explanation}.`] as const]
    })
  )
}

/** Where a finding lies, as far as its days don't say it, and what is said of it alone. */
export const ownText = (kind: FindingKind, { remarks, what }: OwnWords): string =>
  [...(what === "" ? [] : [remarks.length === 0 ? whereText(kind, what) : `${whereText(kind, what)}.`]), ...remarks]
    .join(" ")

/** The commands that ask for the days of several findings, which may be one fault. */
export const togetherText = (all: ReadonlyArray<OwnWords>): ReadonlyArray<string> =>
  [...new Set(all.flatMap(({ together }) => together ?? []))].map((command) =>
    `${command} asks for the days of places whose amounts sum to nothing: they may be one row that bears a wrong day.`
  )

const linesOf = (
  { entries, wallet }: { readonly wallet: string; readonly entries: ReadonlyArray<Entry> }
): ReadonlyArray<string> =>
  [...listed(entries.map(entryText)), ...togetherText(entries.map(({ own }) => own))].map((line) =>
    `  ${wallet}: ${line}`
  )

const entryText = ({ finding, own }: Entry): string => {
  const text = ownText(finding.kind, own)
  if (isPlace(finding.kind)) return `${idOf(finding)}${amountText(finding)} ${text}`
  return `${idOf(finding)}${text === "" ? daysText(finding) : `${headed(daysText(finding))}${text}`}`
}

/** Rows tell the days of a place. */
const isPlace = (kind: FindingKind): boolean => kind === "gap" || kind === "order"

const whereText = (kind: FindingKind, what: string): string => (isPlace(kind) ? `between ${what}` : what)
