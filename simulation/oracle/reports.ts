/**
 * Checks what a run says of itself: counts, days, verdicts, failures.
 */
import type { WalletReport } from "../../src/domain/RunReport.ts"
import type { PullError, PullResult } from "../../src/pipeline/Pull.ts"
import { dayNumber, dayText } from "../calendar.ts"
import type { Order } from "../Order.ts"
import type { Patience } from "../Scenario.ts"
import type { Answer, Attempt } from "../Service.ts"
import type { Story } from "../Story.ts"
import { holesOf, holesTold, isHole } from "./holes.ts"
import { checkVerdict } from "./judgement.ts"
import { isRedated, type StoredRow } from "./WalletModel.ts"
import type { WalletRun } from "./WalletRun.ts"

/** How a run ended. */
export type Ending =
  | { readonly _tag: "Ended"; readonly result: PullResult }
  /** Quarantined records were tried again; nothing was asked of the service. */
  | { readonly _tag: "Retried" }
  | { readonly _tag: "SinkFailed" }
  | { readonly _tag: "Stopped" }
  | { readonly _tag: "Broken" }

/** That of a run which tells what it comes to. */
export type Ended = Extract<Ending, { readonly _tag: "Ended" }>

/** What a check of a wallet's report looks at. */
export interface ReportCase {
  readonly wallet: WalletRun
  readonly report: WalletReport
  readonly failure: PullError | undefined
  readonly attempts: ReadonlyArray<Attempt>
  /** All that the service answered since the run began. */
  readonly answers: ReadonlyArray<Answer>
  readonly stored: ReadonlyArray<StoredRow>
  readonly openRecords: number
  readonly watermark: { readonly to: number } | undefined
  readonly order: Order | undefined
  /** The service's day on which the run ended; a wallet whose turn comes behind midnight is asked for up to it. */
  readonly today: number
  /** How much of the run's time was left when it ended, in milliseconds. */
  readonly remainingMillis: number
  /** Whether days of earlier runs may be loaded again, because the service held records back then. */
  readonly mayReachBack: boolean
  /** Whether the day before those that are left may turn out to lack hours, and be asked for again first. */
  readonly mayBeginBefore: boolean
  readonly story: Story
}

/** Checks the report of one wallet. */
export const checkReport = (of: ReportCase): void => {
  const { report, story, wallet } = of
  story.tell(() => `report ${JSON.stringify(report)}`)
  story.count(`verdict ${report.verdict}`)
  checkNumbers(of)
  checkDays(of)
  checkFailure(of)
  checkVerdict(wallet, report, of.stored, story)
}

/** Days that were committed before in the same run count only with what is new among them. */
const isAgain = (commits: WalletRun["commits"], index: number): boolean => {
  const days = commits[index]?.window.days
  return days !== undefined &&
    commits.slice(0, index).some(({ window }) => window.days.from <= days.to && window.days.to >= days.from)
}

type Count = (commit: WalletRun["commits"][number]) => number

const none: Count = () => 0

const checkNumbers = ({ attempts, openRecords, report, story, wallet, watermark }: ReportCase): void => {
  const { commits, model, walletNo } = wallet
  const sum = (count: Count, again: Count = count): number =>
    commits.reduce((total, commit, index) => total + (isAgain(commits, index) ? again : count)(commit), 0)
  const fetched = sum(
    ({ outcome, window }) => window.rows.count + outcome.quarantined,
    ({ outcome }) => outcome.inserted + outcome.returned
  )
  const cutOff = [...model.days].filter(([, view]) => view.isCutOff).map(([day]) => dayText(day)).sort()
  const told: ReadonlyArray<readonly [name: string, found: unknown, right: unknown]> = [
    ["inserted", report.rows.inserted, sum(({ outcome }) => outcome.inserted)],
    ["changed", report.rows.changed, sum(({ outcome }) => outcome.changed)],
    ["unchanged", report.rows.unchanged, sum(({ outcome }) => outcome.unchanged, none)],
    ["withdrawn", report.rows.withdrawn, sum(({ outcome }) => outcome.withdrawn)],
    ["returned", report.rows.returned, sum(({ outcome }) => outcome.returned)],
    ["quarantined", report.rows.quarantined, sum(({ outcome }) => outcome.quarantined, none)],
    ["fetched", report.rows.fetched, fetched],
    ["windows", report.windows, commits.length],
    ["held", report.held, model.held.size],
    ["open quarantine", report.quarantineOpen, openRecords],
    ["watermark", report.watermark, watermark === undefined ? null : dayText(watermark.to)],
    ["days never loaded", holesTold(report).join(" "), holesOf(model).join(" ")],
    ["days cut off", [...report.truncatedDays].sort().join(" "), cutOff.join(" ")]
  ]
  for (const [name, found, right] of told) {
    story.expect(found === right, () => `${walletNo}: the report's ${name} is ${found}, not ${right}`)
  }
  const days = daysOf([
    wallet.asked,
    wallet.held,
    ...report.gaps.map(spanOf),
    ...commits.map(({ window }) => window.days)
  ])
  const answered = attempts.filter((attempt) => attempt.walletNo === walletNo && attempt.outcome === "ok").length
  story.count("day asked for", days)
  story.count("statement answered", answered)
  // A day that no answer holds is asked for in several ways, and that each time.
  const most = 12 * days + 60 + 9 * report.truncatedDays.length
  story.expect(answered <= most, () => `${walletNo}: ${answered} requests for ${days} days`)
}

