/**
 * A service in memory that gives fewer records than it is asked for and does not say so, and the traffic of a wallet.
 */
import { Effect, type Layer, Ref } from "effect"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { RequestRefused, StatementError } from "../../src/statement/StatementError.ts"
import { random } from "../plan/service.ts"
import { type Entry, recordsOf } from "./fakeStatement.ts"
import { pageOf } from "./pageOf.ts"

/** Which records a service gives when there are too many: the newest, the oldest, or others each time. */
export const orders = ["newest", "oldest", "shuffled", "newest, oldest first"] as const
export type Order = (typeof orders)[number]

/** Which of the two days asked for count as inside. */
export type Inside = "both" | "first" | "none"

export interface CappedService {
  readonly records: ReadonlyArray<StatementRecord>
  readonly cap: number
  readonly order: Order
  readonly inside?: Inside
  /** By how many hours behind midnight its days begin. */
  readonly dayStart?: number
  readonly seed: number
  /** The records from the second request on, where they are others. */
  readonly later?: ReadonlyArray<StatementRecord>
  /** How many requests it answers before it is down. */
  readonly answers?: number
  /** It refuses requests that begin before this day. */
  readonly refusesBefore?: string
}

/** The service, and the requests it got. */
export const cappedService = (
  { answers = Infinity, cap, dayStart = 0, inside = "both", later, order, records, refusesBefore = "", seed }:
    CappedService,
  requests: Ref.Ref<ReadonlyArray<StatementRequest>>
): Layer.Layer<Statement> => {
  const next = random(seed)
  const days = new Map<string, string>()
  const dayOf = (date: string): string => {
    const known = days.get(date)
    if (known !== undefined) return known
    const time = Date.parse(`${date.slice(0, 19).replace(" ", "T")}Z`)
    const day = new Date(time - dayStart * 3_600_000).toISOString().slice(0, 10)
    days.set(date, day)
    return day
  }
  const given = (shown: ReadonlyArray<StatementRecord>, most: number): ReadonlyArray<StatementRecord> => {
    switch (order) {
      case "newest":
        return shown.toReversed().slice(0, most)
      case "oldest":
        return shown.slice(0, most)
      case "newest, oldest first":
        return shown.slice(-most)
      case "shuffled":
        return shown.map((record) => [next(), record] as const).sort(([one], [other]) => one - other).slice(0, most)
          .map(([, record]) => record)
    }
  }
  return Statement.layerTest((request) =>
    Effect.flatMap(Ref.updateAndGet(requests, (earlier) => [...earlier, request]), ({ length }) => {
      if (length > answers || request.fromDate < refusesBefore) return Effect.fail(down)
      const held = length > 1 ? later ?? records : records
      const isShown = ({ date }: StatementRecord): boolean => {
        const day = dayOf(date)
        return (inside === "none" ? day > request.fromDate : day >= request.fromDate) &&
          (inside === "both" ? day <= request.toDate : day < request.toDate)
      }
      const shown = given(held.filter(isShown), Math.min(cap, request.limit))
      return Effect.succeed(pageOf(request, shown, { sha256: `${seed} ${next()}` }))
    })
  )
}

const down = new StatementError({ reason: new RequestRefused({ status: 503, said: "" }) })

/** How a wallet's balance moves. */
export const balances = ["wide", "swept", "toggling"] as const

const two = (value: number): string => String(value).padStart(2, "0")

/** The records of a wallet with so many on each day from the first of January 2024 on. */
export const trafficOf = (
  counts: ReadonlyArray<number>,
  balance: (typeof balances)[number],
  seed: number
): ReadonlyArray<StatementRecord> => {
  const next = random(seed)
  let held = 0
  const entries = counts.flatMap((count, index): ReadonlyArray<Entry> => {
    const date = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)
    return Array.from({ length: count }, (_, row) => {
      const second = Math.floor((row + 0.5) * 86_400 / count)
      const at = `${date} ${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`
      const isLast = row === count - 1
      const amount = balance === "wide"
        ? 1 + Math.floor(next() * 1_000_000)
        : balance === "toggling"
        ? row % 2 === 0 ? 500 : -500
        : isLast && held > 0
        ? -held
        : 100 * (1 + Math.floor(next() * 5))
      const signed = balance === "wide" && next() < 0.5 ? -amount : amount
      held += signed
      return { id: `D${index}-${row}`, at, amount: `${signed < 0 ? "-" : ""}${Math.abs(signed) / 100}` }
    })
  })
  return recordsOf(entries, "1000000.00")
}
