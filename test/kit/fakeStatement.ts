/**
 * A statement service in memory: the records of a wallet between two days, newest first, cut at the limit. By default
 * both days are inside and begin at midnight.
 */
import { Effect, type Layer, Ref } from "effect"
import * as Money from "../../src/domain/Money.ts"
import type { StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Statement } from "../../src/statement/Statement.ts"
import { pageOf } from "./pageOf.ts"

/** A record of the service: signed amount and balance after it, as decimals; the balance is worked out. */
export interface Entry {
  readonly id: string
  /** `YYYY-MM-DD HH:MM:SS` on a 24-hour clock. */
  readonly at: string
  readonly amount: string
}

const money = (text: string): Money.Money => {
  const parsed = Money.parse(text)
  if (typeof parsed === "string") throw new Error(`no money: ${text}`)
  return parsed
}

/** The records that entries stand for, the wallet beginning with an opening balance. */
export const recordsOf = (entries: ReadonlyArray<Entry>, opening = "0"): ReadonlyArray<StatementRecord> => {
  let balance = money(opening)
  return entries.map(({ amount, at, id }) => {
    const signed = money(amount)
    balance = Money.add(balance, signed)
    const magnitude = Money.format(Money.magnitude(signed))
    return {
      txnId: id,
      type: signed < 0n ? "Debit" : "Credit",
      amount: magnitude,
      balance: Money.format(balance),
      description: `KES${magnitude} ${id}`,
      confirmed: true,
      date: `${at} ${Number(at.slice(11, 13)) < 12 ? "AM" : "PM"}`
    }
  })
}

/** What the service holds for each wallet; can be changed between runs. */
export type Books = Ref.Ref<Readonly<Record<string, ReadonlyArray<StatementRecord>>>>

/** How the service takes the days of a request. */
export interface ServiceDays {
  /** Minutes behind midnight at which they begin. */
  readonly shift?: number
  /** Whether the last one is inside; or only the instant with which it begins. */
  readonly last?: "inside" | "outside" | "instant"
}

const dayMillis = 86_400_000

/** The same records as a service writes them that has a 12-hour clock. */
export const byTwelveHours = (records: ReadonlyArray<StatementRecord>): ReadonlyArray<StatementRecord> =>
  records.map((record) => {
    const hour = (Number(record.date.slice(11, 13)) + 11) % 12 + 1
    return { ...record, date: `${record.date.slice(0, 11)}${String(hour).padStart(2, "0")}${record.date.slice(13)}` }
  })

/** The time that a record means: where the clock has 24 hours, marker and hour never contradict each other. */
const timeOf = ({ date }: StatementRecord): number => {
  const known = times.get(date)
  if (known !== undefined) return known
  const time = parseTime(date)
  times.set(date, time)
  return time
}

/** A service is asked for the same records over and over. */
const times = new Map<string, number>()

const parseTime = (date: string): number => {
  const hour = Number(date.slice(11, 13)) % 12 + (date.endsWith("PM") ? 12 : 0)
  return Date.parse(`${date.slice(0, 10)}T00:${date.slice(14, 19)}Z`) + hour * 3_600_000
}

/** Whether an answer to a request covers the time of a record. */
export const covers = ({ last = "inside", shift = 0 }: ServiceDays, { fromDate, toDate }: StatementRequest) => {
  const from = Date.parse(`${fromDate}T00:00:00Z`) + shift * 60_000
  const to = Date.parse(`${toDate}T00:00:00Z`) + shift * 60_000 + (last === "inside" ? dayMillis : 0)
  return (record: StatementRecord): boolean => {
    const time = timeOf(record)
    return time >= from && (time < to || (last === "instant" && time === to))
  }
}

/**
 * The service, and the requests it got; how it takes the days may depend on how many requests there were. Its `Date` is
 * told when it has one.
 */
export const fakeStatement = (
  books: Books,
  requests: Ref.Ref<ReadonlyArray<StatementRequest>>,
  days: (request: number) => ServiceDays = () => ({}),
  servedAt?: number
): Layer.Layer<Statement> =>
  Statement.layerTest((request) =>
    Effect.gen(function*() {
      const earlier = yield* Ref.getAndUpdate(requests, (earlier) => [...earlier, request])
      const all = (yield* Ref.get(books))[request.walletNo] ?? []
      const shown = all
        .filter(covers(days(earlier.length), request))
        .toReversed()
        .slice(0, request.limit)
      return pageOf(request, shown, servedAt === undefined ? {} : { servedAt })
    })
  )
