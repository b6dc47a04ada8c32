/**
 * The balances that somebody knows of a wallet's days, and what the oracle makes of them by itself: which hold for the
 * ends of the rows, which stand between rows, and how far the rows are proven.
 */
import type { WalletReport } from "../../src/domain/RunReport.ts"
import { dayText } from "../calendar.ts"
import type { Shown } from "../Entry.ts"
import type { Story } from "../Story.ts"
import type { Known } from "./Known.ts"
import type { WalletRun } from "./WalletRun.ts"

import { waysToName } from "./chains.ts"
import type { Ends } from "./verdicts.ts"
import type { StoredRow } from "./WalletModel.ts"

/** What the balances given for some days are, by day and end. */
export const given = (
  from: number | null,
  to: number | null,
  { closing, opening }: Ends
): ReadonlyMap<string, Known> => {
  const known = new Map<string, Known>()
  if (from !== null && opening !== null) {
    known.set(`${from} opening`, { before: from, balance: opening, end: "opening" })
  }
  if (to !== null && closing !== null) known.set(`${to} closing`, { before: to + 1, balance: closing, end: "closing" })
  return known
}

/** How the balances known of a wallet stand to its rows. */
export interface Around {
  readonly ends: Ends
  /** Balances at the ends that are not the nearest to the rows, and do not agree with it. */
  readonly disagreeing: number
  readonly between: ReadonlyArray<Known>
  /** The first day that the balances cover, and the last; null where none does. */
  readonly firstCovered: number | null
  readonly lastCovered: number | null
}

/** Places the balances of a wallet with one chain around the days of its rows. */
export const around = ({ balances, model }: WalletRun, rowDays: ReadonlyArray<number>): Around => {
  const loaded = (from: number, until: number): boolean => {
    for (let day = from; day < until; day++) if (!model.days.has(day)) return false
    return true
  }
  const ordered = [...balances.values()].sort((left, right) => left.before - right.before)
  const start = Math.min(...model.days.keys())
  const [first, last] = rowDays.length === 0 ? [null, null] : [Math.min(...rowDays), Math.max(...rowDays)]
  const front = ordered.filter(({ before, end }) =>
    first === null
      ? end === "opening" && before >= start && loaded(start, before)
      : before <= first && loaded(before, first)
  )
  const behind = ordered.filter(({ before, end }) =>
    last === null
      ? end === "closing" && before >= start && loaded(start, before)
      : before > last && loaded(last, before)
  )
  const [opening, closing] = [front.at(-1)?.balance ?? null, behind[0]?.balance ?? null]
  return {
    ends: { opening, closing },
    disagreeing: front.filter(({ balance }) => balance !== opening).length +
      behind.filter(({ balance }) => balance !== closing).length,
    between: first === null || last === null ? [] : ordered.filter(({ before }) => before > first && before <= last),
    firstCovered: front[0]?.before ?? null,
    lastCovered: behind.at(-1) === undefined ? null : (behind.at(-1)?.before ?? 0) - 1
  }
}

/** Balances between rows that the ledger's order leads past with another. */
export const contradicted = (between: ReadonlyArray<Known>, rows: ReadonlyArray<Shown>): number => {
  const ordered = [...rows].sort((left, right) => left.place - right.place)
  return between.filter(({ balance, before }) => ordered.findLast(({ day }) => day < before)?.balance !== balance)
    .length
}

/** Proven days are loaded, whole, and met on both sides: by rows before and behind, or by a known balance. */
export const checkProof = (
  wallet: WalletRun,
  report: WalletReport,
  stored: ReadonlyArray<StoredRow>,
  story: Story
): void => {
  const { model, walletNo } = wallet
  const { provenFrom, provenTo } = report
  story.count(provenTo === null ? "nothing proven" : "days proven")
  story.expect((provenFrom === null) === (provenTo === null), () => `${walletNo}: proven on one side`)
  if (provenFrom === null || provenTo === null) return
  const [from, to] = [dayNumber(provenFrom), dayNumber(provenTo)]
  for (let day = from; day <= to; day++) {
    const view = model.days.get(day)
    story.expect(view?.isCutOff === false, () => `${walletNo}: ${dayText(day)} is called proven, and is not whole`)
  }
  const [chains, another] = stored.length === 0 ? [] : waysToName(stored)
  if (another !== undefined) return story.count("proof not judged: rows without a currency")
  for (const [currency, rows] of chains ?? []) {
    const days = rows.map(({ day }) => day)
    const { firstCovered, lastCovered } = around(wallet, days)
    const isBegun = Math.min(...days) < from || (firstCovered !== null && firstCovered <= from)
    const isEnded = Math.max(...days) > to || (lastCovered !== null && lastCovered >= to)
    story.expect(
      isBegun && isEnded,
      () => `${walletNo}: ${currency} is called proven from ${provenFrom} to ${provenTo}`
    )
  }
}

const dayNumber = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000
