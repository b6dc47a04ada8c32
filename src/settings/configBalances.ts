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

/** The balances of a wallet's entry, or all that is wrong with them. One of the form `opening_balance = "1250.00"` has no day of its own. */
export const balancesOf = (
  table: object,
  number: string
): ConfigBalances | { readonly problems: ReadonlyArray<string> } => {
  const given: unknown = Reflect.get(table, "balances") ?? []
  const list: ReadonlyArray<unknown> = Array.isArray(given) ? given : []
  const problems = [
    ...(Array.isArray(given)
      ? []
      : ["has balances that are no list of tables such as { day = \"2024-01-01\", opening = \"1250.00\" }"]),
    ...ends.flatMap((end) =>
      amountProblems(Reflect.get(table, `${end}_balance`)).map((problem) =>
        `has ${withArticle(end)}_balance ${problem}`
      )
    ),
    ...list.flatMap((balance, index) =>
      balanceProblems(balance).map((problem) => `has balances, and entry ${index + 1} of these ${problem}`)
    )
  ]
  if (problems.length > 0) return { problems }
  const of = (end: typeof ends[number]): ReadonlyArray<string> => {
    const own: unknown = Reflect.get(table, `${end}_balance`)
    return [
      ...(own === undefined ? [] : [`${number}:${String(own)}`]),
      ...list.flatMap((each) => (Predicate.isObject(each) ? balanceText(each, number, end) : []))
    ]
  }
  return { opening: of("opening"), closing: of("closing") }
}

const withArticle = (end: string): string => (end === "opening" ? "an opening" : "a closing")

/** What is wrong with an amount, if one is given. */
const amountProblems = (amount: unknown): ReadonlyArray<string> => {
  if (amount === undefined) return []
  if (!Predicate.isString(amount)) return ["that is not in quotes, such as \"1250.00\""]
  return balanceList.parse(amount)?.length === 1 && !/[:@]/.test(amount)
    ? []
    : ["that is no amount such as \"1250.00\", and not \"none\" either"]
}

/** All that is wrong with an entry of `balances`. */
const balanceProblems = (balance: unknown): ReadonlyArray<string> => {
  if (!Predicate.isObject(balance)) return ["is no table such as { day = \"2024-01-01\", opening = \"1250.00\" }"]
  const on = scalarText(Reflect.get(balance, "day"))
  const currency: unknown = Reflect.get(balance, "currency")
  const unknown = Object.keys(balance).filter((name) => !fields.includes(name))
  // A name that is unknown may be the misspelt one of an end.
  const hasEnd = unknown.length > 0 || ends.some((end) => Predicate.hasProperty(balance, end))
  return [
    ...unknown.map((name) => `has ${shownName(name)}, which a balance knows not; it may have ${fields.join(", ")}`),
    ...(hasEnd ? [] : ["has neither an opening nor a closing"]),
    ...(on !== undefined && day.parse(on) !== undefined
      ? []
      : [`has ${on === undefined ? "no day" : `a day that is not ${day.expected}`}`]),
    ...(currency === undefined || (Predicate.isString(currency) && /^[A-Z]{3}$/.test(currency.trim()))
      ? []
      : ["has a currency that is no code in capitals such as \"KES\""]),
    ...ends.flatMap((end) =>
      amountProblems(Reflect.get(balance, end)).map((problem) => `has ${withArticle(end)} ${problem}`)
    )
  ]
}

/** One balance; none when it is of the other end. */
const balanceText = (balance: object, number: string, end: typeof ends[number]): ReadonlyArray<string> => {
  const [currency, amount] = ["currency", end].map((field): unknown => Reflect.get(balance, field))
  const on = scalarText(Reflect.get(balance, "day")) ?? ""
  return amount === undefined
    ? []
    : [`${number}:${currency === undefined ? "" : `${String(currency)}:`}${String(amount)}@${on.trim()}`]
}
