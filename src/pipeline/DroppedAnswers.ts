/**
 * The records of answers that were dropped: because they may have been cut off and were asked for again in smaller pieces,
 * because a part of them showed more, or because they are about other days, which are still to come. Each record has to be in an answer that its day
 * is kept from. Where one is not, the day is asked for once more, and then it is kept from the dropped answer.
 */
import { type Doubt, doubtOf } from "../domain/Finding.ts"
import { contains, type Day, formatDay, type Period, upTo } from "../domain/Period.ts"
import { isSameAnswer, type StatementPage } from "../domain/StatementPage.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { pullCommand } from "./pullCommand.ts"
import {
  type Identities,
  type IdentitiesByDay,
  indexesOf,
  recordsOn,
  recordsWhere,
  surplusOf
} from "./recordIdentities.ts"
import { UndatedRecords } from "./UndatedRecords.ts"

/** Records of a dropped answer on a day that no other answer showed, by their indexes. */
export interface LeftOver {
  readonly day: Day
  readonly page: StatementPage
  readonly indexes: ReadonlyArray<number>
  readonly lastSettledDay: Day
}

interface DroppedPage {
  readonly page: StatementPage
  readonly lastSettledDay: Day
}

/** A page that is kept, with the days of which its records count. */
interface KeptPage extends DroppedPage {
  readonly days: ReadonlyArray<Day>
}

interface DroppedDay {
  /** What dropped answers held of the day; each as often as in the one that held it most often. */
  readonly records: Identities
  /** What of it the answer that the day was kept from did not hold; undefined before there is one. */
  missing: Identities | undefined
  isAskedAgain: boolean
  /** Whether that answer was full itself. */
  isCutOff: boolean
  /** Whether the missing ones were given out to be kept, and the day was not kept from another answer since. */
  isTaken: boolean
  /** How many of them could not be given out, since too many answers were dropped meanwhile. */
  lost: number
}

/** So many answers are kept whole at a time; of others it is known which records they held, and no more. */
const mostPages = 8

/** A day that was settled by asking once more may turn out to lack other records still. */
const mostAsks = 2

/** So many days are asked for once more because stored rows have other contents now: it may be all that were ever stored. */
const mostDoubted = 3

/** Keeps what was dropped until its days are done; one for each pull of a wallet. */
export class DroppedAnswers {
  private readonly days = new Map<Day, DroppedDay>()
  private readonly undated = new UndatedRecords()
  private pages: ReadonlyArray<KeptPage> = []
  /** How often each day was asked for once more: answers that contradict each other would go on for ever. */
  private readonly asked = new Map<Day, number>()
  /** Stored days of which answers show rows with other contents, each with one of these, and those that were left open for it. */
  private readonly doubted = new Map<Day, DroppedPage>()
  private readonly opened = new Set<Day>()

  /**
   * Takes an answer in that is dropped. Only records of days that were over count, as others come and go: those of the days
   * that are asked for again, and of `others`.
   */
  drop(dropped: DroppedPage, again: Period, others: Period = again): void {
    this.dropUndated(dropped, again.from)
    const settled = upTo(others, dropped.lastSettledDay)
    if (settled === undefined) return
    this.take(dropped, recordsOn(dropped.page, settled), (day) => contains(again, day))
  }

  /** Takes in what an answer of which something is kept, or will be, shows of other days, whose own answers are to come. */
  note(shown: DroppedPage, days: ReadonlySet<Day>): void {
    this.take(shown, recordsWhere(shown.page, (day) => days.has(day)), () => true)
  }

  private take({ lastSettledDay, page }: DroppedPage, held: IdentitiesByDay, isToCome: (day: Day) => boolean): void {
    for (const [day, records] of held) {
      const before = this.days.get(day)
      this.days.set(day, {
        records: before === undefined ? records : atMost(before.records, records),
        missing: isToCome(day) ? undefined : before?.missing,
        isAskedAgain: before?.isAskedAgain ?? false,
        isTaken: false,
        isCutOff: false,
        lost: 0
      })
    }
    if (held.size === 0) return
    const before = this.pages.find((each) => isSameAnswer(each.page, page))
    const days = [...held.keys(), ...before?.days ?? []]
    this.pages = [...this.pages.filter((each) => each !== before), { page, lastSettledDay, days }].slice(-mostPages)
  }

  /** Takes an answer in of which nothing is kept that has a readable day; `day` is one that it was asked for. */
  dropUndated({ lastSettledDay, page }: DroppedPage, day: Day): void {
    this.undated.drop(page, { day, lastSettledDay })
  }

  /** Takes a window's answer in that goes on to be committed. */
  letGo(page: StatementPage): void {
    this.undated.letGo(page)
  }

  /** Takes an answer in that some days are kept from; of a day that is cut off more can't be had by asking again. */
  keep(page: StatementPage, days: Period, isCutOff: boolean): void {
    if (this.days.size === 0) return
    const awaited = new Set([...this.days.keys()].filter((day) => contains(days, day)))
    if (awaited.size === 0) return
    const shown = recordsWhere(page, (day) => awaited.has(day))
    for (const day of awaited) {
      const dropped = this.days.get(day)
      if (dropped === undefined) continue
      const missing = surplusOf(dropped.records, shown.get(day))
      if (missing.size === 0) this.days.delete(day)
      else {
        dropped.missing = missing
        dropped.isTaken = false
        dropped.isCutOff = isCutOff
      }
    }
    this.pages = this.pages.filter((each) => each.days.some((day) => this.days.has(day)))
  }

