/**
 * New quarantined records as columns of the table `quarantine`.
 */
import type { Rejection } from "../../domain/Rejection.ts"
import type { StatementWindow } from "../../domain/Window.ts"
import type { CommitStamp } from "../WindowRecord.ts"
import type { ColumnSource } from "./TableAppender.ts"

/** Columns of `quarantine` for records whose ids count on from `firstId`. */
export const quarantineColumns = (
  records: ReadonlyArray<Rejection>,
  window: StatementWindow,
  stamp: CommitStamp,
  firstId: number
): ReadonlyArray<ColumnSource> => {
  const text = (of: (record: Rejection) => string): ColumnSource => ({
    kind: "text",
    at: (index) => {
      const record = records[index]
      return record === undefined ? null : of(record)
    }
  })
  const seenAt: ColumnSource = { kind: "integer", at: () => stamp.committedAt * 1000 }
  return [
    { kind: "integer", at: (index) => firstId + index },
    always(window.walletNo),
    text((record) => record.rawText),
    text((record) => record.reason),
    text((record) => record.detail),
    { kind: "int32", at: (index) => records[index]?.day ?? null },
    always("open"),
    { kind: "integer", at: () => stamp.sequence },
    { kind: "int32", at: () => window.days.from },
    { kind: "int32", at: () => window.days.to },
    seenAt,
    always(window.runId),
    seenAt,
    always(window.runId),
    { kind: "integer", at: () => null },
    { kind: "text", at: () => null }
  ]
}

const always = (value: string): ColumnSource => ({ kind: "text", at: () => value })
