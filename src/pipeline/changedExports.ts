/**
 * The exports of a wallet of which rows are otherwise than they were exported. An export counts for the days that no later one of its
 * format and currency is about; the sink is asked once for all of them.
 */
import { Effect } from "effect"
import type { ExportDeclaration } from "../domain/Declaration.ts"
import { formatDay, outside, overlap, type Period } from "../domain/Period.ts"
import type { ZoneClock } from "../domain/ServiceTime.ts"
import type { WalletNo } from "../domain/Wallet.ts"
import { type DaysSince, Sink, type SinkError } from "../sink/Sink.ts"
import { exportPlace } from "./exportPlace.ts"
import { findingId } from "./findingId.ts"
import { asAccepted, type Otherwise, together, withNamed } from "./otherwise.ts"
import { declaredClock } from "./readingRules.ts"

/** An export, and what is otherwise of the days for which it counts. */
export interface ChangedExport extends Otherwise {
  readonly exported: ExportDeclaration
  /** The clock of the wallet's rows; undefined where it is not known. */
  readonly clock: ZoneClock | undefined
  /** Whether no row of those days is otherwise since somebody accepted that; undefined where nobody did. */
  readonly isAsAccepted: boolean | undefined
}

/** Those of a wallet, in the order in which they were made. */
export const changedExports = Effect.fnUntraced(
  function*(walletNo: WalletNo): Effect.fn.Return<ReadonlyArray<ChangedExport>, SinkError, Sink> {
    const sink = yield* Sink
    const standing = standingIn(yield* sink.exports(walletNo))
    const asked = new Map(standing.flatMap(({ left }) => left.map((days) => [keyOf(days), days] as const)))
    const places = [...asked.keys()]
    const changed = yield* sink.changedSince(walletNo, [...asked.values()])
    if (changed.length === 0) return []
    const clock = declaredClock(yield* sink.declaredSettings(walletNo))
    const decisions = yield* sink.decisions(walletNo)
    return yield* Effect.forEach(
      standing.flatMap(({ exported, left }) => {
        const own = new Set(left.map(keyOf))
        const here = changed.filter(({ place }) => own.has(places[place] ?? ""))
        const parts = here.filter(({ currency }) => currency === exported.currency)
        const isAlone = !standing.some((other) =>
          other.exported.format === exported.format && other.exported.currency !== null && doMeet(left, other.left)
        )
        return parts.length === 0 ? [] : [{
          exported,
          left,
          parts: exported.currency === null && isAlone ? withNamed(parts, here) : parts
        }]
      }),
      Effect.fnUntraced(function*({ exported, left, parts }) {
        const decision = decisions.get(findingId(walletNo, exportPlace(exported)))
        const days = left.map((each) => each.days)
        const isAsAccepted = yield* asAccepted(walletNo, {
          days,
          isTold: (since) => since.some((each) => each.currency === exported.currency)
        }, decision)
        return { exported, clock, isAsAccepted, ...together(parts) }
      })
    )
  }
)

const doMeet = (some: ReadonlyArray<DaysSince>, others: ReadonlyArray<DaysSince>): boolean =>
  some.some((one) => others.some((other) => overlap(one.days, other.days) !== undefined))

interface Standing {
  readonly exported: ExportDeclaration
  readonly left: ReadonlyArray<DaysSince>
}

const keyOf = ({ days, sequence }: DaysSince): string => `${formatDay(days.from)} ${formatDay(days.to)} ${sequence}`

const standingIn = (exports: ReadonlyArray<ExportDeclaration>): ReadonlyArray<Standing> =>
  [...Map.groupBy(exports, ({ currency, format }) => `${currency} ${format}`).values()].flatMap((alike) => {
    const later: Array<Period> = []
    // A file that was made of an older copy does not stand for what a later window changed before it.
    const inOrder = alike.toSorted((one, other) => one.upTo - other.upTo)
    return inOrder.toReversed().flatMap((exported): ReadonlyArray<Standing> => {
      const left = outside([exported.days], later).map((days) => ({ days, sequence: exported.upTo }))
      later.push(exported.days)
      return left.length === 0 ? [] : [{ exported, left }]
    })
  }).toSorted((one, other) =>
    one.exported.upTo - other.exported.upTo || one.exported.days.from - other.exported.days.from
  )
