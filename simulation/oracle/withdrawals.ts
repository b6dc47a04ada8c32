/**
 * Checks what becomes of stored rows that an answer no longer shows: few may be withdrawn; many are kept, and a kept row is
 * withdrawn only by a later run that was told to accept that.
 *
 * The oracle does not compare rows as the program does. A row whose id the answer has nowhere is surely gone, one whose
 * contents it lacks is possibly gone, and the rule has to hold for whatever lies between.
 */
import { movementIn, placeIn, type Shown, textOf, unsettledPlaceIn } from "../Entry.ts"
import { type LiveRow, liveRowOf } from "../LiveRow.ts"
import type { Answer } from "../Service.ts"
import type { Story } from "../Story.ts"
import type { CommitCase } from "./CommitCase.ts"

import { type Multiset, multiset, surplus } from "./Multiset.ts"
import type { WalletModel } from "./WalletModel.ts"

const keyOf = ({ id, leg }: Pick<LiveRow, "id" | "leg">): string => `${leg} ${id}`

const contentsOf = (rows: ReadonlyArray<LiveRow>): Multiset => multiset(rows.map(({ content }) => content))

/** Checks that, takes the held rows into the model, and gives the rows that the window keeps. */
export const checkWithdrawals = (
  of: CommitCase,
  shown: ReadonlyArray<Shown>,
  rejected: number,
  where: string
): ReadonlyArray<LiveRow> => {
  const { committed: { before, window: { complete, days, kept: told } }, model, run, story } = of
  const kept = told.map(({ leg, transaction }) => liveRowOf(transaction, leg))
  story.count("row held", kept.length)
  if (!complete) {
    story.expect(kept.length === 0, () => `${where}: a cut-off answer keeps rows`)
    releaseShown(model, days, shown, before)
    return []
  }
  if (before !== undefined) judge(of, { before, shown, rejected, kept, where })
  releaseMoved(model, days, shown)
  const since = kept.map((row) => model.held.get(keyOf(row))?.run ?? run)
  for (const [key, { day }] of model.held) if (day >= days.from && day <= days.to) model.held.delete(key)
  for (const [index, row] of kept.entries()) {
    model.held.set(keyOf(row), { ...row, run: since[index] ?? run, mayBeShown: false })
  }
  return kept
}

interface Judged {
  readonly before: ReadonlyArray<LiveRow>
  readonly shown: ReadonlyArray<Shown>
  readonly rejected: number
  readonly kept: ReadonlyArray<LiveRow>
  readonly where: string
}

