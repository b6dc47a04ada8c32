/**
 * Builders of rows and windows for the tests of sinks.
 */
import type { ContinuityEntry } from "../domain/ContinuityEntry.ts"
import type { Declaration } from "../domain/Declaration.ts"
import * as Money from "../domain/Money.ts"
import * as Period from "../domain/Period.ts"
import type { Proof } from "../domain/Proof.ts"
import type { Rejection } from "../domain/Rejection.ts"
import * as Rows from "../domain/Rows.ts"
import { dayOf, signedAmount, type Transaction } from "../domain/Transaction.ts"
import type { Gap } from "../domain/Verdict.ts"
import { WalletNo } from "../domain/Wallet.ts"
import type { StatementWindow } from "../domain/Window.ts"

export const wallet = WalletNo.make("W-1")

export const day = (text: string): Period.Day => {
  const parsed = Period.parseDay(text)
  if (parsed === undefined) throw new Error(`no day: ${text}`)
  return parsed
}

export const money = (text: string): Money.Money => {
  const parsed = Money.parse(text)
  if (typeof parsed === "string") throw new Error(`no money: ${text}`)
  return parsed
}

export const row = (
  txnId: string,
  at: string,
  amount: string,
  balance: string | null,
  more: Partial<Transaction> = {}
): Transaction => {
  const localTime = Date.parse(`${at.replace(" ", "T")}Z`)
  return {
    walletNo: wallet,
    txnId,
    type: amount.startsWith("-") ? "Debit" : "Credit",
    amount: money(amount.replace("-", "")),
    balance: balance === null ? null : money(balance),
    currency: null,
    description: `row ${txnId}`,
    confirmed: true,
    occurredAt: localTime - 10_800_000,
    localTime,
    dateText: `${at} AM`,
    timeFlag: null,
    ...more
  }
}

export const rejection = (rawText: string, on: string | null): Rejection => ({
  reason: "money-too-large",
  detail: "amount: at most 14 digits before the point",
  rawText,
  day: on === null ? null : day(on)
})

export interface WindowOptions {
  readonly complete?: boolean
  /** The days that the pull is about, first and last; without it all days. */
  readonly asked?: readonly [string, string]
  readonly runId?: string
  readonly rejections?: ReadonlyArray<Rejection>
  readonly lastSettledDay?: string
  readonly positions?: ReadonlyArray<number | null>
  readonly received?: number
  readonly origin?: StatementWindow["origin"]
  readonly resolves?: ReadonlyArray<number>
  /** Kept rows, of leg 0. */
  readonly kept?: ReadonlyArray<Transaction>
  readonly continuity?: ReadonlyArray<ContinuityEntry>
  readonly gaps?: ReadonlyArray<Gap>
  readonly declarations?: ReadonlyArray<Declaration>
  readonly proofs?: ReadonlyArray<Proof>
}

/** A window whose rows stand in the order of their time. */
export const window = (
  from: string,
  to: string,
  rows: ReadonlyArray<Transaction>,
  options: WindowOptions = {}
): StatementWindow => {
  const rejections = options.rejections ?? []
  const sum = (type: Transaction["type"]): Money.Money =>
    rows.filter((entry) => entry.type === type).reduce((total, entry) => Money.add(total, entry.amount), Money.zero)
  const order = rows.map((entry, index) => ({ at: entry.localTime, index })).sort((left, right) => left.at - right.at)
  const places = new Map<number, number>()
  for (const day of Map.groupBy(order, ({ at }) => Math.floor(at / 86_400_000)).values()) {
    day.forEach(({ index }, place) => places.set(index, place))
  }
  return {
    runId: options.runId ?? "run-1",
    walletNo: wallet,
    days: { from: day(from), to: day(to) },
    asked: { from: day(options.asked?.[0] ?? "2000-01-01"), to: day(options.asked?.[1] ?? "2040-12-31") },
    complete: options.complete ?? true,
    kept: (options.kept ?? []).map((transaction) => ({ transaction, leg: 0, place: null })),
    lastSettledDay: day(options.lastSettledDay ?? "2030-01-01"),
    rows: Rows.from(rows),
    rejections,
    check: {
      verdict: "unanchored",
      openingBalance: null,
      closingBalance: rows[0]?.balance ?? null,
      debitTotal: sum("Debit"),
      creditTotal: sum("Credit"),
      positions: options.positions ?? rows.map((_, index) => places.get(index) ?? null)
    },
    receipt: {
      request: { walletNo: wallet, fromDate: from, toDate: to, limit: 5000 },
      received: options.received ?? rows.length + rejections.length,
      outside: 0,
      duplicates: 0,
      bytes: 1234,
      sha256: "ab".repeat(32),
      attempts: 1,
      requestedAt: 1_700_000_000_000,
      durationMillis: 12
    },
    origin: options.origin ?? "service",
    resolves: options.resolves ?? [],
    continuity: options.continuity ?? [],
    gaps: options.gaps ?? [],
    declarations: options.declarations ?? [],
    proofs: options.proofs ?? []
  }
}

export const period = (from: string, to: string): Period.Period => ({ from: day(from), to: day(to) })

export const entry = (from: string, to: string, record: string | null, truncated = false): ContinuityEntry => ({
  days: period(from, to),
  truncated,
  record,
  answer: null
})

export const gap = (after: string | null, from: string | null, before: string | null, to: string | null): Gap => ({
  afterTxnId: after,
  beforeTxnId: before,
  from: from === null ? null : Date.parse(`${from}Z`),
  to: to === null ? null : Date.parse(`${to}Z`),
  missing: money("-25.00"),
  currency: null
})

export const january = (options: Parameters<typeof window>[3] = {}, rows: Parameters<typeof window>[2] = []) =>
  window("2024-01-01", "2024-01-31", rows, options)

export const february = (options: Parameters<typeof window>[3] = {}, rows: Parameters<typeof window>[2] = []) =>
  window("2024-02-01", "2024-02-29", rows, options)

export const report = (runId: string) => ({ runId, status: "failed" as const, durationMs: 1, head: "", wallets: [] })

export const inJanuary = (rows: ReadonlyArray<Transaction>, options: WindowOptions = {}) => january(options, rows)

export const year = period("2024-01-01", "2024-12-31")
export const run = (
  runId: string,
  asked: Period.Period | null = year,
  rules: ReadonlyMap<WalletNo, string> = new Map()
) => ({
  runId,
  startedAt: 1,
  programVersion: "0.1.0",
  wallets: [wallet, WalletNo.make("W-2")],
  asked,
  rules
})

/** A row for people to compare: everything but its instants. */
export const describeRow = (
  entry: { readonly transaction: Transaction; readonly leg: number; readonly withdrawn: boolean }
): string => {
  const { transaction } = entry
  return [
    `${transaction.txnId}#${entry.leg}`,
    Period.formatDay(dayOf(transaction)),
    Money.format(signedAmount(transaction)),
    transaction.balance === null ? "-" : Money.format(transaction.balance),
    transaction.description,
    ...(entry.withdrawn ? ["withdrawn"] : [])
  ].join(" ")
}
