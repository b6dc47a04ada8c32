/**
 * Checks every window as it is committed: what it claims to hold against what the service really answered.
 */
import * as Rows from "../../src/domain/Rows.ts"
import { dayAt, dayText } from "../calendar.ts"
import { contentOf, type Shown } from "../Entry.ts"
import type { LiveRow } from "../LiveRow.ts"
import type { Scenario } from "../Scenario.ts"
import type { Answer } from "../Service.ts"
import { isPlain } from "../ServiceDays.ts"
import { storedText } from "../storedText.ts"
import type { Story } from "../Story.ts"
import type { CommitCase } from "./CommitCase.ts"
import { checkLeftOver, isContradicted, isLeftOver } from "./leftOvers.ts"
import { multiset, surplus } from "./Multiset.ts"
import { checkPlaces } from "./places.ts"
import { noteLoaded } from "./reach.ts"
import { contentsOf, distinct } from "./WalletModel.ts"
import { checkWithdrawals } from "./withdrawals.ts"

/** Checks a commit and takes it into the model. */
export const checkCommit = (of: CommitCase): void => {
  const { answer, committed: { outcome, window }, story } = of
  const { complete, days, receipt, rows } = window
  const where = `${window.walletNo} ${dayText(days.from)}..${dayText(days.to)}`
  if (answer === undefined) return story.complain(`${where}: committed what no answer brought`)
  noteLoaded(of.model, window)
  const within = (day: number): boolean => day >= days.from && day <= days.to
  const transactions = answer.sent.filter(({ content, day }) => content !== null && within(day))
  // What is dated outside of the days asked for may be seen by no other window.
  const isKept = (day: number): boolean => within(day) || day < answer.from || day > answer.to
  const rejected = answer.sent.filter(({ content, day, tellsDay }) => content === null && (!tellsDay || isKept(day)))
  const expected = distinct(transactions)
  if (isLeftOver(of, answer, answer.sent.length - transactions.length - rejected.length)) {
    checkQuarantined(of, checkLeftOver(of, answer), where)
    return checkWatermark(of.committed.watermark, of, where)
  }
  const told: ReadonlyArray<readonly [name: string, found: number, right: number]> = [
    ["received", receipt.received, answer.sent.length],
    ["rows", rows.count, expected.length],
    ["rejections", window.rejections.length, rejected.length],
    ["duplicates", receipt.duplicates, transactions.length - expected.length],
    ["outside", receipt.outside, answer.sent.length - transactions.length - rejected.length],
    ["outcome", outcome.inserted + outcome.changed + outcome.unchanged + outcome.returned, expected.length]
  ]
  for (const [name, found, right] of told) {
    story.expect(found === right, () => `${where}: ${name} is ${found}, not ${right}`)
  }
  checkQuarantined(of, rejected, where)
  const contents = Rows.toArray(rows).map(contentOf)
  compareContents(where, contents, expected, story)
  if (complete && window.kept.length === 0) checkPlaces(where, contents, window.check.positions, expected, story)
  const isFull = answer.sent.length >= answer.limit
  // Answers with as many records as a cap are taken for cut off as soon as it is known.
  const mayBeFull = isFull || answer.sent.length >= (of.scenario.cap ?? answer.limit)
  story.expect(
    complete ? !isFull : mayBeFull,
    () => `${where}: taken for ${complete ? "complete" : "cut off"}, which it is not`
  )
  const isCovered = (by: Answer): boolean => days.from >= by.firstDay && days.to <= by.lastDay
  // Of narrow answers for a day that all have none of its records any may be the one that is kept.
  const isEmptyElsewhere = expected.length === 0 &&
    of.answers.some((other) =>
      other.walletNo === window.walletNo && isCovered(other) && !other.sent.some(({ day }) => within(day))
    )
  // A record that an answer leaves out looks like one that lies outside of the days asked for.
  story.expect(
    !complete || !isPlain(of.scenario) || of.scenario.shyOneIn !== undefined || (of.scenario.weather.poor ?? 0) > 0 ||
      isCovered(answer) || isEmptyElsewhere,
    () => `${where}: committed, but the answer covers ${dayText(answer.firstDay)}..${dayText(answer.lastDay)} only`
  )
  if (!complete) checkCutOff(of, answer, where)
  takeIn(of, answer, expected, rejected, checkWithdrawals(of, expected, rejected.length, where))
  checkWatermark(of.committed.watermark, of, where)
}

/** A record counts once in a run, however often the run sees it; one that was gone for a while may count again. */
const checkQuarantined = (of: CommitCase, rejected: ReadonlyArray<Shown>, where: string): void => {
  const { brought, committed: { outcome: { quarantined } }, story } = of
  let fresh = 0
  for (const [raw, count] of multiset(rejected.map((record) => record.raw))) {
    fresh += Math.max(0, count - (brought.get(raw) ?? 0))
    brought.set(raw, Math.max(count, brought.get(raw) ?? 0))
  }
  story.expect(
    quarantined >= fresh && quarantined <= rejected.length,
    () => `${where}: quarantined is ${quarantined}, and ${fresh} of ${rejected.length} came for the first time`
  )
}

