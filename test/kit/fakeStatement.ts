/**
 * A statement service in memory: the records of a wallet between two days, newest first, cut at the limit. By default
 * both days are inside; a service that compares instants takes the last day for the midnight it begins with.
 */
import { Effect, type Layer, Ref } from "effect"
import { createHash } from "node:crypto"
import * as Money from "../../src/domain/Money.ts"
import type { StatementPage, StatementRequest } from "../../src/domain/StatementPage.ts"
import type { StatementRecord } from "../../src/domain/StatementRecord.ts"
import { Statement } from "../../src/statement/Statement.ts"

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
    const magnitude = Money.format(signed < 0n ? Money.negate(signed) : signed)
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

/** The service, and the requests it got; its `Date` is told when it has one. */
export const fakeStatement = (
  books: Books,
  requests: Ref.Ref<ReadonlyArray<StatementRequest>>,
  bounds: "days" | "instants" = "days",
  servedAt?: number
): Layer.Layer<Statement> =>
  Statement.layerTest((request) =>
    Effect.gen(function*() {
      yield* Ref.update(requests, (earlier) => [...earlier, request])
      const all = (yield* Ref.get(books))[request.walletNo] ?? []
      const shown = all
        .filter(({ date }) =>
          date.slice(0, 10) >= request.fromDate &&
          (bounds === "days" ? date.slice(0, 10) <= request.toDate : date.slice(0, 19) <= `${request.toDate} 00:00:00`)
        )
        .toReversed()
        .slice(0, request.limit)
      const page: StatementPage = {
        request,
        records: shown.map((record) => ({ _tag: "Record", record })),
        sourceText: (index) => JSON.stringify(shown[index]),
        bytes: 100,
        sha256: createHash("sha256").update(JSON.stringify(shown)).digest("hex"),
        attempts: 1,
        requestedAt: 0,
        ...(servedAt === undefined ? {} : { servedAt }),
        durationMillis: 1
      }
      return page
    })
  )
