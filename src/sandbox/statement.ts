/**
 * The statement endpoint (interface 4.2): token, body, signature, dates, limit, wallet, in this order.
 */
import { Predicate } from "effect"
import { type Answer, refuse, success } from "./Answer.ts"
import { dayNumber } from "./calendar.ts"
import { pageOf } from "./page.ts"
import type { RequestEntry } from "./RequestLog.ts"
import type { State } from "./State.ts"

/** The most records of one answer (interface part 8). */
export const maximumLimit = 5000

/** What of a statement request's headers matters. */
export interface StatementHeaders {
  readonly authorization: string | undefined
  readonly signature: string | undefined
}

/** Answers a statement request and notes in the log what was asked; `now` in milliseconds. */
export const statement = (
  state: State,
  headers: StatementHeaders,
  body: unknown,
  now: number,
  entry: RequestEntry
): Answer => {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1]
  if (token === undefined || !state.tokens.accept(token, now, state.behaviour.tokenUses)) return refuse("token")
  const asked = readBody(body)
  if (asked === undefined) return refuse("body")
  entry.wallet = asked.walletNo
  entry.from = asked.fromDate
  entry.to = asked.toDate
  entry.limit = asked.limit
  if (headers.signature === undefined || !state.verifier(asked, headers.signature)) return refuse("signature")
  const from = dayNumber(asked.fromDate)
  const to = dayNumber(asked.toDate)
  if (from === undefined || to === undefined || from > to) return refuse("dates")
  const limit = /^\d{1,9}$/.test(asked.limit) ? Number(asked.limit) : 0
  if (limit < 1 || limit > maximumLimit) return refuse("limit")
  const ledger = state.ledgers.get(asked.walletNo)
  if (ledger === undefined) return refuse("wallet")
  const records = pageOf(ledger, state.behaviour, state.spoiler, { from, to, limit })
  return success("Statement fetched successfully.", `[${records.join(",")}]`, records.length)
}

const readBody = (body: unknown) => {
  if (!Predicate.isObject(body)) return undefined
  const { from_date: fromDate, limit, to_date: toDate, wallet_no: walletNo } = body
  if (!Predicate.isString(walletNo) || !Predicate.isString(fromDate) || !Predicate.isString(toDate)) return undefined
  return Predicate.isString(limit) ? { walletNo, fromDate, toDate, limit } : undefined
}