const compareContents = (
  where: string,
  found: ReadonlyArray<string>,
  expected: ReadonlyArray<Shown>,
  story: Story
): void => {
  const [present, right] = [multiset(found), multiset(expected.map(({ content }) => content ?? ""))]
  for (const row of surplus(right, present).slice(0, 3)) story.complain(`${where}: the answer's row is lost: ${row}`)
  for (const row of surplus(present, right).slice(0, 3)) story.complain(`${where}: no such row was answered: ${row}`)
}

/** A day is cut off only when it can't be asked for more narrowly; and then nothing may be withdrawn. */
const checkCutOff = (of: CommitCase, answer: Answer, where: string): void => {
  const { committed: { outcome, window: { days } }, scenario, story } = of
  story.count("day cut off")
  story.expect(outcome.withdrawn === 0, () => `${where}: a cut-off answer withdrew ${outcome.withdrawn} rows`)
  story.expect(days.from === days.to, () => `${where}: several days are called cut off together`)
  const onDay = answer.sent.filter(({ day }) => day === days.from).length
  const around = answer.whole.filter(({ day }) => Math.abs(day - days.from) <= 1).length
  const limit = Math.min(answer.limit, scenario.cap ?? answer.limit)
  const ofDay = answer.whole.filter(({ day }) => day === days.from).length
  if (onDay >= limit || ofDay >= limit) return story.count("day cut off at exactly the limit or above")
  if (isContradicted(of, answer, days.from)) {
    return story.count("day cut off because another answer shows something else")
  }
  story.count("day cut off because of its neighbours")
  if (!isPlain(scenario)) return
  const isTight = answer.firstDay === days.from && answer.lastDay === days.from
  // Answers that lack records, and records that move to other days between runs, look as if the bounds were not as claimed; a day
  // without a record among many is asked for once more with those around it, and theirs may fill the answer.
  const mayBeWide = scenario.dateBounds === "unknown" || scenario.shyOneIn !== undefined || of.run > 1 || ofDay === 0 ||
    (scenario.weather.poor ?? 0) > 0
  story.expect(
    mayBeWide && !isTight && answer.sent.length >= limit,
    () => `${where}: called cut off with ${onDay} records on the day and ${around} around it, limit ${limit}`
  )
}

const takeIn = (
  { committed: { window }, model, run, scenario }: CommitCase,
  answer: Answer,
  rows: ReadonlyArray<Shown>,
  rejected: ReadonlyArray<Shown>,
  kept: ReadonlyArray<LiveRow>
): void => {
  const dayOfAnswer = dayAt(scenario.zone, answer.at)
  for (const record of rejected) {
    const { day, raw } = record
    model.rejected.set(raw, record)
    if (day < answer.from || day > answer.to) model.rejectedBeyond.add(storedText(raw))
  }
  for (let day: number = window.days.from; day <= window.days.to; day++) {
    const known = model.days.get(day)
    const earlier = known?.run === run ? [...known.earlier, ...contentsOf(known)] : []
    model.days.set(day, {
      earlier,
      rows: rows.filter((row) => row.day === day),
      kept: kept.flatMap((row) => (row.day === day ? [row.content] : [])),
      rejected: rejected.filter((record) => record.tellsDay && record.day === day).map(({ raw }) => raw),
      undated: rejected.filter((record) => !record.tellsDay && record.day === day).map(({ raw }) => raw),
      whole: answer.whole.filter((record) => record.day === day),
      beyond: answer.beyond.filter((record) => record.day === day),
      isCrowded: answer.whole.length + answer.beyond.length >= Math.min(answer.limit, scenario.cap ?? answer.limit),
      isCutOff: !window.complete,
      run
    })
    model.answeredAt.set(day, answer.at)
    if (!window.complete) {
      model.settled.delete(day)
      model.finished.delete(day)
    } else if (kept.length === 0 && day < dayOfAnswer) {
      model.settled.add(day)
      // A run that goes on behind midnight still takes the day of its start for one that is not over.
      if (day <= window.lastSettledDay) model.finished.add(day)
    }
  }
}

/** A watermark covers days that are over, and of which the last answer was whole. */
export const checkWatermark = (
  watermark: { readonly from: number; readonly to: number } | undefined,
  { model, now, scenario, story }: Pick<CommitCase, "model" | "now" | "story"> & { readonly scenario: Scenario },
  where: string
): void => {
  if (watermark === undefined) return
  const yesterday = dayAt(scenario.zone, now) - 1
  story.expect(watermark.to <= yesterday, () => `${where}: the watermark stands at a day that is not over`)
  for (let day = watermark.from; day <= watermark.to; day++) {
    if (model.settled.has(day)) continue
    return story.complain(`${where}: the watermark covers ${dayText(day)}, of which no whole answer was committed`)
  }
}