/**
 * Every asked day is fetched, unless an interrupted run had finished it; no other day is, and none twice for nothing, but for days of
 * which an answer showed what was not stored, or nothing was stored at all.
 */
const checkDays = (of: ReportCase): void => {
  const { answers, failure, report, mayBeginBefore, mayReachBack, order, story, today, wallet } = of
  const { asked, commits, held, spared, walletNo } = wallet
  const fetched = new Set<number>()
  for (const { window: { days } } of commits) {
    for (let day: number = days.from; day <= days.to; day++) fetched.add(day)
  }
  const isHeld = (day: number): boolean => held !== null && day >= held.from && day <= held.to
  const isOutdated = (day: number): boolean => {
    const rows = wallet.model.storedEarlier.get(day) ?? []
    const known = new Set(rows.map(({ content }) => content))
    return rows.length === 0 ||
      answers.some((answer) =>
        answer.walletNo === walletNo &&
        answer.sent.some((shown) => shown.day === day && !known.has(shown.content ?? ""))
      )
  }
  const isBroken = wallet.model.mayBeBroken || !isUnbroken(report) ||
    commits.some(({ window }) => window.gaps.length > 0 || !sound.has(window.check.verdict))
  // A record without a day may be of any day of its answer, and a row that another day has too may be dated anew.
  const isUndated = [...wallet.model.rejected.values()].some(({ tellsDay }) => !tellsDay)
  const isBeside = (day: number): boolean =>
    asked !== null && (day < Math.min(asked.from + wallet.spared.size, asked.to) || day > asked.to) &&
    (isUndated || wallet.stopped.has(day) || isRedated(wallet.model, day) ||
      (wallet.model.days.has(day) && (isBroken || isOutdated(day))))
  const isFound = beginsByAsking(of)
  if (isFound && fetched.size > 0) checkBeginning(of, Math.min(...fetched))
  for (const day of fetched) {
    story.expect(
      (isFound && day <= (order?.to ?? today)) || isHeld(day) || isBeside(day) ||
        (asked !== null && (mayReachBack || (day >= asked.from && day <= (order?.to ?? today)))),
      () => `${walletNo}: ${dayText(day)} was fetched, but not asked for`
    )
  }
  if (asked === null || failure !== undefined) return
  for (let day = asked.from; day <= asked.to; day++) {
    if (!fetched.has(day) && !spared.has(day)) story.complain(`${walletNo}: ${dayText(day)} was passed over`)
  }
  const firstOpen = asked.from + spared.size
  // An answer that is asked for anew may be committed behind later days, and a day that lacks hours is fetched again.
  const first = Math.min(...[...fetched].filter((day) => day >= firstOpen || !(isHeld(day) || isBeside(day))))
  const [begun, begunInside] = [commits[0], commits.find(({ window }) => !isBeside(window.days.from))]
  const begins = [begun?.window.days.from, begunInside?.window.days.from, first]
  story.expect(
    begins.includes(Math.min(firstOpen, asked.to)) || (order?.to === null && begins.includes(firstOpen)) ||
      (mayBeginBefore && begins.includes(Math.max(asked.from, Math.min(firstOpen, asked.to) - 1))),
    () => `${walletNo}: begins with ${commits.length === 0 ? "nothing" : dayText(first)}, not ${dayText(firstOpen)}`
  )
  story.count("finished day not fetched again", spared.size)
}

/** Whether nobody said where the wallet begins, and nothing of it is loaded: its first day is found by asking. */
const beginsByAsking = ({ order, wallet }: ReportCase): boolean =>
  order !== undefined && order.from === null && !wallet.wasLoaded && wallet.asked === null && order.retry === undefined

/** Whatever the run was shown of days before the first that it loaded, a margin of a day apart, would have been a day to begin with. */
const checkBeginning = ({ answers, story, wallet: { walletNo } }: ReportCase, first: number): void => {
  story.count("first day found by asking")
  for (const { from, sent, to, walletNo: asked } of answers) {
    if (asked !== walletNo || to >= first) continue
    story.expect(
      sent.every(({ day, tellsDay }) => !tellsDay || day <= from || day >= to),
      () =>
        `${walletNo}: begins with ${dayText(first)}, though an answer showed rows of ${dayText(from)}..${dayText(to)}`
    )
  }
}

/** Failures after which the client may hold all requests back for a while. */
const failuresToOpen = 10

