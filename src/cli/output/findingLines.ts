/**
 * Findings as lines for people: what asks for a decision first, and no kind so often that it hides another.
 */
import { type Finding, FindingKind } from "../../domain/Finding.ts"

/** The most findings of a kind, or other lines of a kind, that are listed. */
const most = 5

/** The first few of some lines, and how many more there are. */
export const listed = (lines: ReadonlyArray<string>, what = ""): ReadonlyArray<string> =>
  lines.length <= most ? lines : [...lines.slice(0, most), `… and ${lines.length - most} more${what}`]

/** Settings and clocks explain what other findings show. */
const order: ReadonlyArray<FindingKind> = [
  ...new Set<FindingKind>(["clock", "contradiction", "cap", "held-withdrawal", "gap", "order", ...FindingKind.literals])
]

/** A line for each finding, with its days and its amount; of many of a kind the first few, and how many more there are. */
export const findingLines = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> =>
  order.flatMap((kind) => {
    const own = findings.filter((finding) => finding.kind === kind)
    return listed(
      own.map((finding) => `${daysOf(finding)}${amountOf(finding)}${finding.explanation}`),
      " of this kind"
    )
  })

const daysOf = ({ from, to }: Finding): string => {
  const [first, last] = [from ?? to, to ?? from]
  return first === null ? "" : first === last ? `${first}: ` : `${first} to ${last}: `
}

const amountOf = ({ amount, currency, kind }: Finding): string =>
  amount === null || kind !== "gap" ? "" : `${amount}${currency === null ? "" : ` ${currency}`}: `
