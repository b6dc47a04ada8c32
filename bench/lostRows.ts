/**
 * Rows that are lost, and times that are wrong, in wallets of every habit, with no balance known: what ends a pull as
 * complete, and what is called doubtful.
 *
 * Each statement is checked as one window, as a window for each day, and in windows of any lengths; several windows as
 * a pull does it, which asks again around what is doubtful. Losses that end as complete are counted apart: those of no
 * amount, those whose other rows an oracle finds whole in the order of time, and the rest.
 */
import { joinWindows } from "../src/continuity/wallet/WalletContinuity.ts"
import { leavesDoubt, type Verdict } from "../src/domain/Verdict.ts"
import { WalletNo } from "../src/domain/Wallet.ts"
import { findingsOf } from "../src/pipeline/findingsOf.ts"
import * as Statements from "../test/continuity/statements.ts"
import { byDay, cutAnyhow, daysOf, pulled } from "../test/kit/asWindows.ts"
import { checkWindow, type WalletRow } from "../test/kit/continuity.ts"
import { isWholeInTime } from "../test/kit/inTimeOrder.ts"
import * as Wallets from "../test/kit/wallets.ts"

type Check = (next: Statements.Draw, rows: ReadonlyArray<WalletRow>) => Verdict

const ways: Readonly<Record<string, Check>> = {
  "one window": (_, rows) => joinWindows([checkWindow({ period: daysOf(rows), rows })]).verdict,
  "a window a day": (_, rows) => pulled(rows, byDay(daysOf(rows))).verdict,
  "any windows": (next, rows) => pulled(rows, cutAnyhow(next, daysOf(rows))).verdict
}

/** Sizes that statements are drawn in. */
export interface Sizes {
  readonly name: string
  readonly shape: (next: Statements.Draw) => Wallets.Shape
}

/** Some days of a wallet that is in use, a second seldom holding two rows; then what is smaller, larger or denser. */
export const sizes: readonly [Sizes, ...ReadonlyArray<Sizes>] = [
  {
    name: "several days",
    shape: (next) => ({ days: Statements.draw(next, 3, 8), rows: 60, perSecond: 1, repeatedHour: false })
  },
  { name: "few rows", shape: (next) => ({ days: 3, rows: 6, perSecond: 1, repeatedHour: next() < 0.3 }) },
  { name: "several rows a second", shape: (next) => ({ ...Wallets.anyShape(next), perSecond: 3 }) },
  { name: "anything", shape: Wallets.anyShape }
]

interface Run {
  readonly statements: number
  readonly seed: number
  readonly say: (line: string) => void
}

/** One count of each kind for each way of checking. */
const counters = <K extends string>(...kinds: ReadonlyArray<K>): ReadonlyMap<string, Record<K, number>> =>
  new Map(
    Object.keys(ways).map((way) => [way, Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<K, number>])
  )

/** Counts losses that end as complete. */
export const countLosses = ({ say, seed, statements }: Run, { name, shape }: Sizes): void => {
  for (const habit of Wallets.habits) {
    const counts = counters("complete", "noAmount", "inTime", "neither")
    let lost = 0
    for (let index = 0; lost < statements; index++) {
      const next = Statements.random(seed * 1_000_003 + index)
      const found = Wallets.withoutOne(next, Wallets.walletOf(next, habit, shape(next)))
      if (found === undefined) continue
      lost++
      const rest = Statements.shuffle(next, found.rest)
      for (const [way, count] of counts) {
        if (leavesDoubt(ways[way]?.(next, rest).kind ?? "gap")) continue
        count.complete++
        count[found.lost.amount === 0n ? "noAmount" : isWholeInTime(rest) ? "inTime" : "neither"]++
      }
    }
    for (const [way, { complete, inTime, neither, noAmount }] of counts) {
      say(
        `row lost, ${name}, ${habit}, ${way}: ${complete} of ${lost} complete: ${noAmount} of no amount, ${inTime} ` +
          `whole in the order of time, ${neither} neither`
      )
    }
  }
}

/** Counts alarms about complete statements with right times, a third of them over a night with a repeated hour. */
export const countFalseAlarms = ({ say, seed, statements }: Run, { name, shape }: Sizes): void => {
  for (const habit of Wallets.habits) {
    const counts = counters("alarms")
    let nights = 0
    for (let index = 0; index < statements; index++) {
      const next = Statements.random(seed * 1_000_003 + index)
      const rows = Wallets.walletOf(next, habit, { ...shape(next), repeatedHour: index % 3 === 0 })
      if (rows.some((row) => row.timeFlag !== null)) nights++
      const shown = Statements.shuffle(next, rows)
      for (const [way, count] of counts) {
        const verdict = ways[way]?.(next, shown)
        if (verdict?.kind !== "unanchored" || verdict.modulo.outOfTime > 0) count.alarms++
      }
    }
    for (const [way, { alarms }] of counts) {
      say(`clean, ${name}, ${habit}, ${way}: ${alarms} false alarms in ${statements}, ${nights} with a repeated hour`)
    }
  }
}

/** Counts alarms about statements of which one time in a hundred is wrong by up to an hour. */
export const countMistimed = ({ say, seed, statements }: Run, { name, shape }: Sizes): void => {
  for (const habit of Wallets.habits) {
    const counts = counters("alarms", "explained")
    let [broken, known] = [0, 0]
    for (let index = 0; index < statements; index++) {
      const next = Statements.random(seed * 1_000_003 + index)
      const rows = Statements.shuffle(next, Wallets.mistimed(next, Wallets.walletOf(next, habit, shape(next))))
      if (leavesDoubt(joinWindows([checkWindow({ period: daysOf(rows), rows, jitter: 3600 })]).verdict.kind)) known++
      if (isWholeInTime(rows)) continue
      broken++
      for (const [way, count] of counts) {
        const verdict = ways[way]?.(next, rows)
        if (verdict === undefined || !leavesDoubt(verdict.kind)) continue
        count.alarms++
        if (tellsBoth(verdict)) count.explained++
      }
    }
    for (const [way, { alarms, explained }] of counts) {
      say(
        `mistimed, ${name}, ${habit}, ${way}: ${alarms} alarms (${explained} with both explanations) in ${broken} of ` +
          `${statements} whose order by time breaks (${
            (100 * alarms / Math.max(broken, 1)).toFixed(1)
          } %); ${known} when the jitter ` +
          "is known"
      )
    }
  }
}

const tellsBoth = (verdict: Verdict): boolean =>
  findingsOf({
    walletNo: WalletNo.make("W"),
    judgement: { verdict, ends: [], findings: [] },
    truncatedDays: [],
    quarantined: [],
    held: [],
    changes: []
  })
    .some(({ explanation }) =>
      /(row is|rows are) missing.*; or a row .*bears (a wrong time|the time of another day)/.test(explanation)
    )
