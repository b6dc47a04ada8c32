/**
 * The slow and simple ways of reading what `src` reads fast: patterns and schemas. They are the oracle of its tests.
 */
import { Schema } from "effect"
import * as Money from "../../src/domain/Money.ts"
import { StatementRecord } from "../../src/domain/StatementRecord.ts"
import type { Transaction } from "../../src/domain/Transaction.ts"
import { isCurrencyCode } from "../../src/domain/Wallet.ts"
import { auditField, decimalText, microsText } from "../../src/sink/auditFields.ts"

/** Days since 1970-01-01 by a pattern and the runtime's calendar. */
export const dayByPattern = (text: string): number | undefined => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return undefined
  const millis = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
  return new Date(millis).toISOString().slice(0, 10) === text ? millis / 86_400_000 : undefined
}

const time = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d) ([AaPp])[Mm]$/

/** The parts of a timestamp by a pattern: day, hour, minute, second and whether the marker is PM. */
export const timeByPattern = (text: string) => {
  const match = time.exec(text)
  const day = dayByPattern(match?.[1] ?? "")
  if (match === null || day === undefined) return undefined
  const [hour, minute, second] = [Number(match[2]), Number(match[3]), Number(match[4])]
  return { day, hour, minute, second, pm: match[5] === "P" || match[5] === "p" }
}

const sum = String.raw`\d[\d,]*(?:\.\d+)?`
const named = new RegExp(
  String.raw`(?<![A-Za-z])([A-Z]{3})\s?-?(${sum})|(?<![\d.,])(${sum})\s?([A-Z]{3})(?![A-Za-z])`,
  "g"
)

/** The currency of an amount by a pattern. */
export const currencyByPattern = (description: string, amount: bigint): string | null => {
  const magnitude = amount < 0n ? -amount : amount
  const codes = new Set<string>()
  for (const match of description.matchAll(named)) {
    const code = match[1] ?? match[4] ?? ""
    const value = Money.parse((match[2] ?? match[3] ?? "").replaceAll(",", ""))
    if (value === magnitude && isCurrencyCode(code)) codes.add(code)
  }
  const [only] = codes
  return codes.size === 1 && only !== undefined ? only : null
}

/** Whether an element of a page is a record by its schema. */
export const isRecordBySchema = Schema.is(StatementRecord)

/** A row's fields in the canonical text of the audit chain, as docs/audit.md lists them. */
export const auditedContent = (row: Transaction): string =>
  [
    row.type,
    decimalText(row.amount),
    row.balance === null ? "\\N" : decimalText(row.balance),
    auditField(row.currency),
    auditField(row.description),
    String(row.confirmed),
    microsText(row.occurredAt),
    microsText(row.localTime),
    auditField(row.dateText),
    auditField(row.timeFlag)
  ].join("\t")
