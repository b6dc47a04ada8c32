/**
 * One rule from the texts of its fields.
 */
import { Result } from "effect"
import type { CategoryRule } from "../../domain/CategoryRule.ts"
import * as Money from "../../domain/Money.ts"
import { printable } from "../../domain/printable.ts"
import type { TransactionType } from "../../domain/StatementRecord.ts"

/** What a rule may say, by the name in a file. */
export const ruleFields = ["description", "type", "amount_from", "amount_to", "category", "counterparty"] as const

/** The texts of a rule's fields; what is not there says nothing. */
export type RuleTexts = Readonly<Record<string, string | null | undefined>>

const types: ReadonlyArray<TransactionType> = ["Debit", "Credit"]

/** Reads a rule; fails with what is wrong with it, as sentences' ends behind its place. */
export const ruleOf = (texts: RuleTexts, source: string): Result.Result<CategoryRule, ReadonlyArray<string>> => {
  const given = (name: string): string | null => {
    const text = texts[name]?.trim() ?? ""
    return text === "" ? null : text
  }
  const unknown = Object.keys(texts).filter((name) => !ruleFields.some((field) => field === name))
  const type = types.find((each) => each.toLowerCase() === given("type")?.toLowerCase()) ?? null
  const [amountFrom, amountTo] = [amountOf(given("amount_from")), amountOf(given("amount_to"))]
  const rule: CategoryRule = {
    description: given("description"),
    type,
    amountFrom: isMoney(amountFrom) ? amountFrom : null,
    amountTo: isMoney(amountTo) ? amountTo : null,
    category: given("category"),
    // An empty text says that there is no counterparty, where the file tells it from no text.
    counterparty: texts["counterparty"] === undefined ? null : texts["counterparty"]?.trim() ?? null,
    source
  }
  const problems = [
    ...unknown.map((name) =>
      `has ${JSON.stringify(printable(name, 40))}, which a rule knows not; it may have ${ruleFields.join(", ")}`
    ),
    ...(given("type") !== null && type === null ? ["has a type that is neither Debit nor Credit"] : []),
    ...[["amount_from", amountFrom] as const, ["amount_to", amountTo] as const].flatMap(([name, amount]) =>
      isMoney(amount) || amount === null ? [] : [`has an ${name} that ${wrongAmounts[amount]}`]
    ),
    ...(rule.amountFrom !== null && rule.amountTo !== null && rule.amountFrom > rule.amountTo
      ? ["has an amount_from above its amount_to: no row fits it"]
      : []),
    ...(rule.category === null && rule.counterparty === null ? ["gives neither a category nor a counterparty"] : [])
  ]
  return problems.length === 0 ? Result.succeed(rule) : Result.fail(problems)
}

type Amount = Money.Money | "negative" | Money.MoneyProblem | null

const isMoney = (amount: Amount): amount is Money.Money => typeof amount === "bigint"

const wrongAmounts: Readonly<Record<"negative" | Money.MoneyProblem, string>> = {
  negative: "is below zero: amounts are not signed, `type` says the direction",
  "not-a-decimal": "is no decimal number such as 1250.00",
  "too-many-decimals": "has more than four decimals",
  "too-large": "has more than 14 digits before the point"
}

const amountOf = (text: string | null): Amount => {
  if (text === null) return null
  const amount = Money.parse(text)
  return isMoney(amount) && amount < 0n ? "negative" : amount
}
