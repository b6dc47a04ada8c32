/**
 * Checks that nothing is called complete that a service held back which gives fewer records than it is asked for.
 */
import type { WalletReport } from "../../src/domain/RunReport.ts"
import { dayText } from "../calendar.ts"
import type { Scenario } from "../Scenario.ts"
import type { Story } from "../Story.ts"
import { multiset, surplus } from "./Multiset.ts"
import type { WalletRun } from "./WalletRun.ts"

import { distinct } from "./WalletModel.ts"

/** What a check for held back records looks at. */
export interface CapCase {
  readonly scenario: Scenario
  readonly wallet: WalletRun
  readonly report: WalletReport
  /** Whether an earlier run had loaded anything of the wallet: then a cap is found now and then only. */
  readonly isFirst: boolean
  /** The day on which the run began, the earlier one where the machine's clock is wrong: what comes on it may come between two requests. */
  readonly today: number
  readonly story: Story
}

/** After a wallet's first pull without any finding no record of its days is missing, unless all stand on one day. */
export const checkCap = ({ isFirst, report, scenario, story, today, wallet }: CapCase): void => {
  if (scenario.cap === undefined || scenario.weather.omission > 0 || (scenario.weather.poor ?? 0) > 0) return
  if (!isFirst || report.error !== null || wallet.spared.size > 0) return
  if (report.notes.some((note) => note.startsWith("The service gives"))) story.count("cap found")
  if (report.findings.length > 0) return story.count("cap: a first pull with findings")
  const views = [...wallet.model.days].filter(([day]) => day < today)
  if (views.filter(([, { whole }]) => whole.length > 0).length < 2) return story.count("cap: a blind spot")
  story.count("cap: a first pull without findings")
  for (const [day, { rows, whole }] of views) {
    const there = distinct(whole.filter(({ content }) => content !== null)).map(({ content }) => content ?? "")
    const missing = surplus(multiset(there), multiset(rows.map(({ content }) => content ?? "")))
    story.expect(
      missing.length === 0,
      () => `${wallet.walletNo} ${dayText(day)}: ${missing.length} records held back, and nothing said`
    )
  }
}

/** Whether an answer may lack records that a part of it shows when it is asked for alone. */
export const mayLookCapped = ({ cap, shyOneIn, weather: { omission, poor = 0 } }: Scenario): boolean =>
  cap !== undefined || shyOneIn !== undefined || omission > 0 || poor > 0
