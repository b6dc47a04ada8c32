/**
 * Checks that what any answer of a run showed of loaded days is in the end stored, or that the run says that something is not right.
 */
import type { WalletReport } from "../../src/domain/RunReport.ts"
import { dayAt, dayText, type Zone } from "../calendar.ts"
import type { Answer } from "../Service.ts"
import type { Story } from "../Story.ts"
import type { WalletRun } from "./WalletRun.ts"

import type { StoredRow } from "./WalletModel.ts"

/** What a check of answers looks at. */
export interface DroppedCase {
  readonly wallet: WalletRun
  readonly report: WalletReport
  /** All that the service answered since the run began. */
  readonly answers: ReadonlyArray<Answer>
  readonly stored: ReadonlyArray<StoredRow>
  readonly zone: Zone
  /** By how much the machine's clock is behind: days that are not over by it are asked for anew. */
  readonly behindMillis: number
  readonly story: Story
}

/** Checks the answers to one wallet's requests, as far as their days were loaded, in this run or an earlier one. */
export const checkDropped = (
  { answers, behindMillis, report, story, stored, wallet: { asked, model, walletNo }, zone }: DroppedCase
): void => {
  if (report.findings.some(({ kind }) => kind === "dropped")) story.count("dropped: said so")
  if (report.error !== null || asked === null) return
  // A later answer may lack a row; few such are withdrawn, and the report's notes say so.
  if (report.rows.withdrawn > 0) return story.count("dropped: not judged, rows were withdrawn")
  const isTold = (day: number): boolean =>
    report.findings.some(({ from, kind }) =>
      kind === "cap" || ((kind === "dropped" || kind === "cut-off-day") && from === dayText(day))
    )
  const known = new Set(stored.map(({ day, id }) => `${day} ${id}`))
  const ids = new Set(stored.map(({ id }) => id))
  const unread = new Set([...model.rejected.values()].map(({ day, id }) => `${day} ${id}`))
  for (const { at, limit, sent, walletNo: of } of answers) {
    if (of !== walletNo) continue
    story.count(`dropped: ${sent.length < limit ? "an answer" : "a full answer"} looked for`)
    for (const { content, day, id } of sent) {
      if (!model.days.has(day) || content === null || known.has(`${day} ${id}`) || isTold(day)) continue
      // It could not be read before, and is told to be in quarantine.
      if (report.quarantineOpen > 0 && unread.has(`${day} ${id}`)) continue
      // Of an id that names several rows another one may be taken for its change, where an answer lacks rows, which are held.
      if (report.rows.changed > 0 && report.held > 0 && ids.has(id)) continue
      // The next pull asks for days anew that were not over, now or when they were loaded.
      if (day >= dayAt(zone, at - behindMillis) || !model.over.has(day)) continue
      return story.complain(
        `${walletNo} ${dayText(day)}: an answer showed ${content}, it is not there and nothing said`
      )
    }
  }
}
