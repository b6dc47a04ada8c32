/**
 * What is remembered of the answers that a wallet's days were committed from: enough to know one again by its bytes,
 * and to go on without reading it.
 */
import { Effect, Option, Schema } from "effect"
import { Day, type Period } from "../domain/Period.ts"
import type { StatementRequest } from "../domain/StatementPage.ts"
import { version } from "../domain/version.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import type { ContinuityEntry, WindowReceipt } from "../domain/Window.ts"
import type { Answer } from "../plan/Plan.ts"
import type { PullSettings } from "../settings/PullSettings.ts"
import { Sink, type SinkError } from "../sink/Sink.ts"

const Remembered = Schema.Struct({
  /** The request, and all that decides how its answer's records are read. */
  rules: Schema.String,
  sha256: Schema.String,
  received: Schema.Int,
  outside: Schema.Int,
  duplicates: Schema.Int,
  /** The days that the records name, how many name each, and whether all of them stand at midnight. */
  days: Schema.Array(Schema.Tuple([Day, Schema.Int, Schema.Boolean]))
})
type Remembered = typeof Remembered.Type

const codec = Schema.fromJsonString(Remembered)
const encode = Schema.encodeSync(codec)
const decode = Schema.decodeOption(codec)

/** An answer that some days were committed from and that nothing has changed since. */
export interface KnownAnswer extends Omit<Remembered, "days"> {
  /** What the plan makes of it. */
  readonly counts: Answer
  /** The entry of the days. */
  readonly entry: ContinuityEntry
}

/** Finds the answer to a request that some days were committed from. */
export type KnownAnswers = (days: Period, request: StatementRequest) => KnownAnswer | undefined

/** The answers that a wallet's days were committed from, as far as the settings read them the same way. */
export const load = Effect.fnUntraced(
  function*(settings: PullSettings["Service"], walletNo: WalletNo): Effect.fn.Return<KnownAnswers, SinkError, Sink> {
    const entries = new Map((yield* (yield* Sink).continuity(walletNo)).map((entry) => [keyOf(entry.days), entry]))
    return (days, request) => {
      const entry = entries.get(keyOf(days))
      const known = entry === undefined ? undefined : fromEntry(entry)
      return known?.rules === rulesOf(settings, request) ? known : undefined
    }
  }
)

const keyOf = ({ from, to }: Period): string => `${from} ${to}`

const fromEntry = (entry: ContinuityEntry): KnownAnswer | undefined => {
  const found = entry.answer === null || entry.record === null ? Option.none() : decode(entry.answer)
  return Option.getOrUndefined(Option.map(found, ({ days, ...rest }) => ({
    ...rest,
    counts: {
      received: rest.received,
      rowsByDay: new Map(days.map(([day, rows]) => [day, rows])),
      midnightOnly: new Set(days.flatMap(([day, , midnightOnly]) => (midnightOnly ? [day] : [])))
    },
    entry
  })))
}

/** Writes down an answer whose records all became rows, or were counted. */
export const toText = (
  settings: PullSettings["Service"],
  { duplicates, outside, received, request, sha256 }: WindowReceipt,
  { midnightOnly, rowsByDay }: Answer
): string =>
  encode({
    rules: rulesOf(settings, request),
    sha256,
    received,
    outside,
    duplicates,
    days: [...rowsByDay].map(([day, rows]) => [day, rows, midnightOnly?.has(day) === true] as const)
  })

/** Zones change with the runtime, and the way of reading with the program. */
const rulesOf = (
  settings: PullSettings["Service"],
  { fromDate, limit, toDate, walletNo }: StatementRequest
): string =>
  JSON.stringify([
    version,
    process.versions["tz"] ?? process.version,
    settings.clock.zone,
    settings.markerPolicy,
    settings.wallets.find((wallet) => wallet.walletNo === walletNo)?.currency ?? null,
    fromDate,
    toDate,
    limit
  ])
