/**
 * Checks that times are heard: where the first row in time opens and the last one closes, all that is between has to sum to
 * what leads from the one to the other. In a wallet that is swept, or goes up and down, nothing else tells a missing row.
 */
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { Shown } from "../Entry.ts"
import type { Story } from "../Story.ts"
import { around } from "./balances.ts"
import { waysToName } from "./chains.ts"
import type { WalletRun } from "./WalletRun.ts"

import { type Ends, isInTimeOrder } from "./verdicts.ts"
import { distinct } from "./WalletModel.ts"

/** Checks a wallet of which the last answers are stored as they were. */
export const checkTimes = (wallet: WalletRun, report: WalletReport, story: Story): void => {
  const { model, walletNo } = wallet
  const views = [...model.days.values()]
  if (report.findings.length > 0 || report.error !== null) return
  if (
    views.some(({ isCutOff, kept, rejected, undated }) =>
      isCutOff || kept.length + rejected.length + undated.length > 0
    )
  ) {
    return
  }
  const shown = distinct(views.flatMap((view) => view.rows))
  const { ends } = around(wallet, shown.map(({ day }) => day))
  if (ends.opening !== null && ends.closing !== null) return
  const [chains, another] = shown.length === 0 ? [] : waysToName(shown)
  if (chains === undefined || another !== undefined) return
  for (const [currency, rows] of chains) {
    if (!isTellingTimes(rows)) {
      story.count("times not judged")
      continue
    }
    story.count("times judged")
    story.expect(
      sumsUp(rows, chains.size === 1 ? ends : { opening: null, closing: null }),
      () => `${walletNo}: the ${currency} rows do not lead from the first in time to the last, and nothing said`
    )
  }
}

/** Whether every row tells its balance and its time, and the times go the way of the ledger. */
const isTellingTimes = (rows: ReadonlyArray<Shown>): boolean =>
  rows.every(({ balance, confirmed, content }) =>
    balance !== null && confirmed && content !== null &&
    !/ (marker-conflict|ambiguous-local|nonexistent-local) /.test(content)
  ) && isInTimeOrder(rows)

/** A balance that is known from elsewhere stands in the place of what the first row in time opens with, or the last closes with. */
const sumsUp = (rows: ReadonlyArray<Shown>, { closing, opening }: Ends): boolean => {
  const times = rows.map(({ time }) => time)
  const at = (time: number): ReadonlyArray<Shown> => rows.filter((row) => row.time === time)
  const [first, last] = [at(Math.min(...times)), at(Math.max(...times))]
  const sum = rows.reduce((total, { signed }) => total + signed, 0n)
  const starts = opening === null ? first.map(({ balance, signed }) => (balance ?? 0n) - signed) : [opening]
  const stops = closing === null ? last.map(({ balance }) => balance ?? 0n) : [closing]
  return starts.some((start) => stops.includes(start + sum))
}
