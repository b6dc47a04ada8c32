/**
 * The slow and simple ways of reading what `src` reads fast: patterns and schemas. They are the oracle of its tests.
 */
import { Schema } from "effect"
import * as Money from "../../src/domain/Money.ts"
import { StatementRecord } from "../../src/domain/StatementRecord.ts"
import type { Transaction } from "../../src/domain/Transaction.ts"
import { isCurrencyCode } from "../../src/domain/Wallet.ts"
import { auditField, microsText } from "../../src/sink/audit/auditFields.ts"
import { decimalText } from "../../src/sink/plan/decimalText.ts"

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

const number = /(?<![\d.,])\d[\d,]*(?:\.\d+)?/g
const codeBehind = /^(\s?)([A-Z]{3})(?![A-Za-z])/
const codeInFront = /(?<![A-Za-z])([A-Z]{3})(\s?)-?$/

/** A booking verb, and nothing else. */
const bookingVerb = /^(?:Credited|Paid) ?$/

/** The currency of an amount by patterns: a code is the nearer number's, and in a list of ties as its ends tell. */
export const currencyByPattern = (description: string, amount: bigint): string | null => {
  const magnitude = amount < 0n ? -amount : amount
  const found = [...description.matchAll(number)].map((match) => {
    const end = match.index + match[0].length
    const behind = codeBehind.exec(description.slice(end))
    // A sign belongs to its number, and a code in front of it must not be part of a longer word.
    const before = codeInFront.exec(description.slice(0, match.index))
    return {
      at: match.index,
      value: Money.parse(match[0].replaceAll(",", "")),
      behind: behind && { code: behind[2] ?? "", at: end + (behind[1] ?? "").length, space: (behind[1] ?? "") !== "" },
      before: before && { code: before[1] ?? "", at: before.index, space: (before[2] ?? "") !== "" }
    }
  })
  const isTie = (index: number): boolean => {
    const [left, right] = [found[index]?.behind, found[index + 1]?.before]
    return left != null && right != null && left.at === right.at && left.space === right.space
  }
  const isLost = (index: number, side: "behind" | "before"): boolean => {
    const [left, right] = [
      found[side === "behind" ? index : index - 1]?.behind,
      found[
        side === "behind" ? index + 1 : index
      ]?.before
    ]
    if (left == null || right == null || left.at !== right.at || left.space === right.space) return false
    return side === "behind" ? left.space : right.space
  }
  const codes = new Set<string>()
  let own: string | undefined
  found.forEach(({ at, before, behind, value }, index) => {
    let [first, last] = [index, index]
    while (isTie(first - 1)) first--
    while (isTie(last)) last++
    const opens = found[first]?.before != null && !isLost(first, "before")
    const closes = found[last]?.behind != null && !isLost(last, "behind")
    const areBehind = closes && !opens
    const mine = [
      ...(before !== null && !isLost(index, "before") && !(isTie(index - 1) && areBehind) ? [before] : []),
      ...(behind !== null && !isLost(index, "behind") && !(isTie(index) && !areBehind) ? [behind] : []),
      ...(behind !== null && isTie(index) ? [behind] : [])
    ]
    const [named] = mine
    if (named === undefined || !isCurrencyCode(named.code)) return
    // The first one, when nothing but the service's verb stands in front of it.
    if (index === 0 && bookingVerb.test(description.slice(0, Math.min(at, named.at)))) own = named.code
    if (value === magnitude) codes.add(named.code)
  })
  if (own !== undefined) return found[0]?.value === magnitude || (codes.size === 1 && codes.has(own)) ? own : null
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
