/**
 * Checks windows that keep what a dropped answer alone has shown, or that lack what another one did: they add records to a day
 * that counts as cut off from then on.
 */
import * as Rows from "../../src/domain/Rows.ts"
import { dayText } from "../calendar.ts"
import { contentOf, type Shown, textOf } from "../Entry.ts"
import type { Answer } from "../Service.ts"
import { storedText } from "../storedText.ts"
import type { CommitCase } from "./CommitCase.ts"

import { multiset, surplus } from "./Multiset.ts"
import { nothingKept, withAdded } from "./WalletModel.ts"
import { releaseShown } from "./withdrawals.ts"

const recordsOn = ({ sent }: Answer, day: number): ReadonlyMap<string, number> =>
  multiset(sent.filter((record) => record.day === day).map(textOf))

/** The other answers of the run that were asked for a day. */
const othersOf = ({ answers }: CommitCase, answer: Answer, day: number): ReadonlyArray<Answer> =>
  answers.filter((other) =>
    other !== answer && other.walletNo === answer.walletNo && other.from - 1 <= day && other.to + 1 >= day
  )

/** Whether one of them shows something else of the day. */
export const isContradicted = (of: CommitCase, answer: Answer, day: number): boolean => {
  const own = recordsOn(answer, day)
  return othersOf(of, answer, day).some((other) => {
    const shown = recordsOn(other, day)
    return surplus(own, shown).length + surplus(shown, own).length > 0
  })
}

/** Whether what is stored of a day lacks something that an answer shows of it: a row, or a record that could not be read. */
const lacks = ({ days, storedBefore }: CommitCase["model"], onDay: ReadonlyArray<Shown>, day: number): boolean => {
  const stored = new Set((storedBefore.get(day) ?? []).map(({ content }) => content))
  const rejected = new Set(days.get(day)?.rejected)
  return onDay.some(({ content, raw }) => (content === null ? !rejected.has(raw) : !stored.has(content)))
}

/**
 * Whether a window keeps what an answer showed that was dropped: one before the answer that its day was kept from, one that
 * is not full, or one of which the window keeps less than it shows of a day that is kept from another already, or that
 * another contradicts; `outside` is what no window of the answer keeps.
 */
export const isLeftOver = (of: CommitCase, answer: Answer, outside: number): boolean => {
  const { committed: { window: { complete, days, receipt, rejections, rows } }, model, run, scenario } = of
  const isAgain = model.days.get(days.from)?.run === run
  const onDay = answer.sent.filter(({ day }) => day === days.from)
  return !complete && (answer.at < (model.answeredAt.get(days.from) ?? 0) ||
    answer.sent.length < (scenario.cap ?? answer.limit) ||
    (receipt.outside > outside &&
      (isAgain || isContradicted(of, answer, days.from) || lacks(model, onDay, days.from) ||
        (rows.count === 0 && rejections.length === 1))))
}

/** Checks such a window and takes it into the model. */
export const checkLeftOver = (of: CommitCase, answer: Answer): ReadonlyArray<Shown> => {
  const { committed: { outcome, window }, model, run, scenario, story } = of
  const { days, receipt, rejections, rows } = window
  const where = `${window.walletNo} ${dayText(days.from)}`
  const known = model.days.get(days.from) ?? nothingKept
  const onDay = answer.sent.filter(({ day }) => day === days.from)
  const contents = Rows.toArray(rows).map(contentOf)
  const rejected = rejections.flatMap(({ rawText }) => answer.sent.find(({ raw }) => raw === rawText) ?? [])
  const isUndated = rows.count === 0 && rejected.length > 0 && rejected.every(({ tellsDay }) => !tellsDay)
  const isFull = answer.sent.length >= Math.min(answer.limit, scenario.cap ?? answer.limit)
  story.expect(
    isFull || isUndated || isContradicted(of, answer, days.from) || lacks(model, onDay, days.from),
    () => `${where}: kept as cut off, though no answer contradicts it`
  )
  const told: ReadonlyArray<readonly [name: string, found: number, right: number]> = [
    ["days", days.to - days.from, 0],
    ["received", receipt.received, answer.sent.length],
    ["outside", receipt.outside, answer.sent.length - rows.count - rejections.length - receipt.duplicates],
    ["withdrawn", outcome.withdrawn, 0],
    ["outcome", outcome.inserted + outcome.changed + outcome.unchanged + outcome.returned, rows.count]
  ]
  for (const [name, found, right] of told) {
    story.expect(found === right, () => `${where}: kept of a dropped answer, ${name} is ${found}, not ${right}`)
  }
  for (const row of surplus(multiset(contents), multiset(onDay.map(({ content }) => content ?? "")))) {
    story.complain(`${where}: no dropped answer held ${row}`)
  }
  for (const record of rejected) {
    model.rejected.set(record.raw, record)
    if (record.tellsDay && record.day !== days.from) model.rejectedBeyond.add(storedText(record.raw))
  }
  story.count("record kept of a dropped answer", rows.count + rejections.length)
  const shown = contents.flatMap((content) => onDay.find((each) => each.content === content) ?? [])
  releaseShown(model, days, shown, of.committed.before)
  const { kept, rows: after } = withAdded(known, shown)
  model.days.set(days.from, {
    ...known,
    kept,
    rows: after,
    rejected: withTexts(known.rejected, rejected.filter(({ day, tellsDay }) => tellsDay && day === days.from)),
    undated: withTexts(known.undated, rejected.filter(({ tellsDay }) => !tellsDay)),
    isCutOff: true,
    run
  })
  model.settled.delete(days.from)
  model.finished.delete(days.from)
  return rejected
}

const withTexts = (texts: ReadonlyArray<string>, rejected: ReadonlyArray<Shown>): ReadonlyArray<string> => [
  ...texts,
  ...rejected.map(({ raw }) => raw).filter((raw) => !texts.includes(raw))
]
