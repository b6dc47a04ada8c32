/**
 * What is remembered of the answers that a wallet's days were committed from: enough to know one again by its bytes,
 * and to go on without comparing it with what is stored.
 */
import { Effect, Option, Schema } from "effect"
import { createHash } from "node:crypto"
import type { AnswerMark } from "../domain/AnswerMark.ts"
import type { ContinuityEntry } from "../domain/ContinuityEntry.ts"
import { overlap, type Period, same, union } from "../domain/Period.ts"
import type { StatementRequest } from "../domain/StatementPage.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { WindowReceipt } from "../domain/Window.ts"
import { leastRecords } from "../plan/CrossExamination.ts"
import type { PullSettings } from "../settings/PullSettings.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import { type AnswerNote, type KnownAnswer, Remembered } from "./AnswerNote.ts"
import type { FetchedWindow } from "./FetchedWindow.ts"
import { recordRules } from "./readingRules.ts"

const codec = Schema.fromJsonString(Remembered)
const encode = Schema.encodeSync(codec)
const decode = Schema.decodeOption(codec)

/** A window with what is known of its answer. */
export const noteAnswer = (
  window: FetchedWindow,
  note: Pick<AnswerNote, "counts" | "known">
): FetchedWindow => {
  const { complete, days, page: { records: { sha256 } } } = window
  return { ...window, note: { ...note, sha256, days, complete } }
}

/** The window without its note: its answer is not known the next time, and held against others once more. */
export const forgetAnswer = ({ note: _note, ...window }: FetchedWindow): FetchedWindow => window

/**
 * That note; none for a window that somebody gave other records, fewer of them or other days, which may say something else
 * than the service.
 */
export const answerNoteOf = ({ complete, days, note, only, page }: FetchedWindow): AnswerNote | undefined =>
  note !== undefined && only === undefined && note.sha256 === page.records.sha256 && note.complete === complete &&
    same(note.days, days)
    ? note
    : undefined

/** Finds the answer to a request that some days were committed from. */
export type KnownAnswers = (days: Period, request: StatementRequest) => KnownAnswer | undefined

/** What a sink remembers of the answers that a wallet's days were committed from. */
export interface AnswerMemory {
  /** Finds an answer, as far as the settings read it the same way. */
  readonly find: KnownAnswers
  /** As many records as the service was found to give at most; undefined when no such thing was found. */
  readonly cap: number | undefined
  /** The days that were loaded, and those of them that an answer left open. */
  readonly loaded: ReadonlyArray<Period>
  readonly cutOff: ReadonlyArray<Period>
  /** The days of answers with so many records or slightly more, which were not taken for cut off: with many more none was. */
  readonly daysWith: (received: number) => ReadonlyArray<Period>
  /**
   * Of some days those of the answer with the most records, where it had many, and those of which it isn't known how many came for
   * them.
   */
  readonly unsure: (days: ReadonlyArray<Period>) => ReadonlyArray<Period>
}

/** The answers that a wallet's days were committed from. */
export const load = Effect.fnUntraced(
  function*(settings: PullSettings["Service"], walletNo: WalletNo): Effect.fn.Return<AnswerMemory, SinkError, Sink> {
    const stored = yield* (yield* Sink).continuity(walletNo)
    const entries = new Map(stored.map((entry) => [keyOf(entry.days), entry]))
    return {
      find: (days, request) => {
        const entry = entries.get(keyOf(days))
        const known = entry === undefined ? undefined : answerOfEntry(entry)
        return known?.rules === rulesOfReading(settings, request) ? known : undefined
      },
      cap: capIn(stored),
      loaded: union(stored.map(({ days }) => days)),
      cutOff: stored.flatMap(({ days, truncated }) => (truncated ? [days] : [])),
      daysWith: (received) =>
        [...entries.values()].filter(({ truncated }) => !truncated).flatMap((entry) => {
          const held = answerOfEntry(entry)?.received ?? 0
          return held >= received && held <= received * slightlyMore ? [entry.days] : []
        }),
      unsure: (periods) => {
        const loaded = [...entries.values()].filter(({ days, truncated }) =>
          !truncated && periods.some((each) => overlap(each, days) !== undefined)
        ).map((entry) => ({ days: entry.days, received: answerOfEntry(entry)?.received }))
        const most = Math.max(leastRecords, ...loaded.map(({ received = 0 }) => received))
        const largest = loaded.find(({ received }) => received === most)
        return union(loaded.flatMap((each) => each === largest || each.received === undefined ? [each.days] : []))
      }
    }
  }
)

const slightlyMore = 1.1

/** As many records as the service was found to give at most, by the entries of a wallet. */
export const capIn = (entries: ReadonlyArray<ContinuityEntry>): number | undefined => {
  // Few answers tell of a cap, and reading them all takes its time.
  const caps = entries.flatMap((entry) =>
    entry.answer?.includes("\"cap\":") === true ? answerOfEntry(entry)?.cap ?? [] : []
  )
  return caps.length === 0 ? undefined : Math.min(...caps)
}

const keyOf = ({ from, to }: Period): string => `${from} ${to}`

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** An answer together with what its balances said: neither counts for anything beside another one. */
export const withRecord = (answer: string, record: string | null): string => `${sha256(record ?? "")} ${answer}`

const answerOfEntry = (entry: ContinuityEntry): KnownAnswer | undefined => {
  const text = entry.answer?.slice(sha256("").length + 1) ?? ""
  const isWhole = entry.record !== null && entry.answer === withRecord(text, entry.record)
  const found = isWhole ? decode(text) : Option.none()
  return Option.getOrUndefined(Option.map(found, (remembered) => ({ ...remembered, entry })))
}

/** Writes down that the service gives no more records at once, of days that no one answer tells all of. */
const capAlone = (cap: number): string => encode({ rules: noRules, sha256: "", outside: 0, duplicates: 0, cap })

/** What is left to know of an answer that its days were not committed from, or not from it alone: the cap. */
export const capMark = (cap: number | undefined): AnswerMark | null =>
  cap === undefined ? null : { answer: capAlone(cap), repeats: undefined }

/**
 * Writes down an answer, whose `sha256` is that of its records; one of which not all records became rows, or were counted, is
 * not known again, nor are records that somebody made or chose, whatever their page says.
 */
export const toText = (
  settings: PullSettings["Service"],
  { duplicates, outside, received, request, sha256 }: Omit<WindowReceipt, "sha256"> & Pick<AnswerNote, "sha256">,
  run: string,
  cap: number | undefined,
  isWhole: boolean
): string =>
  encode({
    rules: isWhole && sha256 !== null ? rulesOfReading(settings, request) : noRules,
    sha256: sha256 ?? "",
    received,
    outside,
    duplicates,
    run,
    ...(cap === undefined ? {} : { cap })
  })

const noRules = "none"

/** Raised with every change of how records are read, normalised or checked: readingVersion.test.ts tells when. */
export const readingVersion = 13

const rulesOfReading = (
  settings: PullSettings["Service"],
  { fromDate, limit, toDate, walletNo }: StatementRequest
): string =>
  JSON.stringify([
    readingVersion,
    ...recordRules(settings, walletNo),
    fromDate,
    toDate,
    limit
  ])
