/**
 * Checks that nothing is called complete that lacks the rows of some hours, because the service takes the days of a
 * request otherwise than the program believes; that no right setting is called wrong, and no wrong clock right.
 */
import type { WalletReport } from "../../src/domain/RunReport.ts"
import { dayText } from "../calendar.ts"
import type { MarkerPolicy } from "../Entry.ts"
import type { Scenario } from "../Scenario.ts"
import type { Answer } from "../Service.ts"
import { claimsIn, daysIn } from "../ServiceDays.ts"
import type { Story } from "../Story.ts"
import { multiset, surplus } from "./Multiset.ts"
import type { WalletRun } from "./WalletRun.ts"

import { distinct, type StoredRow } from "./WalletModel.ts"

/** What a check of days looks at. */
export interface DaysCase {
  readonly scenario: Scenario
  readonly wallet: WalletRun
  readonly report: WalletReport
  readonly stored: ReadonlyArray<StoredRow>
  readonly run: number
  /** How the run reads hours that contradict their markers. */
  readonly policy: MarkerPolicy
  /** What the service answered in the run. */
  readonly answers: ReadonlyArray<Answer>
  /** The day on which the run began, the earlier one where the machine's clock is wrong: what comes on it may come between two requests. */
  readonly today: number
  readonly story: Story
}

/** Checks a wallet behind a run that ended. */
export const checkServiceDays = (of: DaysCase): void => {
  checkLost(of)
  checkContradictions(of)
  checkClock(of)
}

const checkLost = (
  { answers, report, run, scenario: { cap, weather: { poor = 0 } }, story, stored, today, wallet }: DaysCase
): void => {
  const views = [...wallet.model.days].filter(([day, view]) =>
    view.run === run && day < today && view.beyond.length > 0
  )
  if (views.length === 0) return
  story.count("hours of a day outside of its answer", views.length)
  if (report.error !== null || report.findings.length > 0) return
  // What an answer left out that the service took for these times, and none has shown, nobody can miss.
  const own = answers.filter(({ walletNo }) => walletNo === wallet.walletNo)
  const told = new Set(own.flatMap(({ sent }) => sent.map(({ key }) => key)))
  const leftOut = new Map(
    own.filter(({ limit, sent }) => sent.length < Math.min(limit, cap ?? limit)).flatMap(({ whole }) =>
      whole.flatMap(({ content, key }) => (told.has(key) || content === null ? [] : [[key, content] as const]))
    )
  )
  for (const [day, { beyond, isCrowded }] of views) {
    const there = distinct(beyond.filter(({ content }) => content !== null)).map(({ content }) => content ?? "")
    const held = stored.filter((row) => row.day === day).map(({ content }) => content)
    const missing = surplus(multiset(there), multiset(held))
    const lost = surplus(multiset(missing), multiset([...leftOut.values()]))
    if (lost.length < missing.length) story.count("hours lost in an answer that left them out")
    if (lost.length > 0 && isCrowded) story.count("hours lost in a blind spot: no margin fits")
    else if (poor > 0 && report.rows.withdrawn >= lost.length && lost.length > 0) {
      story.count("hours lost in a late answer, and told as withdrawn")
    } else {
      story.expect(
        lost.length === 0,
        () => `${wallet.walletNo} ${dayText(day)}: ${lost.length} rows outside of what the service took the day for`
      )
    }
  }
}

const isRight = (scenario: Scenario, run: number): boolean => {
  const { habit, shift } = daysIn(scenario, run)
  const { dateBounds, dayStart } = claimsIn(scenario, run)
  return (dateBounds === "unknown" || dateBounds === habit.name) && (dayStart ?? shift) === shift
}

/** Rows that come, go or move between two requests may look like other days. */
const checkContradictions = ({ report, run, scenario, story, wallet }: DaysCase): void => {
  const isSaid = (words: string): boolean => report.findings.some(({ explanation }) => explanation.includes(words))
  story.expect(!isSaid("another time zone"), () => `${wallet.walletNo}: the zone never changes, and is said to`)
  if (isSaid("Rows bear times")) story.count("rows of a time to come told")
  if (!report.findings.some(({ kind, explanation }) => kind === "contradiction" && explanation.startsWith("D"))) return
  story.count("setting of days contradicted")
  const { omission, poor = 0 } = scenario.weather
  if (omission > 0 || poor > 0 || scenario.cap !== undefined || scenario.shyOneIn !== undefined) return
  story.expect(
    !isRight(scenario, run),
    () => `${wallet.walletNo}: a right setting is called wrong: ${JSON.stringify(report.findings)}`
  )
}

const enoughRows = 40

/** The hour and the marker in a row's contents; some hours can't go with their markers on a 24-hour clock. */
const isContradictory = ({ content }: StoredRow): boolean => {
  const [, hour = 0, marker] = / (\d\d):\d\d:\d\d ([AP])M /.exec(content) ?? []
  return Number(hour) >= 1 && Number(hour) <= 12 && Number(hour) >= 12 !== (marker === "P")
}

const checkClock = ({ policy, report, scenario, story, stored, wallet }: DaysCase): void => {
  const isTold = report.findings.some(({ explanation }) => explanation.includes("12-hour clock"))
  const isSure = report.findings.some(({ explanation }) =>
    explanation.includes("service writes times by a 12-hour clock")
  )
  if (isTold) story.count(isSure ? "12-hour clock told" : "12-hour clock told as possible")
  story.expect(
    !isSure || scenario.twelveHours === true,
    () => `${wallet.walletNo}: a 24-hour clock is called one of 12`
  )
  if (scenario.twelveHours !== true || policy !== "trust-24h" || report.error !== null) return
  const contradictory = stored.filter(isContradictory).length
  const isPlain = stored.length >= enoughRows && 3 * contradictory >= stored.length &&
    3 * contradictory <= 2 * stored.length
  const isSeen = wallet.asked !== null && stored.every(({ day }) => day <= (wallet.asked?.to ?? 0))
  if (!isPlain || !isSeen) return story.count("12-hour clock that few rows show")
  story.expect(isTold, () => `${wallet.walletNo}: a 12-hour clock is not told`)
}
