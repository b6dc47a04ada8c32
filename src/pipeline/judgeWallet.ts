/**
 * What a wallet's windows come to in the end: the verdict, the findings beside it, and how far it is proven.
 *
 * What a run saw in its own windows is judged, whatever its sink gives back of their days.
 */
import { Option } from "effect"
import type { Contradiction } from "../continuity/wallet/heldBalances.ts"
import { judge, type Judgement } from "../continuity/wallet/judge.ts"
import type { KnownBalance } from "../continuity/wallet/KnownBalance.ts"
import { type Doubt, doubtOf } from "../domain/Finding.ts"
import * as Money from "../domain/Money.ts"
import { type Day, format, formatDay, outside, overlap, type Period, same, union, upTo } from "../domain/Period.ts"
import { describeWallet } from "../domain/Proof.ts"
import type { Currency, WalletNo } from "../domain/Wallet.ts"
import { daysOverAfter } from "../sink/plan/Watermark.ts"
import { continuityOfEntry, entryOfContinuity } from "./continuityRecord.ts"
import { currencyFindings } from "./currencyFindings.ts"
import type { CheckedWindow } from "./FetchedWindow.ts"
import { pullCommand } from "./pullCommand.ts"
import * as WalletHistory from "./WalletHistory.ts"

type CheckedDays = Pick<CheckedWindow, "days" | "lastSettledDay" | "origin">

/** The windows that a run checked, as their entries come, each in the place of those that it overlaps. */
export class OwnWindows {
  private history: WalletHistory.WalletHistory = []
  private readonly windows: Array<CheckedDays> = []

  /** Takes note of a window with its entries, and forgets windows before it that lost a row to it. */
  add(window: CheckedDays & Pick<CheckedWindow, "continuity">, stale: ReadonlyArray<Period> = []): void {
    const { continuity, days, lastSettledDay, origin } = window
    this.windows.push({ days, lastSettledDay, origin })
    const checks = continuity.flatMap((entry) => Option.toArray(continuityOfEntry(entry)))
    this.history = WalletHistory.replace(this.history, checks)
      .filter(({ period }) => stale.every((days) => overlap(period, days) === undefined))
  }

  /** The days that the sink's windows and the run's own are about. */
  answered(kept: ReadonlyArray<CheckedDays>): AnsweredDays {
    return answeredDays([...kept, ...this.windows])
  }

  /** All windows known: the sink's, and the run's own of which the sink gives nothing back, or something else; and the days of these. */
  besides(kept: WalletHistory.WalletHistory): KnownWindows {
    const given = new Map(kept.map((check) => [format(check.period), check]))
    const own = this.history.filter((check) => {
      const same = given.get(format(check.period))
      return same === undefined || same.truncated !== check.truncated ||
        entryOfContinuity(same).record !== entryOfContinuity(check).record
    })
    return { windows: WalletHistory.replace(kept, own), own: new Set(own.map(({ period }) => format(period))) }
  }
}

/** Days that the service was asked for. */
export interface AnsweredDays {
  readonly asked: ReadonlyArray<Period>
  /** Those that were over when they were loaded. */
  readonly over: ReadonlyArray<Period>
  /** The last day that was over when the last answer came; undefined before there is one. */
  readonly lastOver: Day | undefined
}

/** These days of all windows in the order of their commits; records from quarantine were asked for with others. */
export const answeredDays = (windows: ReadonlyArray<CheckedDays>): AnsweredDays => ({
  asked: union(windows.flatMap(({ days, origin }) => (origin === "service" ? [days] : []))),
  over: windows.reduce<ReadonlyArray<Period>>(daysOverAfter, []),
  lastOver: windows.findLast(({ origin }) => origin === "service")?.lastSettledDay
})

/** The windows of a wallet, and the days of those among them that are known of the run alone. */
export interface KnownWindows {
  readonly windows: WalletHistory.WalletHistory
  readonly own: ReadonlySet<string>
}

/** What is to be said of a wallet, with the findings that its known balances make, and in a sentence for people. */
export type WalletJudgement = Judgement & { readonly findings: ReadonlyArray<Doubt>; readonly remark: string }

/** What is known of a wallet's days. */
export interface WalletDays extends AnsweredDays {
  /** The last day that is over; null where none is. */
  readonly settledTo: Day | null
}

/** Judges a wallet; `currency` is what settings say that its rows are in. */
export const judgeWallet = (
  walletNo: WalletNo,
  history: WalletHistory.WalletHistory,
  balances: ReadonlyArray<KnownBalance>,
  { asked, lastOver, over, settledTo }: WalletDays,
  currency: Currency | null
): WalletJudgement => {
  const judgement = judge(history, balances, settledTo, over)
  return {
    ...judgement,
    remark: describeWallet(judgement.verdict, judgement.proofs, {
      contradicted: judgement.contradictions.length,
      unchecked: judgement.unchecked.map(({ known: { currency, day, end }, why }) => ({ currency, day, end, why }))
    }),
    findings: [
      ...judgement.contradictions.map(findingOfContradiction),
      ...currencyFindings(walletNo, history, currency),
      ...judgement.holes.flatMap((days) => {
        // Later ones have not come, and no pull could load them.
        const hole = lastOver === undefined ? days : upTo(days, lastOver)
        return hole === undefined ? [] : [findingOfHole(walletNo, hole, { asked, over })]
      })
    ]
  }
}

const findingOfHole = (
  walletNo: WalletNo,
  hole: Period,
  { asked, over }: Pick<AnsweredDays, "asked" | "over">
): Doubt => {
  const days = { from: formatDay(hole.from), to: formatDay(hole.to) }
  const never = outside([hole], asked)
  const were = never.length === 0
    ? "not over when they were asked for"
    : never.some((each) => same(each, hole))
    ? "never loaded"
    : "never loaded, or not over when they were asked for"
  const [first] = over
  const others = first !== undefined && hole.to < first.from ? "behind" : "before and behind"
  return doubtOf(
    "gap",
    `These days were ${were}, and days ${others} them were: ${pullCommand(walletNo, days.from, days.to)} loads them.`,
    days
  )
}

const findingOfContradiction = ({ by, currency, found, known }: Contradiction): Doubt => {
  const day = formatDay(known.day)
  return {
    kind: "contradiction",
    from: day,
    to: day,
    amount: Money.format(Money.subtract(known.balance, found)),
    currency,
    count: null,
    place: [day, known.end, ...(by === null ? [] : [formatDay(by.day), by.end])].join(" "),
    explanation: by === null
      ? `The ${known.end} balance given for the day (${givenAs(known)}) is not what the rows lead to ` +
        `(${
          Money.format(found)
        }), and these are unbroken. Either the balance is wrong: ${giveAgain}. Or rows before that ` +
        "day are missing or changed by as much as rows behind it."
      : `The ${known.end} balance given for the day (${givenAs(known)}) is not the ${by.end} balance given for ` +
        `${formatDay(by.day)} (${
          givenAs(by)
        }), and no row stands between them. Either one of them is wrong: ${giveAgain}. ` +
        "Or rows between them are missing.",
    own: null
  }
}

/** A known balance's amount, and where it was given. */
export const givenAs = ({ balance, source }: Pick<KnownBalance, "balance" | "source">): string =>
  `${Money.format(balance)}, from ${source}`

/** What to do about a known balance that is wrong. */
export const giveAgain = "give it again with its day, or \"none\" to take it back"