  /** The days of which no answer was kept since their records were dropped. */
  get awaited(): ReadonlyArray<Day> {
    return [...this.days].flatMap(([day, { missing }]) => (missing === undefined ? [day] : []))
  }

  /** Takes note of a stored day of which an answer shows a row with other contents. */
  doubt(day: Day, shown: DroppedPage): void {
    this.doubted.set(day, shown)
  }

  /** Takes note of days of which a whole answer goes on to be committed: none of them is outdated unless it was asked for because of that. */
  loaded(days: Period): void {
    for (const day of this.doubted.keys()) if (contains(days, day) && !this.asked.has(day)) this.doubted.delete(day)
  }

  /** The next day to ask for once more, since what was kept of it lacks records or is outdated; undefined when there is none. */
  nextDay(): Day | undefined {
    for (const day of [...this.doubted.keys()].slice(0, mostDoubted)) {
      if (this.asked.has(day)) continue
      this.asked.set(day, 1)
      return day
    }
    for (const [day, dropped] of this.days) {
      const times = this.asked.get(day) ?? 0
      if (dropped.missing === undefined || dropped.isAskedAgain || dropped.isCutOff || times >= mostAsks) continue
      dropped.isAskedAgain = true
      this.asked.set(day, times + 1)
      return day
    }
    return undefined
  }

  /** A day that was to be asked for once more is not: what was to turn out stays open. */
  giveUp(day: Day): void {
    this.asked.delete(day)
  }

  /** The first of some days of which the answer that it was kept from lacks records. */
  lackedDay(days: Period): Day | undefined {
    return [...this.missing()].find(([day]) => contains(days, day))?.[0]
  }

  /** What is in dropped answers alone, in the order of days; again when its day was kept from another answer since. */
  leftOvers(of?: Period): ReadonlyArray<LeftOver> {
    return [...this.lacking(of), ...this.outdated(of)]
  }

  /** Stored days with other contents that are not asked for any more: nothing of their answers is kept, and they are left open. */
  private outdated(of: Period | undefined): ReadonlyArray<LeftOver> {
    return [...this.doubted].flatMap(([day, { lastSettledDay, page }]) => {
      if (this.asked.has(day) || this.opened.has(day) || (of !== undefined && !contains(of, day))) return []
      this.opened.add(day)
      return [{ day, page, indexes: [], lastSettledDay }]
    })
  }

  private lacking(of: Period | undefined): ReadonlyArray<LeftOver> {
    return [...this.missing()].flatMap(([day, missing]) => {
      const dropped = this.days.get(day)
      if (dropped === undefined || dropped.isTaken || (of !== undefined && !contains(of, day))) return []
      dropped.isTaken = true
      const open = new Map(missing)
      const found = this.pages.flatMap(({ lastSettledDay, page }) => {
        const indexes = indexesOf(page, day, new Set(open.keys()))
        for (const identity of recordsOn(page, { from: day, to: day }).get(day)?.keys() ?? []) open.delete(identity)
        return indexes.length === 0 ? [] : [{ day, page, indexes, lastSettledDay }]
      })
      dropped.lost = open.size
      return found
    })
  }

  /** Records without a readable day that are in dropped answers alone, once all days are kept from others. */
  undatedLeftOvers(): ReadonlyArray<LeftOver> {
    return this.undated.takeOpen().map(({ index, ...seen }) => ({ ...seen, indexes: [index] }))
  }

  /** What the report has to tell of the same records; that a day is cut off anyway it tells without them. */
  findings(walletNo: WalletNo): ReadonlyArray<Doubt> {
    const lacking = [...this.missing()].flatMap(([day, missing]) => {
      const { isCutOff = true, lost = 0 } = this.days.get(day) ?? {}
      if (isCutOff) return []
      const count = [...missing.values()].reduce((sum, each) => sum + each, 0)
      const [records, but] = [count === 1 ? "record was" : "records were", lost === 0 ? "" : `, but for ${lost}`]
      return [onDay(
        day,
        `${count} ${records} in one answer of this run and not in another that has to show the same: ` +
          `what was there is kept${but}, and the day counts as cut off.`
      )]
    })
    const outdated = [...this.doubted.keys()].filter((day) => !this.asked.has(day))
    return [...lacking, ...outdated.map((day) => onDay(day, otherContents(walletNo, formatDay(day))))]
  }

  private *missing(): Generator<readonly [Day, Identities]> {
    for (const [day, { missing }] of [...this.days].sort(([one], [other]) => one - other)) {
      if (missing !== undefined) yield [day, missing]
    }
  }
}

const onDay = (day: Day, explanation: string): Doubt =>
  doubtOf("dropped", explanation, { from: formatDay(day), to: formatDay(day) })

const otherContents = (walletNo: WalletNo, day: string): string =>
  "Stored rows of the day have other contents in an answer of this run, as those of some days next to it had. " +
  `Load this day and all before it again, from the first of them on: ${pullCommand(walletNo, "DAY", day)}.`

const atMost = (left: Identities, right: Identities): Identities => {
  const most = new Map(left)
  for (const [identity, count] of right) most.set(identity, Math.max(count, most.get(identity) ?? 0))
  return most
}
