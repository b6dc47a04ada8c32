/**
 * Which answer of the service a window's rows are, so that the same answer need not be read, checked and compared once
 * more: the same bytes to the same request, read by the same rules, are the same rows.
 *
 * Only the very object that the pull's own stages made is marked. A stage that makes another window of it, with other
 * rows perhaps, leaves the mark behind, and the sink compares row by row.
 */
import type { ContinuityEntry } from "./Window.ts"

/** What a window's mark says. */
export interface AnswerMark {
  /** The answer, in a form that only the pipeline reads. */
  readonly answer: string
  /** The entry of the days when they came in the very same answer before; undefined when this one is new. */
  readonly repeats: ContinuityEntry | undefined
}

const marks = new WeakMap<object, AnswerMark>()

/** Marks a window and gives it back. */
export const markAnswer = <W extends object>(window: W, mark: AnswerMark): W => {
  marks.set(window, mark)
  return window
}

/** The mark of a window, if it has one. */
export const answerMarkOf = (window: object): AnswerMark | undefined => marks.get(window)

const unread = new WeakSet<object>()

/** Notes of a page that its records are read when they are first asked for, because its very bytes were read before. */
export const markUnread = <Page extends object>(page: Page): Page => {
  unread.add(page)
  return page
}

/** Whether it is such a page, and not another one made of it. */
export const isUnread = (page: object): boolean => unread.has(page)
