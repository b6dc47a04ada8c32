/**
 * The records of answers that were dropped: because they may have been cut off and were asked for again in smaller pieces,
 * because a part of them showed more, or because they are about other days, which are still to come. Each record has to be in an answer that its day
 * is kept from. Where one is not, the day is asked for once more, and then it is kept from the dropped answer.
 */
import { contains, type Day, type Period, upTo } from "../domain/Period.ts"
import type { StatementPage } from "../domain/StatementPage.ts"
import { type DroppedPage, DroppedPages } from "./DroppedPages.ts"
import {
  atMost,
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

/** A day of which answers showed more than the one that it is kept from. */
export interface LackedDay {
  readonly day: Day
  readonly records: number
  readonly lost: number
}

interface DroppedDay {
  /** What dropped answers held of the day; each as often as in the one that held it most often. */
  readonly records: Identities
  /** Those of them that are stored, as it turned out when an answer was held against the store. */
  readonly stored: Identities
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

const nothingDropped: DroppedDay = {
  records: new Map(),
  stored: new Map(),
  missing: undefined,
  isAskedAgain: false,
  isCutOff: false,
  isTaken: false,
  lost: 0
}

/** A day that was settled by asking once more may turn out to lack other records still. */
const mostAsks = 2

/** So many days are asked for once more because stored rows have other contents now: it may be all that were ever stored. */
const mostDoubted = 3

/** Keeps what was dropped until its days are done; one for each pull of a wallet. */
export class DroppedAnswers {
  private readonly days = new Map<Day, DroppedDay>()
  private readonly undated = new UndatedRecords()
  private readonly pages = new DroppedPages()
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

  /** Takes in what an answer shows of days that are stored as it shows them: should one be loaded again, its answer has to show the same. */
  confirm(page: StatementPage, days: ReadonlySet<Day>): void {
    for (const [day, records] of recordsWhere(page, (each) => days.has(each))) {
      const before = this.days.get(day) ?? nothingDropped
      this.days.set(day, {
        ...before,
        records: atMost(before.records, records),
        stored: atMost(before.stored, records)
      })
    }
  }

  private take({ lastSettledDay, page }: DroppedPage, held: IdentitiesByDay, isToCome: (day: Day) => boolean): void {
    for (const [day, records] of held) {
      const before = this.days.get(day) ?? nothingDropped
      this.days.set(day, {
        ...nothingDropped,
        records: atMost(before.records, records),
        stored: before.stored,
        missing: isToCome(day) ? undefined : before.missing,
        isAskedAgain: before.isAskedAgain
      })
    }
    this.pages.add({ page, lastSettledDay }, [...held.keys()])
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
    this.pages.retain((day) => this.days.has(day))
  }

  /** The days of which no answer was kept since records of theirs were dropped that are not stored, as far as is known. */
  get awaited(): ReadonlyArray<Day> {
    return [...this.days].flatMap(([day, { missing, records, stored }]) =>
      missing === undefined && surplusOf(records, stored).size > 0 ? [day] : []
    )
  }

  /** The dropped answers with records of a day, as far as they are kept. */
  pagesOf(day: Day): ReadonlyArray<DroppedPage> {
    return this.pages.of(day)
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
      const found = this.pages.all.flatMap(({ lastSettledDay, page }) => {
        const indexes = indexesOf(page, day, new Set(open.keys()))
        for (const identity of recordsOn(page, { from: day, to: day }).get(day)?.keys() ?? []) open.delete(identity)
        return indexes.length === 0 ? [] : [{ day, page, indexes, lastSettledDay }]
      })
      dropped.lost = [...open.keys()].filter((identity) => !dropped.stored.has(identity)).length
      return found
    })
  }

  /** Records without a readable day that are in dropped answers alone, once all days are kept from others. */
  undatedLeftOvers(): ReadonlyArray<LeftOver> {
    return this.undated.takeOpen().map(({ index, ...seen }) => ({ ...seen, indexes: [index] }))
  }

  /** Days that are not cut off anyway and of which records are in dropped answers alone: how many, and how many of them are lost. */
  get lackedDays(): ReadonlyArray<LackedDay> {
    return [...this.missing()].flatMap(([day, missing]) => {
      const { isCutOff = true, lost = 0 } = this.days.get(day) ?? {}
      return isCutOff ? [] : [{ day, records: [...missing.values()].reduce((sum, each) => sum + each, 0), lost }]
    })
  }

  /** Stored days of which answers show rows with other contents and that were not asked for because of that. */
  get outdatedDays(): ReadonlyArray<Day> {
    return [...this.doubted.keys()].filter((day) => !this.asked.has(day))
  }

  private *missing(): Generator<readonly [Day, Identities]> {
    for (const [day, { missing }] of [...this.days].sort(([one], [other]) => one - other)) {
      if (missing !== undefined) yield [day, missing]
    }
  }
}
