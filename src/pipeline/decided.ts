/**
 * Findings of a wallet with their ids, and with what somebody decided about them. An acceptance is one of an amount, or of what rows were
 * then: where that is otherwise now the finding is open again, and says so.
 */
import type { DecisionDeclaration } from "../domain/Declaration.ts"
import { type Acceptance, type Doubt, type Finding, type FindingKind, remarked } from "../domain/Finding.ts"
import * as Money from "../domain/Money.ts"
import { dayOfLocalTime, formatDay } from "../domain/Period.ts"
import type { ZoneClock } from "../domain/ServiceTime.ts"
import { mostRows } from "../domain/Verdict.ts"
import { findingId } from "./findingId.ts"

/** The last decision about each finding of a wallet, by its id. */
export type Decisions = ReadonlyMap<string, DecisionDeclaration>

/** Makes findings of doubts, in their order. */
export const decided = (
  walletNo: string,
  doubts: ReadonlyArray<Doubt>,
  decisions: Decisions,
  clock?: ZoneClock
): ReadonlyArray<Finding> => {
  const told = new Map<string, number>()
  return doubts.map(({ isAsAccepted, place, ...doubt }) => {
    const first = findingId(walletNo, { place, ...doubt })
    const again = told.get(first) ?? 0
    told.set(first, again + 1)
    const id = again === 0 ? first : findingId(walletNo, { place, ...doubt }, again)
    return withDecision({ ...doubt, id, accepted: null }, decisions.get(id), clock, isAsAccepted)
  })
}

/** A finding with the last decision about it, whatever was decided before; `isAsAccepted` as of a doubt. */
export const withDecision = (
  finding: Finding,
  decision: DecisionDeclaration | undefined,
  clock?: ZoneClock,
  isAsAccepted = decision !== undefined && covers(decision, finding)
): Finding => {
  if (decision?.decision !== "accepted") return { ...finding, accepted: null }
  if (isAsAccepted) return { ...finding, accepted: acceptanceOf(decision, clock) }
  const { by, day } = acceptanceOf(decision, clock)
  const told = `${by} accepted it on ${day} with ${extentOf(decision)}: it is open again, since ${
    covers(decision, finding) ? "rows changed behind that" : "that is not so any more"
  }.`
  // What a report holds may have been told already.
  return { ...(finding.explanation.endsWith(told) ? finding : remarked(finding, told, "behind")), accepted: null }
}

/** What was accepted of a finding that is over; null where it was not, or was opened again. */
export const lastAcceptance = (
  decision: DecisionDeclaration | undefined,
  clock: ZoneClock | undefined
): Acceptance | null => decision?.decision === "accepted" ? acceptanceOf(decision, clock) : null

const acceptanceOf = ({ at, by, reason }: DecisionDeclaration, clock: ZoneClock | undefined): Acceptance => ({
  by,
  at: new Date(at).toISOString(),
  day: formatDay(dayOfLocalTime(clock?.localTimeAt(at) ?? at)),
  reason: reason ?? ""
})

/**
 * Whether the finding is the one that was accepted. Rows that one run began to hold become fewer only: all of them were accepted. As
 * many rows or places as a verdict names may stand for more.
 */
const covers = (decision: DecisionDeclaration, { amount, count, kind }: Finding): boolean =>
  amountOf(decision) === amount &&
  (kind === "held-withdrawal" ? (count ?? 0) <= (decision.count ?? 0) : count === decision.count) &&
  !(cutShort.has(kind) && count !== null && count >= mostRows)

const cutShort: ReadonlySet<FindingKind> = new Set(["gap", "order"])

const amountOf = ({ amount }: DecisionDeclaration): string | null => (amount === null ? null : Money.format(amount))

const extentOf = (decision: DecisionDeclaration): string => {
  const [amount, { count, currency }] = [amountOf(decision), decision]
  const parts = [
    ...(amount === null ? [] : [`an amount of ${amount}${currency === null ? "" : ` ${currency}`}`]),
    ...(count === null ? [] : [`a count of ${count}`])
  ]
  return parts.length === 0 ? "no amount" : parts.join(" and ")
}
