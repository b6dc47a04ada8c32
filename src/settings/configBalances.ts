/**
 * The balances that are known of a wallet in a configuration file: what they say, or which part of them is wrong.
 */
import { Predicate } from "effect"
import { balances as balanceList } from "./balanceShape.ts"
import { scalarText, shownName } from "./scalarText.ts"
import { day } from "./shapes.ts"

/** Balances as `NUMBER:CUR:AMOUNT@DAY`; amounts are texts, since TOML's numbers are doubles. */
export interface ConfigBalances {
  readonly opening: ReadonlyArray<string>
  readonly closing: ReadonlyArray<string>
}

const ends = ["opening", "closing"] as const
const fields: ReadonlyArray<string> = ["day", "currency", ...ends]

/** The balances of a wallet's entry. One of the form `opening_balance = "1250.00"` has no day of its own. */
export const balancesOf = (table: object, number: string): ConfigBalances | { readonly problem: string } => {
  const list: unknown = Reflect.get(table, "balances") ?? []
  if (!Array.isArray(list)) {
    return {
      problem: "has balances that are no list of tables such as { day = \"2024-01-01\", opening = \"1250.00\" }"
    }
  }
  for (const end of ends) {
    const problem = amountProblem(Reflect.get(table, `${end}_balance`))
    if (problem !== undefined) return { problem: `has ${withArticle(end)}_balance ${problem}` }
  }
  for (const [index, balance] of list.entries()) {
    const problem = balanceProblem(balance)
    if (problem !== undefined) return { problem: `has balances, and entry ${index + 1} of these ${problem}` }
  }
  const of = (end: typeof ends[number]): ReadonlyArray<string> => {
    const own: unknown = Reflect.get(table, `${end}_balance`)
    return [
      ...(own === undefined ? [] : [`${number}:${String(own)}`]),
      ...list.flatMap((each: object) => balanceText(each, number, end))
    ]
  }
  return { opening: of("opening"), closing: of("closing") }
}

const withArticle = (end: string): string => (end === "opening" ? "an opening" : "a closing")

/** What is wrong with an amount, if one is given. */
const amountProblem = (amount: unknown): string | undefined => {
  if (amount === undefined) return undefined
  if (!Predicate.isString(amount)) return "that is not in quotes, such as \"1250.00\""
  return balanceList.parse(amount)?.length === 1 && !/[:@]/.test(amount)
    ? undefined
    : "that is no amount such as \"1250.00\", and not \"none\" either"
}

/** What is wrong with an entry of `balances`. */
const balanceProblem = (balance: unknown): string | undefined => {
  if (!Predicate.isObject(balance)) return "is no table such as { day = \"2024-01-01\", opening = \"1250.00\" }"
  const unknown = Object.keys(balance).find((name) => !fields.includes(name))
  if (unknown !== undefined) {
    return `has ${shownName(unknown)}, which a balance knows not; it may have ${fields.join(", ")}`
  }
  if (!Predicate.hasProperty(balance, "opening") && !Predicate.hasProperty(balance, "closing")) {
    return "has neither an opening nor a closing"
  }
  const on = scalarText(Reflect.get(balance, "day"))
  if (on === undefined || day.parse(on) === undefined) {
    return `has ${on === undefined ? "no day" : `a day that is not ${day.expected}`}`
  }
  const currency: unknown = Reflect.get(balance, "currency")
  if (currency !== undefined && !(Predicate.isString(currency) && /^[A-Z]{3}$/.test(currency.trim()))) {
    return "has a currency that is no code in capitals such as \"KES\""
  }
  for (const end of ends) {
    const problem = amountProblem(Reflect.get(balance, end))
    if (problem !== undefined) return `has ${withArticle(end)} ${problem}`
  }
  return undefined
}

/** One balance; none when it is of the other end. */
const balanceText = (balance: object, number: string, end: typeof ends[number]): ReadonlyArray<string> => {
  const [currency, amount] = ["currency", end].map((field): unknown => Reflect.get(balance, field))
  const on = scalarText(Reflect.get(balance, "day")) ?? ""
  return amount === undefined
    ? []
    : [`${number}:${currency === undefined ? "" : `${String(currency)}:`}${String(amount)}@${on.trim()}`]
}
