/**
 * The wallets of a configuration file: a list of numbers and of tables with what is known of a wallet. What they say becomes the
 * texts that the environment has for it, so that both are read in one way.
 */
import { Predicate } from "effect"
import { balancesOf, type ConfigBalances } from "./configBalances.ts"
import { scalarText, shownName } from "./scalarText.ts"
import { day, wallets as walletList } from "./shapes.ts"

/** A list of wallets as texts of settings, or what is wrong with its entries, by their place in it. */
export interface ConfigWallets {
  readonly wallets: string
  readonly opening: string
  readonly closing: string
  readonly problems: ReadonlyArray<{ readonly entry: number; readonly problem: string }>
}

const example = `{ number = "254700000002", currency = "KES", from = "2024-03-01", ` +
  `balances = [{ day = "2024-01-01", opening = "1250.00" }] }`

/** What a list of wallets looks like. */
export const walletsExpected = `a list such as ["254700000001", ${example}], texts in quotes`

const fields: ReadonlyArray<string> = [
  "number",
  "currency",
  "from",
  "balances",
  "opening_balance",
  "closing_balance"
]

/** Reads the entries of the list. */
export const configWallets = (entries: ReadonlyArray<unknown>): ConfigWallets => {
  const read = entries.map(readEntry)
  const textsOf = (end: "opening" | "closing"): string => read.flatMap((each) => each.balances?.[end] ?? []).join(",")
  return {
    wallets: read.flatMap(({ wallet }) => wallet ?? []).join(","),
    opening: textsOf("opening"),
    closing: textsOf("closing"),
    problems: read.flatMap(({ problems }, entry) => problems.map((problem) => ({ entry, problem })))
  }
}

interface Entry {
  readonly wallet?: string
  readonly balances?: ConfigBalances
  readonly problems: ReadonlyArray<string>
}

/** An entry as texts of settings, or all that is wrong with it. */
const readEntry = (entry: unknown): Entry => {
  const table = Predicate.isString(entry) ? { number: entry } : entry
  if (!Predicate.isObject(table)) return { problems: [entryExpected] }
  const given: unknown = Reflect.get(table, "number")
  const [number, currency, from] = [Predicate.isString(given) ? given : "", ofCurrency(table), ofFirstDay(table)]
  const balances = balancesOf(table, number)
  const wallet = `${number}${currency.text}${from.text}`
  const problems = [
    ...(Predicate.isString(given) ? whatIsWrong(given) : [entryExpected]),
    ...Object.keys(table).filter((name) => !fields.includes(name)).map((name) =>
      `has ${shownName(name)}, which a wallet knows not; it may have ${fields.join(", ")}`
    ),
    ...currency.problems,
    ...from.problems,
    ...("problems" in balances ? balances.problems : [])
  ]
  return problems.length > 0 || "problems" in balances
    ? { problems }
    : { wallet, balances, problems: whatIsWrong(wallet) }
}

const entryExpected = `must be a wallet number in quotes, or a table such as ${example}`

/** A part of a wallet's text, empty where it is not given, and what is wrong with it. */
interface Part {
  readonly text: string
  readonly problems: ReadonlyArray<string>
}

const ofCurrency = (table: object): Part => {
  const currency: unknown = Reflect.get(table, "currency")
  if (currency === undefined || currency === "") return { text: "", problems: [] }
  if (!Predicate.isString(currency) || !/^[A-Za-z]{3}$/.test(currency)) {
    return { text: "", problems: ["has a currency that is no code such as \"KES\""] }
  }
  const text = `=${currency}`
  return { text, problems: whatIsWrong(`1${text}`) }
}

const ofFirstDay = (table: object): Part => {
  const from: unknown = Reflect.get(table, "from")
  if (from === undefined) return { text: "", problems: [] }
  const begin = scalarText(from)
  return begin === undefined || day.parse(begin) === undefined
    ? { text: "", problems: [`has a from that is not ${day.expected}`] }
    : { text: `@${begin.trim()}`, problems: [] }
}

/** What is wrong with a wallet as the setting writes it. */
const whatIsWrong = (wallet: string): ReadonlyArray<string> => {
  if (walletList.parse(wallet)?.length === 1) return []
  const closer = walletList.problem?.(wallet)?.replaceAll("wallet 1", "the wallet")
  return [closer ?? "has a number that is none: 1 to 64 printable characters, no spaces and no commas"]
}
