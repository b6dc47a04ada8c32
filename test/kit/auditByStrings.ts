/**
 * The canonical text of the audit chain, put together from strings as docs/audit.md has it: the oracle of the one that is
 * written as bytes.
 */
import { formatDay } from "../../src/domain/Period.ts"
import type { Transaction } from "../../src/domain/Transaction.ts"
import { auditField } from "../../src/sink/audit/auditFields.ts"
import type { BesideRows, RecordField } from "../../src/sink/audit/WindowRecord.ts"
import type { CommitPlan } from "../../src/sink/plan/commitPlan.ts"
import { declaredFields, ownFields } from "../../src/sink/plan/declarations.ts"
import type { StoredRow } from "../../src/sink/plan/windowDiff.ts"
import { auditedContent } from "./references.ts"

const inOrder = (lines: ReadonlyArray<readonly [txnId: string, leg: number, text: string]>): string =>
  lines.toSorted(([left, leftLeg], [right, rightLeg]) =>
    Buffer.compare(Buffer.from(left), Buffer.from(right)) || leftLeg - rightLeg
  ).map(([, , text]) => `${text}\n`).join("")

const head = (kind: string, txnId: string, leg: number): string => `${kind}\t${auditField(txnId)}\t${leg}`

const storedLine = (kind: string, { leg, transaction }: StoredRow, after = "") =>
  [
    transaction.txnId,
    leg,
    `${head(kind, transaction.txnId, leg)}\t${auditedContent(transaction)}${after}`
  ] as const

/** The text of a window's record, its rows and what stands beside them. */
export const textByStrings = (
  fields: ReadonlyArray<RecordField>,
  rows: ReadonlyArray<Transaction>,
  { diff }: CommitPlan,
  { declared, quarantine: { added, closed } }: BesideRows
): string => {
  const contentAt = (index: number): string => rows.slice(index, index + 1).map(auditedContent).join("")
  const has = (kind: string): boolean => declared.some(({ declaration }) => declaration.kind === kind)
  const version = has("export") ? 4 : has("decision") ? 3 : declared.length > 0 ? 2 : 1
  return `wallet-statement audit ${version}\nwindow${fields.map(([, value]) => `\t${auditField(value)}`).join("")}\n` +
    inOrder(diff.inserts.map(({ index, leg }) => {
      const txnId = rows[index]?.txnId ?? ""
      return [txnId, leg, `${head("row", txnId, leg)}\t${contentAt(index)}`]
    })) +
    inOrder([
      ...diff.changes.map(({ index, stored }) => storedLine("changed", stored, `\t${contentAt(index)}`)),
      ...diff.returns.map(({ index, stored }) => storedLine("returned", stored, `\t${contentAt(index)}`)),
      ...diff.withdrawals.map((stored) => storedLine("withdrawn", stored))
    ]) +
    added.map((record) =>
      `quarantined\t${record.id}\t${record.reason}\t${auditField(record.detail)}\t` +
      `${record.day === null ? "\\N" : formatDay(record.day)}\t${auditField(record.rawText)}\n`
    ).join("") +
    closed.map(({ id, state }) => `${state}\t${id}\n`).join("") +
    declared.map((record) =>
      [
        "declared",
        ...[...declaredFields(record), ...ownFields(record)].map(([, value]) => auditField(value))
      ]
        .join("\t") + "\n"
    ).join("")
}