const judge = (
  of: CommitCase,
  { before, kept, rejected, shown, where }: Judged
): void => {
  const { answer, answers, committed: { outcome, window: { days } }, mayAccept, model, run, scenario, story } = of
  const isElsewhere = mayBeElsewhere(of, shown, kept)
  const [possibly, surely] = [possiblyGone(before, shown), surelyGone(before, shown)]
  const [isStored, isKept] = [new Set(before.map(keyOf)), new Set(kept.map(keyOf))]
  const heldSince = (row: LiveRow): number | undefined => model.held.get(keyOf(row))?.run
  const isAccepted = (row: LiveRow): boolean => mayAccept && (heldSince(row) ?? run) < run
  const doubtful = (rows: ReadonlyArray<LiveRow>) => rows.filter((row) => !isAccepted(row))
  const tooMuch = (rows: ReadonlyArray<LiveRow>): boolean =>
    isMuch(doubtful(rows), doubtful(before), shown.length + rejected, scenario.maxWithdrawals)
  // Of rows that are alike nobody can say which the answer shows.
  for (const content of surplus(contentsOf(kept), contentsOf(possibly))) {
    story.complain(`${where}: keeps what is shown: ${content}`)
  }
  for (const row of kept) {
    story.expect(isStored.has(keyOf(row)), () => `${where}: keeps what is not stored: ${row.content}`)
    story.expect(!isAccepted(row), () => `${where}: keeps a row whose withdrawal was accepted: ${row.content}`)
  }
  if (tooMuch(surely.filter((row) => !isElsewhere(row)))) {
    story.count("answer doubted")
    const most = possibly.filter(isAccepted).length
    story.expect(
      outcome.withdrawn <= most,
      () => `${where}: an answer to be doubted withdrew ${outcome.withdrawn} rows`
    )
  }
  const isDoubting = [...model.held.values()].some((row) => row.run === run)
  if (!tooMuch(possibly) && !isDoubting) {
    const isAgain = [...model.days].some(([day, known]) => known.run === run && day >= days.from && day <= days.to)
    const isDoubted = isAgain || showsMore(answers, answer) || isNarrowed(answers, answer, scenario.cap ?? Infinity)
    // What can't be read any more where it stood is shown all the same: to hold its row is safe.
    const unread = new Set((answer?.sent ?? []).flatMap(({ content, id }) => content === null ? [id] : []))
    const mayBeHeld = (row: LiveRow): boolean => (row.confirmed && isDoubted) || unread.has(row.id)
    for (const row of kept.filter((each) => heldSince(each) === undefined && !mayBeHeld(each))) {
      story.complain(`${where}: held without cause: ${row.content}`)
    }
  }
  for (const row of surely) {
    if (heldSince(row) === undefined || isAccepted(row) || isKept.has(keyOf(row))) continue
    if (model.held.get(keyOf(row))?.mayBeShown === true || isElsewhere(row)) continue
    story.complain(`${where}: a held row is withdrawn that nobody accepted: ${row.content}`)
  }
  const accepted = surely.filter(isAccepted).length
  story.count("withdrawal accepted", accepted)
  story.expect(outcome.withdrawn >= accepted, () => `${where}: ${accepted} withdrawals were accepted and not made`)
}

/**
 * Whether a row may be there all the same: on another day, of which an answer or what is stored or kept tells, or under another
 * id.
 */
const mayBeElsewhere = (
  { answer, committed: { window: { days } }, model }: CommitCase,
  shown: ReadonlyArray<Shown>,
  kept: ReadonlyArray<LiveRow>
): (row: LiveRow) => boolean => {
  const others = [
    ...(answer?.sent ?? []),
    ...[...model.days].flatMap((
      [day, { earlier, kept, rows }]
    ) => [...rows, ...[...kept, ...earlier].map((content) => ({ content, day, id: "" }))]),
    ...[...model.storedBefore.values()].flat()
  ].filter(({ day }) => day < days.from || day > days.to)
  const movements = new Set(others.map(({ content }) => movementIn(content ?? "")))
  const places = new Set(shown.map(({ content }) => placeIn(content ?? "")))
  const unsettledPlaces = new Set(shown.map(({ content }) => unsettledPlaceIn(content ?? "")))
  // What can't be read where it stands now tells its id all the same.
  const unread = new Set(others.filter(({ content }) => content === null).map(({ id }) => id))
  return ({ confirmed, content, day, id }) => {
    const movement = movementIn(content)
    const isPlaced = confirmed ? places.has(placeIn(content)) : unsettledPlaces.has(unsettledPlaceIn(content))
    const isKept = kept.some((other) => other.day !== day && movementIn(other.content) === movement)
    return (movement !== undefined && (movements.has(movement) || isKept)) || isPlaced || unread.has(id)
  }
}

/** Whether some of a run's answers show a record of the days of one that this one lacks. */
const showsMore = (answers: ReadonlyArray<Answer>, answer: Answer | undefined): boolean => {
  if (answer === undefined) return false
  const has = new Set(answer.sent.map(textOf))
  return answers.some(({ sent, walletNo }) =>
    walletNo === answer.walletNo &&
    sent.some((shown) => shown.day >= answer.from && shown.day <= answer.to && !has.has(textOf(shown)))
  )
}

/** Whether fewer days were asked for than before, since more did not fit: then it may be too few. */
const isNarrowed = (answers: ReadonlyArray<Answer>, answer: Answer | undefined, cap: number): boolean =>
  answer !== undefined &&
  answers.some(({ from, limit, sent, to, walletNo }) =>
    walletNo === answer.walletNo && from <= answer.from && to >= answer.to && to - from > answer.to - answer.from &&
    sent.length >= Math.min(limit, cap)
  )