/** The longest that the limiter lets a request wait for its turn. */
const longestTurnMillis = 60_000

/** A wallet fails only when something went wrong for it, the service held all requests back, or time ran out. */
const checkFailure = (of: ReportCase): void => {
  const { attempts, failure, order, report, story, wallet } = of
  const { walletNo } = wallet
  if (order?.from === null && !wallet.wasLoaded && wallet.asked !== null) {
    story.count("goes on where nothing was loaded")
  }
  story.expect((failure === undefined) === (report.error === null), () => `${walletNo}: an error that is not told`)
  if (failure === undefined) return
  story.count(`failure ${failure._tag}`)
  switch (failure._tag) {
    case "NothingToGoOnFrom":
      // Without an answer for days right before rows nobody knows with which day it begins.
      return story.expect(
        attempts.some((attempt) => attempt.walletNo === walletNo && (attempt.outcome !== "ok" || attempt.isGivenUp)),
        () => `${walletNo}: failed though a first day can be asked for`
      )
    case "StatementError": {
      const isBad = attempts.some(({ isGivenUp, outcome, ...of }) =>
        (of.walletNo === walletNo || of.walletNo === null) && (outcome !== "ok" || isGivenUp)
      )
      // A wait that the service asks for holds all requests, and so does a breaker that failures of others opened.
      const isHeld = attempts.some(({ notBefore }) => notBefore !== null) ||
        attempts.filter(({ outcome }) => outcome !== "ok").length >= failuresToOpen
      const isLate = of.remainingMillis <= longestTurnMillis
      return story.expect(
        isBad || isHeld || isLate,
        () => `${walletNo}: failed although every request was answered: ${failure.message}`
      )
    }
    case "DaysAhead":
      return story.expect(
        order?.from !== null && order?.to === null && order.from > of.today,
        () => `${walletNo}: failed without cause: ${failure.message}`
      )
    case "SinkError":
      return story.complain(`${walletNo}: failed without cause: ${failure.message}`)
    case "RunTimedOut":
      return
  }
}

/** What a check of a whole run looks at. */
export interface RunCase {
  readonly ending: Ending
  readonly order: Order
  readonly patience: Patience
  readonly story: Story
  readonly startedAt: number
  readonly now: number
  readonly attempts: ReadonlyArray<Attempt>
}

const sound: ReadonlySet<string | null> = new Set([null, "proven", "unanchored"])

/** Whether a verdict names no place where rows may be missing. */
export const isUnbroken = ({ verdict }: WalletReport): boolean => sound.has(verdict)

const isWhole = (wallet: WalletReport): boolean =>
  isUnbroken(wallet) &&
  wallet.truncatedDays.length === 0 && wallet.quarantineOpen === 0 && wallet.held === 0 &&
  !wallet.findings.some((finding) =>
    isHole(finding) || ["cap", "clock", "contradiction", "dropped", "changed-after-proof"].includes(finding.kind)
  )

/** Checks a run as a whole: its status, and that it ended in time. */
export const checkRun = ({ attempts, ending, now, order, patience, startedAt, story }: RunCase): void => {
  story.count(`run: ${ending._tag}`)
  const lasted = now - startedAt
  const allowed = patience.runTimeoutMillis + 60_000
  story.expect(lasted <= allowed, () => `the run lasted ${lasted} ms of virtual time, and ${allowed} are allowed`)
  if (ending._tag === "SinkFailed") {
    story.expect(order.failingCommit !== null, () => "the sink failed although no commit did")
  }
  if (ending._tag !== "Ended") return
  const { failures, report } = ending.result
  const right = failures.length > 0 ? "failed" : report.wallets.every(isWhole) ? "complete" : "incomplete"
  story.count(`status ${report.status}`)
  story.expect(report.status === right, () => `the run says ${report.status}, and is ${right}`)
  // A request that was given up, or asked again with a new token, is counted otherwise.
  if (failures.length > 0 || attempts.some(({ outcome }) => outcome === "token refused")) return
  const told = report.wallets.reduce((sum, { logins, requests, retries }) => sum + logins + requests + retries, 0)
  story.expect(told === attempts.length, () => `the run tells of ${told} attempts, and made ${attempts.length}`)
}

interface Span {
  readonly from: number
  readonly to: number
}

/** How many days there are in some spans, each counted once. */
const daysOf = (spans: ReadonlyArray<Span | null>): number =>
  new Set(
    spans.flatMap((span) =>
      span === null ? [] : Array.from({ length: span.to - span.from + 1 }, (_, index) => span.from + index)
    )
  ).size

/** The days of a gap, which the run asked for once more. */
const spanOf = ({ from, to }: WalletReport["gaps"][number]): Span | null => {
  if (from === null || to === null) return null
  const [one, other] = [dayNumber(from.slice(0, 10)), dayNumber(to.slice(0, 10))]
  return { from: Math.min(one, other), to: Math.max(one, other) }
}
