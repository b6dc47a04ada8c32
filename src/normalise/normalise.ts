/**
 * From the service's records to transactions: exact money, an instant beside the raw time, a currency where one is
 * known. Total: every record becomes a Transaction or a Rejection with its raw text, and none is lost.
 */
import * as Money from "../domain/Money.ts"
import { dayOfLocalTime } from "../domain/Period.ts"
import type { Rejection, RejectionCause } from "../domain/Rejection.ts"
import * as ServiceTime from "../domain/ServiceTime.ts"
import type { ReceivedRecord, StatementPage } from "../domain/StatementPage.ts"
import { type Numeric, numericText, type StatementRecord } from "../domain/StatementRecord.ts"
import type { Transaction } from "../domain/Transaction.ts"
import type { Currency, WalletNo } from "../domain/Wallet.ts"
import { currencyOf } from "./currencyOf.ts"

/** How a wallet's records are to be read. */
export interface NormaliseRules {
  readonly clock: ServiceTime.ZoneClock
  readonly markerPolicy: ServiceTime.MarkerPolicy
  /** The wallet's currency where settings name it; null: look into the descriptions. */
  readonly currency: Currency | null
}

/** A page's records as rows and rejections; together as many as the page has records. */
export interface NormalisedPage {
  readonly rows: ReadonlyArray<Transaction>
  readonly rejections: ReadonlyArray<Rejection>
}

/** Normalises a whole page, in its order. */
export const normalisePage = (page: StatementPage, rules: NormaliseRules): NormalisedPage => {
  const rows: Array<Transaction> = []
  const rejections: Array<Rejection> = []
  page.records.forEach((received, index) => {
    const result = received._tag === "Record"
      ? normaliseRecord(page.request.walletNo, received.record, rules)
      : received.cause
    if ("reason" in result) {
      rejections.push({ ...result, rawText: page.sourceText(index), day: dayNamedBy(received) })
    } else rows.push(result)
  })
  return { rows, rejections }
}

/** Normalises one record, or says why it can't be done. */
export const normaliseRecord = (
  walletNo: WalletNo,
  record: StatementRecord,
  rules: NormaliseRules
): Transaction | RejectionCause => {
  const amount = readMoney("amount", record.amount)
  if (typeof amount === "object") return amount
  const balance = record.balance === undefined || record.balance === null ? null : readMoney("balance", record.balance)
  if (balance !== null && typeof balance === "object") return balance
  const time = ServiceTime.parse(record.date, rules.markerPolicy)
  if (typeof time === "string") return { reason: time, detail: timeDetail[time] }
  const { flag, instant } = rules.clock.resolve(time.localTime)
  return {
    walletNo,
    txnId: record.txnId,
    type: record.type,
    amount,
    balance,
    currency: rules.currency ?? currencyOf(record.description, amount),
    description: record.description,
    confirmed: record.confirmed,
    occurredAt: instant,
    localTime: time.localTime,
    dateText: record.date,
    timeFlag: time.markerConflict ? "marker-conflict" : flag
  }
}

const readMoney = (field: string, value: Numeric): Money.Money | RejectionCause => {
  const money = Money.parse(numericText(value))
  return typeof money === "bigint"
    ? money
    : { reason: `money-${reasons[money]}`, detail: `${field}: ${expected[money]}` }
}

const reasons = {
  "not-a-decimal": "not-decimal",
  "too-many-decimals": "too-precise",
  "too-large": "too-large"
} as const satisfies Record<Money.MoneyProblem, string>

const expected: Record<Money.MoneyProblem, string> = {
  "not-a-decimal": "expected a plain decimal such as 1250.00",
  "too-many-decimals": "expected at most 4 decimals",
  "too-large": "expected at most 14 digits in front of the point"
}

const timeDetail: Record<ServiceTime.TimeProblem, string> = {
  "time-malformed": "date: expected YYYY-MM-DD HH:MM:SS and AM or PM, a time that exists",
  "time-marker-conflict": "date: the hour and the AM/PM marker contradict each other, and the marker policy is reject"
}

/** The day a rejected record names, so that only the window of that day keeps it; null when it can't be read. */
const dayNamedBy = (received: ReceivedRecord): Rejection["day"] => {
  const dateText = received._tag === "Record" ? received.record.date : received.dateText
  const time = dateText === null ? "time-malformed" : ServiceTime.parse(dateText, "trust-24h")
  return typeof time === "string" ? null : dayOfLocalTime(time.localTime)
}
