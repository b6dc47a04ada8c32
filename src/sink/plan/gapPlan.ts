/**
 * What a window does to the open gaps of its wallet. A gap reaches over all times from the row before it to the row
 * after it; one of which a side is not known reaches without end there.
 */
import { startOfDay } from "../../domain/Period.ts"
import type { Gap } from "../../domain/Verdict.ts"
import { wellFormed } from "../../domain/wellFormed.ts"
import type { StatementWindow } from "../../domain/Window.ts"

/** An open gap of a wallet. */
export interface OpenGap {
  readonly id: number
  readonly gap: Gap
}

/** What is written to the gaps of a wallet. */
export interface GapPlan {
  /** Ids of open gaps that are there no longer. */
  readonly closed: ReadonlyArray<number>
  readonly opened: ReadonlyArray<Gap>
}

/** Compares a window's gaps with the open ones of its wallet: an equal one stays open as it is. */
export const planGaps = (
  window: Pick<StatementWindow, "continuity" | "gaps" | "judged">,
  open: ReadonlyArray<OpenGap>
): GapPlan => planInstead(window.gaps, open, (gap) => concerns(window, gap))

/** Compares all gaps that a wallet has with those that are open. */
export const planAllGaps = (gaps: ReadonlyArray<Gap>, open: ReadonlyArray<OpenGap>): GapPlan =>
  planInstead(gaps, open, () => true)

const planInstead = (
  gaps: ReadonlyArray<Gap>,
  open: ReadonlyArray<OpenGap>,
  isReplaced: (gap: Gap) => boolean
): GapPlan => {
  const known = new Map<string, Array<number>>()
  for (const { gap, id } of [...open].sort((left, right) => right.id - left.id)) {
    known.set(keyOf(gap), [...(known.get(keyOf(gap)) ?? []), id])
  }
  const kept = new Set<number>()
  const opened = gaps.map(storableGap).filter((gap) => {
    const id = known.get(keyOf(gap))?.pop()
    if (id !== undefined) kept.add(id)
    return id === undefined
  })
  return {
    closed: open.filter(({ gap, id }) => !kept.has(id) && isReplaced(gap)).map(({ id }) => id),
    opened
  }
}

/** Orders gaps by the times of their rows; a side that is not known comes first in front and last behind. */
export const byTimes = (left: OpenGap, right: OpenGap): number =>
  compare(left.gap.from ?? -Infinity, right.gap.from ?? -Infinity) ||
  compare(left.gap.to ?? Infinity, right.gap.to ?? Infinity) || left.id - right.id

const compare = (left: number, right: number): number => (left < right ? -1 : left > right ? 1 : 0)

const millisADay = 86_400_000

const concerns = ({ continuity, judged }: Pick<StatementWindow, "continuity" | "judged">, gap: Gap): boolean => {
  const [one, other] = [gap.from ?? -Infinity, gap.to ?? Infinity]
  // Where times are wrong the row after a gap may bear the earlier one.
  const [first, last] = [Math.min(one, other), Math.max(one, other)]
  const judgedDays = continuity.map(({ days }) => days)
  if (judged !== undefined) judgedDays.push(judged)
  return judgedDays.some((days) => first < startOfDay(days.to) + millisADay && last >= startOfDay(days.from))
}

const storableGap = (gap: Gap): Gap => ({
  ...gap,
  afterTxnId: gap.afterTxnId === null ? null : wellFormed(gap.afterTxnId),
  beforeTxnId: gap.beforeTxnId === null ? null : wellFormed(gap.beforeTxnId)
})

const field = (value: string | null): string => (value === null ? "-" : `${value.length}:${value}`)

const keyOf = (gap: Gap): string =>
  `${gap.from} ${gap.to} ${gap.missing} ${field(gap.currency)}${field(gap.afterTxnId)}${field(gap.beforeTxnId)}`
