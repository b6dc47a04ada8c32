/**
 * The stage that reads records: exact rows of the window's own days, the rest counted.
 */
import { Effect, Stream } from "effect"
import type { AnswerMark } from "../domain/AnswerMark.ts"
import { dropDuplicates } from "../domain/duplicates.ts"
import { contains, formatDay } from "../domain/Period.ts"
import { pick } from "../domain/Records.ts"
import type { Rejection } from "../domain/Rejection.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { normalise, type NormaliseRules } from "../normalise/normalise.ts"
import { PullSettings } from "../settings/PullSettings.ts"
import type { FetchedWindow, NormalisedWindow } from "./FetchedWindow.ts"
import * as KnownAnswer from "./KnownAnswer.ts"
import type { Stage } from "./Pipeline.ts"
import { currencyGiven } from "./readingRules.ts"

/** How a wallet's records are to be read, by the settings. */
export const normaliseRulesOf = (settings: PullSettings["Service"], walletNo: WalletNo): NormaliseRules => ({
  clock: settings.clock,
  markerPolicy: settings.markerPolicy,
  currency: currencyGiven(settings, walletNo)
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
          const normalised = normaliseWindow(window, normaliseRulesOf(settings, window.walletNo))
          const answer = markOf(window, normalised, settings)
          return answer === null ? normalised : { ...normalised, rows: { ...normalised.rows, answer } }
        })
      ))
  )

/** What is known of a window's answer: that it was committed before, or all there is to say of another one like it. */
const markOf = (
  window: FetchedWindow,
  { receipt, rejections }: NormalisedWindow,
  settings: PullSettings["Service"]
): AnswerMark | null => {
  const note = KnownAnswer.answerNoteOf(window)
  if (note === undefined) return null
  if (note.known !== undefined) return { answer: note.known.entry.answer ?? "", repeats: note.known.entry }
  // One that is not whole is remembered for how many records came, and for the cap.
  const isWhole = window.complete && rejections.length === 0
  const answer = KnownAnswer.toText(settings, { ...receipt, sha256: note.sha256 }, window.runId, window.cap, isWhole)
  return { answer, repeats: undefined }
}

/** Normalises one window; pure. Records of the answer that the window is not about count as those that others keep. */
export const normaliseWindow = (
  { note: _note, only, page, ...rest }: FetchedWindow,
  rules: NormaliseRules
): NormalisedWindow => {
  const records = only === undefined ? page.records : pick(page.records, only)
  const inside = normalise(page.request.walletNo, records, rules, rest.days)
  const rejections = inside.rejections.filter((rejection) => isKeptBy({ ...rest, page }, rejection))
  const { duplicates, rows } = dropDuplicates(inside.rows)
  const { attempts, bytes, durationMillis, request, requestedAt, sha256 } = page
  return {
    ...rest,
    rows,
    rejections,
    origin: "service",
    resolves: [],
    receipt: {
      request,
      received: page.records.count,
      outside: page.records.count - inside.rows.count - rejections.length,
      duplicates,
      longestRecord: rejections.reduce(
        (most, { rawText }) => Math.max(most, Buffer.byteLength(rawText)),
        inside.longest
      ),
      bytes,
      sha256,
      attempts,
      requestedAt,
      durationMillis
    }
  }
}

/** Another window keeps what lies within the days asked for; what lies beyond them no other window may ever see. */
const isKeptBy = ({ days, page: { request } }: Pick<FetchedWindow, "days" | "page">, { day }: Rejection): boolean => {
  if (day === null || contains(days, day)) return true
  const text = formatDay(day)
  return text < request.fromDate || text > request.toDate
}
