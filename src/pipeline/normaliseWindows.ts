/**
 * The stage that reads records: exact rows of the window's own days, the rest counted.
 */
import { Effect, Stream } from "effect"
import { markAnswer } from "../domain/AnswerMark.ts"
import { dropDuplicates } from "../domain/duplicates.ts"
import { once } from "../domain/once.ts"
import { contains, formatDay } from "../domain/Period.ts"
import { markColumns, rowsOf } from "../domain/RowColumns.ts"
import { scannedOf } from "../domain/ScannedRecords.ts"
import type { StatementPage } from "../domain/StatementPage.ts"
import { dayOf } from "../domain/Transaction.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { WindowReceipt } from "../domain/Window.ts"
import { normalisePage, type NormaliseRules } from "../normalise/normalise.ts"
import { normaliseColumns } from "../normalise/normaliseColumns.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import type { FetchedWindow, NormalisedWindow } from "./FetchedWindow.ts"
import * as KnownAnswer from "./KnownAnswer.ts"
import { longestOf, longestOfColumns } from "./longestRecord.ts"
import type { Stage } from "./Pipeline.ts"

/** How a wallet's records are to be read, by the settings. */
export const normaliseRulesOf = (settings: PullSettings["Service"], walletNo: WalletNo): NormaliseRules => ({
  clock: settings.clock,
  markerPolicy: settings.markerPolicy,
  currency: settings.wallets.find((wallet) => wallet.walletNo === walletNo)?.currency ?? null
})

/** Normalises windows by the settings' zone, marker policy and currencies. */
export const normaliseWindows: Stage<FetchedWindow, NormalisedWindow, never, PullSettings> = (input) =>
  Stream.unwrap(
    Effect.map(PullSettings, (settings) =>
      Stream.mapEffect(
        input,
        Effect.fnUntraced(function*(window: FetchedWindow) {
          // A page is many milliseconds of work for each stage: others may use the thread in between.
          yield* Effect.yieldNow
          const note = KnownAnswer.answerNoteOf(window)
          return note?.known === undefined
            ? newWindow(window, settings, note)
            : repeatedWindow(window, note.known, normaliseRulesOf(settings, window.walletNo))
        })
      ))
  )

/** A window with an answer that is new, and marked with it when another one like it would say all there is to say, or to remember a cap. */
const newWindow = (
  window: FetchedWindow,
  settings: PullSettings["Service"],
  note: KnownAnswer.AnswerNote | undefined
): NormalisedWindow => {
  const normalised = normaliseWindow(window, normaliseRulesOf(settings, window.walletNo))
  const { receipt, rejections } = normalised
  if (note === undefined) return normalised
  const isWhole = window.complete && rejections.length === 0
  if (!isWhole && note.cap === undefined) return normalised
  const answer = KnownAnswer.toText(settings, receipt, note, isWhole)
  return markAnswer(normalised, { answer, repeats: undefined })
}

/** A window whose answer is known already: its rows are made only when somebody asks for them. */
const repeatedWindow = (
  window: FetchedWindow,
  { duplicates, entry, outside, received }: KnownAnswer.KnownAnswer,
  rules: NormaliseRules
): NormalisedWindow => {
  const repeated = withRowsLater(window, { received, outside, duplicates }, () => normaliseWindow(window, rules).rows)
  return markAnswer(repeated, { answer: entry.answer ?? "", repeats: entry })
}

/** What a receipt says of the answer's records. */
type Counts = Pick<WindowReceipt, "received" | "outside" | "duplicates" | "longestRecord">

/** A window without rejections whose rows are made when they are first asked for. */
const withRowsLater = (
  { page, ...rest }: FetchedWindow,
  counts: Counts,
  makeRows: () => NormalisedWindow["rows"]
): NormalisedWindow => {
  const rows = once(makeRows)
  return {
    ...rest,
    get rows() {
      return rows()
    },
    rejections: [],
    origin: "service",
    resolves: [],
    receipt: receiptOf(page, counts)
  }
}

/** Normalises one window; pure. */
export const normaliseWindow = (window: FetchedWindow, rules: NormaliseRules): NormalisedWindow =>
  window.only === undefined
    ? normaliseByColumns(window, rules) ?? normaliseByRecords(window, rules)
    : normaliseOnly(window, rules)

/** Some records of an answer; the others count as those that other windows keep. */
const normaliseOnly = (
  { only: indexes = [], page, ...rest }: FetchedWindow,
  rules: NormaliseRules
): NormalisedWindow => {
  const some: StatementPage = {
    ...page,
    records: indexes.flatMap((index) => page.records[index] ?? []),
    sourceText: (index) => page.sourceText(indexes[index] ?? 0)
  }
  const normalised = normaliseByRecords({ ...rest, page: some }, rules)
  const { outside, received } = normalised.receipt
  const others = page.records.length - received
  return { ...normalised, receipt: { ...normalised.receipt, received: received + others, outside: outside + others } }
}

const normaliseByColumns = (window: FetchedWindow, rules: NormaliseRules): NormalisedWindow | undefined => {
  const scanned = scannedOf(window.page)
  const columns = scanned && normaliseColumns(window.page.request.walletNo, scanned, window.days, rules)
  if (scanned === undefined || columns === undefined) return undefined
  const counts = {
    received: scanned.count,
    outside: scanned.count - columns.count,
    duplicates: 0,
    longestRecord: longestOfColumns(columns)
  }
  return markColumns(withRowsLater(window, counts, () => rowsOf(columns)), columns)
}

/** The way for any answer, and the only one for unusual records. */
export const normaliseByRecords = (window: FetchedWindow, rules: NormaliseRules): NormalisedWindow => {
  const { page, ...rest } = window
  const normalised = normalisePage(page, rules)
  const inside = normalised.rows.filter((row) => contains(window.days, dayOf(row)))
  const asked = { from: page.request.fromDate, to: page.request.toDate }
  const rejections = normalised.rejections.filter(({ day }) => {
    if (day === null || contains(window.days, day)) return true
    const text = formatDay(day)
    // Another window keeps what lies within the days asked for; what lies beyond them no other window may ever see.
    return text < asked.from || text > asked.to
  })
  const { duplicates, rows } = dropDuplicates(inside)
  return {
    ...rest,
    rows,
    rejections,
    origin: "service",
    resolves: [],
    receipt: receiptOf(page, {
      received: page.records.length,
      outside: page.records.length - inside.length - rejections.length,
      duplicates,
      longestRecord: longestOf(rows, rejections)
    })
  }
}

const receiptOf = (
  { attempts, bytes, durationMillis, request, requestedAt, sha256 }: StatementPage,
  counts: Counts
): WindowReceipt => ({ request, ...counts, bytes, sha256, attempts, requestedAt, durationMillis })