/**
 * A cut-off answer lets go of what it shows. That can't be told of a row whose id it shows with other contents, nor of one
 * of several rows with the same contents that it shows less often than they are stored.
 */
export const releaseShown = (
  model: WalletModel,
  { from, to }: { readonly from: number; readonly to: number },
  shown: ReadonlyArray<Shown>,
  before: ReadonlyArray<LiveRow> | undefined
): void => {
  const held = [...model.held.values()].filter(({ day }) => day >= from && day <= to)
  const gone = new Set<LiveRow>(surelyGone(held, shown))
  const contents = multiset(shown.map(({ content }) => content ?? ""))
  const stored = before && multiset(before.map(({ content }) => content))
  for (const row of held) {
    const isShown = stored !== undefined && (contents.get(row.content) ?? 0) >= (stored.get(row.content) ?? Infinity)
    if (isShown) model.held.delete(keyOf(row))
    else if (!gone.has(row)) model.held.set(keyOf(row), { ...row, mayBeShown: true })
  }
}

/** A row that is held on one day may be what an answer shows on another. */
const releaseMoved = (
  model: WalletModel,
  { from, to }: { readonly from: number; readonly to: number },
  shown: ReadonlyArray<Shown>
): void => {
  const ids = new Set(shown.map(({ id }) => id))
  for (const [key, row] of model.held) {
    if ((row.day < from || row.day > to) && ids.has(row.id)) model.held.set(key, { ...row, mayBeShown: true })
  }
}

/** Checks the rows that a sink says are held, and takes over what could not be told. */
export const checkHeld = (
  walletNo: string,
  model: WalletModel,
  held: ReadonlyArray<Pick<LiveRow, "id" | "leg">>,
  story: Story
): void => {
  const found = new Set(held.map(keyOf))
  for (const [key, { content, mayBeShown }] of model.held) {
    if (found.has(key)) continue
    story.expect(mayBeShown, () => `${walletNo}: held no more, though no answer showed it: ${content}`)
    model.held.delete(key)
  }
  for (const key of found) story.expect(model.held.has(key), () => `${walletNo}: held, and should not be: ${key}`)
}

/** Stored rows with contents that the answer does not have, or has less often. */
const possiblyGone = (before: ReadonlyArray<LiveRow>, shown: ReadonlyArray<Shown>): ReadonlyArray<LiveRow> => {
  const left = new Map(multiset(shown.map(({ content }) => content ?? "")))
  return before.filter(({ content }) => {
    const count = left.get(content) ?? 0
    left.set(content, count - 1)
    return count <= 0
  })
}

const surelyGone = (before: ReadonlyArray<LiveRow>, shown: ReadonlyArray<Shown>): ReadonlyArray<LiveRow> => {
  const ids = new Set(shown.map(({ id }) => id))
  return before.filter(({ id }) => id.trim() !== "" && !ids.has(id))
}

const sure = (rows: ReadonlyArray<LiveRow>): ReadonlyArray<LiveRow> => rows.filter(({ confirmed }) => confirmed)

const onDay = (rows: ReadonlyArray<LiveRow>, day: number): number => sure(rows).filter((row) => row.day === day).length

/** The rule of docs/decisions: an empty answer, more than the setting, all, all of a day, or more than a tenth. */
const isMuch = (
  gone: ReadonlyArray<LiveRow>,
  all: ReadonlyArray<LiveRow>,
  answered: number,
  most: number
): boolean => {
  if (gone.length > 0 && (answered === 0 || gone.length > most)) return true
  const count = sure(gone).length
  if (count === 0) return false
  if (count === sure(all).length) return true
  if (count === 1) return false
  return sure(gone).some(({ day }) => onDay(gone, day) === onDay(all, day)) ||
    (count >= 4 && 10 * count > sure(all).length)
}
