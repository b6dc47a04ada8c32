/**
 * Checks that what a full answer of a run showed is in the end stored, or that the run says that something is not right.
 */
import type { WalletReport } from "../../src/domain/RunReport.ts"
import { dayAt, dayText, type Zone } from "../calendar.ts"
import type { Answer } from "../Service.ts"
import type { Story } from "../Story.ts"
import type { WalletRun } from "./Oracle.ts"
import type { StoredRow } from "./WalletModel.ts"

/** What a check of full answers looks at. */
export interface DroppedCase {
  readonly wallet: WalletRun
  readonly report: WalletReport
  /** All that the service answered since the run began. */
  readonly answers: ReadonlyArray<Answer>
  readonly stored: ReadonlyArray<StoredRow>
  readonly zone: Zone
  readonly story: Story
}

/** Days that a request may name beyond those that it is about, on each side. */
const mostMargin = 2

/** Checks the full answers to one wallet's requests, as far as the wallet was asked for their days. */
export const checkDropped = (
  { answers, report, story, stored, wallet: { asked, walletNo }, zone }: DroppedCase
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
  for (const { at, from, limit, sent, to, walletNo: of } of answers) {
    if (of !== walletNo || sent.length < limit) continue
    story.count("dropped: a full answer looked for")
    for (const { content, day, id } of sent) {
      // Days at the ends may have been asked for beyond those that the answer was to bring.
      if (day < Math.max(asked.from, from + mostMargin) || day > Math.min(asked.to, to - mostMargin)) continue
      if (content === null || known.has(`${day} ${id}`) || isTold(day)) continue
      // The next pull asks for days anew that were not over.
      if (day >= dayAt(zone, at)) continue
      return story.complain(
        `${walletNo} ${dayText(day)}: a full answer showed ${content}, it is not there and nothing said`
      )
    }
  }
}
