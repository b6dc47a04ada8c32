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
    problems: read.flatMap(({ problem }, entry) => (problem === undefined ? [] : [{ entry, problem }]))
  }
}

interface Entry {
  readonly wallet?: string
  readonly balances?: ConfigBalances
  readonly problem?: string
}

const readEntry = (entry: unknown): Entry => {
  const table = Predicate.isString(entry) ? { number: entry } : entry
  if (!Predicate.isObject(table) || !Predicate.isString(Reflect.get(table, "number"))) {
    return { problem: `must be a wallet number in quotes, or a table such as ${example}` }
  }
  const unknown = Object.keys(table).find((name) => !fields.includes(name))
  if (unknown !== undefined) {
    return { problem: `has ${shownName(unknown)}, which a wallet knows not; it may have ${fields.join(", ")}` }
  }
  const number = String(Reflect.get(table, "number"))
  const [currency, from] = [Reflect.get(table, "currency"), Reflect.get(table, "from")]
  const code = currency === undefined ? "" : Predicate.isString(currency) ? currency : "-"
  if (code !== "" && !/^[A-Za-z]{3}$/.test(code)) return { problem: "has a currency that is no code such as \"KES\"" }
  const begin = from === undefined ? undefined : scalarText(from)
  if (from !== undefined && (begin === undefined || day.parse(begin) === undefined)) {
    return { problem: `has a from that is not ${day.expected}` }
  }
  const wallet = `${number}${code === "" ? "" : `=${code}`}${begin === undefined ? "" : `@${begin.trim()}`}`
  if (walletList.parse(wallet)?.length !== 1) {
    const closer = walletList.problem?.(wallet)?.replaceAll("wallet 1", "the wallet")
    return { problem: closer ?? "has a number that is none: 1 to 64 printable characters, no spaces and no commas" }
  }
  const balances = balancesOf(table, number)
  return "problem" in balances ? balances : { wallet, balances }
}
