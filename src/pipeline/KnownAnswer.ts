/**
 * What is remembered of the answers that a wallet's days were committed from: enough to know one again by its bytes,
 * and to go on without reading it.
 */
import { Effect, Option, Schema } from "effect"
import { createHash } from "node:crypto"
import { Day, type Period, union } from "../domain/Period.ts"
import type { StatementPage, StatementRequest } from "../domain/StatementPage.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { ContinuityEntry, WindowReceipt } from "../domain/Window.ts"
import type { Answer } from "../plan/Answer.ts"
import type { PullSettings } from "../settings/PullSettings.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"
import type { FetchedWindow } from "./FetchedWindow.ts"
import { recordRules } from "./readingRules.ts"

const Remembered = Schema.Struct({
  /** The request, and all that decides how its answer's records are read. */
  rules: Schema.String,
  sha256: Schema.String,
  received: Schema.Int,
  outside: Schema.Int,
  duplicates: Schema.Int,
  /** The days that the records name, how many name each, and the seconds of its first and its last; null not known. */
  days: Schema.Array(Schema.Tuple([Day, Schema.Int, Schema.NullOr(Schema.Int), Schema.NullOr(Schema.Int)])),
  isTimeDoubtful: Schema.Boolean,
  /** As many records as the service was known to give at most, when that was fewer than were asked for. */
  cap: Schema.optionalKey(Schema.Int)
})
type Remembered = typeof Remembered.Type

const codec = Schema.fromJsonString(Remembered)
const encode = Schema.encodeSync(codec)
const decode = Schema.decodeOption(codec)

/** An answer that some days were committed from and that nothing has changed since. */
export interface KnownAnswer extends Omit<Remembered, "days" | "isTimeDoubtful"> {
  /** What the plan makes of it. */
  readonly counts: Answer
  /** The entry of the days. */
  readonly entry: ContinuityEntry
}

/** What is known of the answer of a window that was just fetched. */
export interface AnswerNote {
  readonly page: StatementPage
  /** The records by day, as the plan counts them. */
  readonly counts: Answer
  /** Set when the days were committed from the very same answer before; the page's records are then not read yet. */
  readonly known: KnownAnswer | undefined
  /** As many records as the service is known to give at most, when that is fewer than were asked for. */
  readonly cap: number | undefined
}

const notes = new WeakMap<FetchedWindow, AnswerNote>()

/** Notes what is known of a fetched window's answer, and gives the window back. */
export const noteAnswer = (window: FetchedWindow, note: AnswerNote): FetchedWindow => {
  notes.set(window, note)
  return window
}

/** The window without its note: its answer is not known the next time, and read and held against others once more. */
export const forgetAnswer = (window: FetchedWindow): FetchedWindow => ({ ...window })

/** That note; none for a window or a page that somebody made of them, which may say something else than the service. */
export const answerNoteOf = (window: FetchedWindow): AnswerNote | undefined => {
  const note = notes.get(window)
  return note?.page === window.page ? note : undefined
}

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
}

/** The answers that a wallet's days were committed from. */
export const load = Effect.fnUntraced(
  function*(settings: PullSettings["Service"], walletNo: WalletNo): Effect.fn.Return<AnswerMemory, SinkError, Sink> {
    const stored = yield* (yield* Sink).continuity(walletNo)
    const entries = new Map(stored.map((entry) => [keyOf(entry.days), entry]))
    // Few answers tell of a cap, and reading them all takes its time.
    const caps = [...entries.values()].flatMap((entry) =>
      entry.answer?.includes("\"cap\":") === true ? answerOfEntry(entry)?.cap ?? [] : []
    )
    return {
      find: (days, request) => {
        const entry = entries.get(keyOf(days))
        const known = entry === undefined ? undefined : answerOfEntry(entry)
        return known?.rules === rulesOfReading(settings, request) ? known : undefined
      },
      cap: caps.length === 0 ? undefined : Math.min(...caps),
      loaded: union(stored.map(({ days }) => days)),
      cutOff: stored.flatMap(({ days, truncated }) => (truncated ? [days] : [])),
      daysWith: (received) =>
        [...entries.values()].filter(({ truncated }) => !truncated).flatMap((entry) => {
          const held = answerOfEntry(entry)?.received ?? 0
          return held >= received && held <= received * slightlyMore ? [entry.days] : []
        })
    }
  }
)

const slightlyMore = 1.1

const keyOf = ({ from, to }: Period): string => `${from} ${to}`

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** An answer together with what its balances said: neither counts for anything beside another one. */
export const withRecord = (answer: string, record: string | null): string => `${sha256(record ?? "")} ${answer}`

const answerOfEntry = (entry: ContinuityEntry): KnownAnswer | undefined => {
  const text = entry.answer?.slice(sha256("").length + 1) ?? ""
  const isWhole = entry.record !== null && entry.answer === withRecord(text, entry.record)
  const found = isWhole ? decode(text) : Option.none()
  return Option.getOrUndefined(Option.map(found, ({ days, isTimeDoubtful, ...rest }) => ({
    ...rest,
    counts: {
      received: rest.received,
      rowsByDay: new Map(days.map(([day, rows]) => [day, rows])),
      spans: new Map(
        days.flatMap(([day, , first, last]) => (first === null || last === null ? [] : [[day, { first, last }]]))
      ),
      isTimeDoubtful
    },
    entry
  })))
}

/** Writes down an answer; one of which not all records became rows, or were counted, is not known again. */
export const toText = (
  settings: PullSettings["Service"],
  { duplicates, outside, received, request, sha256 }: WindowReceipt,
  { cap, counts: { isTimeDoubtful, rowsByDay, spans } }: Pick<AnswerNote, "cap" | "counts">,
  isWhole: boolean
): string =>
  encode({
    rules: isWhole ? rulesOfReading(settings, request) : noRules,
    sha256,
    received,
    outside,
    duplicates,
    days: [...rowsByDay].map(([day, rows]) => {
      const span = spans.get(day)
      return [day, rows, span?.first ?? null, span?.last ?? null] as const
    }),
    isTimeDoubtful,
    ...(cap === undefined ? {} : { cap })
  })

const noRules = "none"

/** Raised with every change of how records are read, normalised or checked: readingVersion.test.ts tells when. */
export const readingVersion = 5

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
