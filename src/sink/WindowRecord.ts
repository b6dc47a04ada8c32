/**
 * The audit record of a committed window: what was asked, what came, what it changed, and a hash that chains it to
 * all records before it.
 *
 * The hash is SHA-256 over a text that anyone can rebuild from the tables; docs/audit.md gives its form. Change that
 * form only together with its version line.
 */
import { createHash } from "node:crypto"
import type { Money } from "../domain/Money.ts"
import { formatDay } from "../domain/Period.ts"
import type { Rejection } from "../domain/Rejection.ts"
import type { Transaction } from "../domain/Transaction.ts"
import { rowCount, type StatementWindow } from "../domain/Window.ts"
import { auditField, compareCodePoints, decimalText, microsText } from "./auditFields.ts"
import type { CommitPlan } from "./commitPlan.ts"
import type { ClosedRecord } from "./quarantine.ts"
import type { Insertion, Match, StoredRow } from "./windowDiff.ts"

/** What `previousHash` is for the first window of a file. */
export const firstPreviousHash = "0".repeat(64)

/** What the audit record holds beside the window itself. */
export interface CommitStamp {
  /** Counts the windows of a file, from 1. */
  readonly sequence: number
  readonly previousHash: string
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly committedAt: number
}

/** What the window did to the quarantine; both lists in the order of ids. */
export interface QuarantineRecord {
  readonly added: ReadonlyArray<Rejection & { readonly id: number }>
  readonly closed: ReadonlyArray<ClosedRecord>
}

/** A field of `statement_windows`: its column and its value. */
export type RecordField = readonly [column: string, value: string | number | bigint | null]

const micros = (millis: number): number => millis * 1000

const money = (value: Money | null): string | null => (value === null ? null : decimalText(value))

const statusOf = ({ complete, origin }: StatementWindow): string =>
  origin === "quarantine" ? "quarantine-retry" : complete ? "complete" : "cut-off"

/** The record's fields in the order of the canonical text; instants are microseconds, decimals text. */
export const recordFields = (
  window: StatementWindow,
  plan: CommitPlan,
  stamp: CommitStamp
): ReadonlyArray<RecordField> => {
  const { check, receipt } = window
  return [
    ["sequence", stamp.sequence],
    ["run_id", window.runId],
    ["wallet_no", window.walletNo],
    ["from_day", formatDay(window.days.from)],
    ["to_day", formatDay(window.days.to)],
    ["last_settled_day", formatDay(window.lastSettledDay)],
    ["asked_from", receipt.request.fromDate],
    ["asked_to", receipt.request.toDate],
    ["row_limit", receipt.request.limit],
    ["attempts", receipt.attempts],
    ["status", statusOf(window)],
    ["received", receipt.received],
    ["rows", rowCount(window)],
    ["outside", receipt.outside],
    ["duplicates", receipt.duplicates],
    ["quarantined", window.rejections.length],
    ["inserted", plan.outcome.inserted],
    ["changed", plan.outcome.changed],
    ["unchanged", plan.outcome.unchanged],
    ["withdrawn", plan.outcome.withdrawn],
    ["returned", plan.outcome.returned],
    ["bytes", receipt.bytes],
    ["sha256", receipt.sha256],
    ["opening_balance", money(check.openingBalance)],
    ["closing_balance", money(check.closingBalance)],
    ["debit_total", money(check.debitTotal)],
    ["credit_total", money(check.creditTotal)],
    ["verdict", check.verdict],
    ["requested_at", micros(receipt.requestedAt)],
    ["duration_ms", receipt.durationMillis],
    ["committed_at", micros(stamp.committedAt)],
    ["previous_hash", stamp.previousHash]
  ]
}

/** The canonical text that a window's hash is taken of; lines end with a line feed. */
export const auditText = (
  fields: ReadonlyArray<RecordField>,
  rows: ReadonlyArray<Transaction>,
  plan: CommitPlan,
  quarantine: QuarantineRecord
): string => {
  const { changes, inserts, returns, withdrawals } = plan.diff
  const changed = [
    ...changes.map((match) => matchLine("changed", match, rows)),
    ...returns.map((match) => matchLine("returned", match, rows)),
    ...withdrawals.map((stored) => changeLine("withdrawn", stored, ""))
  ]
  let text = "wallet-statement audit 1\nwindow"
  for (const [, value] of fields) text += `\t${auditField(value)}`
  text += "\n"
  for (const { leg, row, txnId } of inIdentityOrder(inserts.map((entry) => insertion(entry, rows)))) {
    text += `row\t${auditField(txnId)}\t${leg}\t${content(row)}\n`
  }
  for (const entry of inIdentityOrder(changed)) text += `${entry.text}\n`
  for (const record of quarantine.added) {
    const day = record.day === null ? null : formatDay(record.day)
    text += ["quarantined", record.id, record.reason, auditField(record.detail), auditField(day)].join("\t")
    text += `\t${auditField(record.rawText)}\n`
  }
  for (const { id, state } of quarantine.closed) text += `${state}\t${id}\n`
  return text
}

/** SHA-256 of the canonical text, in lower-case hex. */
export const auditHash = (text: string): string => createHash("sha256").update(text).digest("hex")

interface Identity {
  readonly txnId: string
  readonly leg: number
}

const insertion = ({ index, leg }: Insertion, rows: ReadonlyArray<Transaction>) => {
  const row = rows[index]
  return { txnId: row?.txnId ?? "", leg, row }
}

interface ChangeLine extends Identity {
  readonly text: string
}

const changeLine = (kind: string, { leg, transaction }: StoredRow, after: string): ChangeLine => ({
  txnId: transaction.txnId,
  leg,
  text: `${kind}\t${auditField(transaction.txnId)}\t${leg}\t${content(transaction)}${after}`
})

const matchLine = (kind: string, { index, stored }: Match, rows: ReadonlyArray<Transaction>): ChangeLine =>
  changeLine(kind, stored, `\t${content(rows[index])}`)

const content = (row: Transaction | undefined): string =>
  row === undefined ? "" : `${row.type}\t${decimalText(row.amount)}\t` +
    `${row.balance === null ? "\\N" : decimalText(row.balance)}\t${auditField(row.currency)}\t` +
    `${auditField(row.description)}\t${row.confirmed}\t${microsText(row.occurredAt)}\t${microsText(row.localTime)}\t` +
    `${auditField(row.dateText)}\t${auditField(row.timeFlag)}`

const inIdentityOrder = <Entry extends Identity>(entries: Array<Entry>): Array<Entry> => {
  const compare = compareCodePoints(entries.map((entry) => entry.txnId))
  return entries.sort((left, right) => compare(left.txnId, right.txnId) || left.leg - right.leg)
}
