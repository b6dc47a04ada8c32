/**
 * Fees that a service keeps of payments, by formula: `1.5% + 10.00, at least 12.00, at most 250.00`. Several rules with bounds are a
 * tariff: `up to 100.00: 0` and `up to 500.00: 7.00`.
 */
import { Result } from "effect"
import * as Money from "../../domain/Money.ts"
import { printable } from "../../domain/printable.ts"

/** A fee of payments of at most `upTo`, in either direction; null is any amount. */
export interface FeeRule {
  readonly upTo: Money.Money | null
  /** Ten thousandths of a percent. */
  readonly percent: bigint
  readonly fixed: Money.Money
  readonly atLeast: Money.Money | null
  readonly atMost: Money.Money | null
}

const amount = String.raw`(\d{1,14}(?:\.\d{1,4})?)`
const formula = new RegExp(
  String.raw`^(?:up to ${amount} *: *)?(?:(\d{1,3}(?:\.\d{1,4})?) *%)?(?: *\+ *(?=\d))?${amount}?` +
    String.raw`(?: *, *at least ${amount})?(?: *, *at most ${amount})?$`,
  "i"
)

const moneyOf = (text: string | undefined): Money.Money | null => text === undefined ? null : Money.fromDecimal(text)

const ruleOf = (text: string): FeeRule | undefined => {
  const [all, upTo, percent, fixed, least, most] = formula.exec(text.trim()) ?? []
  // A plus stands between the two parts, and nowhere else.
  const isJoined = all?.includes("+") === (percent !== undefined && fixed !== undefined)
  if (all === undefined || !isJoined || (percent === undefined && fixed === undefined)) return undefined
  const rule = {
    upTo: moneyOf(upTo),
    percent: moneyOf(percent) ?? 0n,
    fixed: moneyOf(fixed) ?? Money.zero,
    atLeast: moneyOf(least),
    atMost: moneyOf(most)
  }
  const isEmpty = rule.atLeast !== null && rule.atMost !== null && rule.atLeast > rule.atMost
  return rule.percent > 100n * 10_000n || isEmpty ? undefined : rule
}

/** Reads formulas in the order of their bounds, that without one last; fails with what is wrong with one. */
export const feeRulesOf = (texts: ReadonlyArray<string>): Result.Result<ReadonlyArray<FeeRule>, string> => {
  const rules: Array<FeeRule> = []
  for (const text of texts) {
    const rule = ruleOf(text)
    if (rule === undefined) {
      return Result.fail(
        `${
          JSON.stringify(printable(text, 80))
        } is no fee such as "1.5%", "10.00", "1.5% + 10.00, at least 12.00, at most 250.00" or "up to 500.00: 7.00"`
      )
    }
    rules.push(rule)
  }
  const isAlike = rules.some(({ upTo }, place) => rules.findIndex((other) => other.upTo === upTo) !== place)
  if (isAlike) {
    return Result.fail("two fees are for payments up to the same amount: give each its own, `up to 500.00: 7.00`")
  }
  return Result.succeed(
    rules.toSorted((left, right) =>
      left.upTo === null ? 1 : right.upTo === null ? -1 : Number(left.upTo - right.upTo > 0n) * 2 - 1
    )
  )
}

const decimal = (value: Money.Money): string => `${Money.format(value)}::DECIMAL(18,4)`

const feeOfRule = (payment: string, { atLeast, atMost, fixed, percent }: FeeRule): string => {
  const part = `${percent / 1_000_000n}.${String(percent % 1_000_000n).padStart(6, "0")}::DECIMAL(7,6)`
  const share = `abs(${payment})::DECIMAL(28,4) * ${part}`
  const fee = `round(${share}, 2)::DECIMAL(38,4) + ${decimal(fixed)}`
  const raised = atLeast === null ? fee : `greatest(${fee}, ${decimal(atLeast)})`
  return atMost === null ? raised : `least(${raised}, ${decimal(atMost)})`
}

/**
 * What is left of a payment when its fee is taken, in SQL over a DECIMAL(18,4); NULL where there is none, or nothing left of what comes in.
 * Percents are rounded half up to hundredths.
 */
export const netOf = (payment: string, rules: ReadonlyArray<FeeRule>): string => {
  if (rules.length === 0) return "NULL::DECIMAL(18,4)"
  const cases = rules.map((rule) =>
    `WHEN ${rule.upTo === null ? "true" : `abs(${payment}) <= ${decimal(rule.upTo)}`} THEN ${feeOfRule(payment, rule)}`
  )
  const net = `${payment} - CASE ${cases.join(" ")} END`
  return `CASE WHEN ${net} <> ${payment} AND (${payment} < 0 OR ${net} > 0) AND abs(${net}) < 100000000000000 THEN (${net})::DECIMAL(18,4) END`
}
