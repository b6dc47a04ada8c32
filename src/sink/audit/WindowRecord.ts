/**
 * The audit record of a committed window: what was asked, what came, what it changed, and a hash that chains it to
 * all records before it.
 *
 * The hash is SHA-256 over a text that anyone can rebuild from the tables; docs/audit.md gives its form. Change that
 * form only together with its version line.
 */
import { createHash } from "node:crypto"
import type { Money } from "../../domain/Money.ts"
import { formatDay } from "../../domain/Period.ts"
import type { Rejection } from "../../domain/Rejection.ts"
import { at, type Rows } from "../../domain/Rows.ts"
import type { Transaction } from "../../domain/Transaction.ts"
import { rowCount, type StatementWindow } from "../../domain/Window.ts"
import type { CommitPlan } from "../plan/commitPlan.ts"
import { decimalText } from "../plan/decimalText.ts"
import { declaredFields, type DeclaredRecord, ownFields } from "../plan/declarations.ts"
import type { Identity } from "../plan/Identity.ts"
import { inIdentityOrder } from "../plan/identityOrder.ts"
import type { ClosedRecord } from "../plan/quarantine.ts"
import type { Match } from "../plan/windowDiff.ts"
import { AuditWriter } from "./AuditWriter.ts"
import { rowLines } from "./rowLines.ts"

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

const statusOf = ({ complete, kept, origin }: StatementWindow): string => {
  switch (origin) {
    case "joining":
      return "joined"
    case "decision":
      return "decided"
    case "export":
      return "exported"
    case "quarantine":
      return "quarantine-retry"
    case "service":
      return complete ? kept.length > 0 ? "doubted" : "complete" : "cut-off"
  }
}

/** A window with declarations needs the second version of the form, one with a decision among them the third, and with an export the fourth. */
const versionFor = (declared: ReadonlyArray<DeclaredRecord>): number =>
  Math.max(1, ...declared.map(({ declaration: { kind } }) => kind === "export" ? 4 : kind === "decision" ? 3 : 2))

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

/** What a window's hash covers beside its record and its rows. */
export interface BesideRows {
  readonly quarantine: QuarantineRecord
  /** In the order of their ids. */
  readonly declared: ReadonlyArray<DeclaredRecord>
}

/**
 * The canonical text that a window's hash is taken of, in UTF-8 and in pieces; lines end with a line feed. `lines` are
 * those of the rows that the plan inserts.
 */
export const auditText = (
  fields: ReadonlyArray<RecordField>,
  rows: Rows,
  plan: CommitPlan,
  { declared, quarantine }: BesideRows,
  lines: Uint8Array = rowLines(rows, plan.diff.inserts)
): ReadonlyArray<Uint8Array> => {
  const { changes, returns, withdrawals } = plan.diff
  const head = new AuditWriter(mostOfHead)
  const text = new AuditWriter()
  head.ascii(`wallet-statement audit ${versionFor(declared)}\nwindow`)
  for (const [, value] of fields) {
    head.tab()
    head.field(value)
  }
  head.endLine()
  writeLines(text, [
    ...changes.map((match) => matchLine("changed", match, rows)),
    ...returns.map((match) => matchLine("returned", match, rows)),
    ...withdrawals.map(({ leg, transaction }) => lineOf("withdrawn", leg, transaction))
  ])
  for (const record of quarantine.added) writeQuarantined(text, record)
  for (const { id, state } of quarantine.closed) text.ascii(`${state}\t${id}\n`)
  for (const record of declared) writeDeclared(text, record)
  return [head.bytes(), lines, text.bytes()]
}

const mostOfHead = 1024

/** SHA-256 of the canonical text, in lower-case hex. */
export const auditHash = (text: ReadonlyArray<Uint8Array>): string => {
  const hash = createHash("sha256")
  for (const piece of text) hash.update(piece)
  return hash.digest("hex")
}

/** A line about a row: what it was, or is, and after a change what it became. */
interface RowLine extends Identity {
  readonly kind: "changed" | "returned" | "withdrawn"
  readonly row: Transaction
  readonly after: Transaction | undefined
}

const lineOf = (
  kind: RowLine["kind"],
  leg: number,
  row: Transaction,
  after?: Transaction
): RowLine => ({ kind, txnId: row.txnId, leg, row, after })

const matchLine = (kind: RowLine["kind"], { index, stored }: Match, rows: Rows): RowLine =>
  lineOf(kind, stored.leg, stored.transaction, at(rows, index))

const writeLines = (text: AuditWriter, lines: ReadonlyArray<RowLine>): void => {
  for (const { after, kind, leg, row, txnId } of inIdentityOrder(lines)) {
    text.ascii(kind)
    text.tab()
    text.field(txnId)
    text.tab()
    text.field(leg)
    writeContent(text, row)
    if (after !== undefined) writeContent(text, after)
    text.endLine()
  }
}

const writeContent = (text: AuditWriter, row: Transaction): void => {
  text.tab()
  text.ascii(row.type)
  text.tab()
  text.decimal(row.amount)
  text.tab()
  text.decimal(row.balance)
  text.tab()
  text.field(row.currency)
  text.tab()
  text.field(row.description)
  text.tab()
  text.ascii(row.confirmed ? "true" : "false")
  text.tab()
  text.micros(row.occurredAt)
  text.tab()
  text.micros(row.localTime)
  text.tab()
  text.field(row.dateText)
  text.tab()
  text.field(row.timeFlag)
}

const writeQuarantined = (text: AuditWriter, record: QuarantineRecord["added"][number]): void => {
  text.ascii(`quarantined\t${record.id}\t${record.reason}`)
  for (const value of [record.detail, record.day === null ? null : formatDay(record.day), record.rawText]) {
    text.tab()
    text.field(value)
  }
  text.endLine()
}

const writeDeclared = (text: AuditWriter, record: DeclaredRecord): void => {
  text.ascii("declared")
  for (const [, value] of [...declaredFields(record), ...ownFields(record)]) {
    text.tab()
    text.field(value)
  }
  text.endLine()
}
