/**
 * Checks what a sink holds behind a run, day by day, against what the service answered.
 */
import { dayText } from "../calendar.ts"
import { idOf } from "../Entry.ts"
import type { Story } from "../Story.ts"
import { multiset, surplus } from "./Multiset.ts"
import { contentsOf, type StoredRow, type WalletModel } from "./WalletModel.ts"

/** What a check of contents looks at. */
export interface ContentsCase {
  readonly walletNo: string
  readonly model: WalletModel
  readonly stored: ReadonlyArray<StoredRow>
  readonly run: number
  /** Days that the run need not fetch, because an interrupted run had. */
  readonly spared: ReadonlySet<number>
  readonly story: Story
}

/** Groups rows by day. */
export const byDay = (rows: ReadonlyArray<StoredRow>): ReadonlyMap<number, ReadonlyArray<StoredRow>> =>
  Map.groupBy(rows, ({ day }) => day)

/** Checks every day that is known or stored. */
export const checkContents = (of: ContentsCase): void => {
  const stored = byDay(of.stored)
  for (const day of new Set([...of.model.days.keys(), ...stored.keys()])) checkDay(of, day, stored.get(day) ?? [])
  of.model.storedEarlier = of.model.storedBefore
  of.model.storedBefore = stored
  for (const [key, { content, day }] of of.model.held) {
    if (stored.get(day)?.some((row) => row.content === content) !== true) of.model.held.delete(key)
  }
}

const checkDay = (of: ContentsCase, day: number, rows: ReadonlyArray<StoredRow>): void => {
  const { model, run, spared, story } = of
  const view = model.days.get(day)
  const where = `${of.walletNo} ${dayText(day)}`
  const isFresh = view !== undefined && view.run === run
  const before = model.storedBefore.get(day) ?? []
  const right = isFresh ? contentsOf(view) : before.map(({ content }) => content)
  const [expected, found] = [multiset(right), multiset(rows.map(({ content }) => content))]
  const lost = surplus(expected, found)
  const excused = lost.filter((content) => isExcused(of, day, content))
  for (const content of lost.filter((content) => !excused.includes(content)).slice(0, 3)) {
    story.complain(
      `${where}: a row is lost${spared.has(day) ? " that an interrupted run had committed" : ""}: ${content}`
    )
  }
  if (excused.length > 0 && view !== undefined) {
    story.count("row moved off a day that was not asked for", excused.length)
    model.days.set(day, {
      ...view,
      rows: view.rows.filter(({ content }) => !excused.includes(content ?? "")),
      kept: view.kept.filter((content) => !excused.includes(content))
    })
  }
  // An answer that was cut off adds to what is there.
  const others = isFresh && view.isCutOff ? [...before.map(({ content }) => content), ...view.earlier] : []
  const allowed = multiset([...right, ...others])
  for (const content of surplus(found, allowed).slice(0, 3)) story.complain(`${where}: a row too many: ${content}`)
}

/** A row may have moved to a day that this run saw, unless the run saw all of the day that it was on and did not hold it. */
const isExcused = ({ model, run, spared, stored }: ContentsCase, day: number, content: string): boolean => {
  const view = model.days.get(day)
  const isSeen = view !== undefined && view.run === run && !view.isCutOff && !view.kept.includes(content)
  if (spared.has(day) || isSeen) return false
  const id = JSON.stringify(idOf(content))
  return stored.some((row) => JSON.stringify(row.id) === id && row.day !== day && model.days.get(row.day)?.run === run)
}
