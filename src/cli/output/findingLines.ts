/**
 * Findings as lines for people: what asks for a decision first, and no kind so often that it hides another.
 */
import { type Finding, FindingKind, isAcceptable, isOpen } from "../../domain/Finding.ts"
import { amountText, daysText } from "./findingParts.ts"

/** The most findings of a kind, or other lines of a kind, that are listed. */
const most = 5

/** The first few of some lines, and how many more there are. */
export const listed = (lines: ReadonlyArray<string>, what = ""): ReadonlyArray<string> =>
  lines.length <= most ? lines : [...lines.slice(0, most), `… and ${lines.length - most} more${what}`]

/** The kinds in the order in which they are told: settings and clocks explain what other findings show. */
export const tellingOrder: ReadonlyArray<FindingKind> = [
  ...new Set<FindingKind>(["clock", "contradiction", "cap", "held-withdrawal", "gap", "order", ...FindingKind.literals])
]

/**
 * A line for each finding, with its id where somebody can decide about it, its days and its amount; of many of a kind the first few,
 * and how many more there are. Accepted ones come last.
 */
export const findingLines = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> => [
  ...tellingOrder.flatMap((kind) => {
    const own = findings.filter((finding) => finding.kind === kind && isOpen(finding))
    return listed(
      own.map((finding) => `${idOf(finding)}${daysOf(finding)}${amountOf(finding)}${finding.explanation}`),
      " of this kind"
    )
  }),
  ...listed(findings.flatMap(acceptedLine), " that are accepted")
]

const acceptedLine = (finding: Finding): ReadonlyArray<string> => {
  const { accepted, kind } = finding
  return accepted === null
    ? []
    : [
      `${idOf(finding)}${daysOf(finding)}${amountOf(finding)}${kind}, accepted by ${accepted.by} on ` +
      `${accepted.day}: ${accepted.reason}`
    ]
}

/** How to go on with findings of which one is open that somebody can decide about. */
export const nextSteps = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> => {
  const [first, ...others] = findings.filter((finding) =>
    isOpen(finding) && isAcceptable(finding.kind) && finding.id !== ""
  )
  return first === undefined
    ? []
    : [
      `\`wallet-statement findings show ${first.id}\` says more of the finding of this id, and what can be done${
        others.length === 0 ? "" : "; give another id for another"
      }.`
    ]
}

/** The id of a finding that somebody can decide about, as it is written in front of what is said of it; empty for others. */
export const idOf = ({ id, kind }: Finding): string => (isAcceptable(kind) && id !== "" ? `[${id}] ` : "")

const daysOf = (finding: Finding): string => headed(daysText(finding))

const amountOf = (finding: Finding): string => (finding.kind === "gap" ? headed(amountText(finding)) : "")

/** A text in front of what is said of it; empty where there is none. */
export const headed = (text: string): string => (text === "" ? "" : `${text}: `)
